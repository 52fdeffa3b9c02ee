/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.Budget;
import dev.triune.testsupport.Thorough;
import java.util.EnumMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many seeds of {@link Simulation}. {@code -Dsimulation.seeds=N} and {@code -Dsimulation.first=K}
 * choose the seeds.
 */
@Timeout(3 * 60 * 60)
class SimulationTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm.internal.broker");
    private static final long SEEDS = Long.getLong("simulation.seeds", Thorough.count(50, 200));
    private static final long FIRST = Long.getLong("simulation.first", 0);

    static {
        QUIET.setLevel(Level.OFF);
    }

    @Test
    void losesNoRequestPermitOrShare() {
        Map<Outcome.Kind, Long> outcomes = new EnumMap<>(Outcome.Kind.class);
        Map<Outcome.RejectReason, Long> reasons = new EnumMap<>(Outcome.RejectReason.class);
        long fallbacks = 0;
        long retries = 0;
        long cacheHits = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Simulation simulation = new Simulation(seed).play();
            BrokerStats stats = simulation.broker.stats();
            checkNothingRemains(simulation, seed);
            stats.requests()
                    .outcomes()
                    .forEach((kind, count) -> outcomes.merge(kind, count, Long::sum));
            simulation.invariantChecker.rejections.forEach(
                    (reason, count) -> reasons.merge(reason, count, Long::sum));
            fallbacks += stats.requests().fallbacks();
            retries += stats.requests().retries();
            cacheHits += stats.requests().cacheHits();
        }
        System.out.printf(
                "simulation of seeds %d to %d: %s, %s, %d fallbacks, %d retries, %d from the cache%n",
                FIRST, FIRST + SEEDS - 1, outcomes, reasons, fallbacks, retries, cacheHits);

        if (SEEDS >= (FIRST == 0 ? 50 : 200)) { // other seeds reach the rarest later
            assertThat(outcomes.values()).as("every outcome occurs").allMatch(count -> count > 0);
            assertThat(reasons).containsOnlyKeys(Outcome.RejectReason.values());
            assertThat(fallbacks).isPositive();
            assertThat(retries).isPositive();
            assertThat(cacheHits).isPositive();
        }
    }

    /** In this seed a request expired while a backlog of events delayed the timers. */
    @Test
    void requestExpiredDuringABacklogIsNotSent() {
        checkNothingRemains(new Simulation(4815).play(), 4815);
    }

    static void checkNothingRemains(Simulation simulation, long seed) {
        simulation.invariantChecker.checkAllOver(simulation.broker.stats());
        assertThat(simulation.underWayAtProviders())
                .as("remaining calls, seed %d", seed)
                .isZero();
        assertThat(simulation.broker.timers.nextDeadline())
                .as("remaining timers, seed %d", seed)
                .isEmpty();
        assertThat(simulation.broker.share.tenants())
                .as("remaining shares, seed %d", seed)
                .isZero();
        checkBudgetsAreWhole(simulation, seed);
        simulation
                .invariantChecker
                .quotas()
                .forEach((session, quota) -> assertThat(
                                simulation.broker.quota(session).orElseThrow().remaining())
                        .as("quota of %s, seed %d", session, seed)
                        .isEqualByComparingTo(quota.remaining()));
    }

    private static void checkBudgetsAreWhole(Simulation simulation, long seed) {
        long now = simulation.broker.ticker.nanos();
        for (ProviderSlot slot : simulation.broker.router.slots()) {
            Limits limits = slot.settings.limits();
            for (ProviderKey key : slot.accessKeys) {
                Budget budget = key.rateLimiter(slot.settings.model()).budget();
                assertThat(limits.perDay() > 0
                                || budget.fits(new Usage(limits.tokensPerMinute(), 0, 0, 0), now))
                        .as("the whole budget of %s is available, seed %d", key.name, seed)
                        .isTrue();
            }
        }
    }

    @Test
    void closeEndsEveryRequest() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Simulation simulation = new Simulation(seed).playAndClose();
            simulation.invariantChecker.checkAllOver(simulation.broker.stats());
            assertThat(simulation.underWayAtProviders())
                    .as("calls, seed %d", seed)
                    .isZero();
        }
    }

    @Test
    void sameSeedProducesTheSameEvents() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed += 8) {
            Simulation once = new Simulation(seed).play();
            Simulation again = new Simulation(seed).play();
            assertThat(again.invariantChecker.log)
                    .as("seed %d", seed)
                    .isEqualTo(once.invariantChecker.log);
        }
    }

    @Test
    void differentSeedsProduceDifferentEvents() {
        assertThat(new Simulation(1).play().invariantChecker.log)
                .isNotEqualTo(new Simulation(9).play().invariantChecker.log);
    }
}
