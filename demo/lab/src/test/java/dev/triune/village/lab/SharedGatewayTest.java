/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The village with a gateway: HTTP, in real time, against a server in this process. */
@Timeout(120)
final class SharedGatewayTest {
    private static final String PLAN = "{\"action\":[{\"type\":\"gather\",\"target\":\"berries\","
            + "\"amount\":3},{\"type\":\"deposit\"}],\"speaking\":\"Berries for everybody!\"}";

    private final MockWebServer server = new MockWebServer();
    private final Queue<RecordedRequest> requests = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                requests.add(request);
                return request.getTarget().equals("/api/llm/batch")
                        ? answers(request)
                        : new MockResponse.Builder()
                                .body("{\"success\":true,\"activeGames\":4}")
                                .build();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static MockResponse answers(RecordedRequest request) {
        StringBuilder stream = new StringBuilder();
        JsonMapper.shared()
                .readTree(String.valueOf(
                        request.getBody() == null ? "" : request.getBody().utf8()))
                .path("requests")
                .forEach(each -> answer(each.path("request_id").stringValue(), stream));
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(stream.toString())
                .build();
    }

    private static void answer(String id, StringBuilder stream) {
        String ofRequest = ",\"request_id\":\"" + id + "\"";
        for (int from = 0; from < PLAN.length(); from += 9) {
            String piece = PLAN.substring(from, Math.min(PLAN.length(), from + 9));
            stream.append("data: {\"type\":\"delta\"" + ofRequest + ",\"text\":")
                    .append(JsonMapper.shared().writeValueAsString(piece))
                    .append(",\"done\":false}\n\n");
        }
        stream.append("data: {\"type\":\"complete\"" + ofRequest
                + ",\"response\":{\"usage\":{\"input\":90,"
                + "\"output\":30},\"cooldown\":{\"waitMs\":120,\"activeGames\":4}}}\n\n");
    }

    private String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    @Test
    void executesGatewayPlansAndReportsCooldownInTicks() {
        MindSource.Gateway gatewayTarget =
                new MindSource.Gateway(url(), "north", "", "token_secret");
        VillageSimulation village =
                new VillageBuilder(new SimulationSettings(1, 4, false, gatewayTarget)).build();
        await().atMost(Duration.ofSeconds(100))
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    village.tick();
                    return village.stats().latency().firstStep().count() > 0
                            && village.stats().gateway().cooldowns() > 1;
                });
        assertThat(village.stats().gateway().isShared()).isTrue();
        assertThat(village.stats().gateway().activeGames()).isEqualTo(4);
        assertThat(village.stats().gateway().longestCooldown()).isEqualTo(3);
        assertThat(village.stats().gateway().cooldownTicks()).isBetween(0L, 3L);
        village.close();
        RecordedRequest request = requests.stream()
                .filter(each -> each.getTarget().equals("/api/llm/batch"))
                .findFirst()
                .orElseThrow();
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer token_secret");
        assertThat(request.getBody()).isNotNull();
        JsonNode body = JsonMapper.shared().readTree(request.getBody().utf8());
        assertThat(body.path("sessionId").stringValue()).isEqualTo("north");
        assertThat(body.at("/requests/0/agentId").stringValue("")).isNotEmpty();
        assertThat(body.at("/requests/0").has("model")).isFalse();
    }

    @Test
    void launcherSendsRequestsToTheConfiguredGateway(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.json");
        String plan = " plans   gather berries 3 → deposit"; // printed when the answer has ended
        LauncherRun launcherRun = LauncherRun.until(
                List.of(plan),
                Map.of("TOKEN", "token_secret"),
                "--gateway",
                url(),
                "--api-key-env",
                "TOKEN",
                "--report",
                file.toString());
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        assertThat(launcherRun.out())
                .contains("mind: gateway " + url() + " as village-1")
                .contains(plan)
                .contains("  gateway      4 games, ")
                .contains("longest 3 ticks")
                .doesNotContain("token_secret");
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(report.at("/gateway/activeGames").intValue()).isEqualTo(4);
        assertThat(report.at("/gateway/cooldowns").intValue()).isPositive();
        assertThat(report.at("/gateway/longestTicks").intValue()).isEqualTo(3);
    }

    @Test
    void modelIsTriedInsteadOfAVillage() {
        LauncherRun trial = LauncherRun.of(Map.of(), "--gateway", url(), "--try");
        assertThat(trial.code()).as(trial.err()).isZero();
        assertThat(trial.out().lines().map(String::strip))
                .startsWith("trying gateway " + url() + " as village-1")
                .anyMatch(line -> line.startsWith("plain          works  first text after "))
                .anyMatch(line -> line.startsWith("tools          fails  it called no function"));

        server.close();
        LauncherRun failed = LauncherRun.of(Map.of(), "--gateway", url(), "--try", "small-1");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out()).contains("plain          fails  unreachable: cannot reach");
    }

    @Test
    void reportsUnreachableGatewayOnceAndKeepsRunning() {
        String gone = url();
        server.close();
        LauncherRun launcherRun = LauncherRun.of(Map.of(), "--gateway", gone, "--ticks", "120");
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        assertThat(launcherRun.out().lines().filter(line -> line.startsWith("no answer: ")))
                .hasSize(1);
    }
}
