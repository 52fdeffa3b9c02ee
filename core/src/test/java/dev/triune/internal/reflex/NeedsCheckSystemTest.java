/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.fixture.Allocation;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.system.MindPlugin;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Warnings of needs on a scale of 0 to 100 instead of 0 to 1, a common mistake. */
class NeedsCheckSystemTest {
    private final LogLines log = new LogLines("dev.triune");
    private final World checked =
            new World(new WorldConfiguration().setSystem(new NeedsCheckSystem(Aspect.all())));

    @AfterEach
    void restoreTheLog() {
        log.close();
    }

    static Stream<Arguments> fields() {
        return Stream.of(
                field("hunger", (needs, value) -> needs.hunger = value),
                field("energy", (needs, value) -> needs.energy = value),
                field("temperature", (needs, value) -> needs.temperature = value),
                field("health", (needs, value) -> needs.health = value),
                field("sleepDrive", (needs, value) -> needs.sleepDrive = value));
    }

    private static Arguments field(String name, BiConsumer<Needs, Float> set) {
        return arguments(name, set);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void warnsOnceOfNeedOnAScaleToAHundred(String name, BiConsumer<Needs, Float> set) {
        for (int i = 0; i < 10; i++) {
            set.accept(agent(), 60f);
        }
        process(100);
        assertThat(log.texts())
                .containsExactly("Needs." + name + " of entity 0 is 60.0 (expected 0 to 1; divide"
                        + " by 100 what the game counts in 0 to 100). Reflexes cannot work with it."
                        + " Said once for this field.");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void warnsOfNeedThatIsNaN(String name, BiConsumer<Needs, Float> set) {
        set.accept(agent(), Float.NaN);
        process(2);
        assertThat(log.texts()).singleElement().asString().contains("Needs." + name, "is NaN");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void doesNotWarnOfSmallOvershoots(String name, BiConsumer<Needs, Float> set) {
        set.accept(agent(), 1.0000001f);
        set.accept(agent(), -0.3f);
        process(10);
        assertThat(log.texts()).isEmpty();
    }

    @Test
    void findsOneWrongAgentWithinATickPerAgent() {
        for (int i = 0; i < 999; i++) {
            agent();
        }
        agent().energy = 80;
        process(1_000);
        assertThat(log.texts()).singleElement().asString().contains("Needs.energy of entity 999");
    }

    @Test
    void pluginLogsTheWarningOnce() {
        WorldConfiguration configuration = new WorldConfiguration();
        new MindPlugin(new FakeBroker(), TestWorld.ACTIONS)
                .systems()
                .forEach(configuration::setSystem);
        World world = new World(configuration);
        world.getMapper(Needs.class).create(world.create()).hunger = 60;
        world.process();
        world.process();
        List<LogRecord> warnings = log.all().stream()
                .filter(line -> line.getMessage().contains("Needs.hunger"))
                .toList();
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0).getLevel()).isEqualTo(Level.WARNING);
        assertThat(warnings.get(0).getMessage()).contains("Needs.hunger", "60.0", "0 to 1");
    }

    @Test
    void toleratesDeletionsDuringTheCheck() {
        for (int i = 0; i < 100; i++) {
            agent();
        }
        process(90);
        for (int i = 10; i < 100; i++) {
            checked.delete(i);
        }
        process(100);
        assertThat(log.texts()).isEmpty();
        for (int i = 0; i < 10; i++) {
            checked.delete(i);
        }
        process(10);
        assertThat(log.texts()).isEmpty();
    }

    @Test
    void checkAllocatesNothing() {
        for (int i = 0; i < 1_000; i++) {
            agent();
        }
        process(20_000);
        assertThat(Allocation.of(() -> process(1_000))).isLessThan(500);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void agentWithNaNNeedActsOnItsOtherNeeds(String name, BiConsumer<Needs, Float> set) {
        TestWorld world =
                TestWorld.builder().withoutScheduling().withoutActing().build();
        int agent = world.agent();
        Needs needs = world.needs(agent);
        set.accept(needs, Float.NaN);
        world.ticks(100);
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.WANDER);
        assertThat(needs.alive()).isTrue();
        needs.danger = true;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("flee_danger");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void reflexEndsWhenItsNeedBecomesNaN(String name, BiConsumer<Needs, Float> set) {
        TestWorld world =
                TestWorld.builder().withoutScheduling().withoutActing().build();
        int agent = world.agent();
        world.needs(agent).hasHome = true;
        set.accept(
                world.needs(agent),
                name.equals("sleepDrive") ? 0.9f : name.equals("health") ? 0.1f : 0f);
        world.tick();
        assertThat(world.behavior(agent).origin).isEqualTo(Behavior.Origin.REFLEX);
        set.accept(world.needs(agent), Float.NaN);
        world.tick();
        assertThat(world.behavior(agent).idle()).isTrue();
    }

    private Needs agent() {
        return checked.getMapper(Needs.class).create(checked.create());
    }

    private void process(int ticks) {
        for (int i = 0; i < ticks; i++) {
            checked.process();
        }
    }
}
