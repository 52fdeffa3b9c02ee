/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ModelStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.BrokerStats.TenantStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Telemetry of each request and statistics of the broker. */
class TelemetryAndStatsTest {
    private static final Usage USED = new Usage(100, 20, 3, 40);

    private final List<Telemetry> measured = new ArrayList<>();
    private final Stage stage = Stage.ofTwo(Stage.settings(), builder -> {}, new BrokerListener() {
        @Override
        public void measured(Ticket ticket, Telemetry telemetry) {
            measured.add(telemetry);
        }
    });

    @Test
    void answerTelemetryIsCorrectInEveryField() {
        stage.holdThePermit();
        stage.submit("in front");
        Recorder recorder = stage.submit(Stage.asking("measured").maxTokens(12));
        stage.advanceSeconds(3);
        stage.first.last().complete();
        stage.advanceSeconds(4);
        stage.first.last().complete();
        stage.advanceSeconds(2);
        stage.first.last().text("hi").complete(USED);
        stage.settle();

        assertThat(recorder.telemetry())
                .isEqualTo(new Telemetry(
                        "model-1",
                        1,
                        Duration.ofSeconds(7),
                        12,
                        Duration.ofSeconds(2),
                        USED,
                        false,
                        ""));
        assertThat(measured).contains(recorder.telemetry());
    }

    @Test
    void fallbackTelemetryHasLastCallAndWaitForTheFirst() {
        Recorder recorder = stage.submit("hello?");
        stage.advanceSeconds(0);
        stage.advanceSeconds(5);
        stage.first.last().rateLimited(60);
        stage.advanceSeconds(3);
        stage.second.last().complete(USED);
        stage.settle();

        assertThat(recorder.telemetry())
                .isEqualTo(new Telemetry(
                        "model-2",
                        0,
                        Duration.ZERO,
                        Request.DEFAULT_MAX_TOKENS,
                        Duration.ofSeconds(3),
                        USED,
                        false,
                        ""));
    }

    @Test
    void telemetryWithoutACallReportsTheWait() {
        stage.holdThePermit();
        Recorder recorder = stage.submit(Stage.asking("late").usefulFor(Duration.ofSeconds(6)));
        stage.advanceSeconds(6);

        assertThat(recorder.telemetry())
                .isEqualTo(new Telemetry(
                        "model-1",
                        0,
                        Duration.ofSeconds(6),
                        0,
                        Duration.ZERO,
                        Usage.NONE,
                        false,
                        "expired"));
    }

    @Test
    void failureTelemetryContainsTheCode() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().fail(FailureCode.BAD_REQUEST);
        stage.settle();

