/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Field;
import dev.triune.action.Help;
import dev.triune.action.Range;
import dev.triune.internal.apply.PlanDecoder;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.internal.json.AnswerReader;
import dev.triune.testsupport.SchemaCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Text, schema, example and validator of an answer agree. */
class AnswerExampleTest {
    private static final JsonMapper JSON = new JsonMapper();

    static Stream<Arguments> catalogs() {
        ActionCatalog.Builder many = ActionCatalog.builder();
        for (int i = 0; i < 50; i++) {
            many.action("deed_" + i, "", Field.text("what"), Field.decimal("how", -3.5, -1));
        }
        return Stream.of(
                        ActionCatalog.builder().build(),
                        ActionCatalog.builder().selfActions().build(),
                        Snapshots.VILLAGE,
                        ActionCatalog.of(Fussy.class, Carve.class),
                        ActionCatalog.of(Fussy.class),
                        many.selfActions().build(),
                        ActionCatalog.builder()
                                .action("say", "", Field.oneOf("what", "a \"quoted\" word", "b\\c"))
                                .action("look", "", Field.target("at", "tree", "rock"))
                                .action("run", "", Field.flag("fast").optional())
                                .inConversation("look")
                                .build())
                .flatMap(catalog ->
                        Stream.of(AnswerForm.values()).map(form -> Arguments.of(form, catalog)));
    }

    /** Refuses what an example holds: it is not the example then. */
    @Help("refuses nearly everything")
    record Fussy(@Range(min = 0, max = 99) int number) {
        Fussy {
            if (number != 77) {
                throw new IllegalArgumentException("not 77");
            }
        }
    }

    record Carve(@Range(min = 5, max = 9) int depth, boolean deep) {}

    @ParameterizedTest
    @MethodSource("catalogs")
    void exampleMatchesSchemaAndNeedsNoCorrections(AnswerForm form, ActionCatalog catalog) {
        String example = catalog.example(form);

        assertThat(catalog.instructions(form)).contains(example);
        Map<?, ?> plain = JSON.readValue(example, Map.class);
        assertThat(SchemaCheck.violations(catalog.schema(form).root(), plain))
                .as(example)
                .isEmpty();
        assertThat(decoded(form, catalog, example))
                .allSatisfy(part -> assertThat(part)
                        .isNotInstanceOfAny(
                                PlanPart.RejectedStep.class,
                                PlanPart.UnknownKey.class,
                                PlanPart.UnreadableRest.class)
                        .satisfies(each -> assertThat(
                                        each instanceof PlanPart.QueueableStep step
                                                ? step.corrections()
                                                : "")
                                .isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("catalogs")
    void instructionsAllowNullExactlyWhereTheSchemaDoes(AnswerForm form, ActionCatalog catalog) {
        String text = catalog.instructions(form);
        Map<?, ?> properties =
                (Map<?, ?>) requireNonNull(catalog.schema(form).root().get("properties"));
        properties.forEach((key, schema) -> {
            boolean nullable = schema.toString().contains("null")
                    && !schema.toString().startsWith("{type=array");
            assertThat(text)
                    .containsPattern(
                            nullable ? "\n- " + key + ": .*null" : "\n- " + key + ": (?!.*null)");
        });
        assertThat(catalog.schema(form).isStrict()).isTrue();
    }

    @Test
    void exampleUsesOnlyRecordsThatAcceptItsValues() {
        assertThat(ActionCatalog.of(Fussy.class, Carve.class).example(AnswerForm.PLAN))
                .contains("{\"type\":\"carve\",\"depth\":5,\"deep\":true}")
                .doesNotContain("fussy");
    }

    @Test
    void gameChoosesTheActionsOfTheExample() {
        ActionCatalog catalog = ActionCatalog.builder()
                .action("raise_alarm", "raise the alarm")
                .action("patrol", "walk up and down", Field.text("post"))
                .action("wait", "stand still")
                .inConversation("raise_alarm", "wait")
                .example("patrol", "wait")
                .build();
        assertThat(catalog.example(AnswerForm.PLAN))
                .contains("{\"type\":\"patrol\",\"post\":\"...\"},{\"type\":\"wait\"}")
                .doesNotContain("alarm");
        assertThat(catalog.example(AnswerForm.TALK))
                .as("it may not patrol while talking")
                .contains("[{\"type\":\"wait\"}]");
        assertThatThrownBy(() -> ActionCatalog.builder().example("patrol"))
                .hasMessageContaining("no action patrol (add it first)");
    }

    private static List<PlanPart> decoded(AnswerForm form, ActionCatalog catalog, String answer) {
        List<PlanPart> parts = new ArrayList<>();
        PlanDecoder decoder = new PlanDecoder(catalog, form);
        AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN);
        reader.feed(answer, part -> decoder.decode(part, parts::add));
        reader.end(part -> decoder.decode(part, parts::add));
        return parts;
    }
}
