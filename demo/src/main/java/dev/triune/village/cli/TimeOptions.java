/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import static dev.triune.village.cli.OptionChecks.check;
import static dev.triune.village.cli.OptionChecks.error;

import dev.triune.village.world.Calendar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for the length and the speed of a run. */
final class TimeOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "how many days to live, 1 to 10000 (1; a day is 20 minutes)")
    private @Nullable Integer days;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            description = "how many ticks to live instead, 1 or more (20 are a second)")
    private @Nullable Long ticks;

    @Option(
            names = "--speed",
            paramLabel = "1|max",
            description = "1: real time; max: simulated time, as fast as it goes (1; a tape is"
                    + " replayed at max)")
    private @Nullable String speed;

    void checkRanges() {
        check(spec, days == null || (days >= 1 && days <= 10_000), "--days", days, "1 to 10000");
        check(spec, ticks == null || ticks >= 1, "--ticks", ticks, "1 or more");
    }

    void checkSpeed() {
        boolean known = speed == null || speed.equals("1") || speed.equals("max");
        check(spec, known, "--speed", speed, "1 or max");
    }

    void checkTogether() {
        if (days != null && ticks != null) {
            throw error(
                    spec,
                    "--days " + days + " and --ticks " + ticks
                            + " exclude each other: leave out one of them");
        }
    }

    boolean max(boolean otherwise) {
        return speed == null ? otherwise : speed.equals("max");
    }

    /** Returns the number of ticks to run; a replayed tape runs to its end by default. */
    long ticks(boolean replay) {
        if (ticks != null) {
            return ticks;
        }
        if (replay && days == null) {
            return Long.MAX_VALUE;
        }
        return (long) Calendar.TICKS_PER_DAY * (days == null ? 1 : days);
    }
}
