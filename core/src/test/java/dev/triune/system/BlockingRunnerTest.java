/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Progress;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Runners that keep the game's thread for a long time in each tick. */
class BlockingRunnerTest {
    private long now;
    private long takes;

    private TestWorld world() {
        TestWorld world = TestWorld.builder()
                .run("long", (agent, step) -> {
                    now += takes;
                    return Progress.RUNNING;
                })
                .build();
        world.world.getSystem(BehaviorSystem.class).timedBy(() -> now);
        return world;
    }

    @Test
    void runnerThatBlocksEachTickIsNamedOnce() {
        try (LogLines log = new LogLines("dev.triune")) {
            TestWorld world = world();
            int agent = world.agent();
            world.tick();
            world.order(agent, "long");
            takes = Duration.ofMillis(300).toNanos();
            world.ticks(10);
            assertThat(log.texts())
                    .filteredOn(line -> line.contains("took"))
                    .singleElement()
                    .asString()
                    .startsWith("the runner of long took 300 ms in a tick");
        }
    }

    @Test
    void oneSlowTickIsNobodysFault() {
        try (LogLines log = new LogLines("dev.triune")) {
            TestWorld world = world();
            int agent = world.agent();
            world.tick();
            world.order(agent, "long");
            for (int i = 0; i < 10; i++) {
                takes = i % 2 == 0 ? Duration.ofSeconds(1).toNanos() : 0;
                world.tick();
            }
            assertThat(log.texts()).filteredOn(line -> line.contains("took")).isEmpty();
        }
    }
}
