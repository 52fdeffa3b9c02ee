/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.habits.Habit;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.StandardSelectionRule;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures one look-up of an agent's habits among a thousand: reading its situation and finding the
 * habits that apply. With the gc profiler, also the allocation.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HabitBenchmark {
    /** Reads the situation and finds its habits. */
    @Benchmark
    public Object lookUp(Agents agents) {
        return agents.lookUp();
    }

    /** Agents in many situations, and a habit for each. */
    @State(Scope.Thread)
    public static class Agents {
        private static final int HABITS = 1_000;

        private final World world = new World(new WorldConfiguration());
        private final HabitTable table = new HabitTable(new HabitSettings());
        private final SituationReader reader;
        private int agent;

        /** Creates a reader with two preconditions and a fact of the game. */
        public Agents() {
            ActionCatalog actions = ActionCatalog.builder()
                    .action("rest", "sit down")
                    .action("cook", "make a meal")
                    .action("build", "put up", Field.oneOf("what", "hut", "well", "mill"))
                    .require("cook", "a fire", (who, step) -> who % 2 == 0)
                    .require("build", "wood", (who, step) -> who % 3 == 0)
                    .build();
            MindKind kind = new MindKind(new MindConfig(actions).perception(new Facts()));
            reader = new SituationReader(kind, new HabitSettings());
            world.inject(reader);
        }

        /** Adds agents, and the habits of their situations. */
        @Setup
        public void begin() {
            for (int i = 0; i < HABITS; i++) {
                int who = world.create();
                world.getMapper(Needs.class).create(who).hunger = i % 10 / 10f;
                world.getMapper(Goals.class).create(who).add("goal " + i % 7, "a goal");
                Senses senses = world.getMapper(Senses.class).create(who);
                for (int k = 0; k < 8; k++) {
                    senses.visible.add(VisibleObject.of("thing " + k, "kind " + (i + k) % 12));
                }
                SituationText situation = reader.read(who, StandardSelectionRule.IDLE);
                table.add(new LearnedHabit(new Habit(
                        "default",
                        "",
                        String.valueOf(situation),
                        List.of(Step.of("rest")),
                        1,
                        2,
                        0,
                        0,
                        "++",
                        List.of())));
            }
        }

        Object lookUp() {
            agent = agent + 1 < HABITS ? agent + 1 : 0;
            SituationText situation = reader.read(agent, StandardSelectionRule.IDLE);
            List<LearnedHabit> found = situation == null ? List.of() : table.find(situation);
            if (found.isEmpty()) {
                throw new IllegalStateException("no habit for " + situation);
            }
            return found;
        }
    }

    /** The facts of a game, one with so many values that each agent has a different situation. */
    private static final class Facts implements Perception {
        private final String[] places = new String[1_000];

        Facts() {
            for (int i = 0; i < places.length; i++) {
                places[i] = "place " + i;
            }
        }

        @Override
        public Surroundings perceive(int agent) {
            return Surroundings.NONE;
        }

        @Override
        public void describeSituation(int agent, SituationFacts facts) {
            facts.fact("at", places[agent % places.length]);
            facts.fact("night", agent % 2 == 0);
        }
    }
}