        assertThat(recorder.telemetry().code()).isEqualTo("provider_error");
    }

    // ---- stats

    @Test
    void brokerStatsAreCorrectInEveryField() {
        play();
        BrokerStats stats = stage.broker.stats();

        assertThat(stats.requests().submitted()).isEqualTo(5);
        assertThat(stats.requests().count(Outcome.Kind.ANSWERED)).isEqualTo(2);
        assertThat(stats.requests().count(Outcome.Kind.CANCELLED)).isEqualTo(1);
        assertThat(stats.requests().ended()).isEqualTo(3);
        assertThat(stats.requests().successRate()).isEqualTo(2.0 / 3);
        assertThat(stats.queue().waiting()).isEqualTo(1);
        assertThat(stats.calls().inFlight()).isEqualTo(1);
        assertThat(stats.queue().maxWaiting()).isEqualTo(3);
        assertThat(stats.queue().waiting()).isLessThanOrEqualTo(BrokerStats.BACKLOG_THRESHOLD);
        assertThat(stats.queue().meanWait()).isEqualTo(Duration.ofSeconds(2));
        assertThat(stats.queue().p95Wait())
                .isBetween(Duration.ofSeconds(6), Duration.ofMillis(6600));
        assertThat(stats.requests().fallbacks()).isEqualTo(1);
        assertThat(stats.calls().rateLimited()).isEqualTo(1);
        assertThat(stats.requests().retries()).isZero();
        assertThat(stats.requests().cacheHits()).isZero();
        assertThat(stats.calls().usage()).isEqualTo(new Usage(200, 40, 6, 80));
    }

    @Test
    void providerStatsAreCorrectInEveryField() {
        play();
        ProviderStats first = stage.stats("first");
        assertThat(first.waiting()).isEqualTo(1);
        assertThat(first.waitingByLevel())
                .as("the other game was served less")
                .containsExactly(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
        assertThat(first.inFlight()).isEqualTo(1);
        assertThat(first.permits()).isEqualTo(1);
        assertThat(first.cooldown()).isZero();
        assertThat(first.breakerOpen()).isFalse();
        assertThat(first.calls()).isEqualTo(3);
        assertThat(first.answered()).isEqualTo(1);
        assertThat(first.rateLimited()).isEqualTo(1);
        assertThat(first.fallbacks()).isZero();
        assertThat(first.retries()).isZero();
        assertThat(first.successRate()).as("one call is in flight").isEqualTo(0.5);
        assertThat(first.meanWait()).isEqualTo(Duration.ofSeconds(2));
        assertThat(first.keys()).containsExactly(new KeyStats("first", true, Duration.ZERO));

        ProviderStats second = stage.stats("second");
        assertThat(second.waiting()).isZero();
        assertThat(second.inFlight()).isZero();
        assertThat(second.calls()).isEqualTo(1);
        assertThat(second.answered()).isEqualTo(1);
        assertThat(second.fallbacks()).isEqualTo(1);
        assertThat(second.successRate()).isEqualTo(1);
        assertThat(second.meanWait()).as("first calls only").isZero();
        assertThat(second.p95Wait()).isZero();
    }

    @Test
    void modelLayerAndTenantStatsAreCorrectInEveryField() {
        play();
        BrokerStats stats = stage.broker.stats();

        assertThat(stats.models()).containsOnlyKeys("model-1", "model-2");
        ModelStats first = model(stats, "model-1");
        assertThat(first.calls()).as("one rate limited, one answered").isEqualTo(2);
        assertThat(first.usage()).isEqualTo(USED);
        assertThat(first.trims()).isZero();
        assertThat(first.cost()).as("no cost without a price catalog").isZero();
        assertThat(model(stats, "model-2").calls()).isEqualTo(1);
        assertThat(model(stats, "model-2").usage()).isEqualTo(USED);
        assertThat(stats.layers()).isEqualTo(Map.of("talk", 2L, "", 1L));
        assertThat(stats.tenants())
                .isEqualTo(Map.of(
                        "game-1", new TenantStats(1, 0, 2, 326),
                        "game-2", new TenantStats(0, 1, 0, 0)));
    }

    /**
     * One answered by the second after a rate limit of the first, one answered by the first, one
     * cancelled in the queue, one in flight, one waiting.
     */
    private void play() {
        stage.submit(of("game-1", "refused here, answered there").layer("talk"));
        stage.settle();
        stage.first.last().rateLimited(4);
        stage.settle();
        stage.second.last().complete(USED);
        stage.advanceSeconds(10);

        stage.submit(of("game-1", "answered").layer("talk"));
        stage.settle();
        stage.submit(of("game-1", "in flight"));
        stage.submit(of("game-2", "waiting").priority(Priority.LOW));
        Ticket cancelled = stage.submit("cancelled", update -> {});
        stage.advanceSeconds(3);
        stage.broker.cancel(cancelled);
        stage.advanceSeconds(3);
        stage.first.last().complete(USED);
        stage.settle();
    }

    @Test
    void idleBrokerReportsFullSuccessRateAndNoTenants() {
        BrokerStats stats = stage.broker.stats();

        assertThat(stats.requests().successRate()).isEqualTo(1);
        assertThat(stage.stats("first").successRate()).isEqualTo(1);
        assertThat(stats.tenants()).isEmpty();
        assertThat(stats.models()).isEmpty();
    }

    @Test
    void retryIsCountedWhenItsWaitBegins() {
        Stage one = Stage.ofOne();
        one.submit("hello?");
        one.settle();
        one.first.last().rateLimited(1);
        one.settle();

        assertThat(one.broker.stats().requests().retries()).isEqualTo(1);
        assertThat(one.stats("first").retries()).isEqualTo(1);
        assertThat(one.stats("first").cooldown())
                .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1_100));
    }

    @Test
    void repeatedFailuresAreReportedAsOpenBreaker() {
        Stage one = Stage.ofOne();
        for (int i = 0; i < 5; i++) {
            one.submit("question " + i);
            one.settle();
            one.first.last().fail(FailureCode.PROVIDER_ERROR);
            one.settle();
        }

        assertThat(one.stats("first").breakerOpen()).isTrue();
        assertThat(one.stats("first").cooldown()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void reportsPermitsReducedByRateLimits() {
        Stage one =
                Stage.ofOne(Stage.settings().withPermits(4).withAdaptivePermits(10), builder -> {});
        one.submit("hello?");
        one.settle();
        one.first.last().rateLimited(1);
        one.settle();

        assertThat(one.stats("first").permits()).isEqualTo(2);
    }

    @Test
    void requestWithoutTenantAddsNoTenantStats() {
        Stage one = Stage.ofOne();
        one.submit(of("", "of no game"));
        one.settle();
        one.first.last().complete(USED);
        one.settle();

        assertThat(one.broker.stats().tenants()).isEmpty();
        assertThat(one.broker.stats().calls().usage()).isEqualTo(USED);
    }

    // ---- fixtures

    private static ModelStats model(BrokerStats stats, String name) {
        return Objects.requireNonNull(stats.models().get(name), name);
    }

    private static Request.Builder<String> of(String game, String question) {
        return Stage.asking(question).tenant(game);
    }
}
