/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.simulation.GameLoad.Habit;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the comparison of the rules rests on. */
class SharingTableTest {
    private static final Duration LENGTH = Duration.ofMinutes(20);
    private static final Duration SHORT = Duration.ofMinutes(3);

    /**
     * Prints the table, of one way to count and a third of an hour by default; {@code
     * -Dsimulation.seed} chooses its seed, 1 unless set.
     */
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void tableHasARowPerRuleAndLimitKind() {
        List<SimulatedLimitKind> kinds = List.of(SimulatedLimitKind.values())
                .subList(0, Thorough.count(1, SimulatedLimitKind.values().length));
        String table = SharingTable.of(
                Long.getLong("simulation.seed", 1), kinds, Thorough.all() ? Hour.LENGTH : LENGTH);
        System.out.println(table);

        assertThat(table.lines()).hasSize(2 + 3 * kinds.size());
    }

    @Test
    void brokerRespectsLimitsThatThePlainAlgorithmExceeds() {
        Hour plain = run(TwoProviders::plainBroker, 1);
        Hour broker = run(providers -> Desk.of(providers.broker(false)), 1);

        assertThat(plain.providers.refused()).isPositive();
        assertThat(plain.report.count(Outcome.Kind.ANSWERED)).isPositive();
        assertThat(broker.providers.refused()).isZero();
    }

    @Test
    void sameSeedReproducesTheSameHour() {
        Hour one = run(TwoProviders::plainBroker, 2, SHORT);
        Hour other = run(TwoProviders::plainBroker, 2, SHORT);

        assertThat(fingerprint(one)).isEqualTo(fingerprint(other));
        assertThat(fingerprint(one))
                .isNotEqualTo(fingerprint(run(TwoProviders::plainBroker, 3, SHORT)));
    }

    @Test
    void demandOfNonBackloggedGamesDoesNotDependOnTheRule() {
        Hour plain = run(TwoProviders::plainBroker, 4);
        Hour broker = run(providers -> Desk.of(providers.broker(false)), 4);

        for (Habit habit : new Habit[] {Habit.BURSTY, Habit.IDLE}) {
            for (int i = 0; i < plain.gamesThatAre(habit).size(); i++) {
                assertThat(plain.gamesThatAre(habit).get(i).wishes())
                        .as("%s %d", habit, i)
                        .isPositive()
                        .isEqualTo(broker.gamesThatAre(habit).get(i).wishes());
            }
        }
    }

    private static Hour run(Function<TwoProviders, Desk> opener, long seed) {
        return run(opener, seed, LENGTH);
    }

    private static Hour run(Function<TwoProviders, Desk> opener, long seed, Duration length) {
        TwoProviders providers =
                new TwoProviders(new VirtualTime(), SimulatedLimitKind.TOKEN_BUCKET, seed);
        Hour hour = new Hour(providers, opener.apply(providers), seed);
        hour.run(length);
        return hour;
    }

    private static String fingerprint(Hour hour) {
        StringBuilder all = new StringBuilder();
        for (GameLoad game : hour.games) {
            all.append(hour.report.tokens(game, 0, hour.now())).append(' ');
        }
        return all.append(hour.providers.calls())
                .append(' ')
                .append(hour.report.waits.mean())
                .toString();
    }
}
