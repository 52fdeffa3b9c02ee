/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.village.sim.Histogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** The results of a plan benchmark. Game thread only, except for its sinks. */
public final class PlanScores {
    private static final String ROW = "%-10s %4s %7s %12s %11s %9s";

    private final boolean timed;
    private final Ticker stopwatch = Ticker.system();
    private final List<PlanAttempt> attempts = new ArrayList<>();
    private final Histogram firstToken = new Histogram();
    private volatile long lastFirstToken;
    private long outputTokens;
    private long writingNanos;
    private int unanswered;
    private String failure = "";

    /** Creates empty results, with times unless a simulation answers. */
    PlanScores(boolean timed) {
        this.timed = timed;
    }

    void add(PlanAttempt attempt) {
        attempts.add(attempt);
    }

    /** Notes the measurements of a request, which has had one call at a time. */
    void measured(Telemetry telemetry) {
        if (lastFirstToken > 0) {
            firstToken.add(lastFirstToken);
            outputTokens += telemetry.usage().output();
            writingNanos += Math.max(0, telemetry.latency().toNanos() - lastFirstToken);
            lastFirstToken = 0;
        }
    }

    void ended(Outcome outcome) {
        if (outcome.kind() != Outcome.Kind.ANSWERED) {
            unanswered++;
            failure = outcome.toString();
        }
    }

    /** Wraps the sink of a call, which starts now, to note when its first text comes. */
    AnswerSink timed(AnswerSink sink) {
        long start = stopwatch.nanos();
        lastFirstToken = 0;
        return new AnswerSink() {
            @Override
            public void text(String delta) {
                if (lastFirstToken == 0) {
                    lastFirstToken = Math.max(1, stopwatch.nanos() - start);
                }
                sink.text(delta);
            }

            @Override
            public void usage(Usage soFar) {
                sink.usage(soFar);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                sink.complete(reason, usage);
            }

            @Override
            public void fail(CallFailure reason) {
                sink.fail(reason);
            }
        };
    }

    /** Returns the table, a row for each kind of situation, and the times if there are any. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                ROW,
                "situation",
                "of",
                "valid",
                "carried out",
                "steps done",
                "sensible"));
        for (PlanSituation situation : PlanSituation.values()) {
            lines.add(row(
                    situation.name().toLowerCase(Locale.ROOT),
                    attempts.stream()
                            .filter(attempt -> attempt.situation() == situation)
                            .toList()));
        }
        lines.add(row("all", attempts));
        if (timed && firstToken.count() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "tokens per second %.0f, first token p50 %.0f ms, p95 %.0f ms",
                    outputTokens * 1e9 / Math.max(1, writingNanos),
                    firstToken.percentileMillis(0.5),
                    firstToken.percentileMillis(0.95)));
        }
        if (unanswered > 0) {
            lines.add(unanswered + " without a whole answer, the last: " + failure);
        }
        return lines;
    }

    /**
     * Returns a line for each situation in which something fell short: its number and kind, the
     * plan, and after a bar what was refused or failed, with the reason.
     */
    public List<String> misses() {
        return attempts.stream()
                .map(PlanAttempt::miss)
                .flatMap(Optional::stream)
                .toList();
    }

    private static String row(String name, List<PlanAttempt> of) {
        return String.format(
                Locale.ROOT,
                ROW,
                name,
                of.size(),
                share(of, PlanAttempt::isValid),
                share(of, PlanAttempt::isCarriedOut),
                percent(
                        of.stream().mapToInt(PlanAttempt::done).sum(),
                        of.stream().mapToInt(PlanAttempt::steps).sum()),
                share(of, PlanAttempt::isSensible));
    }

    private static String share(List<PlanAttempt> of, Predicate<PlanAttempt> good) {
        return percent(of.stream().filter(good).count(), of.size());
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "-" : Math.round(100.0 * part / whole) + " %";
    }
}
