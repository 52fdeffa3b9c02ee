/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.triune.MindListener;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.ReflexTable.Thresholds;
import dev.triune.rule.ReflexTable.Trigger;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HysteresisTest {
    private static final float NUDGE = 0.001f;

    /** Sets the figure that a reflex reads, and what else must hold. */
    @FunctionalInterface
    private interface Dial {
        void set(Needs needs, float value);
    }

    private int begins;
    private final TestWorld world = TestWorld.builder()
            .withoutScheduling()
            .withoutActing()
            .listener(new MindListener() {
                @Override
                public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                    begins++;
                }
            })
            .build();
    private final int agent = world.agent();

    static Stream<Arguments> thresholds() {
        Thresholds at = Thresholds.DEFAULT;
        Dial energy = (needs, value) -> needs.energy = value;
        Dial sleepDrive = (needs, value) -> needs.sleepDrive = value;
        Dial hunger = (needs, value) -> needs.hunger = value;
        Dial cold = (needs, value) -> needs.temperature = value;
        Dial hot = (needs, value) -> {
            needs.temperature = value;
            needs.tooHot = true;
        };
        Dial health = (needs, value) -> {
            needs.health = value;
            needs.hasHome = true;
        };
        Dial bedtime = (needs, value) -> {
            needs.sleepDrive = value;
            needs.bedtime = true;
        };
        return Stream.of(
                arguments(Reflex.EXHAUSTED, energy, at.exhausted(), false),
                arguments(Reflex.COLLAPSING, sleepDrive, at.collapsing(), true),
                arguments(Reflex.COLD, cold, at.uncomfortable(), false),
                arguments(Reflex.HOT, hot, at.uncomfortable(), false),
                arguments(Reflex.WOUNDED, health, at.wounded(), false),
                arguments(Reflex.TIRED, energy, at.tired(), false),
                arguments(Reflex.STARVING, hunger, at.starving(), false),
                arguments(Reflex.BEDTIME, bedtime, at.bedtime(), true),
                arguments(Reflex.HUNGRY, hunger, at.hungry(), false),
                arguments(Reflex.SLEEPY, sleepDrive, at.sleepy(), true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("thresholds")
    void needOscillatingAroundThresholdStartsReflexOnce(
            Reflex reflex, Dial dial, Thresholds.Threshold threshold, boolean rising) {
        float bad = threshold.enter() + (rising ? NUDGE : -NUDGE);
        float good = threshold.enter() - (rising ? NUDGE : -NUDGE);
        dial.set(world.needs(agent), bad);
        world.tick();
        int generation = world.behavior(agent).generation;
        for (int i = 0; i < 500; i++) {
            dial.set(world.needs(agent), i % 2 == 0 ? good : bad);
            world.tick();
        }
        assertThat(world.reflexes.count(reflex)).isEqualTo(1);
        assertThat(begins).isEqualTo(1);
        assertThat(world.behavior(agent).generation).isEqualTo(generation);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("thresholds")
    void reflexEndsAtTheUpperThresholdAndDoesNotRestart(
            Reflex reflex, Dial dial, Thresholds.Threshold threshold, boolean rising) {
        float almost = threshold.leave() + (rising ? NUDGE : -NUDGE);
        dial.set(world.needs(agent), threshold.enter() + (rising ? NUDGE : -NUDGE));
        world.tick();
        dial.set(world.needs(agent), almost);
        world.tick();
        assertThat(world.behavior(agent).latched & (1 << reflex.ordinal())).isNotZero();
        for (int i = 0; i < 50; i++) {
            dial.set(world.needs(agent), i % 2 == 0 ? threshold.leave() : almost);
            world.tick();
            assertThat(world.behavior(agent).latched & (1 << reflex.ordinal())).isZero();
        }
        assertThat(world.reflexes.count(reflex)).isEqualTo(1);
    }

    @Test
    void satisfiedNeedEndsTheReflexAsCompleted() {
        world.needs(agent).hunger = 0.5f;
        world.tick();
        world.needs(agent).hunger = 0.85f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(world.behavior(agent).completed).isTrue();
    }

    @Test
    void changeOfNeedChangesPriorityWithoutRestart() {
        world.needs(agent).hunger = 0.5f;
        world.tick();
        int generation = world.behavior(agent).generation;
        assertThat(world.behavior(agent).priority).isEqualTo(40);
        world.needs(agent).hunger = 0.05f;
        world.tick();
        assertThat(world.behavior(agent).priority).isEqualTo(80);
        world.needs(agent).hunger = 0.3f;
        world.tick();
        assertThat(world.behavior(agent).priority).isEqualTo(40);
        assertThat(world.behavior(agent).generation).isEqualTo(generation);
        assertThat(begins).isEqualTo(1);
    }

    @Test
    void voluntarySleepFollowsForcedSleepAsAnotherBehavior() {
        world.needs(agent).energy = 0;
        world.tick();
        world.needs(agent).energy = 0.3f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("seek_sleep");
        assertThat(world.behavior(agent).priority).isEqualTo(85);
        assertThat(world.behavior(agent).interruptible).isTrue();
    }

    @Test
    void weakenedReflexYieldsToAMoreImportantOne() {
        world.needs(agent).hunger = 0.05f;
        world.needs(agent).bedtime = true;
        world.needs(agent).sleepDrive = 0.6f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("seek_food");
        world.needs(agent).hunger = 0.4f; // starving no more, but still hungry: 40 against 70
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("seek_sleep");
        assertThat(world.behavior(agent).priority).isEqualTo(70);
    }

    @Test
    void rejectsThresholdsThatEndBeforeTheyStart() {
        Thresholds d = Thresholds.DEFAULT;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Thresholds(
                        d.exhausted(),
                        d.collapsing(),
                        d.uncomfortable(),
                        d.wounded(),
                        d.tired(),
                        d.starving(),
                        d.bedtime(),
                        new Thresholds.Threshold(0.6f, 0.5f),
                        d.sleepy(),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10)))
                .withMessageContaining("hungry");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Thresholds(
                        d.exhausted(),
                        new Thresholds.Threshold(0.85f, 0.9f),
                        d.uncomfortable(),
                        d.wounded(),
                        d.tired(),
                        d.starving(),
                        d.bedtime(),
                        d.hungry(),
                        d.sleepy(),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10)))
                .withMessageContaining("collapsing");
    }

    @Test
    void rejectsNaNThresholdsAndNegativeDurations() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hungry(new Thresholds.Threshold(Float.NaN, 0.8f), 100, 200))
                .withMessageContaining("hungry starts at NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hungry(new Thresholds.Threshold(0.6f, Float.NaN), 100, 200))
                .withMessageContaining("ends at NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hungry(new Thresholds.Threshold(0.6f, 0.8f), -1, 200))
                .withMessageContaining("bored PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hungry(new Thresholds.Threshold(0.6f, 0.8f), 100, -1))
                .withMessageContaining("restless PT-1S");
    }

    private static Thresholds hungry(Thresholds.Threshold hungry, long bored, long restless) {
        Thresholds d = Thresholds.DEFAULT;
        return new Thresholds(
                d.exhausted(),
                d.collapsing(),
                d.uncomfortable(),
                d.wounded(),
                d.tired(),
                d.starving(),
                d.bedtime(),
                hungry,
                d.sleepy(),
                Duration.ofSeconds(bored),
                Duration.ofSeconds(restless));
    }
}
