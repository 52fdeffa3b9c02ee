/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.fixture.FakeBroker;
import dev.triune.llm.Broker;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.system.MindPlugin;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/habits.md, between marks. */
@SuppressWarnings("ClassCanBeStatic") // as a game writes it
final class HabitsPageTest {
    private final Broker broker = new FakeBroker();
    private final ActionCatalog actions =
            ActionCatalog.builder().action("rest", "sit down").build();
    private boolean night;

    @TempDir
    private Path folder;

    class VillagePerception implements Perception {
        @Override
        public Surroundings perceive(int agent) {
            return Surroundings.NONE;
        }

        // [sample]
        @Override
        public void describeSituation(int agent, SituationFacts facts) { // of your Perception
            facts.fact("time", night ? "night" : "day");
            facts.slot("home", "Mira's hut");
            facts.role("cook");
        }
        // [end]
    }

    private static void run(MindPlugin minds) {
        World world = new World(new WorldConfigurationBuilder().with(minds).build());
        world.process();
    }

    @Test
    void savedHabitsCanBeLoadedAgain() throws Exception {
        Path file = folder.resolve("minds.json");
        night = true;
        learnInto(file);
        // [sample]
        Habits habits = Habits.load(file).seed(7).learns(false);
        MindPlugin minds = new MindPlugin(broker, actions).with(habits);
        // [end]
        run(minds);
        assertThat(habits.all()).isEmpty();
    }

    private void learnInto(Path file) throws Exception {
        // [sample]
        Habits habits = Habits.learning();
        MindPlugin minds = new MindPlugin(broker, actions).with(habits);
        // [end]
        run(minds.perception(new VillagePerception()));
        habits.save(file);
    }
}
