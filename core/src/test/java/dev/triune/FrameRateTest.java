/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.SystemInvocationStrategy;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Ticket;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.system.MindPlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** Minds follow the game's time, not its frame rate. */
class FrameRateTest {
    private static final int SECONDS = 90;

    /** A game's marker for systems that run once a step of its own, not once a frame. */
    private interface Logic {}

    /** Processes marked systems 10 times a second, all others in each frame. */
    private static final class FrameStrategy extends SystemInvocationStrategy {
        private float behind;

        @Override
        protected void process() {
            behind += world.getDelta();
            boolean step = behind >= 0.1f;
            behind -= step ? 0.1f : 0;
            for (BaseSystem system : systems) {
                updateEntityStates();
                if (step || !(system instanceof Logic)) {
                    system.process();
                }
            }
            updateEntityStates();
        }
    }

    private static final class Counting extends BaseSystem implements Logic {
        int steps;

        @Override
        protected void processSystem() {
            steps++;
        }
    }

    /** Changes hunger a little with each tick. */
    private static final class Changing implements ActionRunner<Step> {
        private final float change;
        private final int ticks;
        private final int[] left = new int[10];

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Needs> mNeeds;

        Changing(float change, int ticks) {
            this.change = change;
            this.ticks = ticks;
        }

        @Override
        public Progress start(int agent, Step step) {
            left[agent] = ticks;
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Step step) {
            mNeeds.get(agent).hunger += change;
            return --left[agent] > 0 ? Progress.RUNNING : Progress.DONE;
        }
    }

    /** Runs three agents for 90 seconds with a model that answers at once; lists events by tick. */
    private static List<String> life(GameClock clock, DoubleSupplier frames, Object... more) {
        List<String> seen = new ArrayList<>();
        FakeBroker broker = new FakeBroker();
        MindListener recorder = new MindListener() {
            private void note(int agent, String what) {
                seen.add(clock.tick() + " " + agent + " " + what);
            }

            @Override
            public void requestSubmitted(
                    int agent, Layer layer, Ticket ticket, int urgency, String reason) {
                note(agent, layer + ": " + reason);
                FakeBroker.Asked asked = broker.last();
                if (broker.grant(asked).isPresent()) {
                    broker.answer(asked, new PlanPart.QueueableStep(Step.of("gather")));
                }
            }

            @Override
            public void stepStarted(int agent, Step step) {
                note(agent, step.type());
            }

            @Override
            public void stepFailed(int agent, Step step, String reason) {
                note(agent, step.type() + " " + reason);
            }

            @Override
            public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                note(agent, reflex.behavior());
            }
        };
        MindPlugin minds = new MindPlugin(broker, TestWorld.ACTIONS)
                .clock(clock)
                .listener(recorder)
                .runner("gather", new Changing(-0.004f, 37))
                .runner("seek_food", new Changing(0.01f, 10_000))
                .runner("short", (agent, step) -> Progress.DONE);
        WorldConfigurationBuilder builder = new WorldConfigurationBuilder().with(minds);
        for (Object each : more) {
            if (each instanceof SystemInvocationStrategy strategy) {
                builder.register(strategy);
            } else {
                builder.with((BaseSystem) each);
            }
        }
        World world = new World(builder.build());
        for (int i = 0; i < 3; i++) {
            int agent = world.create();
            world.edit(agent).create(Mind.class);
            world.edit(agent).create(Needs.class).hunger = 0.3f * i;
            world.edit(agent).create(Senses.class);
            BehaviorQueue queue = world.edit(agent).create(BehaviorQueue.class);
            queue.steps.add(new QueuedStep(Step.of("short")));
        }
        for (double time = 0; clock.tick() < SECONDS * 20L; ) {
            double frame = frames.getAsDouble();
            time += frame;
            world.setDelta((float) frame);
            world.process();
            assertThat(time).isLessThan(SECONDS + 1);
        }
        seen.removeIf(
                line -> Long.parseLong(line.substring(0, line.indexOf(' '))) > SECONDS * 20L - 20);
        return seen;
    }

    @Test
    void behaviorIsTheSameAtAnyFrameRate() {
        List<String> fixed = life(new GameClock(), () -> 1 / 20f);
        assertThat(fixed).hasSizeGreaterThan(10);
        for (int rate : new int[] {20, 30, 50, 60, 144, 1000}) {
            assertThat(life(GameClock.byDelta(), () -> 1f / rate))
                    .as("%d", rate)
                    .isEqualTo(fixed);
        }
    }

    @Test
    void behaviorIsTheSameWithIrregularFrames() {
        List<String> fixed = life(new GameClock(), () -> 1 / 20f);
        for (long seed = 1; seed <= 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            DoubleSupplier frames = () -> random.nextInt(20) == 0
                    ? random.nextDouble(0.5, 1)
                    : random.nextDouble(0.001, 0.2);
            assertThat(life(GameClock.byDelta(), frames)).as("seed %d", seed).isEqualTo(fixed);
        }
    }

    @Test
    void behaviorIsTheSameUnderACustomInvocationStrategy() {
        List<String> fixed = life(new GameClock(), () -> 1 / 20f);
        Counting logic = new Counting();
        List<String> perFrame =
                life(GameClock.byDelta(), () -> 1 / 60f, new FrameStrategy(), logic);
        assertThat(perFrame).isEqualTo(fixed);
        assertThat(logic.steps).isBetween(SECONDS * 10 - 5, SECONDS * 10 + 5);
    }

    @Test
    void pausedGameRunsNoTicks() {
        GameClock clock = GameClock.byDelta();
        for (float delta : new float[] {0, -1, Float.NaN, 0.01f}) {
            assertThat(clock.ticksIn(delta)).isZero();
            assertThat(clock.ticking()).isFalse();
        }
        assertThat(clock.ticksIn(0.04f)).isEqualTo(1);
        assertThat(clock.ticking()).isTrue();
    }

    @Test
    void longFrameRunsAtMostOneSecondOfTicks() {
        assertThat(GameClock.byDelta().ticksIn(3600)).isEqualTo(20);
        assertThat(GameClock.byDelta(60).ticksIn(Float.POSITIVE_INFINITY)).isEqualTo(60);
        assertThat(new GameClock().ticksIn(3600)).as("one a call").isEqualTo(1);
    }
}
