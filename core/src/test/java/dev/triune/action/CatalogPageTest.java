/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Step.InvalidStepException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A catalog of two actions, one of which has a precondition. */
class CatalogPageTest {
    sealed interface VillagerAction permits Gather, Build {}

    @Help("collect a resource that you can see")
    record Gather(
            @Visible("resource") String target,
            @Range(min = 1, max = 20) int amount) implements VillagerAction {}

    @Help("put up a building")
    record Build(@OneOf({"campfire", "well"}) String building) implements VillagerAction {}

    /** What the storehouse has material for. */
    private record Store(Set<String> buildings) {
        boolean has(Build build) {
            return buildings.contains(build.building());
        }
    }

    @Test
    void catalogListsActionsAndTheirPreconditions() throws InvalidStepException {
        Store store = new Store(Set.of("campfire"));
        ActionCatalog actions = ActionCatalog.builder()
                .actions(VillagerAction.class)
                .require(
                        Build.class,
                        "material in the storehouse",
                        (agent, build) -> store.has(build))
                .selfActions() // set_goal, end_goal, cancel_plan and two more
                .build();
        assertThat(actions.names())
                .containsExactlyInAnyOrder(
                        "gather",
                        "build",
                        "set_goal",
                        "end_goal",
                        "set_priorities",
                        "sleep_until_queue_complete",
                        "cancel_plan");
        assertThat(actions.help(AnswerForm.PLAN)).contains("material in the storehouse");
        Step well = Step.of("build").with("building", "well");
        assertThat(actions.obstacle(1, well)).contains("material in the storehouse");
        assertThat(actions.obstacle(1, Step.of("build").with("building", "campfire")))
                .isEmpty();
    }
}
