/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Progress;
import dev.triune.component.BehaviorQueue;
import dev.triune.fixture.Script;
import dev.triune.fixture.TestWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every start is followed by one stop, whatever happens. The runner itself insists on the order.
 */
class StartStopPairingTest {
    private static final List<String> NAMES = List.of(
            "gather",
            "rest",
            "seek_food",
            "seek_sleep",
            "forced_sleep",
            "flee_danger",
            "wander",
            "explore");

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void runnersAreStartedAndStoppedInPairs(long seed) {
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Script script = new Script();
        TestWorld.Builder builder = TestWorld.builder().withoutScheduling();
        NAMES.forEach(name -> builder.run(name, script));
        TestWorld world = builder.build();
        List<Integer> agents = new ArrayList<>();
        for (int tick = 0; tick < 3_000; tick++) {
            if (agents.size() < 10) {
                agents.add(world.agent());
            }
            script.first = any(random);
            script.then = any(random);
            int agent = agents.get(random.nextInt(agents.size()));
            switch (random.nextInt(6)) {
                case 0 -> world.needs(agent).hunger = random.nextFloat();
                case 1 -> world.needs(agent).energy = random.nextFloat();
                case 2 -> world.needs(agent).danger = random.nextBoolean();
                case 3 -> replacePlan(world, agent);
                case 4 -> world.order(agent, "gather", "rest", "dance");
                default -> {
                    if (random.nextInt(10) == 0) {
                        agents.remove((Integer) agent);
                        world.world.delete(agent);
                    }
                }
            }
            world.tick();
            assertThat(script.running()).isLessThanOrEqualTo(agents.size());
        }
        agents.forEach(world.world::delete);
        world.tick();
        assertThat(script.running()).isZero();
        assertThat(script.calls()).hasSizeGreaterThan(1_000);
    }

    private static void replacePlan(TestWorld world, int agent) {
        BehaviorQueue queue = world.queue(agent);
        queue.steps.clear();
        world.behavior(agent).end(false, world.clock.tick());
        world.order(agent, "rest");
    }

    private static Progress any(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> Progress.DONE;
            case 1 -> Progress.failed("bad luck");
            default -> Progress.RUNNING;
        };
    }
}
