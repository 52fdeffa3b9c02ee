/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Senses;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;

/** A world whose agents see trees and gather wood, for the tests of habits. */
abstract class HabitWorldTest {
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect",
                    Field.target("target", "tree", "rock"),
                    Field.whole("amount", 1, 20))
            .action("rest", "sit down")
            .action("visit", "go to somebody or some place", Field.text("whom"))
            .action("build", "put up", Field.oneOf("building", "hut", "well"))
            .require("build", "wood", (agent, step) -> true)
            .build();

    static final String GATHER = """
            {"action":[{"type":"gather","target":"old oak","amount":3},{"type":"rest"}]}""";

    final Habits habits = Habits.learning().exploration(0, 0);
    final List<String> used = new ArrayList<>();

    private final MindListener listener = new MindListener() {
        @Override
        public void planOrdered(int agent, String origin, List<Step> steps) {
            used.add(agent + " " + origin + " as " + steps);
        }
    };

    final MindTest world(Habits with, String... answers) {
        return MindTest.world(ACTIONS)
                .mind(answers)
                .stepsTake(20)
                .plugin(minds -> minds.with(with)
                        .listener(listener)
                        .configure(config -> config.thinkAhead(false)));
    }

    static int agentThatSees(MindTest sim, String name, VisibleObject... things) {
        int agent = sim.agent(name);
        sim.get(agent, Senses.class).visible.addAll(List.of(things));
        return agent;
    }

    static long calls(MindTest sim) {
        return sim.stats().answers().total();
    }

    static void useHabits(MindTest sim, int plans) {
        sim.tickUntil(() -> sim.stats().plans().ordered() >= plans, 20_000);
    }
}
