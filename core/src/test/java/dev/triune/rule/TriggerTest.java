/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.fixture.TestWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TriggerTest {
    /** A row of the trigger table; what it reads tells which rows can hold at the same time. */
    private record Row(String reads, String behavior, int priority, Consumer<Needs> setIn) {
        @Override
        public String toString() {
            return reads + " " + behavior + " " + priority;
        }
    }

    private static final List<Row> TABLE = List.of(
            new Row("energy", "forced_sleep", 100, n -> n.energy = 0),
            new Row("sleep drive", "forced_sleep", 100, n -> n.sleepDrive = 0.86f),
            new Row("danger", "flee_danger", 95, n -> n.danger = true),
            new Row("temperature", "seek_warmth", 90, n -> n.temperature = 0.19f),
            new Row("temperature", "seek_cooling", 90, n -> {
                n.temperature = 0.19f;
                n.tooHot = true;
            }),
            new Row("health", "flee_to_home", 85, n -> {
                n.health = 0.29f;
                n.hasHome = true;
            }),
            new Row("energy", "seek_sleep", 85, n -> n.energy = 0.14f),
            new Row("hunger", "seek_food", 80, n -> n.hunger = 0.09f),
            new Row("sleep drive", "seek_sleep", 70, n -> {
                n.sleepDrive = 0.5f;
                n.bedtime = true;
            }),
            new Row("hunger", "seek_food", 40, n -> n.hunger = 0.59f),
            new Row("sleep drive", "seek_sleep", 30, n -> n.sleepDrive = 0.71f));

    private final TestWorld world =
            TestWorld.builder().withoutScheduling().withoutActing().build();
    private final int agent = world.agent();

    static Stream<Row> rows() {
        return TABLE.stream();
    }

    static Stream<Arguments> pairs() {
        List<Arguments> pairs = new ArrayList<>();
        for (int i = 0; i < TABLE.size(); i++) {
            for (int j = i + 1; j < TABLE.size(); j++) {
                if (!TABLE.get(i).reads().equals(TABLE.get(j).reads())) {
                    pairs.add(arguments(TABLE.get(i), TABLE.get(j)));
                }
            }
        }
        return pairs.stream();
    }

    static Stream<Arguments> boundaries() {
        return Stream.of(
                boundary("energy 0", n -> n.energy = 0, "forced_sleep", 100),
                boundary("energy just above 0", n -> n.energy = Float.MIN_VALUE, "seek_sleep", 85),
                boundary(
                        "energy just below 0.15",
                        n -> n.energy = Math.nextDown(0.15f),
                        "seek_sleep",
                        85),
                boundary("energy 0.15", n -> n.energy = 0.15f, "idle", 0),
                boundary(
                        "sleep drive just above 0.85",
                        n -> n.sleepDrive = Math.nextUp(0.85f),
                        "forced_sleep",
                        100),
                boundary("sleep drive 0.85", n -> n.sleepDrive = 0.85f, "seek_sleep", 30),
                boundary(
                        "sleep drive just above 0.7",
                        n -> n.sleepDrive = Math.nextUp(0.7f),
                        "seek_sleep",
                        30),
                boundary("sleep drive 0.7", n -> n.sleepDrive = 0.7f, "idle", 0),
                boundary(
                        "temperature just below 0.2",
                        n -> n.temperature = Math.nextDown(0.2f),
                        "seek_warmth",
                        90),
                boundary("temperature 0.2", n -> n.temperature = 0.2f, "idle", 0),
                boundary(
                        "health just below 0.3, at home somewhere",
                        n -> wounded(n, Math.nextDown(0.3f)),
                        "flee_to_home",
                        85),
                boundary("health 0.3", n -> wounded(n, 0.3f), "idle", 0),
                boundary("health 0.1, homeless", n -> n.health = 0.1f, "idle", 0),
                boundary(
                        "hunger just below 0.1",
                        n -> n.hunger = Math.nextDown(0.1f),
                        "seek_food",
                        80),
                boundary("hunger 0.1", n -> n.hunger = 0.1f, "seek_food", 40),
                boundary(
                        "hunger just below 0.6",
                        n -> n.hunger = Math.nextDown(0.6f),
                        "seek_food",
                        40),
                boundary("hunger 0.6", n -> n.hunger = 0.6f, "idle", 0),
                boundary("bedtime, sleep drive 0.5", n -> bedtime(n, 0.5f), "seek_sleep", 70),
                boundary(
                        "bedtime, sleep drive just below 0.5",
                        n -> bedtime(n, Math.nextDown(0.5f)),
                        "idle",
                        0),
                boundary("sleep drive 0.5 by day", n -> n.sleepDrive = 0.5f, "idle", 0));
    }

    private static Arguments boundary(
            String title, Consumer<Needs> setUp, String behavior, int priority) {
        return arguments(title, setUp, behavior, priority);
    }

    private static void wounded(Needs needs, float health) {
        needs.health = health;
        needs.hasHome = true;
    }

    private static void bedtime(Needs needs, float sleepDrive) {
        needs.sleepDrive = sleepDrive;
        needs.bedtime = true;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void triggerStartsItsBehaviorInTheSameTick(Row row) {
        row.setIn().accept(world.needs(agent));
        world.tick();
        assertDoing(row.behavior(), row.priority());
        assertThat(world.behavior(agent).origin).isEqualTo(Behavior.Origin.REFLEX);
        assertThat(world.behavior(agent).since).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("boundaries")
    void triggerStartsExactlyAtItsThreshold(
            String title, Consumer<Needs> setUp, String behavior, int priority) {
        setUp.accept(world.needs(agent));
        world.tick();
        assertDoing(behavior, priority);
    }

    @ParameterizedTest(name = "{0} and {1}")
    @MethodSource("pairs")
    void triggerOfHigherPriorityWins(Row higher, Row lower) {
        lower.setIn().accept(world.needs(agent));
        higher.setIn().accept(world.needs(agent));
        world.tick();
        assertDoing(higher.behavior(), higher.priority());
    }

    @ParameterizedTest(name = "{0}, then {1}")
    @MethodSource("pairs")
    void triggerOfLowerOrEqualPriorityNeverInterrupts(Row higher, Row lower) {
        higher.setIn().accept(world.needs(agent));
        world.tick();
        lower.setIn().accept(world.needs(agent));
        world.tick();
        assertDoing(higher.behavior(), higher.priority());
        assertThat(world.behavior(agent).since).isEqualTo(1);
    }

    @ParameterizedTest(name = "{1}, then {0}")
    @MethodSource("pairs")
    void triggerOfHigherPriorityInterruptsUnlessUninterruptible(Row higher, Row lower) {
        lower.setIn().accept(world.needs(agent));
        world.tick();
        higher.setIn().accept(world.needs(agent));
        world.tick();
        boolean fixed =
                lower.behavior().equals("forced_sleep") || lower.behavior().equals("flee_danger");
        boolean interrupts = higher.priority() > lower.priority() && !fixed;
        Row winner = interrupts ? higher : lower;
        assertThat(world.behavior(agent).name).isEqualTo(winner.behavior());
    }

    @Test
    void starvationInterruptsBedtime() {
        bedtime(world.needs(agent), 0.6f);
        world.tick();
        assertDoing("seek_sleep", 70);
        world.needs(agent).hunger = 0.09f;
        world.tick();
        assertDoing("seek_food", 80);
    }

    @Test
    void starvingAgentAtBedtimeEatsBeforeSleeping() {
        bedtime(world.needs(agent), 0.6f);
        world.needs(agent).hunger = 0.09f;
        world.tick();
        assertDoing("seek_food", 80);
        world.needs(agent).hunger = 0.9f;
        world.tick();
        assertDoing("seek_sleep", 70);
    }

    @Test
    void forcedSleepIsNotInterruptedByDanger() {
        world.needs(agent).energy = 0;
        world.tick();
        world.needs(agent).danger = true;
        world.ticks(50);
        assertDoing("forced_sleep", 100);
        world.needs(agent).energy = 0.25f;
        world.tick();
        assertDoing("flee_danger", 95);
    }

    @Test
    void fleeingIsNotInterruptedByCollapse() {
        world.needs(agent).danger = true;
        world.tick();
        world.needs(agent).energy = 0;
        world.ticks(50);
        assertDoing("flee_danger", 95);
        world.needs(agent).danger = false;
        world.tick();
        assertDoing("forced_sleep", 100);
    }

    private void assertDoing(String behavior, int priority) {
        assertThat(world.behavior(agent).name).isEqualTo(behavior);
        assertThat(world.behavior(agent).priority).isEqualTo(priority);
    }
}
