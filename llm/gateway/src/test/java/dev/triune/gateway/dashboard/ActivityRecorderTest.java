/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.TestClock;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActivityRecorderTest {
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("qwen", TokenPrices.of("1", "1", "2")), TokenPrices.of("0", "0", "0"));

    private final TestClock clock = new TestClock();
    private final ActivityRecorder activityRecorder =
            new ActivityRecorder(clock, clock, PRICES, List.of("late"), true);
    private long tickets;

    private Ticket begin(String session, String provider) {
        Ticket ticket = new Ticket(++tickets);
        Request<String> request = Request.text("qwen")
                .tenant(session)
                .agent("smith")
                .prompt(() -> Prompt.of("What now?"))
                .build();
        activityRecorder.submitted(ticket, request);
        if (!provider.isEmpty()) {
            activityRecorder.callStarted(ticket, provider, Duration.ofMillis(30));
        }
        return ticket;
    }

    private void answer(Ticket ticket, String provider, Duration latency, Usage usage) {
        activityRecorder.callEnded(ticket, provider, latency);
        activityRecorder.measured(
                ticket,
                new Telemetry("qwen", 0, Duration.ofMillis(30), 100, latency, usage, false, ""));
        activityRecorder.ended(ticket, new Outcome.Answered(provider, "qwen", usage));
    }

    private void ask(String session, String provider) {
        answer(
                begin(session, provider),
                provider,
                Duration.ofMillis(400),
                new Usage(100, 0, 0, 20));
    }

    @Test
    void answerIsCountedInEveryFigure() {
        Ticket ticket = begin("keep", "groq");
        clock.advance(Duration.ofMillis(90));
        activityRecorder.firstPart(ticket, Duration.ofMillis(90));
        answer(ticket, "groq", Duration.ofMillis(400), new Usage(100, 0, 0, 20));

        ActivitySnapshot activitySnapshot = activityRecorder.snapshot();

        assertThat(activitySnapshot.perSecond()).isEqualTo(1);
        assertThat(activitySnapshot.tokensPerSecond()).isEqualTo(120);
        assertThat(activitySnapshot.firstDelta())
                .isEqualTo(new DurationSamples.LatencyPercentiles(1, 90, 90));
        assertThat(activitySnapshot.complete())
                .isEqualTo(new DurationSamples.LatencyPercentiles(1, 400, 400));
        assertThat(activitySnapshot.waitTime())
                .isEqualTo(new DurationSamples.LatencyPercentiles(1, 30, 30));
        assertThat(activitySnapshot.providers().get("groq").cost()).isEqualByComparingTo("0.00014");
        assertThat(activitySnapshot.providers().get("groq").tokens()).isEqualTo(120);
        assertThat(activitySnapshot.games().get("keep").lastMinuteTokens()).isEqualTo(120);
        assertThat(activitySnapshot.recent())
                .containsExactly(new ActivitySnapshot.EndedRequest(
                        TestClock.BEGIN + 90,
                        "keep",
                        "smith",
                        "qwen",
                        "groq",
                        30,
                        400,
                        120,
                        "answered",
                        "What now?"));
    }

    @Test
    void gameTokensCoverOnlyTheLastMinute() {
        ask("keep", "groq");
        clock.advance(Duration.ofSeconds(66));
        ask("harbour", "groq");

        Map<String, ActivitySnapshot.Totals> games = activityRecorder.snapshot().games();
        assertThat(games.get("keep").lastMinuteTokens()).isZero();
        assertThat(games.get("harbour").lastMinuteTokens()).isEqualTo(120);
    }

    @Test
    void latenciesExpireAfterOneMinute() {
        ask("keep", "groq");
        clock.advance(Duration.ofSeconds(61));

        assertThat(activityRecorder.snapshot().complete().count()).isZero();
        assertThat(activityRecorder.snapshot().perSecond()).isZero();
    }

    @Test
    void costIsChargedToTheProviderThatAnswered() {
        Ticket ticket = begin("keep", "groq");
        activityRecorder.callEnded(ticket, "groq", Duration.ofMillis(5));
        activityRecorder.callStarted(ticket, "cerebras", Duration.ofMillis(40));
        answer(ticket, "cerebras", Duration.ofMillis(200), new Usage(0, 0, 0, 1_000_000));

        ActivitySnapshot activitySnapshot = activityRecorder.snapshot();

        assertThat(activitySnapshot.providers()).containsOnlyKeys("late", "cerebras");
        assertThat(activitySnapshot.cost()).isEqualByComparingTo(BigDecimal.valueOf(2));
        assertThat(activitySnapshot.waitTime().count())
                .as("waits until the first call only")
                .isEqualTo(1);
    }

    @Test
    void requestsWithoutACallHaveNoLatency() {
        Ticket ticket = begin("keep", "");
        activityRecorder.ended(
                ticket, new Outcome.Rejected(Outcome.RejectReason.QUEUE_FULL, Duration.ZERO));
        Ticket cached = begin("keep", "");
        activityRecorder.ended(cached, new Outcome.Answered("groq", "qwen", Usage.NONE));

        ActivitySnapshot activitySnapshot = activityRecorder.snapshot();

        assertThat(activitySnapshot.complete().count()).isZero();
        assertThat(activitySnapshot.recent())
                .extracting(ActivitySnapshot.EndedRequest::outcome)
                .containsExactly("answered", "queue_full");
        assertThat(activitySnapshot.perSecond())
                .as("cached answers count as answers")
                .isEqualTo(1);
    }

    @Test
    void historyHasTenMinutesOfTwoSecondPoints() {
        for (int second = 0; second < 1000; second++) {
            ask("keep", "groq");
            clock.advance(Duration.ofSeconds(1));
            activityRecorder.sample();
        }

        assertThat(activityRecorder.history()).hasSize(ChartHistory.MAX_POINTS);
        assertThat(activityRecorder.history()).allSatisfy(chartPoint -> {
            assertThat(chartPoint.perSecond()).isEqualTo(1);
            assertThat(chartPoint.tokens()).isEqualTo(120);
            assertThat(chartPoint.waiting()).isZero();
            assertThat(chartPoint.inFlight()).isZero();
            assertThat(chartPoint.latency().p95()).isEqualTo(400);
        });
        long first = activityRecorder.history().get(0).at();
        assertThat(activityRecorder.history().get(ChartHistory.MAX_POINTS - 1).at() - first)
                .isEqualTo(2000L * (ChartHistory.MAX_POINTS - 1));
    }

    @Test
    void historyShowsWaitingAndRunningRequests() {
        begin("keep", "groq");
        begin("keep", "");
        begin("keep", "");
        clock.advance(Duration.ofSeconds(2));
        activityRecorder.sample();

        assertThat(activityRecorder.history()).singleElement().satisfies(chartPoint -> {
            assertThat(chartPoint.waiting()).isEqualTo(2);
            assertThat(chartPoint.inFlight()).isEqualTo(1);
            assertThat(chartPoint.latency().count()).isZero();
        });
    }

    @Test
    void clientNamesUseBoundedMemory() {
        for (int i = 0; i < 3 * ActivityRecorder.MAX_GAMES; i++) {
            ask("game-" + i + "x".repeat(500), "host-" + i);
        }
        ask("game", "late");

        ActivitySnapshot activitySnapshot = activityRecorder.snapshot();

        assertThat(activitySnapshot.games()).hasSize(ActivityRecorder.MAX_GAMES);
        assertThat(activitySnapshot.providers())
                .hasSize(ActivityRecorder.MAX_PROVIDERS + 1)
                .containsKey("*");
        assertThat(activitySnapshot.providers().get("late").tokens())
                .as("configured providers take precedence")
                .isEqualTo(120);
        assertThat(activitySnapshot.recent())
                .hasSize(ActivityRecorder.MAX_RECENT)
                .allSatisfy(endedRequest -> assertThat(endedRequest.session())
                        .hasSizeLessThanOrEqualTo(DisplayText.MAX_NAME_LENGTH + 1));
    }

    @Test
    void promptsAreNotRecordedUnlessConfigured() {
        ActivityRecorder discreet = new ActivityRecorder(clock, clock, PRICES, List.of(), false);
        Request<String> request = Request.text("qwen")
                .promptSource(() -> {
                    throw new AssertionError("must not be rendered for display");
                })
                .build();
        discreet.submitted(new Ticket(1), request);
        discreet.ended(new Ticket(1), new Outcome.Expired());

        assertThat(discreet.snapshot().recent()).singleElement().satisfies(endedRequest -> {
            assertThat(endedRequest.prompt()).isEmpty();
            assertThat(endedRequest.outcome()).isEqualTo("expired");
        });
    }
}
