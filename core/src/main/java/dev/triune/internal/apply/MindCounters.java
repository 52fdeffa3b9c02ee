/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.MindStats;
import dev.triune.MindStats.AnswerCounts;
import dev.triune.MindStats.PlanCounts;
import dev.triune.MindStats.RepairCounts;
import dev.triune.MindStats.RequestCounts;
import dev.triune.MindStats.TalkCounts;
import dev.triune.TurnSource;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Layer;
import dev.triune.internal.behavior.StepLedger;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts events, and what has no event. Game thread only. */
public final class MindCounters implements MindListener {
    /**
     * The maximum number of refusal reasons counted separately: models invent names without end.
     */
    private static final int REFUSALS = 256;

    private static final String OTHER_REFUSALS = "others";

    private final Map<AnswerStatus, Long> answers = new EnumMap<>(AnswerStatus.class);
    private final Map<String, Long> refusals = new TreeMap<>();
    private final long[] selections = new long[Layer.COUNT];
    private final StepLedger steps = new StepLedger();
    private long refused;
    private long unknownKeys;
    private long repaired;
    private long bridged;
    private long fallbacks;
    private long urgency;
    private long plannedAhead;
    private long periodic;
    private long orderedPlans;

    // incremented by other classes; MindStats describes each
    public long unreadable;
    public long secondTries;
    public long nextPlansUsed;
    public long nextPlansWasted;
    public long blockedByCooldown;
    public long unusedGrants;
    public long superseded;
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

    public StepLedger steps() {
        return steps;
    }

    public void selected(SelectionRule rule, int urgencyRank) {
        selections[rule.layer().ordinal()]++;
        urgency += urgencyRank;
        plannedAhead += rule.purpose() == Purpose.NEXT_PLAN ? 1 : 0;
        periodic += rule.purpose() == Purpose.PERIODIC ? 1 : 0;
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
    public void planOrdered(int agent, String origin, List<Step> steps) {
        orderedPlans++;
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        nextPlansWasted++;
    }

    /** Returns the counts, with those of the talk that was settled without a model. */
    public MindStats stats(List<TurnSource> turns) {
        Map<Layer, Long> byLayer = new EnumMap<>(Layer.class);
        long selected = 0;
        for (Layer layer : Layer.values()) {
            byLayer.put(layer, selections[layer.ordinal()]);
            selected += selections[layer.ordinal()];
        }
        steps.settleAll();
        return new MindStats(
                new RequestCounts(
                        pendingRequests,
                        pendingUpdates,
                        Collections.unmodifiableMap(byLayer),
                        selected == 0 ? 0 : (double) urgency / selected,
                        blockedByCooldown,
                        unusedGrants,
                        superseded,
                        plannedAhead,
                        periodic),
                new AnswerCounts(
                        Collections.unmodifiableMap(new EnumMap<>(answers)),
                        unreadable,
                        unknownKeys,
                        secondTries,
                        fallbacks),
                steps.counts(),
                new RepairCounts(
                        refused,
                        Collections.unmodifiableMap(new TreeMap<>(refusals)),
                        repaired,
                        bridged),
                new PlanCounts(nextPlansUsed, nextPlansWasted, orderedPlans, steps.orderedCounts()),
                new TalkCounts(
                        turns.stream().mapToLong(TurnSource::settledTalks).sum(),
                        turns.stream().mapToLong(TurnSource::repeatedLines).sum()));
    }
}
