/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.TestSettings;
import dev.triune.testsupport.ClosedPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;

/** {@code triune-gateway stats}. */
class StatsCommandTest {
    private record Run(int code, String out, String err) {}

    private static Run stats(String... args) {
        return stats(new ByteArrayOutputStream(), args);
    }

    private static Run stats(ByteArrayOutputStream out, String... args) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] all = new String[args.length + 1];
        all[0] = "stats";
        System.arraycopy(args, 0, all, 1, args.length);
        int code = GatewayApp.run(
                all,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Run(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static GatewayFixture usedGateway() {
        GatewayFixture stage = GatewayFixture.open();
        stage.model.answering("I will gather wood.");
        stage.post("/api/llm/generate", "{'sessionId':'north-keep','prompt':'What now?'}");
        return stage;
    }

    @Test
    void showsTheFiguresOfTheDashboard() {
        try (GatewayFixture stage = usedGateway()) {
            Run run = stats("--url", stage.gateway.uri().toString());

            assertThat(run.err()).isEmpty();
            assertThat(run.code()).isEqualTo(GatewayApp.OK);
            assertThat(run.out().lines())
                    .contains(
                            "Queue size:     0 requests, 0 in flight",
                            "Credits:        100/100 (+10 a second)",
                            "1 req/s (no limits are known)",
                            "Handshake savings: 0.0% (vs sequential)")
                    .anyMatch(line -> line.matches("first +0 +0/8 +1 +100.0% +0  ready"))
                    .anyMatch(line -> line.matches("north-keep +1 +0 +0 +0 +100.0%"));
            assertThat(run.out()).doesNotContain("\u001b", "│", "What now?");
        }
    }

    @Test
    void terminalLinesHaveTheSameWidth() {
        var figures = GatewayFixture.JSON.readTree("""
                {"now": 1000, "queue": {"waiting": 45, "inFlight": 8},
                 "batches": {"active": 3, "efficiency": 9.2, "saved": 0.883},
                 "credits": {"now": 35, "capacity": 100, "waiting": 4, "nextWindowMs": 2500},
                 "throughput": {"perSecond": 45, "target": 51.5},
                 "latency": {"firstDelta": {"count": 9, "p50": 52, "p95": 140},
                  "complete": {"count": 9, "p50": 487, "p95": 1900}, "wait": {"count": 0}},
                 "gamesTotal": 20,
                 "games": [{"name": "a game of a name that is far too long to be shown as a whole",
                  "requests": 123456, "waiting": 5, "inFlight": 1, "credits": 3.33, "share": 0.5}],
                 "providers": [{"name": "groq", "permits": 4, "successRate": 0.991, "calls": 12,
                  "coolingUntil": 13300}, {"name": "b", "breakerOpen": true}]}""");

        List<String> plain = StatsRenderer.lines(figures, true, false);
        List<String> coloured = StatsRenderer.lines(figures, true, true);

        assertThat(plain).allSatisfy(line -> assertThat(line).hasSize(76));
        assertThat(plain)
                .anyMatch(line -> line.contains("(next window in 2.5 s)"))
                .anyMatch(line -> line.contains("█░") && line.contains("87.4%"))
                .anyMatch(line -> line.contains("cooling 12.3 s"))
                .anyMatch(line -> line.contains("breaker open"))
                .anyMatch(line -> line.contains("and 8 more"));
        assertThat(coloured).anyMatch(line -> line.contains("\u001b["));
        assertThat(coloured.stream().map(line -> line.replaceAll("\u001b\\[\\d+m", "")))
                .containsExactlyElementsOf(plain);
    }

    @Test
    void missingServerIsReportedInOneLine() throws IOException {
        try (ClosedPort closed = new ClosedPort()) {
            String host = "127.0.0.1:" + closed.number();

            Run run = stats("--url", "http://" + host);

            assertThat(run.code()).isEqualTo(GatewayApp.BROKEN);
            assertThat(run.err())
                    .isEqualTo("triune-gateway: no gateway answers at " + host
                            + " (is it running? see --url)\n");
        }
    }

    @Test
    void missingOrWrongTokenIsReportedInOneLine() {
        try (GatewayFixture stage = GatewayFixture.open(
                settings -> TestSettings.withToken("open-sesame"), builder -> {})) {
            String url = stage.gateway.uri().toString();

            Run missing = stats("--url", url);
            Run wrong = stats("--url", url, "--token-env", "PATH");
            Run unset = stats("--url", url, "--token-env", "TRIUNE_NO_SUCH_VARIABLE");

            assertThat(missing.err())
                    .contains("asks for a token (see --token-env)")
                    .hasLineCount(1);
            assertThat(wrong.err())
                    .contains("does not accept the token in PATH")
                    .hasLineCount(1);
            assertThat(unset.err())
                    .contains("TRIUNE_NO_SUCH_VARIABLE is not set")
                    .hasLineCount(1);
            assertThat(List.of(missing.code(), wrong.code())).containsOnly(GatewayApp.BROKEN);
            assertThat(unset.code()).isEqualTo(GatewayApp.USAGE);
        }
    }

    @Test
    void invalidOrWrongAddressIsReportedInOneLine() throws IOException {
        Run none = stats("--url", "not an address");

        assertThat(none.code()).isEqualTo(GatewayApp.USAGE);
        assertThat(none.err()).contains("--url not an address is no address").hasLineCount(1);
        try (MockWebServer other = new MockWebServer()) {
            other.start();
            other.enqueue(new MockResponse.Builder().code(404).build());
            other.enqueue(new MockResponse.Builder()
                    .addHeader("Content-Type", "text/event-stream")
                    .body("data: ha ha\n\n")
                    .build());
            for (String why : List.of("it answers with status 404", "it answers something else")) {
                Run run = stats("--url", other.url("/").toString());
                assertThat(run.code()).isEqualTo(GatewayApp.BROKEN);
                assertThat(run.err()).contains("is no gateway: " + why).hasLineCount(1);
            }
        }
    }

    @Test
    void watchContinuesUntilTheGatewayStops() throws Exception {
        GatewayFixture stage = usedGateway();
        String url = stage.gateway.uri().toString();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CompletableFuture<Run> run =
                CompletableFuture.supplyAsync(() -> stats(out, "--url", url, "--watch"));
        await().until(() -> out.toString(StandardCharsets.UTF_8).contains("north-keep"));
        assertThat(stage.get("/metrics").body()).contains("triune_dashboard_viewers 1.0");

        stage.close();

        assertThat(run.get().code()).isEqualTo(GatewayApp.BROKEN);
        assertThat(run.get().err()).contains("is gone");
    }
}
