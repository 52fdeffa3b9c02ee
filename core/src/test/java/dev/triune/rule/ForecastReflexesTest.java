/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.fixture.TestWorld;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Agents that are checked when a need can have reached a threshold behave as those that are checked
 * in each tick: 10^5 agent-ticks, or 10^7 with {@code -Dtriune.thorough=true}.
 */
class ForecastReflexesTest {
    private static final double PER_SECOND = 0.05;
    private static final float PER_TICK = (float) (PER_SECOND / 20);
    private static final boolean THOROUGH = Boolean.getBoolean("triune.thorough");

    /** A world to whose agents the same happens as to those of others with its seed. */
    private static final class Life {
        final TestWorld world;
        private final Random random;
        private final float[][] slopes;
        private boolean alarm;

        Life(ReflexTable reflexes, int agents, long seed) {
            random = new Random(seed);
            slopes = new float[agents][5];
            world = TestWorld.builder()
                    .reflexes(reflexes.with(new CustomReflex("alarmed", "hide", 60)
                            .setsInIf(needs -> alarm && needs.hasHome)))
                    .run("rest", lasting(40))
                    .run("long", (id, step) -> Progress.untilSignal())
                    .run("short", (id, step) -> Progress.DONE)
                    .run("seek_food", lasting(90))
                    .run("wander", (id, step) -> Progress.RUNNING)
                    .run("seek_sleep", (id, step) -> Progress.failed("no bed"))
                    .withoutScheduling()
                    .build();
            IntStream.range(0, agents).forEach(each -> world.agent());
        }

        private ActionRunner<Step> lasting(int ticks) {
            return (agent, step) -> {
                long end = world.behavior(agent).since + ticks;
                return world.clock.tick() < end ? Progress.until(end) : Progress.DONE;
            };
        }

        void tick() {
            if (random.nextInt(300) == 0) {
                alarm = !alarm;
                IntStream.range(0, slopes.length).forEach(world.reflexes::recheck);
            }
            for (int agent = 0; agent < slopes.length; agent++) {
                change(world.needs(agent), slopes[agent]);
                happen(agent);
            }
            world.tick();
        }

        private void change(Needs needs, float[] slope) {
            int one = random.nextInt(200);
            if (one < slope.length) {
                slope[one] = (random.nextInt(5) - 2) * PER_TICK / 2;
            }
            needs.hunger = bounded(needs.hunger + slope[0]);
            needs.energy = bounded(needs.energy + slope[1]);
            needs.temperature = bounded(needs.temperature + slope[2]);
            needs.health = Math.max(0.05f, bounded(needs.health + slope[3]));
            needs.sleepDrive = bounded(needs.sleepDrive + slope[4]);
        }

        private static float bounded(float value) {
            return Math.min(1, Math.max(0, value));
        }

        private void happen(int agent) {
            Needs needs = world.needs(agent);
            switch (random.nextInt(2_000)) {
                case 0, 1 -> needs.danger = !needs.danger;
                case 2 -> needs.bedtime = !needs.bedtime;
                case 3 -> needs.hasHome = !needs.hasHome;
                case 4 -> needs.tooHot = !needs.tooHot;
                case 5 -> needs.hunger = random.nextFloat();
                case 6 -> needs.health = random.nextInt(4) == 0 ? 0 : random.nextFloat();
                case 7 -> world.behavior(agent).interruptible = false;
                case 8 -> world.decisions.cancelPlan(agent);
                case 9, 10, 11, 12 -> {
                    world.order(agent, "short", "rest", "rest", "long");
                    return; // which is no change of reflexes
                }
                default -> {
                    return;
                }
            }
            world.reflexes.recheck(agent);
        }

        String state(int agent) {
            Behavior b = world.behavior(agent);
            return b.name + b.origin + b.priority + b.interruptible + b.pastime + " " + b.since
                    + " "
                    + b.generation + b.completed + b.failed + b.latched + " " + b.backedOff + " "
                    + b.reflexFailures;
        }
    }

    @Test
    void agentsBehaveAsIfCheckedInEachTick() {
        long seed = Long.getLong("triune.seed", 20261123);
        int agents = THOROUGH ? 500 : 50;
        Life full = new Life(ReflexTable.standard(), agents, seed);
        Life forecast =
                new Life(ReflexTable.standard().needsChangeAtMost(PER_SECOND), agents, seed);
        for (int tick = 0; tick < (THOROUGH ? 20_000 : 2_000); tick++) {
            full.tick();
            forecast.tick();
            for (int agent = 0; agent < agents; agent++) {
                if (!forecast.state(agent).equals(full.state(agent))) {
                    assertThat(forecast.state(agent))
                            .as("seed %d, tick %d, agent %d", seed, tick, agent)
                            .isEqualTo(full.state(agent));
                }
            }
        }
        for (Reflex reflex : Reflex.values()) {
            assertThat(forecast.world.reflexes.count(reflex)).as(reflex.name()).isPositive();
        }
    }

    @Test
    void notReportedChangeIsNoticedWithinTenSeconds() {
        TestWorld world = TestWorld.builder()
                .reflexes(ReflexTable.standard().needsChangeAtMost(0.001))
                .run("long", (id, step) -> Progress.untilSignal())
                .withoutScheduling()
                .build();
        int agent = world.agent();
        world.order(agent, "long");
        world.ticks(5);
        world.needs(agent).danger = true;
        world.ticks(100);
        assertThat(world.behavior(agent).name).isNotEqualTo("flee_danger");
        world.ticks(100);
        assertThat(world.behavior(agent).name).isEqualTo("flee_danger");
    }

    @Test
    void agentsThatAppearTogetherAreNotCheckedTogetherAgain() {
        int[] checks = {0};
        TestWorld world = TestWorld.builder()
                .reflexes(ReflexTable.standard()
                        .with(new CustomReflex("counted", "hide", 60).setsInIf(needs -> {
                            checks[0]++;
                            return false;
                        }))
                        .needsChangeAtMost(0.001))
                .run("long", (id, step) -> Progress.untilSignal())
                .withoutScheduling()
                .build();
        IntStream.range(0, 100).forEach(each -> world.order(world.agent(), "long"));
        world.ticks(10);
        int before = checks[0];
        int most = 0;
        for (int tick = 0; tick < 200; tick++) {
            int earlier = checks[0];
            world.tick();
            most = Math.max(most, checks[0] - earlier);
        }
        assertThat(checks[0] - before).as("all, within ten seconds").isBetween(100, 200);
        assertThat(most).as("of 100 agents, in a tick").isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsSpeedThatIsNone(double wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReflexTable.standard().needsChangeAtMost(wrong))
                .withMessage("needs that change by at most " + wrong
                        + " in a second (expected more than 0, for example 0.02)");
    }
}
