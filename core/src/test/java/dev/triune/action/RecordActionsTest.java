/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.text.NameNormalizer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordActionsTest {
    private sealed interface Deed permits Work, Talk, Rest {}

    private sealed interface Work extends Deed permits Gather, PlanBuild {}

    @Help("collect what you see")
    @Synonyms({"collect", "harvest"})
    private record Gather(
            @Visible({"tree", "rock"}) String target,
            @Range(min = 1, max = 20) @Help("how many") int amount)
            implements Work {}

    @Help("build")
    record PlanBuild(
            Building building,
            @Default("0.5") @Range(min = 0, max = 1) double care,
            @Default Integer storeys,
            @Default Building beside)
            implements Work {}

    @Named("say")
    record Talk(
            @Synonyms({"target", "whom"}) String to,

            @OneOf({"softly", "loudly"}) @Default("softly") String how,

            boolean aloud,
            @Default String text)
            implements Deed {
        Talk {
            if (to.equals(text)) {
                throw new IllegalArgumentException("secret " + to);
            }
        }
    }

    record Rest(
            @Range(min = 5) @Default long ticks,
            @Default float depth,
            @Default boolean deep,
            @Default Boolean dreaming)
            implements Deed {}

    enum Building {
        @Synonyms({"fire", "bonfire"})
        CAMP_FIRE,
        HUT
    }

    private final ActionCatalog catalog = ActionCatalog.of(Deed.class);

    @Test
    void everyPermittedRecordBecomesAnActionInDeclaredOrder() {
        assertThat(catalog.help(AnswerForm.PLAN).lines())
                .containsExactly(
                        "gather(target: tree or rock that you see, amount: 1 to 20 (how many))"
                                + " collect what you see",
                        "plan_build(building: camp_fire|hut, care?: 0 to 1,"
                                + " storeys?: whole number, beside?: camp_fire|hut) build",
                        "say(to, how?: softly|loudly, aloud: true|false, text?)",
                        "rest(ticks?: 5 to 9223372036854775807, depth?: number,"
                                + " deep?: true|false, dreaming?: true|false)");
    }

    @Test
    void convertsStepToItsRecord() throws InvalidStepException {
        Step gather =
                catalog.read("gather", Map.of("target", "oak", "amount", 3L)).step();
        assertThat(catalog.action(gather, Record.class)).isEqualTo(new Gather("oak", 3));
        assertThat(catalog.action(gather, Gather.class).amount()).isEqualTo(3);
        assertThat(catalog.action(gather, Work.class)).isEqualTo(new Gather("oak", 3));
        Step build = catalog.read(
                        "plan_build",
                        Map.of(
                                "building",
                                "hut",
                                "care",
                                1L,
                                "storeys",
                                2.0,
                                "beside",
                                "camp_fire"))
                .step();
        assertThat(catalog.action(build, Record.class))
                .isEqualTo(new PlanBuild(Building.HUT, 1, 2, Building.CAMP_FIRE));
    }

    @Test
    void omittedFieldsGetTheirDefaults() throws InvalidStepException {
        assertThat(made("plan_build", Map.of("building", "hut")))
                .isEqualTo(new PlanBuild(Building.HUT, 0.5, absent(), absent()));
        assertThat(made("say", Map.of("to", "Bo", "aloud", false)))
                .isEqualTo(new Talk("Bo", "softly", false, ""));
        assertThat(made("rest", Map.of())).isEqualTo(new Rest(5, 0, false, absent()));
    }

    @Test
    void convertsLoadedStepToItsRecord() {
        Step loaded = Step.of("gather").with("target", "oak").with("amount", "20");
        assertThat(catalog.action(loaded, Record.class)).isEqualTo(new Gather("oak", 20));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> catalog.action(Step.of("gather").with("target", "oak"), Record.class))
                .withMessageContaining("step of gather does not fit: amount is missing");
    }

    @Test
    void rejectsConversionToMissingOrOtherRecord() {
        Step step = Step.of("gather").with("target", "oak").with("amount", 3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> catalog.action(step, Talk.class))
                .withMessageContaining("action gather is a " + Gather.class.getName());
        ActionCatalog untyped = ActionCatalog.builder().action("sit", "sit").build();
        for (String type : List.of("sit", "fly")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> untyped.action(Step.of(type), Record.class))
                    .withMessageContaining("action " + type + " has no record (declare");
        }
    }

    @Test
    void recordConstructorRejectionIsReportedWithItsMessage() {
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(
                        () -> catalog.read("say", Map.of("to", "Bo", "text", "Bo", "aloud", true))
                                .step())
                .withMessage("the values do not go together: secret Bo");
    }

    @Test
    void acceptsSynonymsOfActionsKeysAndConstants() throws InvalidStepException {
        assertThat(catalog.read("harvest", Map.of("target", "oak", "amount", 3L))
                        .corrections())
                .isEqualTo("type read as gather");
        ActionCatalog.CheckedStep order =
                catalog.read("plan_build", Map.of("building", "Bonfire", "beside", "camp fire"));
        assertThat(order.step()).hasToString("plan_build camp_fire camp_fire");
        assertThat(order.corrections())
                .isEqualTo("building read as camp_fire; beside read as camp_fire");
        ActionCatalog.CheckedStep say = catalog.read("say", Map.of("whom", "Bo", "aloud", true));
        assertThat(say.step().text("to")).isEqualTo("Bo");
        assertThat(say.corrections()).isEqualTo("whom read as to");
    }

    @Test
    void catalogMayMixActionsWithAndWithoutRecords() throws InvalidStepException {
        ActionCatalog mixed = ActionCatalog.builder()
                .action("sit", "sit down")
                .actions(Gather.class)
                .build();
        assertThat(mixed.names()).containsExactly("sit", "gather");
        assertThat(mixed.read("sit", Map.of()).step()).isEqualTo(Step.of("sit"));
    }

    @ParameterizedTest
    @CsvSource({
        "Gather, gather",
        "PlanBuild, plan_build",
        "HTTPGet, http_get",
        "SayHTTP, say_http",
        "Go2Market, go2_market",
        "Already_There, already_there"
    })
    void recordNamesBecomeSnakeCase(String simpleName, String name) {
        assertThat(NameNormalizer.snakeCase(simpleName)).isEqualTo(name);
    }

    private Object made(String type, Map<String, Object> fields) throws InvalidStepException {
        Step step = catalog.read(type, fields).step();
        assertThat(step.arguments()).hasSameSizeAs(fields);
        return catalog.action(step, Record.class);
    }

    /** The records accept null for optional fields, which the types used here do not show. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T absent() {
        @Nullable T nothing = null;
        return nothing;
    }

    /** Kotlin puts the annotations of a record on the parameters of its constructor. */
    @Help("take a tool")
    record Take(String tool, int amount, String from) {
        Take(
                @OneOf({"Axe", "Long Saw"}) @Help("which one") String tool,
                @Range(min = 1, max = 9) @Default("2") int amount,
                @Visible("chest") @Named("out_of") @Synonyms("from") String from) {
            this.tool = tool;
            this.amount = amount;
            this.from = from;
        }
    }

    @Test
    void readsAnnotationsOnConstructorParameters() throws Exception {
        ActionCatalog catalog = ActionCatalog.of(Take.class);
        assertThat(catalog.help(AnswerForm.PLAN))
                .isEqualTo("take(tool: Axe|Long Saw (which one), amount?: 1 to 9,"
                        + " out_of: chest that you see) take a tool");
        Step step =
                catalog.read("take", Map.of("tool", "Axe", "from", "old chest")).step();
        assertThat(catalog.action(step, Record.class)).isEqualTo(new Take("Axe", 2, "old chest"));
    }

    @Test
    void capitalizedChoicesMatchInAnyCaseAndKeepTheirSpelling() throws Exception {
        ActionCatalog catalog = ActionCatalog.of(Take.class);
        for (String written : List.of("axe", " AXE", "Axe")) {
            assertThat(catalog.read("take", Map.of("tool", written, "out_of", "chest"))
                            .step())
                    .isEqualTo(catalog.read("take", Map.of("tool", "Axe", "out_of", "chest"))
                            .step());
        }
        ActionCatalog.CheckedStep misspelt =
                catalog.read("take", Map.of("tool", "long_sow", "out_of", "chest"));
        assertThat(misspelt.step().text("tool")).isEqualTo("Long Saw");
        assertThat(misspelt.corrections()).isEqualTo("tool read as Long Saw");
    }

    @Test
    void rejectsChoicesThatDifferOnlyInCase() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.oneOf("tool", "Axe", "axe"))
                .withMessage("field tool: choice axe is there twice (leave one out)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.oneOf("tool", "Axe "))
                .withMessage(
                        "field tool: choice \"Axe \" is empty or has blanks around it (expected a word)");
    }
}
