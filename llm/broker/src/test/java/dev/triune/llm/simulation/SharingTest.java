/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.VirtualTime;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.simulation.GameLoad.Habit;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Eight games that share two limited providers for an hour, or for {@code -Dsimulation.hours=168} a
 * week.
 */
class SharingTest {
    /** Long enough for every call that began within the hour to end. */
    private static final Duration LANDING = Duration.ofSeconds(60);

    private static final double LEAST_USED = 0.93;

    /**
     * In largest requests. Charged exactly it is two at the most (FairSharePropertyTest); here
     * calls in flight are charged by what answers take on average, which is off by some. A week has
     * rarer moments than an hour.
     */
    private static final double WIDEST_GAP = Hour.LENGTH.toHours() == 1 ? 2.25 : 3;

    /** The first answers are still to show what calls take on average. */
    private static final double WIDEST_GAP_AT_FIRST = 3;

    /** By then the first answers have shown what calls take; before, that is a wild guess. */
    private static final Duration LEARNING = Duration.ofMinutes(1);

    /** In the third hour one game has five emergencies at once; the eleventh has several groups. */
    private static final int[] FIRST_SEEDS = {3, 11, 1};

    @ParameterizedTest
    @EnumSource(SimulatedLimitKind.class)
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void everyHourUsesLimitsFullySharesEvenlyAndServesEmergencies(SimulatedLimitKind kind) {
        int first = Thorough.all() ? 1 : FIRST_SEEDS[kind.ordinal()];
        for (long seed = first; seed < first + Thorough.count(1, 24); seed++) {
            checkHour(kind, seed);
        }
    }

    private static void checkHour(SimulatedLimitKind kind, long seed) {
        TwoProviders providers = new TwoProviders(new VirtualTime(), kind, seed);
        Hour hour = new Hour(providers, Desk.of(providers.broker(false)), seed);
        hour.run(Hour.LENGTH);
        long end = hour.now();
        double usedOfAlpha = hour.usedOfAlpha(Hour.LENGTH);
        double usedOfBeta = hour.usedOfBeta(Hour.LENGTH);
        double refused = (double) providers.refused() / providers.calls();
        hour.run(LANDING);

        HourReport report = hour.report;
        List<GameLoad> backlogged = hour.gamesThatAre(Habit.BACKLOGGED);
        double jain = report.jain(backlogged, 0, end);
        double largest = report.largest();
        double firstGap = report.widestGap(backlogged, 0, LEARNING.toNanos()) / largest;
        double gap = report.widestGap(backlogged, LEARNING.toNanos(), end) / largest;
        String seen = String.format(
                Locale.ROOT,
                "%s, seed %d: alpha %.3f, beta %.3f, refused %.4f, Jain %.4f, gap %.2f, at first %.2f, CRITICAL %d, p99 %s, longest %s",
                kind,
                seed,
                usedOfAlpha,
                usedOfBeta,
                refused,
                jain,
                gap,
                firstGap,
                report.critical.count(),
                report.critical.percentile(99),
                report.critical.percentile(100));
        System.out.println(seen);
        assertThat(usedOfAlpha).as(seen).isGreaterThanOrEqualTo(LEAST_USED);
        assertThat(usedOfBeta).as(seen).isGreaterThanOrEqualTo(LEAST_USED);
        assertThat(refused).as(seen).isLessThanOrEqualTo(0.001);
        assertThat(jain).as(seen).isGreaterThanOrEqualTo(0.99);
        assertThat(gap).as(seen).isLessThanOrEqualTo(WIDEST_GAP);
        assertThat(firstGap).as(seen).isLessThanOrEqualTo(WIDEST_GAP_AT_FIRST);
        assertThat(report.critical.count()).as(seen).isGreaterThan(60);
        assertThat(report.critical.percentile(99))
                .as(seen)
                .isLessThanOrEqualTo(Duration.ofSeconds(2));
    }
}
