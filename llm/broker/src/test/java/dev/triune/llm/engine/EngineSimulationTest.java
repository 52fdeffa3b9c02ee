/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import java.util.EnumSet;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A failure names its seed; {@code new SimulatedGame(seed).play()} runs it again. */
class EngineSimulationTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm.engine");
    private static final int SEEDS = 200;

    static {
        QUIET.setLevel(Level.OFF);
    }

    @Test
    void everyRequestEndsOnceAndEveryPermitComesBack() {
        Set<Outcome.Kind> seen = EnumSet.noneOf(Outcome.Kind.class);
        long fallbacks = 0;
        long retries = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedGame game = new SimulatedGame(seed).play();
            BrokerStats stats = game.broker.stats();
            game.witness.checkAllOver(stats);
            stats.outcomes().forEach((kind, count) -> {
                if (count > 0) {
                    seen.add(kind);
                }
            });
            fallbacks += stats.fallbacks();
            retries += stats.retries();
        }

        assertThat(seen)
                .as("the walks reach every outcome there is")
                .contains(
                        Outcome.Kind.ANSWERED,
                        Outcome.Kind.REJECTED,
                        Outcome.Kind.FAILED,
                        Outcome.Kind.CANCELLED);
        assertThat(fallbacks).isPositive();
        assertThat(retries).isPositive();
    }

    @Test
    void closeEndsEveryRequestWhereverItIs() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedGame game = new SimulatedGame(seed).playAndClose();
            game.witness.checkAllOver(game.broker.stats());
        }
    }

    @Test
    void sameSeedTwiceGivesTheSameEvents() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedGame once = new SimulatedGame(seed).play();
            SimulatedGame again = new SimulatedGame(seed).play();
            assertThat(again.witness.log).as("seed %d", seed).isEqualTo(once.witness.log);
        }
    }

    @Test
    void anotherSeedGivesOtherEvents() {
        assertThat(new SimulatedGame(1).play().witness.log)
                .isNotEqualTo(new SimulatedGame(9).play().witness.log);
    }
}
