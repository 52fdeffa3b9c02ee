/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Outcome;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.simulation.GameLoad.Habit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** How the rules of sharing compare on the same games, as a table in Markdown. */
final class SharingTable {
    private SharingTable() {}

    /** What serves the games. */
    private enum Rule {
        STRICT {
            @Override
            Desk desk(TwoProviders providers) {
                return Desk.of(providers.broker(true));
            }
        },
        WORK_CONSERVING {
            @Override
            Desk desk(TwoProviders providers) {
                return Desk.of(providers.broker(false));
            }
        },
        PLAIN {
            @Override
            Desk desk(TwoProviders providers) {
                return providers.plainBroker();
            }
        };

        abstract Desk desk(TwoProviders providers);
    }

    /** Returns one row for each of those ways in which the providers count, and each rule. */
    static String of(long seed, List<SimulatedLimitKind> kinds, Duration length) {
        StringBuilder table = new StringBuilder("| limits | rule | alpha used | beta used |"
                + " 429s of 100 calls | answered | failed | told to wait | mean wait | p95 wait |"
                + " p99 CRITICAL | Jain | bursty tokens | idle tokens |\n");
        table.append("| --- ".repeat(14)).append("|\n");
        for (SimulatedLimitKind kind : kinds) {
            for (Rule rule : Rule.values()) {
                table.append(row(kind, rule, seed, length)).append('\n');
            }
        }
        return table.toString();
    }

    private static String row(SimulatedLimitKind kind, Rule rule, long seed, Duration length) {
        TwoProviders providers = new TwoProviders(new VirtualTime(), kind, seed);
        Hour hour = new Hour(providers, rule.desk(providers), seed);
        hour.run(length);
        HourReport report = hour.report;
        List<GameLoad> backlogged = hour.gamesThatAre(Habit.BACKLOGGED);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.1f %% | %.1f %% | %.2f | %d | %d | %d | %s | %s | %s | %.4f | %,d | %,d |",
                words(kind),
                words(rule),
                100 * hour.usedOfAlpha(length),
                100 * hour.usedOfBeta(length),
                100.0 * providers.refused() / providers.calls(),
                report.count(Outcome.Kind.ANSWERED),
                report.count(Outcome.Kind.REJECTED) + report.count(Outcome.Kind.FAILED),
                report.timesTurnedAway(),
                seconds(report.waits.mean()),
                seconds(report.waits.percentile(95)),
                seconds(report.critical.percentile(99)),
                report.jain(backlogged, 0, hour.now()),
                tokens(hour, Habit.BURSTY),
                tokens(hour, Habit.IDLE));
    }

    private static long tokens(Hour hour, Habit habit) {
        return hour.gamesThatAre(habit).stream()
                .mapToLong(game -> hour.report.tokens(game, 0, hour.now()))
                .sum();
    }

    private static String words(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
}
