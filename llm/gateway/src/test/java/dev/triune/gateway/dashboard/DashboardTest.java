/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.TestSettings;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.Call;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The dashboard page, its live figures and the metrics, over HTTP. */
class DashboardTest {
    private static final String GENERATE = "/api/llm/generate";
    private static final String LIVE = "/api/llm/live";

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private GatewayFixture open(GatewaySettings settings) {
        GatewayFixture stage = GatewayFixture.open(
                usual -> settings,
                provider -> provider.withLimits(Limits.perMinute(120).withBurst(50)),
                builder -> builder.prices(new PriceCatalog(
                        Map.of("model-1", TokenPrices.of("1", "1", "2")),
                        TokenPrices.of("0", "0", "0"))));
        opened.add(stage);
        stage.model.answering("I will gather wood.");
        return stage;
    }

    private GatewayFixture open() {
        return open(GatewayFixture.settings());
    }

    /** Reads the events of a feed that stays open. */
    private final class Feed {
        private final BufferedSource source;

        Feed(GatewayFixture stage) throws IOException {
            Call call = stage.http.newCall(
                    new Request.Builder().url(stage.url(LIVE)).build());
            Response response = call.execute();
            opened.add(0, call::cancel); // closing would wait for the rest of the stream
            assertThat(response.code()).isEqualTo(200);
            assertThat(response.header("Content-Type")).startsWith("text/event-stream");
            source = response.body().source();
        }

        JsonNode next() throws IOException {
            String line = source.readUtf8LineStrict();
            while (!line.startsWith("data: ")) {
                line = source.readUtf8LineStrict();
            }
            return GatewayFixture.JSON.readTree(line.substring(6));
        }
    }

