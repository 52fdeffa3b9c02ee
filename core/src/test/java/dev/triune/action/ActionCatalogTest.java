/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Step.InvalidStepException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActionCatalogTest {
    private final ActionCatalog catalog = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect a resource",
                    Field.oneOf("target", "wood", "berries"),
                    Field.whole("amount", 1, 20).optional())
            .action(
                    "talk",
                    "say something",
                    Field.text("to"),
                    Field.text("text").optional())
            .action("rest", "sit down")
            .build();

    @Test
    void validActionBecomesStepWithArgumentsInDeclaredOrder() throws InvalidStepException {
        Step step =
                catalog.read("gather", Map.of("amount", 20L, "target", "wood")).step();
        assertThat(step.type()).isEqualTo("gather");
        assertThat(step.arguments().keySet()).containsExactly("target", "amount");
        assertThat(step).hasToString("gather wood 20");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gather", "Gather", "GATHER", " gather "})
    void ignoresCaseAndBlanksAroundNames(String name) throws InvalidStepException {
        assertThat(catalog.read(name, Map.of("target", " WOOD ")).step())
                .isEqualTo(Step.of("gather").with("target", "wood"));
        assertThat(catalog.nameOf(name)).isEqualTo("gather");
    }

    @Test
    void rejectsUnknownActionWithoutEchoingItsName() {
        assertRefused("fly", Map.of(), "no such action");
        assertRefused("", Map.of(), "no such action");
        assertThat(catalog.nameOf("fly to the moon")).isEqualTo("unknown");
    }

    @Test
    void rejectsMissingRequiredField() {
        assertRefused("gather", Map.of("amount", 3L), "target is missing");
    }

    @Test
    void optionalFieldMayBeOmittedButNotInvalid() throws InvalidStepException {
        Step step = catalog.read("gather", Map.of("target", "wood")).step();
        assertThat(step.arguments()).containsOnlyKeys("target");
        assertThat(step.whole("amount", 5)).isEqualTo(5);
        assertThat(step.text("amount")).isEmpty();
        assertRefused(
                "gather", Map.of("target", "wood", "amount", "many"), "amount is no whole number");
    }

    @Test
    void rejectsValuesOutsideTheChoices() {
        assertRefused("gather", Map.of("target", "gold"), "target is none of wood|berries");
        assertRefused("gather", Map.of("target", 7L), "target is none of wood|berries");
        assertRefused(
                "gather", Map.of("target", List.of("wood")), "target is none of wood|berries");
    }

    @Test
    void clampsWholeNumbersToTheInclusiveRange() throws InvalidStepException {
        assertThat(amount(1L)).isEqualTo(1);
        assertThat(amount(20L)).isEqualTo(20);
        assertThat(amount(4.0)).isEqualTo(4);
        assertThat(amount(0L)).isEqualTo(1);
        assertThat(amount(21L)).isEqualTo(20);
        assertThat(amount(Long.MAX_VALUE)).isEqualTo(20);
        assertThat(amount(-1e300)).isEqualTo(1);
    }

    @Test
    void rejectsValuesThatAreNotWholeNumbers() {
        for (Object raw : List.of(
                2.5,
                "7 or 8 logs",
                "7 to 8",
                "two dozen",
                "not seven",
                "half of it",
                "8 minutes",
                "0x7",
                "7d",
                "1e999",
                true,
                List.of(7L),
                Double.NaN,
                Double.POSITIVE_INFINITY)) {
            assertRefusedAmount(raw, "amount is no whole number");
        }
    }

    @Test
    void textIsLimitedToOneLine() throws InvalidStepException {
        Step step = catalog.read(
                        "talk", Map.of("to", "Bo", "text", " a\n b\u2028c" + "x".repeat(500)))
                .step();
        assertThat(step.text("text")).startsWith("a b cx").hasSize(Field.Text.LIMIT);
        assertThat(catalog.read("talk", Map.of("to", 7L)).step().text("to")).isEqualTo("7");
        assertRefused("talk", Map.of("to", " \n "), "to is empty");
        assertRefused("talk", Map.of("to", List.of("Bo")), "to is no text");
        assertRefused("talk", Map.of("to", Map.of("name", "Bo")), "to is no text");
    }

    @Test
    void ignoresUndeclaredKeys() throws InvalidStepException {
        assertThat(catalog.read("rest", Map.of("sudo", "yes")).step()).isEqualTo(Step.of("rest"));
    }

    @Test
    void helpListsActionsInDeclaredOrder() {
        assertThat(catalog.help(AnswerForm.PLAN).lines())
                .containsExactly(
                        "gather(target: wood|berries, amount?: 1 to 20) collect a resource",
                        "talk(to, text?) say something",
                        "rest() sit down");
    }

    @Test
    void helpHasOneLinePerAction() {
        assertThat(catalog.help(AnswerForm.PLAN).lines()).hasSameSizeAs(catalog.names());
        assertThat(ActionCatalog.builder().build().help(AnswerForm.PLAN)).isEmpty();
    }

    @Test
    void helpShowsEveryKindOfFieldWithItsDescription() {
        ActionType type = new ActionType(
                "all",
                "do it",
                List.of(
                        Field.decimal("speed", 0, 1.5).describedAs("how fast"),
                        Field.flag("loud").optional().describedAs("or whisper"),
                        Field.target("at"),
                        Field.target("near", "tree", "rock"),
                        Field.whole("count", Integer.MIN_VALUE, Integer.MAX_VALUE),
                        Field.decimal("weight", -Double.MAX_VALUE, Double.MAX_VALUE)));
        assertThat(type.describe())
                .isEqualTo("all(speed: 0 to 1.5 (how fast), loud?: true|false (or whisper),"
                        + " at: something that you see, near: tree or rock that you see,"
                        + " count: whole number, weight: number) do it");
    }

    @Test
    void readsDecimalsFlagsAndTargets() throws InvalidStepException {
        ActionCatalog more = ActionCatalog.builder()
                .action(
                        "throw_it",
                        "throw",
                        Field.target("at"),
                        Field.decimal("force", 0, 1),
                        Field.flag("hard").optional(),
                        Field.whole("count", 0, Long.MAX_VALUE).optional())
                .build();
        Step step = more.read(
                        "throw_it",
                        Map.of("at", " Bo ", "force", 0.25, "hard", true, "count", Long.MAX_VALUE))
                .step();
        assertThat(step.text("at")).isEqualTo("Bo");
        assertThat(step.decimal("force", -1)).isEqualTo(0.25);
        assertThat(step.flag("hard", false)).isTrue();
        assertThat(step.whole("count", 0L)).isEqualTo(Long.MAX_VALUE);
        assertThat(more.check(step)).isSameAs(step);
        Step plain = more.read("throw_it", Map.of("at", "Bo", "force", 1L)).step();
        assertThat(plain.decimal("force", -1)).isEqualTo(1);
        assertThat(plain.flag("hard", true)).isTrue();
        assertThat(plain.whole("count", 7L)).isEqualTo(7);
        for (Object raw : List.of("fast", true, Double.NaN, List.of(), "Infinity")) {
            assertThatExceptionOfType(InvalidStepException.class)
                    .isThrownBy(() -> more.read("throw_it", Map.of("at", "Bo", "force", raw))
                            .step())
                    .withMessage("force is no number");
        }
        for (Object raw : List.of("maybe", 1L, List.of(true))) {
            assertThatExceptionOfType(InvalidStepException.class)
                    .isThrownBy(() -> more.read(
                                    "throw_it", Map.of("at", "Bo", "force", 1L, "hard", raw))
                            .step())
                    .withMessage("hard is neither true nor false");
        }
    }

    @Test
    void omitsOptionalFieldWithBlankText() throws InvalidStepException {
        for (String blank : List.of("", " ", "\n", "\u00a0")) {
            assertThat(catalog.read("talk", Map.of("to", "Bo", "text", blank)).step())
                    .isEqualTo(Step.of("talk").with("to", "Bo"));
        }
        assertThat(catalog.read("talk", Map.of("to", "Bo", "text", "\ud83d\udc08"))
                        .step()
                        .text("text"))
                .isEqualTo("\ud83d\udc08");
    }

    @Test
    void checkReturnsValidStepUnchanged() throws InvalidStepException {
        Step step = Step.of("gather").with("amount", 3L).with("target", "wood");
        assertThat(catalog.check(step)).isSameAs(step);
        assertThat(catalog.check(Step.of("gather").with("target", "wood").with("amount", 900L)))
                .isEqualTo(Step.of("gather").with("target", "wood").with("amount", 20L));
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.check(Step.of("gather").with("target", "gold")));
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.check(Step.of("fly")));
    }

    @Test
    void rejectsInvalidDeclarations() {
        ActionCatalog.Builder builder =
                ActionCatalog.builder().action("rest", "sit down").actions(Sit.class);
        assertThatIllegalArgumentException().isThrownBy(() -> builder.action("rest", "again"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.action("settle", "synonym of another"))
                .withMessageContaining("settle is taken by action sit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.synonyms("fly", "soar"))
                .withMessage("no action fly (add it first)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.synonyms("rest", "settle"))
                .withMessageContaining("settle is taken by action sit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.oneOf("target", "wood").orWords("stone", "rock"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.oneOf("target", "wood", "log").orWords("wood", "log"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.action("Rest", "with a capital"));
        for (String name : List.of(" ", "", "go to", "say \"hi\"", "a\nb", "x".repeat(65))) {
            assertThatIllegalArgumentException().isThrownBy(() -> builder.action(name, "bad"));
            assertThatIllegalArgumentException().isThrownBy(() -> Field.text(name));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Field.whole("amount", 2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.decimal("amount", 2, 1.9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.decimal("amount", 0, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.decimal("amount", 0, Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.oneOf("target"));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.oneOf("target", " wood"));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.oneOf("target", "a", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.target("target", " "));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.text("type"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.action("go", "x", Field.text("to"), Field.flag("to")))
                .withMessageContaining("two fields take the key to");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.action(
                        "go", "x", Field.text("to"), Field.text("at").orKeys("to")));
    }

    @Synonyms("settle")
    record Sit() {}

    private long amount(Object raw) throws InvalidStepException {
        return catalog.read("gather", Map.of("target", "wood", "amount", raw))
                .step()
                .whole("amount", -1);
    }

    private void assertRefusedAmount(Object raw, String reason) {
        assertRefused("gather", Map.of("target", "wood", "amount", raw), reason);
    }

    private void assertRefused(String type, Map<String, Object> fields, String reason) {
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.read(type, fields).step())
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }
}
