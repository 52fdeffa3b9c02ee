/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.provider.Misbehaviour;
import dev.triune.llm.provider.wire.Family;
import dev.triune.village.sim.Narrator;
import dev.triune.village.sim.Settings;
import dev.triune.village.sim.VillageSimulation;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The village with a real provider: HTTP, in real time, against a server in this process. */
@Timeout(30)
final class RealModelTest {
    private static final String PLAN = "{\"action\":[{\"type\":\"gather\",\"target\":\"berries\","
            + "\"amount\":3},{\"type\":\"deposit\"}],\"speaking\":\"Berries for everybody!\"}";

    @Test
    void aModelsPlanStreamsIntoTheQueueAndIsCarriedOut() throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new StreamingModel());
            server.start();
            VillageSimulation village =
                    new VillageSimulation(settings(baseUrl(server)), Narrator.SILENT);
            while (village.metrics().firstStep().count() == 0
                    || village.ledger().done() < 4) {
                village.tick(); // as fast as it goes: game time outruns the server's by far
            }
            village.close();
            assertThat(village.brokerStats().count(Outcome.Kind.ANSWERED)).isPositive();
            assertThat(village.ledger().queued()).isGreaterThanOrEqualTo(4);
            assertThat(village.metrics().firstStep().count()).isPositive();
            assertThat(village.brokerStats().usage().output()).isPositive();
            RecordedRequest request = server.takeRequest();
            assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
            assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer gsk_secret");
            assertThat(request.getBody()).isNotNull();
            assertThat(String.valueOf(request.getBody().utf8()))
                    .contains("\"test-model\"", "You are ");
        }
    }

    @Test
    void theLauncherAsksTheServerThatIsNamed() throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new StreamingModel());
            server.start();
            Launch launch = Launch.of(
                    Map.of("KEY", "gsk_secret"),
                    Terminal.PLAIN,
                    Launch.NEVER_STOPPED,
                    "--llm",
                    baseUrl(server),
                    "--model",
                    "test-model",
                    "--api-key-env",
                    "KEY",
                    "--ticks",
                    "60");
            assertThat(launch.code()).as(launch.err()).isZero();
            assertThat(launch.out())
                    .contains("mind: model test-model at " + baseUrl(server))
                    .contains(" plans   gather berries 3 → deposit", "Berries for everybody!")
                    .doesNotContain("gsk_secret", "no answer: ");
        }
    }

    @Test
    void aDeadServerIsToldInOneLineAndTheVillageLivesOn(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.json");
        Launch launch = Launch.of(
                "--llm",
                "http://127.0.0.1:" + closedPort() + "/v1",
                "--model",
                "m",
                "--ticks",
                "60",
                "--report",
                file.toString());
        assertThat(launch.code()).as(launch.err()).isZero();
        assertThat(launch.err()).isEmpty();
        assertThat(launch.out().lines().filter(line -> line.startsWith("no answer: ")))
                .hasSize(1);
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(report.at("/outcomes/failed").asLong()).isPositive();
        assertThat(report.at("/failures/unreachable/count").asLong()).isPositive();
        assertThat(report.at("/outcomes/answered").asLong()).isZero();
        assertThat(report.at("/villagers/0/alive").asBoolean()).isTrue();
    }

    private static Settings settings(String url) {
        return new Settings(
                1,
                4,
                false,
                Settings.Minds.MODEL,
                Misbehaviour.NONE,
                new Settings.Model(Family.OPENAI, url, "test-model", "gsk_secret"));
    }

    private static String baseUrl(MockWebServer server) {
        return "http://127.0.0.1:" + server.getPort() + "/v1";
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Answers every request with the same plan, streamed in small pieces. */
    private static final class StreamingModel extends Dispatcher {
        @Override
        public MockResponse dispatch(RecordedRequest request) {
            StringBuilder stream = new StringBuilder();
            for (int from = 0; from < PLAN.length(); from += 9) {
                String piece = PLAN.substring(from, Math.min(PLAN.length(), from + 9));
                stream.append("data: {\"choices\":[{\"delta\":{\"content\":")
                        .append(JsonMapper.shared().writeValueAsString(piece))
                        .append("}}]}\n\n");
            }
            stream.append("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":50,\"completion_tokens\":20}}\n\n"
                    + "data: [DONE]\n\n");
            return new MockResponse.Builder()
                    .addHeader("Content-Type", "text/event-stream")
                    .chunkedBody(stream.toString(), 64)
                    .build();
        }
    }
}
