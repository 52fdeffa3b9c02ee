/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.Step.InvalidStepException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelfActionCatalogTest {
    private final ActionCatalog catalog =
            ActionCatalog.builder().action("rest", "sit").selfActions().build();

    @Test
    void selfActionsAddsFiveActions() {
        assertThat(catalog.names())
                .containsExactly(
                        "rest",
                        SelfActions.SET_GOAL,
                        SelfActions.END_GOAL,
                        SelfActions.SET_PRIORITIES,
                        SelfActions.SLEEP_UNTIL_QUEUE_COMPLETE,
                        SelfActions.CANCEL_PLAN);
        assertThat(catalog.names().stream().skip(1))
                .containsExactlyInAnyOrderElementsOf(SelfActions.NAMES)
                .allMatch(catalog::isSelfAction);
        assertThat(catalog.isSelfAction("rest")).isFalse();
        assertThat(catalog.isSelfAction("fly")).isFalse();
    }

    @Test
    void gameMayDefineItsOwnActionNamedLikeASelfAction() {
        ActionCatalog own =
                ActionCatalog.builder().action("cancel_plan", "burn it").build();
        assertThat(own.isSelfAction("cancel_plan")).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ActionCatalog.builder().action("cancel_plan", "burn it").selfActions());
    }

    @Test
    void constantsNameTheArgumentsOfSelfActions() throws InvalidStepException {
        assertThat(catalog.read("set_goal", Map.of("description", "find a cat"))
                        .step()
                        .text(SelfActions.DESCRIPTION))
                .isEqualTo("find a cat");
        assertThat(catalog.read("set_priorities", Map.of("order", "food, then work"))
                        .step()
                        .text(SelfActions.ORDER))
                .isEqualTo("food, then work");
        assertThat(catalog.read("sleep_until_queue_complete", Map.of()).step().arguments())
                .isEmpty();
    }
}
