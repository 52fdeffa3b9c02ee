/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.TestClock;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Ticket;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.Usage;
import dev.triune.llm.policy.quota.PriceCatalog;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("qwen", TokenWeights.of("1", "1", "2")), TokenWeights.of("0", "0", "0"));

    private final TestClock clock = new TestClock();
    private final Figures figures = new Figures(clock, clock, PRICES, List.of("late"), true);
    private long tickets;

    private Ticket begin(String session, String provider) {
        Ticket ticket = new Ticket(++tickets);
        Request<String> request = Request.text("qwen")
                .session(session)
                .agent("smith")
                .prompt(() -> Prompt.of("What now?"))
                .build();
        figures.submitted(ticket, request);
        if (!provider.isEmpty()) {
            figures.callStarted(ticket, provider, Duration.ofMillis(30));
        }
        return ticket;
    }

    private void answer(Ticket ticket, String provider, Duration latency, Usage usage) {
        figures.callEnded(ticket, provider, latency);
        figures.measured(
                ticket,
                new Telemetry("qwen", 0, Duration.ofMillis(30), 100, latency, usage, false, ""));
        figures.ended(ticket, new Outcome.Answered(provider, "qwen", usage));
    }

    private void ask(String session, String provider) {
        answer(
                begin(session, provider),
                provider,
                Duration.ofMillis(400),
                new Usage(100, 0, 0, 20));
    }

    @Test
    void anAnswerShowsUpInEveryFigure() {
        Ticket ticket = begin("keep", "groq");
        clock.advance(Duration.ofMillis(90));
        figures.firstPart(ticket, Duration.ofMillis(90));
        answer(ticket, "groq", Duration.ofMillis(400), new Usage(100, 0, 0, 20));

        Seen seen = figures.now();

        assertThat(seen.perSecond()).isEqualTo(1);
        assertThat(seen.tokensPerSecond()).isEqualTo(120);
        assertThat(seen.firstDelta()).isEqualTo(new Samples.Percentiles(1, 90, 90));
        assertThat(seen.complete()).isEqualTo(new Samples.Percentiles(1, 400, 400));
        assertThat(seen.waited()).isEqualTo(new Samples.Percentiles(1, 30, 30));
        assertThat(seen.costs().get("groq")).isEqualByComparingTo("0.00014");
        assertThat(seen.tokens()).containsEntry("groq", 120L);
        assertThat(seen.gameTokens()).containsEntry("keep", 120L);
        assertThat(seen.recent())
                .containsExactly(new Seen.Ended(
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
    void theTokensOfAMinuteAgoAreNotInAGamesShare() {
        ask("keep", "groq");
        clock.advance(Duration.ofSeconds(66));
        ask("harbour", "groq");

        assertThat(figures.now().gameTokens())
                .containsExactlyInAnyOrderEntriesOf(Map.of("keep", 0L, "harbour", 120L));
    }

    @Test
    void latenciesOlderThanAMinuteCountNoMore() {
        ask("keep", "groq");
        clock.advance(Duration.ofSeconds(61));

        assertThat(figures.now().complete().count()).isZero();
        assertThat(figures.now().perSecond()).isZero();
    }

    @Test
    void whoFellBackIsChargedToTheProviderThatAnswered() {
        Ticket ticket = begin("keep", "groq");
        figures.callEnded(ticket, "groq", Duration.ofMillis(5));
        figures.callStarted(ticket, "cerebras", Duration.ofMillis(40));
        answer(ticket, "cerebras", Duration.ofMillis(200), new Usage(0, 0, 0, 1_000_000));

        Seen seen = figures.now();

        assertThat(seen.costs()).containsOnlyKeys("late", "cerebras");
        assertThat(seen.cost()).isEqualByComparingTo(BigDecimal.valueOf(2));
        assertThat(seen.waited().count()).as("waits until the first call only").isEqualTo(1);
    }

    @Test
    void whatWasNeverCalledHasNoLatency() {
        Ticket ticket = begin("keep", "");
        figures.ended(ticket, new Outcome.Rejected(Outcome.RejectReason.QUEUE_FULL, Duration.ZERO));
        Ticket cached = begin("keep", "");
        figures.ended(cached, new Outcome.Answered("groq", "qwen", Usage.NONE));

        Seen seen = figures.now();

        assertThat(seen.complete().count()).isZero();
        assertThat(seen.recent())
                .extracting(Seen.Ended::outcome)
                .containsExactly("answered", "queue_full");
        assertThat(seen.perSecond()).as("answers from the cache are answers").isEqualTo(1);
    }

    @Test
    void historyHasAPointForEachTwoSecondsAndTenMinutesOfThem() {
        for (int second = 0; second < 1000; second++) {
            ask("keep", "groq");
            clock.advance(Duration.ofSeconds(1));
            figures.sample();
        }

        assertThat(figures.history()).hasSize(History.MOST);
        assertThat(figures.history()).allSatisfy(point -> {
            assertThat(point.perSecond()).isEqualTo(1);
            assertThat(point.tokens()).isEqualTo(120);
            assertThat(point.waiting()).isZero();
            assertThat(point.inFlight()).isZero();
            assertThat(point.latency().p95()).isEqualTo(400);
        });
        long first = figures.history().get(0).at();
        assertThat(figures.history().get(History.MOST - 1).at() - first)
                .isEqualTo(2000L * (History.MOST - 1));
    }

    @Test
    void historyTellsWhoWaitsAndWhoIsUnderWay() {
        begin("keep", "groq");
        begin("keep", "");
        begin("keep", "");
        clock.advance(Duration.ofSeconds(2));
        figures.sample();

        assertThat(figures.history()).singleElement().satisfies(point -> {
            assertThat(point.waiting()).isEqualTo(2);
            assertThat(point.inFlight()).isEqualTo(1);
            assertThat(point.latency().count()).isZero();
        });
    }

    @Test
    void namesOfClientsTakeABoundedRoom() {
        for (int i = 0; i < 3 * Figures.MOST_GAMES; i++) {
            ask("game-" + i + "x".repeat(500), "host-" + i);
        }
        ask("game", "late");

        Seen seen = figures.now();

        assertThat(seen.gameTokens()).hasSize(Figures.MOST_GAMES);
        assertThat(seen.costs()).hasSize(Figures.MOST_PROVIDERS + 1).containsKey("*");
        assertThat(seen.tokens()).as("what is configured comes first").containsEntry("late", 120L);
        assertThat(seen.recent())
                .hasSize(Figures.MOST_RECENT)
                .allSatisfy(ended ->
                        assertThat(ended.session()).hasSizeLessThanOrEqualTo(Shown.MOST_NAME + 1));
    }

    @Test
    void promptsAreNotKeptUnlessTheOperatorWantsThemShown() {
        Figures discreet = new Figures(clock, clock, PRICES, List.of(), false);
        Request<String> request = Request.text("qwen")
                .source(() -> {
                    throw new AssertionError("nobody may render it for show");
                })
                .build();
        discreet.submitted(new Ticket(1), request);
        discreet.ended(new Ticket(1), new Outcome.Expired());

        assertThat(discreet.now().recent()).singleElement().satisfies(ended -> {
            assertThat(ended.prompt()).isEmpty();
            assertThat(ended.outcome()).isEqualTo("expired");
        });
    }
}