    private static void ask(GatewayFixture stage, String session) {
        assertThat(stage.post(
                                GENERATE,
                                "{'sessionId':'" + session
                                        + "','agentId':'smith','prompt':'What now?'}")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/dashboard.css",
                "/dashboard.js",
                "/dashboard-charts.js",
                "/dashboard.svg"
            })
    void pageNeedsNoTokenAndLoadsOnlyItsOwnResources(String path) {
        GatewayFixture stage = open(TestSettings.withToken("open-sesame"));

        Answer answer = stage.get(path);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().get("Content-Security-Policy"))
                .startsWith("default-src 'self';")
                .doesNotContain("unsafe");
        assertThat(answer.headers().get("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.body())
                .doesNotContain("innerHTML", "insertAdjacentHTML", "document.write", "eval(")
                .doesNotContainPattern("(src|href)=\"(https?:)?//")
                .doesNotContain("@import");
    }

    @ParameterizedTest
    @ValueSource(strings = {LIVE, "/metrics"})
    void figuresNeedTheTokenIfOneIsSet(String path) {
        GatewayFixture stage = open(TestSettings.withToken("open-sesame"));

        assertThat(stage.get(path).status()).isEqualTo(401);
        assertThat(stage.get(path + "?token=open-sesame").status()).isEqualTo(401);
    }

    @Test
    void firstEventHasAllFiguresOfTheGateway() throws IOException {
        GatewayFixture stage = open();
        ask(stage, "keep");
        ask(stage, "harbour");

        JsonNode event = new Feed(stage).next();

        assertThat(event.path("now").asLong()).isEqualTo(stage.clock.millis());
        assertThat(event.path("throughput"))
                .isEqualTo(GatewayFixture.JSON.readTree(
                        "{\"perSecond\": 2.0,\"callsLastMinute\": 2, \"target\": 2.0}"));
        assertThat(event.path("latency").path("complete").path("count").asInt()).isEqualTo(2);
        assertThat(event.path("totals").path("outcomes").path("answered").asInt())
                .isEqualTo(2);
        assertThat(event.path("totals").path("tokensOut").asInt()).isEqualTo(48);
        assertThat(event.path("totals").path("cost").asDouble()).isEqualTo(0.000296);
        assertThat(event.path("credits").path("capacity").asInt()).isEqualTo(100);
        assertThat(event.path("gamesTotal").asInt()).isEqualTo(2);
        assertThat(event.path("games")
                        .valueStream()
                        .map(game -> game.path("share").asDouble()))
                .containsExactly(0.5, 0.5);
        assertThat(event.path("games").path(0).path("cost").asDouble()).isEqualTo(0.000148);
        assertThat(event.path("models").toString())
                .isEqualTo(
                        "[{\"name\":\"model-1\",\"requests\":2,\"tokens\":248,\"cost\":2.96E-4}]");
        JsonNode provider = event.path("providers").path(0);
        assertThat(provider.has("lastError")).isFalse();
        assertThat(provider.has("waitsFor")).isFalse();
        assertThat(provider.path("name").asString()).isEqualTo("first");
        assertThat(provider.path("perMinute").asInt()).isEqualTo(120);
        assertThat(provider.path("calls").asInt()).isEqualTo(2);
        assertThat(provider.path("cost").asDouble()).isEqualTo(0.000296);
        assertThat(event.path("recent").path(0).path("session").asString()).isEqualTo("harbour");
        assertThat(event.path("recent").path(0).has("prompt")).isFalse();
        assertThat(event.path("history").isArray()).isTrue();
        assertThat(event.toString()).doesNotContain("What now?");
    }

    @Test
    void problemsOfReadinessAreOnThePage() throws IOException {
        GatewayFixture stage = GatewayFixture.open(
                settings -> settings,
                provider -> provider,
                builder -> {},
                GatewayFixture.FREE,
                Map.of(
                        "redis",
                        () -> Optional.of(
                                "limits are not shared, for 3 s: Redis cannot be reached")));
        opened.add(stage);

        assertThat(new Feed(stage).next().path("problems").toString())
                .isEqualTo("[\"redis: limits are not shared, for 3 s: Redis cannot be reached\"]");
    }

    @Test
    void laterEventsHaveOnlyNewPoints() throws IOException {
        GatewayFixture stage = open();
        Feed feed = new Feed(stage);
        assertThat(feed.next().path("totals").path("ended").asInt()).isZero();

        ask(stage, "keep");
        stage.clock.advance(Duration.ofSeconds(3));

        JsonNode event = feed.next();
        while (event.path("points").isEmpty()) {
            event = feed.next();
        }
        assertThat(event.has("history")).isFalse();
        assertThat(event.path("totals").path("ended").asInt()).isEqualTo(1);
        assertThat(event.path("points").path(0).path(1).asDouble()).isEqualTo(0.333);
    }

    @Test
    void promptsAreShownIfConfigured() throws IOException {
        GatewayFixture stage = open(TestSettings.showingPrompts());
        ask(stage, "keep");

        JsonNode event = new Feed(stage).next();

        assertThat(event.path("recent").path(0).path("prompt").asString()).isEqualTo("What now?");
    }

    @Test
    void coolingProviderReportsItsEnd() throws IOException {
        GatewayFixture stage = open();
        stage.model.scripted(call ->
                call.fail(new CallFailure.RateLimited(Duration.ofSeconds(20), "slow down")));
        var waiting = stage.http.newCall(
                stage.request(GENERATE, "{'sessionId':'keep','prompt':'What now?'}")
                        .build());
        waiting.enqueue(new Ignored());
        stage.model.call(0);

        Feed feed = new Feed(stage);
        JsonNode provider = feed.next().path("providers").path(0);
        while (provider.path("coolingUntil").isMissingNode()) {
            provider = feed.next().path("providers").path(0);
        }
        waiting.cancel();

        assertThat(provider.path("coolingUntil").asLong() - stage.clock.millis())
                .isBetween(20_000L, 30_000L);
        assertThat(provider.path("rateLimited").asInt()).isEqualTo(1);
        assertThat(provider.path("lastError").asString()).isEqualTo("rate_limited");
        assertThat(provider.path("lastErrorAt").asLong()).isEqualTo(stage.clock.millis());
    }

    @Test
    void providerReportsWhatItsRequestsWaitFor() throws IOException {
        GatewayFixture stage = open();
        stage.model.scripted(call -> {});
        for (int i = 0; i < 9; i++) { // it has eight permits
            stage.postAndForget(GENERATE, "{'sessionId':'s" + i + "','prompt':'q'}");
        }
        stage.model.call(7);

        Feed feed = new Feed(stage);
        JsonNode provider = feed.next().path("providers").path(0);
        while (provider.path("queued").asInt() == 0) {
            provider = feed.next().path("providers").path(0);
        }

        assertThat(provider.path("waitsFor").asString()).isEqualTo("permits");
        stage.model.calls.forEach(
                call -> call.fail(new CallFailure.Failed(FailureCode.BAD_REQUEST, "it failed")));
        while (provider.path("lastError").isMissingNode()) {
            provider = feed.next().path("providers").path(0);
        }
        assertThat(provider.path("lastError").asString()).isEqualTo("bad_request");
    }

    @Test
    void disconnectedViewersAreForgotten() throws Exception {
        GatewayFixture stage = open();
        for (int i = 0; i < 3; i++) {
            new Feed(stage).next();
        }
        assertThat(stage.get("/metrics").body()).contains("triune_dashboard_viewers 3.0");

        for (AutoCloseable feed : List.copyOf(opened.subList(0, 3))) {
            opened.remove(feed);
            feed.close();
        }

        await().untilAsserted(() ->
                assertThat(stage.get("/metrics").body()).contains("triune_dashboard_viewers 0.0"));
    }

    @Test
    void rejectsViewersOverTheLimit() throws IOException {
        GatewayFixture stage = open();
        for (int i = 0; i < LiveFeed.MAX_VIEWERS; i++) {
            new Feed(stage).next();
        }

        Answer answer = stage.get(LIVE);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().path("error").asString()).isEqualTo("TOO_MANY_STREAMS");
        assertThat(answer.headers().get("Retry-After")).isEqualTo("5");
    }

