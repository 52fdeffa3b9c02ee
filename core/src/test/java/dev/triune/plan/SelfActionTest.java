/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SelfActionTest {
    private final ActionCatalog catalog =
            ActionCatalog.builder().action("rest", "sit").aboutItself().build();

    @Test
    void theFourActionsComeOnlyWhereTheGameAsksForThem() {
        assertThat(catalog.types())
                .extracting(ActionType::name)
                .containsExactly(
                        "rest",
                        SelfAction.SET_GOAL,
                        SelfAction.SET_PRIORITIES,
                        SelfAction.SLEEP_UNTIL_QUEUE_COMPLETE,
                        SelfAction.CANCEL_PLAN);
        assertThat(catalog.types().stream().skip(1).map(ActionType::name))
                .containsExactlyInAnyOrderElementsOf(SelfAction.NAMES)
                .allMatch(catalog::isAboutItself);
        assertThat(catalog.isAboutItself("rest")).isFalse();
        assertThat(catalog.isAboutItself("fly")).isFalse();
    }

    @Test
    void aGameMayUseTheNamesForItsOwn() {
        ActionCatalog own =
                ActionCatalog.builder().action("cancel_plan", "burn it").build();
        assertThat(own.isAboutItself("cancel_plan")).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ActionCatalog.builder().action("cancel_plan", "burn it").aboutItself());
    }

    @Test
    void theirArgumentsAreReadByTheConstants() throws InvalidStep {
        Step goal =
                catalog.check("set_goal", Map.of("description", "find a cat", "kind", "personal"));
        assertThat(goal.text(SelfAction.DESCRIPTION)).isEqualTo("find a cat");
        assertThat(goal.text(SelfAction.KIND)).isEqualTo("personal");
        assertThat(catalog.check("set_goal", Map.of("description", "rest")).text(SelfAction.KIND))
                .isEmpty();
        assertThat(catalog.check("set_priorities", Map.of("order", "food, then work"))
                        .text(SelfAction.ORDER))
                .isEqualTo("food, then work");
        assertThat(catalog.check("sleep_until_queue_complete", Map.of()).arguments())
                .isEmpty();
    }
}
