/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many seeds of {@link LeaseSimulation}; {@code -Dsimulation.first=K} chooses the first. */
class LeaseSimulationTest {
    private static final Logger QUIET = Logger.getLogger(RedisLimits.class.getName());
    private static final long SEEDS = Long.getLong("simulation.seeds", Thorough.count(4, 10_000));
    private static final long FIRST = Long.getLong("simulation.first", 0);

    @BeforeAll
    static void silence() {
        QUIET.setLevel(Level.OFF);
    }

    @AfterAll
    static void restore() {
        QUIET.setLevel(null);
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS) // 10,000 seeds take over ten minutes of CPU time
    void windowsStayWithinTheirBoundAndAllIsServedAfterTheFaults() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            LeaseSimulation simulation = new LeaseSimulation(seed, true);
            String fault = simulation.play().fault();
            assertThat(fault)
                    .as(
                            "seed %d: %s%n%d gateways at %s: %s",
                            seed, fault, simulation.count, simulation.limits, simulation.log)
                    .isEmpty();
        }
    }

    @Test
    void withoutFaultsNoLimitIsExceeded() {
        List<Double> shares = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + 4; seed++) {
            LeaseSimulation simulation = new LeaseSimulation(seed, false).play();
            assertThat(simulation.fault()).as("seed %d", seed).isEmpty();
            if (simulation.isBusy()) {
                shares.add(simulation.checker.share(60_000, 120_000));
            }
        }
        assertThat(shares).as("shares of the tightest limit").allMatch(share -> share > 0.6);
        double mean = shares.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        assertThat(mean).as("mean share of %s", shares).isGreaterThan(0.7);
    }
}
