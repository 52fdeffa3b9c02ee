/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.AnswerStatus;
import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.RefusedStep;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.internal.behavior.StepLedger;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts what listeners are told and, by direct calls, what no event stands for. Game thread only. */
public final class MindCounters implements MindStats, MindListener {
    /** The most reasons of refusals that are kept apart: models invent names without end. */
    private static final int REFUSALS = 256;

    private static final String OTHER_REFUSALS = "others";

    private final Map<AnswerStatus, Long> answers = new EnumMap<>(AnswerStatus.class);
    private final Map<String, Long> refusals = new TreeMap<>();
    private final long[] selections = new long[Layer.COUNT];
    private final StepLedger steps = new StepLedger();
    private long refused;
    private long unreadable;
    private long unknownKeys;
    private long repaired;
    private long bridged;
    private long secondTries;
    private long fallbacks;
    private long nextPlansUsed;
    private long nextPlansWasted;
    private long urgency;
    private long blockedByCooldown;
    private long unusedGrants;
    private long superseded;
    private long plannedAhead;
    private long periodic;
    int pendingRequests;
    int pendingUpdates;

    MindCounters() {
        for (AnswerStatus end : AnswerStatus.values()) {
            answers.put(end, 0L);
        }
    }

    // ---- direct calls

    public void answered(AnswerStatus end) {
        answers.merge(end, 1L, Long::sum);
    }

    /** Returns what counts steps. */
    public StepLedger steps() {
        return steps;
    }

    public void secondTry() {
        secondTries++;
    }

    public void nextPlanUsed() {
        nextPlansUsed++;
    }

    public void nextPlanWasted() {
        nextPlansWasted++;
    }

    public void unreadable() {
        unreadable++;
    }

    public void selected(SelectionRule rule, int howUrgent) {
        selections[rule.layer().ordinal()]++;
        urgency += howUrgent;
        plannedAhead += rule == StandardSelectionRule.AHEAD ? 1 : 0;
        periodic += rule == StandardSelectionRule.PERIODIC ? 1 : 0;
    }

    public void requestSuperseded() {
        superseded++;
    }

    public void cooldownBlocked() {
        blockedByCooldown++;
    }

    public void grantUnused() {
        unusedGrants++;
    }

    // ---- events

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String correction) {
        repaired++;
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        refused++;
        String words = step.type() + ": " + step.reason();
        boolean known = refusals.size() < REFUSALS || refusals.containsKey(words);
        refusals.merge(known ? words : OTHER_REFUSALS, 1L, Long::sum);
    }

    @Override
    public void fallbackQueued(int agent, int steps) {
        fallbacks++;
    }

    @Override
    public void unknownKey(int agent, Layer layer, String key) {
        unknownKeys++;
    }

    @Override
    public void stepBridged(int agent, Step step, int steps) {
        bridged++;
    }

    @Override
    public void nextPlanStarted(int agent, int steps) {
        nextPlansUsed++;
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        nextPlansWasted++;
    }

    // ---- readers

    @Override
    public long answers(AnswerStatus end) {
        return answers.getOrDefault(end, 0L);
    }

    @Override
    public long answers() {
        return answers.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public long unreadableAnswers() {
        return unreadable;
    }

    @Override
    public long unknownKeys() {
        return unknownKeys;
    }

    @Override
    public long secondTries() {
        return secondTries;
    }

    @Override
    public long fallbacks() {
        return fallbacks;
    }

    @Override
    public long queued() {
        return steps.queued();
    }

    @Override
    public long done() {
        return steps.done();
    }

    @Override
    public long failed() {
        return steps.failed();
    }

    @Override
    public long dropped() {
        return steps.dropped();
    }

    @Override
    public long refused() {
        return refused;
    }

    @Override
    public Map<String, Long> refusals() {
        return Collections.unmodifiableMap(new TreeMap<>(refusals));
    }

    @Override
    public long repaired() {
        return repaired;
    }

    @Override
    public long bridged() {
        return bridged;
    }

    @Override
    public long nextPlansUsed() {
        return nextPlansUsed;
    }

    @Override
    public long nextPlansWasted() {
        return nextPlansWasted;
    }

    @Override
    public int pendingRequests() {
        return pendingRequests;
    }

    @Override
    public int pendingUpdates() {
        return pendingUpdates;
    }

    @Override
    public long selections(Layer layer) {
        return selections[layer.ordinal()];
    }

    @Override
    public Map<Layer, Long> selections() {
        Map<Layer, Long> all = new EnumMap<>(Layer.class);
        for (Layer layer : Layer.values()) {
            all.put(layer, selections(layer));
        }
        return all;
    }

    @Override
    public double meanUrgency() {
        long sum = 0;
        for (long count : selections) {
            sum += count;
        }
        return sum == 0 ? 0 : (double) urgency / sum;
    }

    @Override
    public long blockedByCooldown() {
        return blockedByCooldown;
    }

    @Override
    public long unusedGrants() {
        return unusedGrants;
    }

    @Override
    public long superseded() {
        return superseded;
    }

    @Override
    public long plannedAhead() {
        return plannedAhead;
    }

    @Override
    public long periodic() {
        return periodic;
    }

    /** Returns the sums, for people. */
    @Override
    public String toString() {
        return "answers " + answers + ", steps queued " + queued() + ", done " + done()
                + ", failed " + failed() + ", dropped " + dropped() + ", refused " + refused + " "
                + refusals
                + ", selections " + selections() + ", blocked by cooldown " + blockedByCooldown
                + ", mean urgency " + meanUrgency() + ", superseded " + superseded
                + ", stale at grant " + unusedGrants;
    }
}
