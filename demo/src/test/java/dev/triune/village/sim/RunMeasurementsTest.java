/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.ApiFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunMeasurementsTest {
    private static final long MILLISECOND = 1_000_000;
    private static final int AGENT = 4;

    // histogram

    @Test
    void percentilesAreWithinTwoPercent() {
        Histogram histogram = new Histogram();
        for (int i = 1; i <= 1_000; i++) {
            histogram.add(i * MILLISECOND);
        }
        assertThat(histogram.count()).isEqualTo(1_000);
        for (int percent = 1; percent <= 100; percent++) {
            assertThat(histogram.percentileMillis(percent / 100.0))
                    .as("p%d", percent)
                    .isCloseTo(10.0 * percent, withinPercentage(2.01));
        }
        assertThat(histogram.maxMillis()).isEqualTo(1_000);
    }

    @Test
    void emptyHistogramReportsZero() {
        assertThat(new Histogram().percentileMillis(0.99)).isZero();
        assertThat(new Histogram().maxMillis()).isZero();
    }

    @Test
    void histogramHandlesExtremeDurations() {
        Histogram histogram = new Histogram();
        histogram.add(0);
        histogram.add(Duration.ofDays(3).toNanos());
        assertThat(histogram.percentileMillis(0.5)).isLessThanOrEqualTo(0.001);
        assertThat(histogram.percentileMillis(1)).isGreaterThan(3_600_000);
        assertThat(histogram.maxMillis()).isEqualTo(3 * 86_400_000.0);
    }

    // fingerprint

    @Test
    void fingerprintUsesFnv() {
        assertThat(new Fingerprint().hex()).isEqualTo("cbf29ce484222325");
        assertThat(new Fingerprint().add(0x61L).hex())
                .isEqualTo(new Fingerprint().add('a').hex());
    }

    @Test
    void fingerprintDependsOnOrderAndBoundaries() {
        assertThat(new Fingerprint().add(1).add(2).hex())
                .isNotEqualTo(new Fingerprint().add(2).add(1).hex());
        assertThat(new Fingerprint().add("ab").add("c").hex())
                .isNotEqualTo(new Fingerprint().add("a").add("bc").hex());
        assertThat(new Fingerprint().add(1f).hex())
                .isNotEqualTo(new Fingerprint().add(Math.nextUp(1f)).hex());
        assertThat(new Fingerprint().add("x").add(3).hex())
                .isEqualTo(new Fingerprint().add("x").add(3).hex());
    }

    // stuck detector

    @Test
    void idleAwakeVillagerIsStuck() {
        StuckDetector watch = new StuckDetector();
        for (int tick = 1; tick <= 500; tick++) {
            watch.observe(AGENT, tick, 9, 9, 0.5f, false);
        }
        assertThat(watch.longestStuckTicks(AGENT)).isEqualTo(499);
        assertThat(watch.longestStuckTicks(AGENT + 1)).isZero();
    }

    @Test
    void movingSleepingEatingAndFinishingCountAsProgress() {
        StuckDetector watch = new StuckDetector();
        for (int tick = 1; tick <= 500; tick++) {
            boolean asleep = tick == 100;
            float x = tick < 200 ? 9 : 10;
            float hunger = tick < 300 ? 0.5f : 0.6f;
            watch.observe(AGENT, tick, x, 9, hunger, asleep);
            if (tick == 400) {
                watch.recordProgress(AGENT);
            }
        }
        assertThat(watch.longestStuckTicks(AGENT)).isEqualTo(100);
    }

    @Test
    void remembersTheLongestStuckTime() {
        StuckDetector watch = new StuckDetector();
        watch.observe(AGENT, 1, 9, 9, 1, false);
        watch.observe(AGENT, 300, 9, 9, 1, false);
        watch.observe(AGENT, 301, 20, 9, 1, false);
        watch.observe(AGENT, 302, 20, 9, 1, false);
        assertThat(watch.longestStuckTicks(AGENT)).isEqualTo(299);
    }

    // metrics

    @Test
    void latencyIsMeasuredFromTheCall() {
        VirtualTime time = new VirtualTime();
        LatencyMetrics latencyMetrics = new LatencyMetrics(time);
        Outcome answered = new Outcome.Answered("offline", "rules", Usage.NONE);
        for (int number = 1; number <= 2; number++) {
            Ticket ticket = new Ticket(number);
            latencyMetrics.callStarted(ticket, "offline", Duration.ZERO);
            time.advance(Duration.ofMillis(200));
            if (number == 1) { // the second is talk without a plan
                latencyMetrics.firstStepQueued(ticket);
            }
            time.advance(Duration.ofMillis(300));
            latencyMetrics.ended(ticket, answered);
            latencyMetrics.answerApplied(ticket, answered);
        }
        assertThat(latencyMetrics.firstStep().count()).isEqualTo(1);
        assertThat(latencyMetrics.firstStep().maxMillis()).isEqualTo(200);
        assertThat(latencyMetrics.fullAnswer().maxMillis()).isEqualTo(500);
    }

    @Test
    void countsFailuresByNameAndReportsEachOutageOnce() {
        List<String> reported = new ArrayList<>();
        FailureLog failureLog = new FailureLog(new VillageListener() {
            @Override
            public void requestFailed(String message) {
                reported.add(message);
            }

            @Override
            public void requestsRecovered(int failedInARow) {
                reported.add("again after " + failedInARow);
            }
        });
        failureLog.ended(failed(FailureCode.UNREACHABLE, "gone"), 1);
        failureLog.ended(failed(FailureCode.CUT_OFF, "cut"), 2);
        failureLog.ended(failed(FailureCode.UNREACHABLE, "gone still"), 1_200);
        failureLog.ended(new Outcome.Expired(), 1_200);
        failureLog.ended(new Outcome.Answered("offline", "rules", Usage.NONE), 1_200);
        failureLog.ended(new Outcome.Answered("offline", "rules", Usage.NONE), 1_200);
        failureLog.ended(failed(FailureCode.CUT_OFF, "too soon to say so again"), 1_201);
        failureLog.ended(failed(FailureCode.UNREACHABLE, "gone again"), 1_201);
        failureLog.ended(failed(FailureCode.UNREACHABLE, "gone for long"), 9_999);

        assertThat(reported).containsExactly("gone", "cut", "again after 3", "gone again");
        assertThat(failureLog.failureCounts())
                .isEqualTo(Map.of(
                        "cut_off", new FailureLog.FailureCount(2, "too soon to say so again"),
                        "unreachable", new FailureLog.FailureCount(4, "gone for long")));
    }

    private static Outcome failed(FailureCode code, String message) {
        return new Outcome.Failed(code, message, false);
    }

    // settings

    @Test
    void rejectsInvalidSettings() {
        MindSource.Model modelTarget =
                new MindSource.Model(ApiFamily.OPENAI, "http://localhost/v1", "m", "secret-key");
        assertThat(modelTarget.toString()).isEqualTo("model m at http://localhost/v1");
        assertThatThrownBy(() -> new SimulationSettings(1, 0, false, new MindSource.None()))
                .hasMessage("0 villagers (expected 1 or more)");
        assertThatThrownBy(() -> new SimulationSettings(1, 8, true, modelTarget))
                .hasMessage(
                        "model m at http://localhost/v1 cannot follow virtual time (expected one without a"
                                + " network, or a run in real time)");
    }
}
