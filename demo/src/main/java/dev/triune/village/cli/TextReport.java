/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import dev.triune.village.sim.FailureLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The report in a dozen lines for people. */
final class TextReport {
    private TextReport() {}

    static List<String> lines(RunReport r) {
        List<String> lines = new ArrayList<>(figures(r));
        if (r.gateway() != null) {
            lines.add(format(
                    "  gateway      %d games, %d cooldowns, longest %d ticks",
                    r.gateway().activeGames(),
                    r.gateway().cooldowns(),
                    r.gateway().longestTicks()));
        }
        if (r.costUsd() > 0) {
            lines.add(format(
                    "  cost         %.6f USD for %d tokens in, %d out",
                    r.costUsd(), r.tokens().input(), r.tokens().output()));
        }
        r.stories()
                .forEach(story -> lines.add(format(
                        "  %-12s %s: %s",
                        story.story(), story.status(), Terminal.sanitize(story.words()))));
        if (r.tape() != null) {
            lines.add("  tape         " + Terminal.sanitize(r.tape()));
        }
        lines.add("  fingerprint  " + r.worldFingerprint());
        return lines;
    }

    /** What the answers were worth: how many could be used, and as how much of what was asked. */
    static String quality(RunReport r) {
        long all = r.answers().values().stream().mapToLong(Long::longValue).sum();
        if (all == 0) {
            return "no answer came";
        }
        long valid = r.answers().getOrDefault("applied", 0L);
        long repaired = r.answers().getOrDefault("repaired", 0L);
        long useless = r.answers().getOrDefault("rejected", 0L);
        long tried = r.steps().getOrDefault("queued", 0L) + r.steps().getOrDefault("refused", 0L);
        return "of " + all + " answers " + share("valid", valid, all) + ", "
                + share("repaired", repaired, all) + ", " + share("of no use", useless, all) + ", "
                + share("too late", all - valid - repaired - useless, all) + "; "
                + share("not readable to the end", r.unreadableAnswers(), all) + "; "
                + r.failedHalfWay() + " more broke off half way; of " + tried + " steps "
                + share("refused", r.steps().getOrDefault("refused", 0L), tried) + ", "
                + share("failed", r.steps().getOrDefault("failed", 0L), tried);
    }

    private static String share(String what, long count, long of) {
        return format("%d %s (%.1f %%)", count, what, of == 0 ? 0 : 100.0 * count / of);
    }

    private static List<String> figures(RunReport r) {
        return List.of(
                format(
                        "  lived        %,d ticks in %.1f s, %d of %d villagers alive,"
                                + " longest stuck %d ticks",
                        r.ticks(),
                        r.wallSeconds(),
                        r.alive(),
                        r.villagers().size(),
                        r.longestStuck()),
                format(
                        "  tick         p50 %.3f ms, p99 %.3f ms, max %.1f ms, over 50 ms: %d",
                        r.tick().p50Ms(),
                        r.tick().p99Ms(),
                        r.tick().maxMs(),
                        r.tick().over50Ms()),
                "  decisions    " + words(r.selections()) + " (" + r.policy() + ")",
                "  reflexes     " + words(r.reflexes()),
                format("  requests     %d = %s", r.requests(), words(r.outcomes())),
                "  failures     " + failures(r.failures()),
                "  answers      " + words(r.answers()) + unreadable(r),
                "  quality      " + quality(r),
                "  steps        " + words(r.steps()),
                "  thoughts     " + words(r.thoughts()),
                "  first step   " + latency(r),
                format(
                        "  providers    %d fallbacks, %d rate limits, %d retries; at most %d"
                                + " waiting, p95 wait %d ms",
                        r.fallbacks(),
                        r.rateLimited(),
                        r.retries(),
                        r.queue().maxWaiting(),
                        r.queue().p95WaitMs()),
                format(
                        "  talk         %d conversations of %d turns: %d promises, %d pieces of"
                                + " information, %d relations changed",
                        r.talk().conversations(),
                        r.talk().turns(),
                        r.talk().promises(),
                        r.talk().told(),
                        r.talk().relations()),
                format(
                        "  village      %d routines, buildings: %s",
                        r.routines(), counts(r.buildings())));
    }

    private static String unreadable(RunReport r) {
        return r.unreadableAnswers() == 0
                ? ""
                : "; " + r.unreadableAnswers() + " could not be read to their end";
    }

    private static String latency(RunReport r) {
        if (r.firstStepMs().count() == 0) {
            return "no plan arrived whole";
        }
        return format(
                "p50 %.0f ms, p95 %.0f ms; full answer p50 %.0f ms, p95 %.0f ms (%d plans)",
                r.firstStepMs().p50(),
                r.firstStepMs().p95(),
                r.fullAnswerMs().p50(),
                r.fullAnswerMs().p95(),
                r.firstStepMs().count());
    }

    private static String failures(Map<String, FailureLog.FailureCount> failureCounts) {
        String all = failureCounts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue().count() + " ("
                        + Terminal.sanitize(entry.getValue().last()) + ")")
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "none" : all;
    }

    private static String words(Map<String, Long> figures) {
        String some = figures.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return some.isEmpty() ? "none" : some;
    }

    private static String counts(Map<String, Integer> figures) {
        return figures.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
