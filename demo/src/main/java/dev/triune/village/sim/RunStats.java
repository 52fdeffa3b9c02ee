/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.MindStats;
import dev.triune.llm.BrokerStats;
import dev.triune.village.action.RoutineSystem;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.talk.WordsAndDeeds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;

/** The statistics of a run, also after its village is closed. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the system
public final class RunStats {
    private final VillageWorld parts;
    private final long stepNanos;
    private final Histogram tickTimes = new Histogram();
    private long slowTicks;
    private long lastTickNanos;

    private RoutineSystem routines;

    /** Creates empty statistics; the world injects it. */
    RunStats(VillageWorld parts, Duration step) {
        this.parts = parts;
        this.stepNanos = step.toNanos();
    }

    /** Records a tick. */
    void tickEnded(long elapsedNanos) {
        tickTimes.add(elapsedNanos);
        slowTicks += elapsedNanos > stepNanos ? 1 : 0;
        lastTickNanos = elapsedNanos;
    }

    /** Returns the durations of {@code world.process()}. */
    public Histogram tickTimes() {
        return tickTimes;
    }

    /** Returns the number of ticks that took longer than 50 ms. */
    public long slowTicks() {
        return slowTicks;
    }

    /** Returns the duration of the last {@code world.process()}, in nanoseconds. */
    public long lastTickNanos() {
        return lastTickNanos;
    }

    /** Returns the statistics of requests. */
    public BrokerStats broker() {
        return parts.broker.stats();
    }

    /** Returns the cost of all answers, in USD. */
    public static double cost(BrokerStats stats) {
        return stats.models().values().stream()
                .map(BrokerStats.ModelStats::cost)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .doubleValue();
    }

    /** Returns the statistics of answers and steps. */
    public MindStats minds() {
        return parts.minds.stats();
    }

    /** Returns the statistics of conversations. */
    public TalkStats talk() {
        return parts.talk.stats();
    }

    /** Returns what villagers promised, and what became of it. */
    public WordsAndDeeds deeds() {
        return parts.deeds;
    }

    /** Returns the number of conversations. */
    public long conversations() {
        return talk().get(TalkStats.Count.CONVERSATIONS);
    }

    /** Returns the latency of answers. */
    public LatencyMetrics latency() {
        return parts.latencyMetrics;
    }

    /** Returns the failed requests. */
    public FailureLog failures() {
        return parts.failureLog;
    }

    /** Returns the number of failed steps by type. */
    public Map<String, Long> failedSteps() {
        return parts.eventRelay.failedSteps();
    }

    /** Returns the status of a gateway that other games may share. */
    public SharedGatewayStatus gateway() {
        return parts.gatewayStatus;
    }

    /** Returns the number of times a villager without a plan began its routine. */
    public long routines() {
        return routines.routinesStarted();
    }

    /**
     * Returns the share of time, 0 to 1, in which villagers had a plan, acted on a reflex or slept.
     */
    public double busyShare() {
        return routines.busyShare();
    }

    /** Returns the longest time that a villager was stuck, in ticks. */
    public long stuckTicks(int agent) {
        return parts.stuckDetector.longestStuckTicks(agent);
    }
}
