/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.fuzz;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Layer;
import dev.triune.llm.Ticket;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** Counts which rung of the repair ladder saved an answer: the furthest that it took. */
final class Rungs implements MindListener {
    /** The rungs, and the answers that need no repair. */
    enum Rung {
        /** Nothing was wrong. */
        CLEAN,
        /** The answer was empty but valid. */
        EMPTY,
        /** All steps were usable after corrections. */
        MENDED,
        /** Some steps were dropped, the rest was usable. */
        STEPS_DROPPED,
        /** Nothing was usable; the request was repeated. */
        ASKED_AGAIN,
        /** The repeated request got a usable answer. */
        SECOND_TRY,
        /** The second answer was not usable either: the routine provided the plan. */
        ROUTINE
    }

    private final Consumer<Step> queued;
    private final IntPredicate askedAgain;
    private final Map<Rung, Integer> counts = new EnumMap<>(Rung.class);
    private final Set<Integer> mended = new HashSet<>();
    private final Set<Integer> dropped = new HashSet<>();
    private final Map<Integer, String> reasons = new HashMap<>();
    private final Set<Integer> fellBack = new HashSet<>();

    /**
     * Counts nothing yet.
     *
     * @param queued told of each step that is queued
     * @param askedAgain whether the last answer of an agent is asked for once more
     */
    Rungs(Consumer<Step> queued, IntPredicate askedAgain) {
        this.queued = queued;
        this.askedAgain = askedAgain;
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        queued.accept(step);
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        mended.remove(agent);
        dropped.remove(agent);
        reasons.put(agent, reason);
    }

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String words) {
        mended.add(agent);
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        dropped.add(agent);
    }

    @Override
    public void fallbackQueued(int agent, int steps) {
        fellBack.add(agent);
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        counts.merge(rung(agent, end), 1, Integer::sum);
    }

    private Rung rung(int agent, AnswerStatus end) {
        boolean second = "second try".equals(reasons.get(agent));
        if (end == AnswerStatus.REJECTED && askedAgain.test(agent)) {
            return Rung.ASKED_AGAIN;
        }
        if (end == AnswerStatus.REJECTED && fellBack.remove(agent)) {
            return Rung.ROUTINE;
        }
        if (end == AnswerStatus.REJECTED) {
            return Rung.EMPTY;
        }
        if (second) {
            return Rung.SECOND_TRY;
        }
        if (end == AnswerStatus.APPLIED) {
            return Rung.CLEAN;
        }
        return mended.contains(agent) && !dropped.contains(agent)
                ? Rung.MENDED
                : Rung.STEPS_DROPPED;
    }

    /** The counts and their shares, a line. */
    String report() {
        int sum = counts.values().stream().mapToInt(Integer::intValue).sum();
        StringBuilder text = new StringBuilder(sum + " answers:");
        counts.forEach((rung, count) -> text.append(String.format(
                Locale.ROOT,
                " %s %d (%.1f %%)",
                rung.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                count,
                100.0 * count / sum)));
        return text.toString();
    }

    int count(Rung rung) {
        return counts.getOrDefault(rung, 0);
    }
}
