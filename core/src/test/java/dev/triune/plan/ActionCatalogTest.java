/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
    void anActionThatFitsBecomesAStepWithItsArgumentsInDeclaredOrder() throws InvalidStep {
        Step step = catalog.check("gather", Map.of("amount", 20L, "target", "wood"));
        assertThat(step.type()).isEqualTo("gather");
        assertThat(step.arguments().keySet()).containsExactly("target", "amount");
        assertThat(step).hasToString("gather wood 20");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gather", "Gather", "GATHER", " gather "})
    void caseAndBlanksOfANameDoNotMatter(String name) throws InvalidStep {
        assertThat(catalog.check(name, Map.of("target", " WOOD ")))
                .isEqualTo(Step.of("gather").with("target", "wood"));
        assertThat(catalog.nameOf(name)).isEqualTo("gather");
    }

    @Test
    void anUnknownActionIsRefusedWithoutRepeatingIt() {
        assertRefused("fly", Map.of(), "no such action");
        assertRefused("", Map.of(), "no such action");
        assertThat(catalog.nameOf("fly to the moon")).isEqualTo("unknown");
    }

    @Test
    void aRequiredFieldMustBeThere() {
        assertRefused("gather", Map.of("amount", 3L), "target is missing");
    }

    @Test
    void anOptionalFieldMayBeLeftOutButNotBeWrong() throws InvalidStep {
        Step step = catalog.check("gather", Map.of("target", "wood"));
        assertThat(step.arguments()).containsOnlyKeys("target");
        assertThat(step.whole("amount", 5)).isEqualTo(5);
        assertThat(step.text("amount")).isEmpty();
        assertRefused(
                "gather", Map.of("target", "wood", "amount", "many"), "amount is no whole number");
    }

    @Test
    void aChoiceIsOneOfItsWords() {
        assertRefused("gather", Map.of("target", "gold"), "target is none of wood | berries");
        assertRefused("gather", Map.of("target", 7L), "target is none of wood | berries");
        assertRefused(
                "gather", Map.of("target", List.of("wood")), "target is none of wood | berries");
    }

    @Test
    void aWholeNumberLiesInItsRangeBothEndsIncluded() throws InvalidStep {
        assertThat(amount(1L)).isEqualTo(1);
        assertThat(amount(20L)).isEqualTo(20);
        assertThat(amount(4.0)).isEqualTo(4);
        assertRefusedAmount(0L, "amount is out of range 1 to 20");
        assertRefusedAmount(21L, "amount is out of range 1 to 20");
        assertRefusedAmount(Long.MAX_VALUE, "amount is out of range 1 to 20");
        assertRefusedAmount(1e300, "amount is out of range 1 to 20");
    }

    @Test
    void whatIsNoWholeNumberIsRefused() {
        for (Object raw :
                List.of(2.5, "seven", true, List.of(7L), Double.NaN, Double.POSITIVE_INFINITY)) {
            assertRefusedAmount(raw, "amount is no whole number");
        }
    }

    @Test
    void textIsBoundedToOneLine() throws InvalidStep {
        Step step = catalog.check(
                "talk", Map.of("to", "Bo", "text", " a\n b\u2028c" + "x".repeat(500)));
        assertThat(step.text("text")).startsWith("a b cx").hasSize(Field.Text.LIMIT);
        assertThat(catalog.check("talk", Map.of("to", 7L)).text("to")).isEqualTo("7");
        assertRefused("talk", Map.of("to", " \n "), "to is empty");
        assertRefused("talk", Map.of("to", List.of("Bo")), "to is no text");
        assertRefused("talk", Map.of("to", Map.of("name", "Bo")), "to is no text");
    }

    @Test
    void keysThatNobodyDeclaredAreLeftOut() throws InvalidStep {
        assertThat(catalog.check("rest", Map.of("sudo", "yes"))).isEqualTo(Step.of("rest"));
    }

    @Test
    void theHelpShowsWhatCanBeOrderedInDeclaredOrder() {
        assertThat(catalog.types().stream().map(ActionType::describe))
                .containsExactly(
                        "{\"type\":\"gather\",\"target\":<wood | berries>,\"amount\":<1 to 20, may be left out>}"
                                + " collect a resource",
                        "{\"type\":\"talk\",\"to\":<\"text\">,\"text\":<\"text\", may be left out>} say something",
                        "{\"type\":\"rest\"} sit down");
    }

    @Test
    void aCatalogThatCannotWorkIsRefused() {
        ActionCatalog.Builder builder = ActionCatalog.builder().action("rest", "sit down");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.action("rest", "again"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.action("Rest", "with a capital"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.action(" ", "blank"));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.whole("amount", 2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.oneOf("target"));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.oneOf("target", "Wood"));
    }

    private long amount(Object raw) throws InvalidStep {
        return catalog.check("gather", Map.of("target", "wood", "amount", raw)).whole("amount", -1);
    }

    private void assertRefusedAmount(Object raw, String reason) {
        assertRefused("gather", Map.of("target", "wood", "amount", raw), reason);
    }

    private void assertRefused(String type, Map<String, Object> fields, String reason) {
        assertThatExceptionOfType(InvalidStep.class)
                .isThrownBy(() -> catalog.check(type, fields))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }
}
