/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.component.Layer;
import dev.triune.village.sim.FailureLog;
import dev.triune.village.talk.WordsAndDeeds.SayAndDo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The report as a few lines of text. */
final class TextReport {
    /** What each layer decides on, in the words of the page. */
    private static final Map<String, String> TASKS = Map.of(
            Layer.AUTONOMIC.label(),
            "reflexes",
            Layer.TALKER.label(),
            "words",
            Layer.EXECUTOR.label(),
            "plans");

    private TextReport() {}

    static List<String> lines(RunReport r) {
        List<String> lines = new ArrayList<>(figures(r));
        if (r.usage().gateway() != null) {
            lines.add(format(
                    "  gateway      %d games, %d cooldowns, longest %d ticks",
                    r.usage().gateway().activeGames(),
                    r.usage().gateway().cooldowns(),
                    r.usage().gateway().longestTicks()));
        }
        if (r.usage().costUsd() > 0) {
            lines.add(format(
                    "  cost         %.6f USD for %d tokens in, %d out",
                    r.usage().costUsd(),
                    r.usage().tokens().input(),
                    r.usage().tokens().output()));
        }
        r.life()
                .stories()
                .forEach(story -> lines.add(format(
                        "  %-12s %s: %s",
                        story.story(), story.status(), Terminal.sanitize(story.words()))));
        if (r.tape() != null) {
            lines.add("  tape         " + Terminal.sanitize(r.tape()));
        }
        lines.add("  fingerprint  " + r.run().worldFingerprint());
        return lines;
    }

    /** Describes the shares of usable answers and steps. */
    static String quality(RunReport r) {
        long all = r.answers().answers().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        if (all == 0) {
            return "no answer came";
        }
        long valid = r.answers().answers().getOrDefault("applied", 0L);
        long repaired = r.answers().answers().getOrDefault("repaired", 0L);
        long useless = r.answers().answers().getOrDefault("rejected", 0L);
        long attempted = r.answers().steps().getOrDefault("queued", 0L)
                + r.answers().steps().getOrDefault("refused", 0L);
        return "of " + all + " answers " + share("valid", valid, all) + ", "
                + share("repaired", repaired, all) + ", " + share("of no use", useless, all) + ", "
                + share("too late", all - valid - repaired - useless, all) + "; "
                + share("not readable to the end", r.answers().unreadableAnswers(), all) + "; "
                + r.answers().failedHalfWay() + " more broke off half way; of " + attempted
                + " steps "
                + share("refused", r.answers().steps().getOrDefault("refused", 0L), attempted)
                + ", "
                + share("failed", r.answers().steps().getOrDefault("failed", 0L), attempted);
    }

    private static String share(String what, long count, long total) {
        return format("%d %s (%.1f %%)", count, what, total == 0 ? 0 : 100.0 * count / total);
    }

    private static List<String> figures(RunReport r) {
        return List.of(
                format(
                        "  lived        %,d ticks in %.1f s, %d of %d villagers alive,"
                                + " longest stuck %d ticks",
                        r.run().ticks(),
                        r.run().wallSeconds(),
                        r.life().alive(),
                        r.life().villagers().size(),
                        r.life().longestStuck()),
                format(
                        "  tick         p50 %.3f ms, p99 %.3f ms, max %.1f ms, over 50 ms: %d",
                        r.run().tick().p50Ms(),
                        r.run().tick().p99Ms(),
                        r.run().tick().maxMs(),
                        r.run().tick().over50Ms()),
                "  decisions    " + decisions(r.decisions()),
                "  reflexes     " + nonZeroCounts(inWords(r.decisions().reflexes())),
                format(
                        "  requests     %d = %s",
                        r.requests().requests(), nonZeroCounts(r.requests().outcomes())),
                "  failures     " + failures(r.requests().failures()),
                "  answers      " + nonZeroCounts(r.answers().answers()) + unreadable(r),
                "  quality      " + quality(r),
                "  steps        " + nonZeroCounts(r.answers().steps()),
                "  thoughts     " + nonZeroCounts(inWords(r.scheduling().thoughts())),
                "  habits       " + habits(r),
                "  first step   " + latency(r),
                format(
                        "  providers    %d fallbacks, %d rate limits, %d retries; at most %d"
                                + " waiting, p95 wait %d ms",
                        r.providers().fallbacks(),
                        r.providers().rateLimited(),
                        r.providers().retries(),
                        r.usage().queue().maxWaiting(),
                        r.usage().queue().p95WaitMs()),
                talk(r.life().talk()),
                lines(r.life().talk()),
                "  say and do   " + sayAndDo(r.life().sayAndDo()),
                truth(r.truth()),
                format(
                        "  village      busy %.1f %% of the time, %d routines, buildings: %s",
                        100 * r.life().busyShare(),
                        r.life().routines(),
                        counts(r.life().buildings())),
                "  changes      " + nonZeroCounts(r.life().changes()));
    }

