/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.component.Goals;
import dev.triune.system.DecisionApplySystem;
import org.junit.jupiter.api.Test;

/** What plans do with goals costs none of their steps, and a goal that is over stays away. */
final class GoalPlanTest {
    private static final int MINUTES = 6_000; // ticks
    private static final String WELL = "build a well";

    private static MindTest world(String answer) {
        ActionCatalog actions = ActionCatalog.builder()
                .action("dig", "dig")
                .selfActions("set_goal", "end_goal")
                .build();
        return MindTest.world(actions).mind(answer).stepsTake(MINUTES);
    }

    @Test
    void endingAGoalTakesNoStepOfThePlan() {
        StringBuilder plan = new StringBuilder("{\"action\":[{\"type\":\"end_goal\",\"goal\":\""
                + WELL + "\",\"how\":\"reached\"}");
        for (int i = 0; i < DecisionApplySystem.STEPS_PER_ANSWER; i++) {
            plan.append(",{\"type\":\"dig\"}");
        }
        MindTest sim = world(plan.append("],\"thinking\":\"It stands.\"}").toString());
        int agent = sim.agent("Ada");
        Goals goals = sim.world().getMapper(Goals.class).create(agent);
        goals.add("personal", WELL);
        int most = DecisionApplySystem.STEPS_PER_ANSWER;
        sim.tickUntil(() -> sim.queue(agent).size() >= most, MINUTES);

        assertThat(sim.queue(agent)).hasSize(most);
        assertThat(goals.goals).isEmpty();
        assertThat(sim.refusals(agent)).isEmpty();
        goals.add("personal", WELL); // as a game might each morning
        sim.tickUntil(() -> sim.prompts(agent).size() > 1, 10 * MINUTES);
        assertThat(sim.lastPrompt(agent))
                .contains("you reached your goal: " + WELL)
                .doesNotContain("- " + WELL);
    }

    @Test
    void goalThatWasEndedIsNotSetAgain() {
        MindTest sim =
                world("{\"action\":[{\"type\":\"set_goal\",\"description\":\"Build a well\"},"
                        + "{\"type\":\"dig\"}],\"thinking\":\"Water.\"}");
        int agent = sim.agent("Ada");
        Goals goals = sim.world().getMapper(Goals.class).create(agent);
        goals.add("personal", WELL);
        goals.end(WELL);
        sim.tickUntil(() -> sim.prompts(agent).size() > 1, 10 * MINUTES);

        assertThat(goals.goals).isEmpty();
        assertThat(sim.lastPrompt(agent)).contains("you have ended this goal before: Build a well");
    }

    @Test
    void goalThatTheGameReportsAsReachedIsNotShown() {
        MindTest sim = world("{\"action\":[{\"type\":\"dig\"}]}");
        int agent = sim.agent("Ada");
        Goals goals = sim.world().getMapper(Goals.class).create(agent);
        goals.add("personal", WELL);
        goals.add("personal", "plant an oak");
        goals.goals.get(0).progress = 1;
        goals.goals.get(1).progress = 0.4f;
        sim.tickUntil(() -> !sim.prompts(agent).isEmpty(), MINUTES);

        assertThat(sim.lastPrompt(agent))
                .contains("- plant an oak (40 % done)")
                .doesNotContain(WELL);
    }
}