    @Test
    void viewersDoNotDelayShutdown() throws Exception {
        GatewayFixture stage = open();
        Feed feed = new Feed(stage);
        feed.next();

        assertThat(stage.gateway.drain()).isTrue();

        assertThat(feed.source.readUtf8()).doesNotContain("error");
    }

    @Test
    void alertsAndGrafanaUseExistingMetrics() throws IOException {
        GatewayFixture stage = open();
        ask(stage, "game-1");
        String metrics = stage.get("/metrics").body();

        for (String file : List.of("alerts.yml", "grafana.json")) {
            assertThat(words("\\b((?:triune|jvm)_\\w+)", Files.readString(Path.of("deploy", file))))
                    .as(file)
                    .hasSizeGreaterThan(5)
                    .allSatisfy(
                            name -> assertThat(metrics).containsPattern("(?m)^" + name + "[ {]"));
        }
    }

    @Test
    void alertsMatchTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../../docs/gateway-operations.md"));
        assertThat(words("- alert: (\\w+)", Files.readString(Path.of("deploy/alerts.yml"))))
                .isNotEmpty()
                .isEqualTo(words("(?m)^\\| `(\\w+)` \\| ", page));
    }

    private static List<String> words(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void metricsCountRequestsTokensAndCosts() {
        GatewayFixture stage = open();
        ask(stage, "keep");
        stage.clock.advance(Duration.ofSeconds(1));

        Answer answer = stage.get("/metrics");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().get("Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(answer.body().lines())
                .contains(
                        "triune_requests_submitted_total 1.0",
                        "triune_requests_total{model=\"model-1\",outcome=\"answered\"} 1.0",
                        "triune_requests_total{model=\"none\",outcome=\"failed\"} 0.0",
                        "triune_trims_total{model=\"model-1\"} 0.0",
                        "triune_rescues_total{by=\"retry\",outcome=\"answered\"} 0.0",
                        "triune_calls_total{provider=\"first\"} 1.0",
                        "triune_rate_limits_total{provider=\"first\"} 0.0",
                        "triune_tokens_total{kind=\"output\",model=\"model-1\",provider=\"first\"} 24.0",
                        "triune_cost_usd_total{model=\"model-1\",provider=\"first\"} 1.48E-4",
                        "triune_latency_seconds_count{provider=\"first\"} 1",
                        "triune_wait_seconds_count 1",
                        "triune_first_delta_seconds_count 1",
                        "triune_games_active 1.0",
                        "triune_credits 100.0",
                        "triune_provider_permits{provider=\"first\"} 8.0",
                        "triune_provider_cooling_seconds{provider=\"first\"} 0.0")
                .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
                .anyMatch(line -> line.startsWith("jvm_threads_live_threads "))
                .anyMatch(line -> line.startsWith("process_uptime_seconds "));
    }

    @Test
    void metricsCountTrimmedAnswersAndRescuedRequests() {
        GatewayFixture stage = open();
        stage.post(
                "/api/llm/quota",
                "{'sessionId':'s','remaining_units':0.01,"
                        + "'weights':{'input':1,'cached':1,'output':4}}");
        stage.model.scripted(call -> {
            if (stage.model.calls.size() == 2) {
                call.fail(new CallFailure.Failed(FailureCode.PROVIDER_ERROR, "once"));
            } else {
                call.text("yes");
                call.complete();
            }
        });
        stage.post(GENERATE, "{'sessionId':'s','maxTokens':100000,'prompt':'q'}");
        var retried = stage.postLater(GENERATE, "{'sessionId':'free','prompt':'q'}");
        stage.model.call(1);
        await().until(() -> {
            stage.clock.advance(Duration.ofSeconds(1));
            return retried.isDone();
        });

        assertThat(stage.get("/metrics").body().lines())
                .contains(
                        "triune_trims_total{model=\"model-1\"} 1.0",
                        "triune_rescues_total{by=\"retry\",outcome=\"answered\"} 1.0",
                        "triune_rescues_total{by=\"fallback\",outcome=\"answered\"} 0.0");
    }

    @Test
    void clientsCannotCreateUnboundedLabels() {
        GatewayFixture stage = open();
        for (int i = 0; i < 3 * PrometheusMetrics.MAX_MODELS; i++) {
            assertThat(stage.post(
                                    GENERATE,
                                    "{'sessionId':'game-" + i + "','agentId':'agent-" + i
                                            + "','model':'model-of-a-client-" + i
                                            + "','prompt':'What now?'}")
                            .status())
                    .isEqualTo(200);
            stage.clock.advance(Duration.ofSeconds(1));
        }

        String metrics = stage.get("/metrics").body();

        assertThat(metrics).doesNotContain("game-", "agent-", "What now?");
        assertThat(metrics.lines().filter(line -> line.startsWith("triune_cost_usd_total")))
                .hasSizeLessThanOrEqualTo(PrometheusMetrics.MAX_MODELS + 1);
    }

    private static final class Ignored implements okhttp3.Callback {
        @Override
        public void onFailure(okhttp3.Call failed, IOException e) {}

        @Override
        public void onResponse(okhttp3.Call done, Response got) {
            got.close();
        }
    }
}
