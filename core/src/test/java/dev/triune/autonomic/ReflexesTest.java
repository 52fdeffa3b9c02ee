/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReflexesTest {
    private final OwnRule thirsty = new OwnRule("thirsty", "seek_water", 82);

    static Stream<Arguments> incompleteRules() {
        return Stream.of(
                arguments(new OwnRule(" ", "seek_water", 82), "begins \"seek_water\""),
                arguments(new OwnRule("thirsty", "", 82), "\"thirsty\" begins \"\""),
                arguments(new OwnRule("thirsty", "seek_water", 0), "priority 0 (expected 1"),
                arguments(
                        new OwnRule("whistling", "whistle", 20).asPastime(),
                        "priority 20 (expected 1 or more, and as a pastime at most 19)"));
    }

    @Test
    void theStandardOnesAreTheRowsOfTheTableInTheirOrder() {
        assertThat(Reflexes.standard().triggers()).containsExactly(Reflex.values());
        assertThat(Reflexes.standard().thresholds()).isSameAs(Thresholds.DEFAULT);
    }

    @Test
    void aRuleIsPlacedByItsPriority() {
        List<Trigger> all = Reflexes.standard().with(thirsty).triggers();
        assertThat(all).hasSize(14).containsSubsequence(Reflex.TIRED, thirsty, Reflex.STARVING);
    }

    @Test
    void inATieStandardRowsGoFirstAndThenWhoWasAddedFirst() {
        OwnRule second = new OwnRule("second", "b", 80);
        OwnRule first = new OwnRule("first", "a", 80);
        List<Trigger> all = Reflexes.standard().with(second).with(first).triggers();
        assertThat(all).containsSubsequence(Reflex.STARVING, second, first, Reflex.BEDTIME);
    }

    @Test
    void oneConfigurationIsNotChangedByAnotherThatComesOfIt() {
        Reflexes before = Reflexes.standard().with(thirsty);
        before.without(thirsty);
        before.without(Reflex.BORED);
        before.with(new OwnRule("other", "other", 1));
        assertThat(before.triggers()).hasSize(14).contains(thirsty, Reflex.BORED);
        assertThat(Reflexes.standard().triggers()).hasSize(13);
    }

    @Test
    void aRuleTakesThePlaceOfAnother() {
        OwnRule third = new OwnRule("third", "c", 82);
        Reflexes both = Reflexes.standard().with(thirsty).with(third);
        OwnRule parched = new OwnRule("parched", "seek_water", 82);
        assertThat(both.replacing(thirsty, parched).triggers())
                .doesNotContain(thirsty)
                .containsSubsequence(parched, third);
        assertThat(both.replacing(Reflex.HUNGRY, parched).triggers())
                .doesNotContain(Reflex.HUNGRY)
                .contains(parched, thirsty);
    }

    @Test
    void aReplacementMayHaveTheNameOfWhatItReplaces() {
        OwnRule hungry = new OwnRule("HUNGRY", "eat_together", 40);
        assertThat(Reflexes.standard().replacing(Reflex.HUNGRY, hungry).triggers())
                .hasSize(13)
                .contains(hungry);
    }

    @Test
    void twoOfOneNameAreRefused() {
        Reflexes one = Reflexes.standard().with(thirsty);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.with(new OwnRule("thirsty", "drink", 5)))
                .withMessage("there are two reflexes \"thirsty\""
                        + " (expected another name, or replacing the one that is there)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.with(new OwnRule("HUNGRY", "drink", 5)))
                .withMessageContaining("two reflexes \"HUNGRY\"");
    }

    @Test
    void whatIsNotThereCannotBeLeftOutOrReplaced() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reflexes.standard().without(thirsty))
                .withMessageContaining("\"thirsty\" is not among the reflexes")
                .withMessageContaining("STARVING");
        Reflexes without = Reflexes.standard().without(Reflex.HUNGRY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> without.replacing(Reflex.HUNGRY, thirsty))
                .withMessageContaining("\"HUNGRY\" is not among the reflexes");
    }

    @ParameterizedTest
    @MethodSource("incompleteRules")
    void aRuleThatIsIncompleteIsRefused(OwnRule rule, String because) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reflexes.standard().with(rule))
                .withMessageContaining(because);
    }

    @Test
    void thereAreThirtyOneAtMost() {
        Reflexes all = Reflexes.standard();
        for (int i = 0; i < Reflexes.OWN_LIMIT; i++) {
            all = all.with(new OwnRule("rule " + i, "b", 5));
        }
        assertThat(all.triggers()).hasSize(31);
        Reflexes full = all;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> full.with(thirsty))
                .withMessage("reflex \"thirsty\" is number 19 of the game's own"
                        + " (expected at most 18)");
    }
}
