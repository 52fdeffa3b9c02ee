/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.triune.rule.ReflexTable.Thresholds;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReflexTableTest {
    private final CustomReflex thirsty = new CustomReflex("thirsty", "seek_water", 82);

    static Stream<Arguments> incompleteRules() {
        return Stream.of(
                arguments(new CustomReflex(" ", "seek_water", 82), "begins \"seek_water\""),
                arguments(new CustomReflex("thirsty", "", 82), "\"thirsty\" begins \"\""),
                arguments(new CustomReflex("thirsty", "seek_water", 0), "priority 0 (expected 1"),
                arguments(
                        new CustomReflex("whistling", "whistle", 20).asPastime(),
                        "priority 20 (expected 1 or more, and as a pastime at most 19)"));
    }

    @Test
    void standardTableListsAllReflexesInOrder() {
        assertThat(ReflexTable.standard().triggers()).containsExactly(Reflex.values());
        assertThat(ReflexTable.standard().thresholds()).isSameAs(Thresholds.DEFAULT);
    }

    @Test
    void placesRuleByItsPriority() {
        List<Trigger> all = ReflexTable.standard().with(thirsty).triggers();
        assertThat(all).hasSize(14).containsSubsequence(Reflex.TIRED, thirsty, Reflex.STARVING);
    }

    @Test
    void tiesListStandardRowsFirstThenTheFirstAdded() {
        CustomReflex second = new CustomReflex("second", "b", 80);
        CustomReflex first = new CustomReflex("first", "a", 80);
        List<Trigger> all = ReflexTable.standard().with(second).with(first).triggers();
        assertThat(all).containsSubsequence(Reflex.STARVING, second, first, Reflex.BEDTIME);
    }

    @Test
    void tableOfSomeRowsHasOnlyThose() {
        assertThat(ReflexTable.of().with(thirsty).triggers()).containsExactly(thirsty);
        assertThat(ReflexTable.of(Reflex.BORED, Reflex.IN_DANGER).triggers())
                .containsExactly(Reflex.IN_DANGER, Reflex.BORED);
        assertThat(ReflexTable.of(Reflex.values()).triggers())
                .isEqualTo(ReflexTable.standard().triggers());
    }

    @Test
    void tablesAreImmutable() {
        ReflexTable before = ReflexTable.standard().with(thirsty);
        before.without(thirsty);
        before.without(Reflex.BORED);
        before.with(new CustomReflex("other", "other", 1));
        assertThat(before.triggers()).hasSize(14).contains(thirsty, Reflex.BORED);
        assertThat(ReflexTable.standard().triggers()).hasSize(13);
    }

    @Test
    void replacesRules() {
        CustomReflex third = new CustomReflex("third", "c", 82);
        ReflexTable both = ReflexTable.standard().with(thirsty).with(third);
        CustomReflex parched = new CustomReflex("parched", "seek_water", 82);
        assertThat(both.replacing(thirsty, parched).triggers())
                .doesNotContain(thirsty)
                .containsSubsequence(parched, third);
        assertThat(both.replacing(Reflex.HUNGRY, parched).triggers())
                .doesNotContain(Reflex.HUNGRY)
                .contains(parched, thirsty);
    }

    @Test
    void replacementMayKeepTheName() {
        CustomReflex hungry = new CustomReflex("HUNGRY", "eat_together", 40);
        assertThat(ReflexTable.standard().replacing(Reflex.HUNGRY, hungry).triggers())
                .hasSize(13)
                .contains(hungry);
    }

    @Test
    void rejectsDuplicateNames() {
        ReflexTable one = ReflexTable.standard().with(thirsty);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.with(new CustomReflex("thirsty", "drink", 5)))
                .withMessage("there are two reflexes \"thirsty\""
                        + " (expected another name, or replacing the one that is there)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.with(new CustomReflex("HUNGRY", "drink", 5)))
                .withMessageContaining("two reflexes \"HUNGRY\"");
    }

    @Test
    void rejectsRemovalAndReplacementOfUnknownRules() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReflexTable.standard().without(thirsty))
                .withMessageContaining("\"thirsty\" is not among the reflexes")
                .withMessageContaining("STARVING");
        ReflexTable without = ReflexTable.standard().without(Reflex.HUNGRY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> without.replacing(Reflex.HUNGRY, thirsty))
                .withMessageContaining("\"HUNGRY\" is not among the reflexes");
    }

    @ParameterizedTest
    @MethodSource("incompleteRules")
    void rejectsIncompleteRules(CustomReflex rule, String because) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReflexTable.standard().with(rule))
                .withMessageContaining(because);
    }

    @Test
    void acceptsAtMostThirtyOneRules() {
        ReflexTable all = ReflexTable.standard();
        for (int i = 0; i < ReflexTable.CUSTOM_LIMIT; i++) {
            all = all.with(new CustomReflex("rule " + i, "b", 5));
        }
        assertThat(all.triggers()).hasSize(31);
        ReflexTable full = all;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> full.with(thirsty))
                .withMessage("reflex \"thirsty\" is number 19 of the game's own"
                        + " (expected at most 18)");
    }
}
