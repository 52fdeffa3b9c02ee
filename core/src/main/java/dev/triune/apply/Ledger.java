/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.apply;

import dev.triune.behavior.BehaviorListener;
import dev.triune.plan.Step;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of every answer and every step. The sums agree, always: the ends of answers add up to
 * the answers, and steps that were queued are done, failed, dropped or still in a queue. Game
 * thread only.
 */
public final class Ledger implements BehaviorListener {
    private final Map<AnswerEnd, Long> answers = new EnumMap<>(AnswerEnd.class);
    private final Map<String, Long> refusals = new TreeMap<>();
    private long queued;
    private long done;
    private long failed;
    private long dropped;
    private long refused;
    private long unreadable;
    private long unasked;

    /** Nothing happened yet. */
    public Ledger() {
        for (AnswerEnd end : AnswerEnd.values()) {
            answers.put(end, 0L);
        }
    }

    /** An answer came to its end. */
    void answered(AnswerEnd end) {
        answers.merge(end, 1L, Long::sum);
    }

    /** A step was put into a queue; whoever puts one there enters it here. */
    public void stepQueued() {
        queued++;
    }

    /** A step was no step, for that reason. */
    void stepRefused(String type, String reason) {
        refused++;
        refusals.merge(type + ": " + reason, 1L, Long::sum);
    }

    /** A step left its queue undone: its plan was replaced, or its agent is gone. */
    void stepsDropped(int count) {
        dropped += count;
    }

    /** An answer, or its rest, could not be read. */
    void unreadable() {
        unreadable++;
    }

    /** An answer held a key that nobody asked for. */
    void unasked() {
        unasked++;
    }

    @Override
    public void stepDone(int agent, Step step) {
        done++;
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        failed++;
    }

    /** How many answers ended in that way. */
    public long answers(AnswerEnd end) {
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
    public long unaskedKeys() {
        return unasked;
    }
}
