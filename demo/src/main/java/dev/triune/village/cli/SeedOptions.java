/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import static dev.triune.village.cli.OptionChecks.check;

import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for several villages that differ in their seeds. */
final class SeedOptions {
    private static final String FORM = "FIRST..LAST, at most 1000 seeds";

    /** The flags that apply to each of several villages. */
    private static final Set<String> SHARED = Set.of(
            "--seeds",
            "--threads",
            "--days",
            "--ticks",
            "--speed",
            "--villagers",
            "--decisions",
            "--no-llm",
            "--chaos",
            "--outage",
            "--habits",
            "--config");

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST..LAST",
            description = "run a village with each of these seeds, one on each core, and print a"
                    + " line for each; needs --speed max")
    private @Nullable String seeds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "how many villages of --seeds run at a time, 1 to 64 (one on each core)")
    private @Nullable Integer threads;

    /**
     * Checks the options and returns the seeds, which are empty for a single village.
     *
     * @param max whether time is simulated as fast as possible
     */
    List<Long> seeds(boolean max) {
        check(
                spec,
                threads == null || (threads >= 1 && threads <= 64),
                "--threads",
                threads,
                "1 to 64");
        if (seeds == null) {
            if (threads != null) {
                throw OptionChecks.error(
                        spec, "--threads " + threads + " needs seeds: add --seeds FIRST..LAST");
            }
            return List.of();
        }
        check(spec, seeds.matches("\\d{1,15}\\.\\.\\d{1,15}"), "--seeds", seeds, FORM);
        int dots = seeds.indexOf("..");
        long first = Long.parseLong(seeds.substring(0, dots));
        long last = Long.parseLong(seeds.substring(dots + 2));
        check(spec, first <= last && last - first < 1_000, "--seeds", seeds, FORM);
        if (!max) {
            throw OptionChecks.error(
                    spec, "--seeds " + seeds + " needs simulated time: add --speed max");
        }
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            if (!SHARED.contains(given.longestName())) {
                throw OptionChecks.error(
                        spec,
                        given.longestName() + " is for a single village: leave out "
                                + given.longestName() + " or --seeds " + seeds);
            }
        }
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    /** Returns how many villages run at a time. */
    int threads() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }
}
