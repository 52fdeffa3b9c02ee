/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.habits.internal.HabitSystem;
import dev.triune.internal.apply.PlanPart;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.system.MindSaves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Habits are saved with the world that has learned them. */
class HabitSaveTest {
    private final FakeBroker broker = new FakeBroker();
    private boolean works = true;
    private boolean takesLong;

    /** A world with habits, or without. */
    private record Saving(World world, MindPlugin minds, MindSaves saves) {
        int agent() {
            int agent = world.create();
            world.getMapper(Mind.class).create(agent);
            world.getMapper(Needs.class).create(agent);
            return agent;
        }

        List<Mind> agents() {
            List<Mind> minds = new ArrayList<>();
            IntBag all = world.getAspectSubscriptionManager()
                    .get(Aspect.all(Mind.class))
                    .getEntities();
            for (int i = 0; i < all.size(); i++) {
                minds.add(world.getMapper(Mind.class).get(all.get(i)));
            }
            return minds;
        }

        void ticks(int count) {
            for (int i = 0; i < count; i++) {
                world.process();
            }
        }

        String describePlan() {
            int agent = world.getAspectSubscriptionManager()
                    .get(Aspect.all(Mind.class))
                    .getEntities()
                    .get(0);
            return world.getSystem(LLMSchedulerSystem.class)
                    .inspect(agent)
                    .plan()
                    .source();
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
                .runner(
                        "short",
                        (agent, step) -> takesLong
                                ? Progress.RUNNING
                                : works ? Progress.DONE : Progress.failed("no luck"))
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
        assertThat(after.minds().stats().plans().ordered()).isPositive();
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
    void demotedHabitRestsJustAsLongWithLoads() throws IOException {
        Saving saving = demoted();
        long used = 0;
        for (int i = 0; i < 6; i++) { // half a minute each; it rests for five
            Saving after = world(true, Habits.learning().completions(1));
            after.load(saving.save());
            after.ticks(600);
            used += after.minds().stats().plans().ordered();
            saving = after;
        }
        assertThat(used).isZero();
    }

    @Test
    void demotedHabitNeedsTwiceAsManyCompletionsAfterALoadAlso() throws IOException {
        Saving before = demoted();
        Habits habits = Habits.learning().completions(1);
        Saving after = world(true, habits);
        after.load(before.save());
        after.ticks(1);
        after.agents().forEach(mind -> mind.usesModel = true);
        works = true;
        learn(after, 1);
        assertThat(habits.all()).isEmpty();
        learn(after, 1);
        assertThat(habits.all()).hasSize(1);
    }

    /** A world whose only habit has failed and was demoted, and where no model may be called. */
    private Saving demoted() {
        Habits habits = Habits.learning().completions(1);
        Saving saving = world(true, habits);
        saving.agent();
        saving.ticks(7_000); // so that tick 0 is longer ago than a demoted habit rests
        learn(saving, 1);
        saving.agents().forEach(mind -> mind.usesModel = false);
        works = false;
        saving.ticks(400);
        assertThat(saving.minds().stats().plans().ordered()).isPositive();
        assertThat(habits.all()).as("the habit is demoted").isEmpty();
        return saving;
    }

    @Test
    void habitBehindAPlanIsStillJudgedAfterALoad() throws IOException {
        Habits habits = Habits.learning().completions(1);
        Saving before = world(true, habits);
        before.agent();
        learn(before, 1);
        takesLong = true;
        for (int i = 0; i < 400 && before.describePlan().isEmpty(); i++) {
            before.ticks(1);
        }
        assertThat(before.describePlan()).as("the plan of the habit runs").isNotEmpty();

        Habits again = Habits.learning().completions(1);
        Saving after = world(true, again);
        after.load(before.save());
        after.ticks(1);
        assertThat(after.describePlan()).isEqualTo(before.describePlan());
        takesLong = false;
        works = false;
        after.ticks(3);
        assertThat(again.all()).as("its use has failed, so that it is demoted").isEmpty();
    }

    @Test
    void planOfAModelIsStillLearnedAfterALoad() throws IOException {
        Saving before = world(true, Habits.learning().completions(1));
        before.agent();
        takesLong = true;
        learn(before, 1);

        Habits again = Habits.learning().completions(1);
        Saving after = world(true, again);
        after.load(before.save());
        after.ticks(3);
        assertThat(again.all()).as("it is open").isEmpty();
        takesLong = false;
        after.ticks(3);
        assertThat(again.all()).hasSize(1);
    }

    @Test
    void leavesOutWhatItCannotReadInASave() {
        Habits habits = Habits.learning();
        Saving saving = world(true, habits);
        String good =
                "{\"kind\":\"default\",\"situation\":\"free\",\"steps\":[{\"type\":\"short\"}]}";
        try (LogLines log = new LogLines("dev.triune")) {
            saving.world()
                    .getSystem(HabitSystem.class)
                    .readState("{\"format\": \"triune habits\", \"version\": 1, \"records\": [\n"
                            + good + ",\n" + good.replace("free", " ") + ",\n" + good + "\n]}\n");
            assertThat(habits.all()).hasSize(1);
            assertThat(log.texts())
                    .anyMatch(line -> line.contains("line 3: situation is missing")
                            && line.contains("line 4: the same habit as in line 2"));
        }
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
        assertThat(after.minds().stats().plans().ordered()).isZero();
    }
}
