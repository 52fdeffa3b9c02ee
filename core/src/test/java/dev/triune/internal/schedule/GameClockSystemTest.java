/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.GameClock;
import dev.triune.fixture.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GameClockSystemTest {
    private final LogLines log = new LogLines("dev.triune");

    @AfterEach
    void restoreTheLog() {
        log.close();
    }

    private void run(GameClock clock, float delta, int frames) {
        World world = new World(new WorldConfiguration().setSystem(new GameClockSystem(clock)));
        world.setDelta(delta);
        for (int i = 0; i < frames; i++) {
            world.process();
        }
    }

    @Test
    void warnsOnceOfDeltaThatIsNotATick() {
        run(new GameClock(), 1 / 60f, 1_000);
        assertThat(log.texts())
                .containsExactly("the minds' clock has 20 ticks a second, one for each"
                        + " world.process(), but the world's delta is 0.0167: if that is in seconds,"
                        + " minds are 3.00 times as fast as the game (set MindPlugin.clock("
                        + "GameClock.byDelta()); with a delta in milliseconds GameClock.byDelta("
                        + "Duration.ofMillis(1)); if each world.process() is a tick or a turn of a"
                        + " fixed length, new GameClock(Duration) with that). Said once.");
    }

    @Test
    void acceptsMatchingUnsetAndFollowedDeltas() {
        run(new GameClock(), 1 / 20f, 1_000);
        run(new GameClock(60), 1 / 55f, 1_000);
        run(new GameClock(), 0, 1_000);
        run(new GameClock(), Float.NaN, 1_000);
        run(GameClock.byDelta(), 1 / 60f, 1_000);
        assertThat(log.texts()).isEmpty();
    }
}
