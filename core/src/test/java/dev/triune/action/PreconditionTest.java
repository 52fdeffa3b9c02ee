/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.action.ActionCatalog.AnswerForm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreconditionTest {
    private sealed interface Deed permits Cook, Give {}

    private record Cook(@Range(min = 1, max = 9) int meals) implements Deed {}

    private record Give(@Visible String to) implements Deed {}

    private final List<String> asked = new ArrayList<>();

    private final ActionCatalog catalog = ActionCatalog.builder()
            .actions(Deed.class)
            .action("rest", "sit", Field.text("where"))
            .action("wait", "wait")
            .require(Cook.class, "a fire nearby", (agent, cook) -> agent == 1)
            .require(Cook.class, "two berries\nfor each meal", (agent, cook) -> cook.meals() < 5)
            .require(Deed.class, "free hands", (agent, deed) -> {
                asked.add(agent + " " + deed);
                return agent != 3;
            })
            .require("rest", "a seat", (agent, step) -> step.text("where").equals("bench"))
            .require("give", "a gift", (agent, step) -> !step.text("to").equals("Bo"))
            .build();

    @Test
    void noObstacleWhenAllPreconditionsHold() {
        assertThat(catalog.obstacle(1, cook(2))).isEmpty();
        assertThat(catalog.obstacle(7, Step.of("rest").with("where", "bench"))).isEmpty();
        assertThat(catalog.obstacle(7, Step.of("wait"))).isEmpty();
        assertThat(asked).containsExactly("1 Cook[meals=2]");
    }

    @Test
    void obstacleNamesEveryUnmetPrecondition() {
        assertThat(catalog.obstacle(2, cook(2))).isEqualTo("needs a fire nearby");
        assertThat(catalog.obstacle(3, cook(9)))
                .isEqualTo("needs a fire nearby, two berries for each meal, free hands");
        assertThat(catalog.obstacle(7, Step.of("rest").with("where", "floor")))
                .isEqualTo("needs a seat");
    }

    @Test
    void preconditionByNameAlsoAppliesToRecordActions() {
        assertThat(catalog.obstacle(1, Step.of("give").with("to", "Bo"))).isEqualTo("needs a gift");
        assertThat(catalog.obstacle(1, Step.of("give").with("to", "Mira"))).isEmpty();
    }

    @Test
    void invalidStepIsAnObstacleButUnknownActionIsNot() {
        assertThat(catalog.obstacle(1, Step.of("fly"))).isEmpty();
        assertThat(catalog.obstacle(1, Step.of("cook"))).isEqualTo("meals is missing");
    }

    @Test
    void helpListsPreconditions() {
        assertThat(catalog.help(AnswerForm.PLAN).lines())
                .containsExactly(
                        "cook(meals: 1 to 9) (needs a fire nearby,"
                                + " two berries for each meal, free hands)",
                        "give(to: something that you see) (needs free hands, a gift)",
                        "rest(where) sit (needs a seat)",
                        "wait() wait");
    }

    @Test
    void rejectsPreconditionsWithoutActionOrDescription() {
        ActionCatalog.Builder builder = ActionCatalog.builder().action("wait", "wait");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.require("rest", "a seat", (agent, step) -> true))
                .withMessage("no action rest (add it first)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.require(Cook.class, "a fire", (agent, cook) -> true))
                .withMessageContaining("no action has a record of " + Cook.class.getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.require("wait", " ", (agent, step) -> true))
                .withMessageContaining("without words");
    }

    @Test
    void obstacleTellsWhatIsLacking() {
        ActionCatalog.Precondition<Step> warmth = new ActionCatalog.Precondition<>() {
            @Override
            public boolean holds(int agent, Step step) {
                return false;
            }

            @Override
            public String lack(int agent, Step step) {
                return "it burns " + agent + " minutes";
            }
        };
        ActionCatalog heated = ActionCatalog.builder()
                .action("wait", "wait")
                .require("wait", "a fire", warmth)
                .build();
        assertThat(heated.obstacle(7, Step.of("wait")))
                .isEqualTo("needs a fire: it burns 7 minutes");
        assertThat(heated.help(ActionCatalog.AnswerForm.PLAN))
                .isEqualTo("wait() wait (needs a fire)");
    }

    @Test
    void builtCatalogIsNotChangedByItsBuilder() {
        ActionCatalog.Builder builder = ActionCatalog.builder().action("wait", "wait");
        ActionCatalog before = builder.build();
        builder.action("rest", "sit").require("wait", "time", (agent, step) -> false);
        assertThat(before.names()).containsExactly("wait");
        assertThat(before.obstacle(1, Step.of("wait"))).isEmpty();
        assertThat(builder.build().obstacle(1, Step.of("wait"))).isEqualTo("needs time");
    }

    private static Step cook(int meals) {
        return Step.of("cook").with("meals", meals);
    }
}
