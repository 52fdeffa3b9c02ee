/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Outcome;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.testsupport.ClosedPort;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The village with a real provider: HTTP, in real time, against a server in this process. */
@Timeout(120)
final class RealModelTest {
    private static final String PLAN = "{\"action\":[{\"type\":\"gather\",\"target\":\"berries\","
            + "\"amount\":3},{\"type\":\"deposit\"}],\"speaking\":\"Berries for everybody!\"}";

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void streamedPlansAreQueuedAndExecuted(ApiFamily apiFamily) throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new StreamingModel(apiFamily));
            server.start();
            VillageSimulation village =
                    new VillageBuilder(settings(apiFamily, baseUrl(apiFamily, server))).build();
            // faster than real time, but slow enough for answers to arrive within a game minute
            await().atMost(Duration.ofSeconds(100))
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> {
                        village.tick();
                        return village.stats().latency().firstStep().count() > 0
                                && village.stats().minds().steps().done() >= 4;
                    });
            village.close();
            assertThat(village.stats().broker().requests().count(Outcome.Kind.ANSWERED))
                    .isPositive();
            assertThat(village.stats().minds().steps().queued()).isGreaterThanOrEqualTo(4);
            assertThat(village.stats().latency().firstStep().count()).isPositive();
            assertThat(village.stats().broker().calls().usage().output()).isPositive();
            RecordedRequest request = server.takeRequest();
            assertThat(request.getTarget()).isEqualTo(path(apiFamily));
            assertThat(request.getHeaders().get(keyHeader(apiFamily))).endsWith("gsk_secret");
            assertThat(request.getBody()).isNotNull();
            assertThat(String.valueOf(request.getBody().utf8()))
                    .contains("\"test-model\"", "You are ");
        }
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void launcherSendsRequestsToTheConfiguredServer(ApiFamily apiFamily) throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new StreamingModel(apiFamily));
            server.start();
            List<String> wanted =
                    List.of(" plans   gather berries 3 → deposit", "Berries for everybody!");
            LauncherRun launcherRun = LauncherRun.until(
                    wanted,
                    Map.of("KEY", "gsk_secret"),
                    "--provider",
                    apiFamily.label(),
                    "--llm",
                    baseUrl(apiFamily, server),
                    "--model",
                    "test-model",
                    "--api-key-env",
                    "KEY");
            assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
            assertThat(launcherRun.out())
                    .contains("mind: model test-model at " + baseUrl(apiFamily, server))
                    .contains(wanted)
                    .doesNotContain("gsk_secret", "no answer: ");
        }
    }

    @Test
    void reportsUnknownModelAtStartup() throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new StreamingModel(ApiFamily.OPENAI));
            server.start();
            LauncherRun launcherRun = LauncherRun.until(
                    List.of("offers no model"),
                    Map.of(),
                    "--llm",
                    baseUrl(ApiFamily.OPENAI, server),
                    "--model",
                    "tset-model");

            assertThat(launcherRun.code()).isZero();
            assertThat(launcherRun.err().strip())
                    .isEqualTo("triune-village: " + baseUrl(ApiFamily.OPENAI, server)
                            + " offers no model \"tset-model\" (it lists tiny, test-model)");
        }
    }

    @Test
    void reportsUnreachableServerOnceAndKeepsRunning(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.json");
        LauncherRun launcherRun;
        try (ClosedPort closed = new ClosedPort()) {
            launcherRun = LauncherRun.of(
                    "--llm",
                    "http://127.0.0.1:" + closed.number() + "/v1",
                    "--model",
                    "m",
                    "--ticks",
                    "120",
                    "--report",
                    file.toString());
        }
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        assertThat(launcherRun.err()).isEmpty();
        assertThat(launcherRun.out().lines().filter(line -> line.startsWith("no answer: ")))
                .hasSize(1);
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(report.at("/outcomes/failed").asLong()).isPositive();
        assertThat(report.at("/failures/unreachable/count").asLong()).isPositive();
        assertThat(report.at("/outcomes/answered").asLong()).isZero();
        assertThat(report.at("/villagers/0/alive").asBoolean()).isTrue();
    }

    private static SimulationSettings settings(ApiFamily apiFamily, String url) {
        return new SimulationSettings(
                1, 4, false, new MindSource.Model(apiFamily, url, "test-model", "gsk_secret"));
    }

    private static String baseUrl(ApiFamily apiFamily, MockWebServer server) {
        String root = "http://127.0.0.1:" + server.getPort();
        return apiFamily == ApiFamily.OPENAI ? root + "/v1" : root;
    }

    private static String path(ApiFamily apiFamily) {
        return switch (apiFamily) {
            case OPENAI -> "/v1/chat/completions";
            case ANTHROPIC -> "/v1/messages";
            case OLLAMA -> "/api/chat";
        };
    }

    private static String keyHeader(ApiFamily apiFamily) {
        return apiFamily == ApiFamily.ANTHROPIC ? "x-api-key" : "Authorization";
    }

    /** Answers every request of its family with the same plan, streamed in small pieces. */
    private static final class StreamingModel extends Dispatcher {
        private final ApiFamily family;

        StreamingModel(ApiFamily apiFamily) {
            this.family = apiFamily;
        }

        @Override
        public MockResponse dispatch(RecordedRequest request) {
            if ("/v1/models".equals(request.getTarget())) {
                return new MockResponse.Builder()
                        .body("{\"data\":[{\"id\":\"tiny\"},{\"id\":\"test-model\"}]}")
                        .build();
            }
            if (!path(family).equals(request.getTarget())) {
                return new MockResponse.Builder().code(404).build();
            }
            StringBuilder stream = new StringBuilder(beginning());
            for (int from = 0; from < PLAN.length(); from += 9) {
                String piece = PLAN.substring(from, Math.min(PLAN.length(), from + 9));
                stream.append(event(JsonMapper.shared().writeValueAsString(piece)));
            }
            String type = family == ApiFamily.OLLAMA ? "application/x-ndjson" : "text/event-stream";
            return new MockResponse.Builder()
                    .addHeader("Content-Type", type)
                    .chunkedBody(stream.append(end()).toString(), 64)
                    .build();
        }

        private String beginning() {
            return family == ApiFamily.ANTHROPIC
                    ? anthropic("message_start", "\"message\":{\"usage\":{\"input_tokens\":50}}")
                    : "";
        }

        private String event(String text) {
            return switch (family) {
                case OPENAI -> "data: {\"choices\":[{\"delta\":{\"content\":" + text + "}}]}\n\n";
                case ANTHROPIC ->
                    anthropic(
                            "content_block_delta",
                            "\"delta\":{\"type\":\"text_delta\",\"text\":" + text + "}");
                case OLLAMA -> "{\"message\":{\"content\":" + text + "},\"done\":false}\n";
            };
        }

        private String end() {
            return switch (family) {
                case OPENAI ->
                    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],"
                            + "\"usage\":{\"prompt_tokens\":50,\"completion_tokens\":20}}\n\n"
                            + "data: [DONE]\n\n";
                case ANTHROPIC ->
                    anthropic(
                                    "message_delta",
                                    "\"delta\":{\"stop_reason\":\"end_turn\"},"
                                            + "\"usage\":{\"output_tokens\":20}")
                            + anthropic("message_stop", "\"index\":0");
                case OLLAMA ->
                    "{\"message\":{\"content\":\"\"},\"done\":true,"
                            + "\"prompt_eval_count\":50,\"eval_count\":20}\n";
            };
        }

        private static String anthropic(String type, String rest) {
            return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + rest + "}\n\n";
        }
    }
}