    private static String talk(LifeSummary.TalkSummary talk) {
        return format(
                "  talk         %d conversations: %d pieces of information, %d relations changed",
                talk.conversations(), talk.told(), talk.relations());
    }

    private static String lines(LifeSummary.TalkSummary talk) {
        return "  lines        " + talk.lines() + ", "
                + share("said in the same words within a minute", talk.repeats(), talk.lines())
                + ", " + share("of these by the same", talk.ownRepeats(), talk.lines()) + ", "
                + share("said by nobody that day before", talk.distinct(), talk.lines());
    }

    /** Describes which promises were kept. */
    static String sayAndDo(SayAndDo deeds) {
        long settled = deeds.made() - deeds.open() - deeds.excused();
        String promises = deeds.made() == 1 ? " promise, " : " promises, ";
        return deeds.made() + promises + deeds.open() + " of them open; of " + settled
                + " settled " + share("kept", deeds.kept(), settled) + ", "
                + share("impossible", deeds.failed(), settled) + ", "
                + share("given up", deeds.givenUp(), settled)
                + (deeds.excused() > 0 ? "; " + deeds.excused() + " excused" : "");
    }

    private static String truth(TruthJudge.TruthFigures truth) {
        return format(
                "  truth        %s, %s of what the speaker knew; of %d questions %d answered as"
                        + " asked; %s, %s",
                share("true and particular", truth.particular(), truth.lines()),
                share("contradictions", truth.contradictions(), truth.lines()),
                truth.questions(),
                truth.answered(),
                share("said again by the same within three days", truth.repeated(), truth.lines()),
                share("small talk", truth.smallTalk(), truth.lines()));
    }

    private static String habits(RunReport r) {
        List<HabitSummary.DaySummary> days = r.habits().days();
        String calls = days.isEmpty()
                ? ""
                : "; calls a villager: " + day(days.get(0))
                        + (days.size() == 1 ? "" : ", " + day(days.get(days.size() - 1)));
        return format(
                        "%d habits gave %d plans and %d of %d steps done; %d conversations settled"
                                + " by rules, with %d lines said again",
                        r.habits().count(),
                        r.habits().plans(),
                        r.habits().steps(),
                        r.answers().steps().getOrDefault("done", 0L),
                        r.habits().settledTalks(),
                        r.habits().barks())
                + calls;
    }

    private static String day(HabitSummary.DaySummary day) {
        return format("%.1f on day %d", day.calls(), day.day());
    }

    private static String decisions(RunReport.DecisionSummary decisions) {
        Map<String, Long> tasks = new LinkedHashMap<>();
        decisions
                .selections()
                .forEach((layer, count) -> tasks.put(TASKS.get(layer) + " (" + layer + ")", count));
        return nonZeroCounts(tasks) + " (" + decisions.policy() + ")";
    }

    private static String unreadable(RunReport r) {
        return r.answers().unreadableAnswers() == 0
                ? ""
                : "; " + r.answers().unreadableAnswers() + " could not be read to their end";
    }

    private static String latency(RunReport r) {
        if (r.answers().firstStepMs().count() == 0) {
            return "no plan arrived whole";
        }
        return format(
                "p50 %.0f ms, p95 %.0f ms; full answer p50 %.0f ms, p95 %.0f ms (%d plans)",
                r.answers().firstStepMs().p50(),
                r.answers().firstStepMs().p95(),
                r.answers().fullAnswerMs().p50(),
                r.answers().fullAnswerMs().p95(),
                r.answers().firstStepMs().count());
    }

    private static String failures(Map<String, FailureLog.FailureCount> failureCounts) {
        String all = failureCounts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue().count() + " ("
                        + Terminal.sanitize(entry.getValue().last()) + ")")
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "none" : all;
    }

    private static String nonZeroCounts(Map<String, Long> figures) {
        String some = figures.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return some.isEmpty() ? "none" : some;
    }

    /** Replaces the names of counts by words: {@code aheadUsed} is "ahead used". */
    private static Map<String, Long> inWords(Map<String, Long> figures) {
        Map<String, Long> words = new LinkedHashMap<>();
        figures.forEach((name, count) ->
                words.put(name.replaceAll("_|(?=[A-Z])", " ").toLowerCase(Locale.ROOT), count));
        return words;
    }

    private static String counts(Map<String, Integer> figures) {
        return figures.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Formats without regard to the language of the machine. */
    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
