/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.Watchdog;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.fixture.Allocation;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** All systems of the plugin, with agents that have nothing to do. */
class NothingToDoTest {
    private static final int AGENTS = 1_000;
    private static final int TICKS = 1_000;

    private final FakeBroker broker = new FakeBroker();
    private int rested;
    private final MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS)
            .watchdog(new Watchdog(Duration.ofDays(1), Duration.ofDays(1), 8))
            .runner("rest", (agent, step) -> {
                rested++;
                return Progress.RUNNING;
            });
    private final World world = world();
    private final int[] agents = new int[AGENTS];

    private World world() {
        setUp(plugin);
        return new World(new WorldConfigurationBuilder().with(plugin).build());
    }

    /** For subclasses: enables optional features of the plugin. */
    void setUp(MindPlugin minds) {}

    /** For subclasses: adds optional components to an agent. */
    void equip(World among, int agent) {}

    @Test
    void busyAgentsAllocateNoMemory() {
        populate();
        for (int agent : agents) {
            BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
            queue.steps.add(new QueuedStep(Step.of("rest")));
            queue.undisturbed = true;
        }
        assertNothingIsAllocated();
        assertThat(rested).isGreaterThan(AGENTS * TICKS);
    }

    @Test
    void sleepingAgentsAllocateNoMemory() {
        populate();
        for (int agent : agents) {
            world.getMapper(Needs.class).get(agent).energy = 0;
        }
        world.process();
        for (int agent : agents) {
            behavior(agent).asleep = true;
        }
        assertNothingIsAllocated();
        assertThat(behavior(agents[0]).name).isEqualTo("forced_sleep");
        assertThat(behavior(agents[0]).asleep).isTrue();
    }

    @Test
    void idleAgentsOnCooldownAllocateNoMemory() {
        populate();
        for (int agent : agents) {
            world.getMapper(Senses.class).create(agent).nearby.add(agents[0]);
            Mind mind = world.getMapper(Mind.class).get(agent);
            mind.lastInvoked(Layer.EXECUTOR, 0);
            mind.lastInvoked(Layer.TALKER, 0);
        }
        LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
        for (Layer layer : new Layer[] {Layer.EXECUTOR, Layer.TALKER}) {
            scheduler.layer(layer, config -> config.withCooldown(Duration.ofDays(100)));
        }
        assertNothingIsAllocated();
        assertThat(behavior(agents[0]).generation).isGreaterThan(10); // wanders, explores, idles
        assertThat(scheduler.stats().blockedByCooldown()).isGreaterThan(256L * TICKS);
    }

    private void populate() {
        for (int i = 0; i < AGENTS; i++) {
            agents[i] = world.create();
            world.getMapper(Mind.class).create(agents[i]);
            world.getMapper(Needs.class).create(agents[i]);
            equip(world, agents[i]);
        }
    }

    private void assertNothingIsAllocated() {
        tick(3 * TICKS);
        // A byte an agent and tick would be a million.
        assertThat(Allocation.of(() -> tick(TICKS))).isLessThan(2_000);
        assertThat(broker.asked()).isEmpty();
    }

    private Behavior behavior(int agent) {
        return world.getMapper(Behavior.class).get(agent);
    }

    private void tick(int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }
}
