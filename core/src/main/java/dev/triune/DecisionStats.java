/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.action.Step;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of every answer and every step. The sums agree, always: the ends of answers add up to
 * the answers, and steps that were queued are done, failed, dropped or still in a queue. Game
 * thread only.
 */
public final class DecisionStats implements BehaviorListener {
    private final Map<AnswerStatus, Long> answers = new EnumMap<>(AnswerStatus.class);
    private final Map<String, Long> refusals = new TreeMap<>();
    private long queued;
    private long done;
    private long failed;
    private long dropped;
    private long refused;
    private long unreadable;
    private long unknownKey;
    private long repaired;
    private long bridged;
    private long secondTries;
    private long fallbacks;
    private long nextPlansUsed;
    private long nextPlansWasted;

    /** Nothing happened yet. */
    public DecisionStats() {
        for (AnswerStatus end : AnswerStatus.values()) {
            answers.put(end, 0L);
        }
    }

    /** An answer came to its end. */
    public void answered(AnswerStatus end) {
        answers.merge(end, 1L, Long::sum);
    }

    /** A step was put into a queue; whoever puts one there enters it here. */
    public void stepQueued() {
        queued++;
    }

    /** A step had to be changed to fit. */
    public void stepRepaired() {
        repaired++;
    }

    /** An answer was of no use and is asked for once more. */
    public void secondTry() {
        secondTries++;
    }

    /** No answer was of use and the routine stands in. */
    public void fallbackQueued() {
        fallbacks++;
    }

    /** A plan that was thought of ahead was begun without having to wait for its turn. */
    public void nextPlanUsed() {
        nextPlansUsed++;
    }

    /** A call that thought ahead came to nothing. */
    public void nextPlanWasted() {
        nextPlansWasted++;
    }

    /** A step was no step, for that reason. */
    public void stepRefused(String type, String reason) {
        refused++;
        refusals.merge(type + ": " + reason, 1L, Long::sum);
    }

    /** A step left its queue undone: its plan was replaced, or its agent is gone. */
    public void stepsDropped(int count) {
        dropped += count;
    }

    /** An answer, or its rest, could not be read. */
    public void unreadable() {
        unreadable++;
    }

    /** An answer held a key that nobody asked for. */
    public void unknownKey() {
        unknownKey++;
    }

    @Override
    public void stepDone(int agent, Step step) {
        done++;
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        failed++;
    }

    @Override
    public void stepBridged(int agent, Step step, int steps) {
        bridged++;
        queued += steps;
    }

    @Override
    public void planDropped(int agent, int steps, String reason) {
        dropped += steps;
    }

    @Override
    public void nextPlanStarted(int agent, int steps) {
        nextPlansUsed++;
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        dropped += steps;
        nextPlansWasted++;
    }

    /** How many answers ended in that way. */
    public long answers(AnswerStatus end) {
        return answers.getOrDefault(end, 0L);
    }

    /** How many answers there were. */
    public long answers() {
        return answers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Steps that were put into a queue. */
    public long queued() {
        return queued;
    }

    /** Queued steps that were carried out. */
    public long done() {
        return done;
    }

    /** Queued steps that could not be carried out. */
    public long failed() {
        return failed;
    }

    /** Queued steps that were given up because the plan was replaced or the agent is gone. */
    public long dropped() {
        return dropped;
    }

    /** Steps that never got into a queue because the catalog does not allow them. */
    public long refused() {
        return refused;
    }

    /** Why steps were refused, each reason with its count; the reasons come from the catalog. */
    public Map<String, Long> refusals() {
        return Collections.unmodifiableMap(new TreeMap<>(refusals));
    }

    /** Answers that could not be read to their end. */
    public long unreadableAnswers() {
        return unreadable;
    }

    /** Keys in answers that nobody asked for. */
    public long unknownKeys() {
        return unknownKey;
    }

    /** The sums, for people. */
    @Override
    public String toString() {
        return "answers " + answers + ", steps queued " + queued + ", done " + done + ", failed "
                + failed + ", dropped " + dropped + ", refused " + refused + " " + refusals;
    }

    /** Steps that were changed to fit: a synonym, another target, a number cut to its range. */
    public long repaired() {
        return repaired;
    }

    /** Steps that were made possible by steps of the routine before them. */
    public long bridged() {
        return bridged;
    }

    /** Answers of no use that were asked for once more. */
    public long secondTries() {
        return secondTries;
    }

    /** How often the routine stood in for a plan. */
    public long fallbacks() {
        return fallbacks;
    }

    /** Plans thought of ahead that were carried out. */
    public long nextPlansUsed() {
        return nextPlansUsed;
    }

    /** Calls that thought ahead and came to nothing: no plan, or one that was given up unused. */
    public long nextPlansWasted() {
        return nextPlansWasted;
    }
}
