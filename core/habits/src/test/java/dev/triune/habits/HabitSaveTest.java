/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.MindPlugin;
import dev.triune.MindSaves;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.action.PlanPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Habits are saved with the world that has learned them. */
class HabitSaveTest {
    private final FakeBroker broker = new FakeBroker();

    /** A world with habits, or without. */
    private record Saving(World world, MindPlugin minds, MindSaves saves) {
        int agent() {
            int agent = world.create();
            world.getMapper(Mind.class).create(agent);
            world.getMapper(Needs.class).create(agent);
            return agent;
        }

        void ticks(int count) {
            for (int i = 0; i < count; i++) {
                world.process();
            }
        }

        byte[] save() throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            saves.save(out);
            return out.toByteArray();
        }

        void load(byte[] save) throws IOException {
            saves.load(new ByteArrayInputStream(save));
        }
    }

    private Saving world(boolean on, Habits habits) {
        MindPlugin minds = new MindPlugin(broker, TestWorld.ACTIONS)
                .runner("short", (agent, step) -> Progress.DONE)
                .configure(config -> config.thinkAhead(false));
        if (on) {
            minds.with(habits.exploration(0, 0));
        }
        World world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(minds)
                .build());
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world));
        return new Saving(world, minds, new MindSaves(world, minds.clock()));
    }

    private void learn(Saving saving, int plans) {
        for (int i = 0; i < plans; i++) {
            int before = broker.asked().size();
            for (int k = 0; k < 2_000 && broker.asked().size() == before; k++) {
                saving.ticks(1);
            }
            broker.grant(broker.last());
            broker.answer(broker.last(), new PlanPart.QueueableStep(Step.of("short")));
            saving.ticks(3);
        }
    }

    @Test
    void loadedHabitsAreUsedWithoutModelCalls() throws IOException {
        Habits habits = Habits.learning();
        Saving before = world(true, habits);
        before.agent();
        learn(before, 2);
        assertThat(habits.all()).hasSize(1);

        Habits again = Habits.learning();
        Saving after = world(true, again);
        after.load(before.save());
        assertThat(again.all()).isEqualTo(habits.all());
        int asked = broker.asked().size();
        after.ticks(400);
        assertThat(after.minds().stats().orderedPlans()).isPositive();
        assertThat(broker.asked()).hasSize(asked);
    }

    @Test
    void restoresProgressOfCandidates() throws IOException {
        Saving before = world(true, Habits.learning());
        before.agent();
        learn(before, 1);

        Habits again = Habits.learning();
        Saving after = world(true, again);
        after.load(before.save());
        learn(after, 1);
        assertThat(again.all()).hasSize(1);
    }

    @Test
    void worldWithHabitsLoadsSaveWithoutHabits() throws IOException {
        Saving without = world(false, Habits.learning());
        without.agent();
        without.ticks(3);
        byte[] save = without.save();
        assertThat(new String(save, java.nio.charset.StandardCharsets.UTF_8))
                .doesNotContain("abit", "callsModel");

        Habits habits = Habits.learning();
        Saving after = world(true, habits);
        after.load(save);
        learn(after, 2);
        assertThat(habits.all()).hasSize(1);
    }

    @Test
    void worldWithoutHabitsLoadsSaveWithHabits() throws IOException {
        Saving before = world(true, Habits.learning());
        int agent = before.agent();
        learn(before, 2);
        before.ticks(400);
        assertThat(before.world().getMapper(BehaviorQueue.class).get(agent).wholePlan())
                .isNotEmpty()
                .allMatch(step -> step.habit);

        Saving after = world(false, Habits.learning());
        after.load(before.save());
        learn(after, 1);
        assertThat(after.minds().stats().orderedPlans()).isZero();
    }
}
