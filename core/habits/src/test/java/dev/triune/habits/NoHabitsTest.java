/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.habits.internal.Draws;
import dev.triune.habits.internal.HabitSystem;
import dev.triune.llm.Ticket;
import dev.triune.system.MindPlugin;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Habits that are off or unused change nothing. */
final class NoHabitsTest extends HabitWorldTest {
    @Test
    void unusedHabitsDoNotChangeBehavior() {
        Habits idle = Habits.learning().learns(false).watched(agent -> true);
        assertThat(day(minds -> minds.with(idle))).isEqualTo(day(minds -> {}));
        assertThat(day(minds -> minds.with(Habits.learning()))).isNotEqualTo(day(minds -> {}));
        assertThat(day(minds -> minds.with(Habits.learning())))
                .filteredOn(event -> event.startsWith("random draws"))
                .isNotEmpty()
                .doesNotContain("random draws 0");
    }

    /** Returns the requests, prompts and actions of three agents in 20 minutes. */
    private static List<String> day(Consumer<MindPlugin> change) {
        List<String> events = new ArrayList<>();
        MindTest sim = MindTest.world(ACTIONS)
                .mind(GATHER)
                .stepsTake(20)
                .plugin(change)
                .plugin(minds -> minds.listener(new MindListener() {
                    @Override
                    public void requestSubmitted(
                            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
                        events.add(agent + " " + layer + " " + ticket + " " + urgency + reason);
                    }
                }));
        int[] agents = new int[3];
        for (int i = 0; i < agents.length; i++) {
            agents[i] = agentThatSees(sim, "Villager " + i, VisibleObject.of("old oak", "tree"));
        }
        for (int i = 0; i < 24; i++) {
            sim.ticks(1_000);
            for (int agent : agents) {
                events.add(sim.lastPrompt(agent)
                        + sim.queue(agent)
                        + sim.done(agent).size()
                        + sim.needs(agent).hunger
                        + sim.doing(agent));
            }
        }
        for (int agent : agents) {
            events.add("random draws " + Draws.of(sim.world(), agent));
        }
        return events;
    }

    @Test
    void worldWithoutHabitsHasNoHabitSystem() {
        assertThat(MindTest.world(ACTIONS).mind(GATHER).world().getSystem(HabitSystem.class))
                .isNull();
    }

    @Test
    void noStepIsMarkedWithoutHabits() {
        MindTest sim = MindTest.world(ACTIONS).mind(GATHER).stepsTake(20);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.ticks(2_000);
        assertThat(sim.stats().plans().ordered()).isZero();
        assertThat(sim.stats().plans().orderedSteps())
                .isEqualTo(new MindStats.StepCounts(0, 0, 0, 0));
        assertThat(sim.steps(mira))
                .extracting((QueuedStep step) -> step.habit)
                .doesNotContain(true);
    }
}
