/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Step;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.system.MindPlugin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A person is the mind of a gardener in a game that is not the village, over real HTTP. */
class WorkbenchTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper mapper = JsonMapper.shared();
    private final Orchard orchard = new Orchard(Orchard.PATIENCE);
    private String url = "";

    @BeforeEach
    void open() throws IOException {
        url = orchard.bench.open(0);
    }

    @AfterEach
    void close() {
        orchard.close();
    }

    @Test
    void promptWaitsForThePersonAndTheOtherAgentKeepsItsRules() throws Exception {
        orchard.bench.take(orchard.mira);
        orchard.ticks(200);

        JsonNode state = state();
        assertThat(state.path("waiting")).hasSize(1);
        JsonNode call = state.path("waiting").get(0);
        assertThat(call.path("name").asString()).isEqualTo("Mira <b>bold</b>");
        assertThat(call.path("layer").asString()).isEqualTo("executor");
        assertThat(call.path("reason").asString()).isNotEmpty();
        assertThat(call.path("messages").get(0).path("role").asString()).isEqualTo("system");
        assertThat(call.path("messages").toString()).contains("a gardener", "apple tree");
        assertThat(call.path("schema").path("properties").has("action")).isTrue();
        assertThat(call.path("names").toString()).contains("apple tree");
        assertThat(orchard.plan(orchard.mira)).isEmpty();
        assertThat(orchard.plan(orchard.oren))
                .containsExactly(Step.of("prune").with("how", "hard"));
    }

    @Test
    void showsWhatTheReaderAppliedRepairedAndRefused() throws Exception {
        takeMira();
        assertThat(answer("{\"action\":[{\"type\":\"pick\",\"tree\":\"apple tree\",\"amount\":50},"
                        + "{\"type\":\"prune\",\"how\":\"sideways\"}],\"mood\":\"glad\"}"))
                .isEqualTo(202);
        orchard.ticks(5);

        assertThat(orchard.plan(orchard.mira))
                .first()
                .isEqualTo(Step.of("pick").with("tree", "apple tree").with("amount", 9));
        JsonNode past = state().path("past").get(0);
        assertThat(past.path("end").asString()).isEqualTo("repaired");
        assertThat(notes(past)).contains("queued pick apple tree 9");
        assertThat(notes(past)).anyMatch(note -> note.startsWith("repaired pick"));
        assertThat(notes(past)).anyMatch(note -> note.startsWith("refused prune"));
        assertThat(notes(past)).contains("unknown key mood");
    }

    @Test
    void unreadableAnswerIsRefusedAndThePromptComesOnceMore() throws Exception {
        takeMira();
        answer("I would rather sing.");
        orchard.ticks(60);

        JsonNode state = state();
        JsonNode past = state.path("past").get(0);
        assertThat(past.path("end").asString()).isEqualTo("rejected");
        assertThat(past.path("answer").asString()).isEqualTo("I would rather sing.");
        assertThat(notes(past)).anyMatch(note -> note.startsWith("told "));
        assertThat(state.path("waiting")).hasSize(1);
    }

    @Test
    void rulesAnswerWhatThePersonLeaves() throws Exception {
        takeMira();
        assertThat(post(Map.of("do", "pass", "number", number()))).isEqualTo(202);
        orchard.ticks(60);

        assertThat(orchard.plan(orchard.mira))
                .containsExactly(Step.of("prune").with("how", "hard"));
        JsonNode past = state().path("past").get(0);
        assertThat(past.path("end").asString()).isEqualTo("left to others, applied");
    }

    @Test
    void releasedAgentIsAnsweredByItsRulesAtOnce() throws Exception {
        takeMira();
        assertThat(post(Map.of("do", "release", "agent", orchard.mira))).isEqualTo(202);
        orchard.ticks(60);

        assertThat(orchard.bench.isTaken(orchard.mira)).isFalse();
        assertThat(orchard.plan(orchard.mira))
                .containsExactly(Step.of("prune").with("how", "hard"));
        assertThat(state().path("waiting")).isEmpty();
    }

    @Test
    void agentIsChosenInThePage() throws Exception {
        assertThat(state().path("agents")).hasSize(2);
        assertThat(post(Map.of("do", "take", "agent", orchard.oren))).isEqualTo(202);
        orchard.ticks(60);
        JsonNode state = state();
        assertThat(state.path("waiting").get(0).path("name").asString()).isEqualTo("Oren");
        assertThat(state.path("agents").get(1).path("taken").asBoolean()).isTrue();
        assertThat(post(Map.of("do", "take", "agent", 999))).isEqualTo(409);
    }

    @Test
    void rulesAnswerAfterThePatience() throws Exception {
        try (Orchard hasty = new Orchard(Duration.ofSeconds(90))) {
            url = hasty.bench.open(0);
            hasty.bench.take(hasty.mira);
            hasty.ticks(20 * 89);
            assertThat(state().path("waiting")).hasSize(1);
            hasty.ticks(20 * 4);
            assertThat(hasty.plan(hasty.mira))
                    .containsExactly(Step.of("prune").with("how", "hard"));
            assertThat(state().path("past").get(0).path("end").asString())
                    .isEqualTo("called off, applied");
        }
    }

    @Test
    void answerAfterMinutesIsStillApplied() throws Exception {
        orchard.bench.take(orchard.mira);
        orchard.ticks(20 * 300); // the time to live of other answers is a minute
        answer("{\"action\":[{\"type\":\"pick\",\"tree\":\"apple tree\",\"amount\":2}]}");
        orchard.ticks(5);
        assertThat(orchard.plan(orchard.mira))
                .containsExactly(Step.of("pick").with("tree", "apple tree").with("amount", 2));
        assertThat(state().path("past").get(0).path("end").asString()).isEqualTo("applied");
    }

    @Test
    void deletedAgentsPromptVanishesWithItsReason() throws Exception {
        takeMira();
        orchard.world.delete(orchard.mira);
        orchard.ticks(5);
        JsonNode state = state();
        assertThat(state.path("waiting")).isEmpty();
        assertThat(state.path("past").get(0).path("end").asString()).isEqualTo("cancelled");
    }

    @Test
    void whoeverClosesThePageLosesNothing() throws Exception {
        takeMira();
        orchard.bench.close();
        url = orchard.bench.open(0);
        assertThat(state().path("waiting")).hasSize(1);
    }

    @Test
    void stateIsSentOnlyIfItHasChanged() throws Exception {
        long revision = state().path("revision").asLong();
        assertThat(get("/workbench/state?since=" + revision).statusCode()).isEqualTo(204);
        takeMira();
        assertThat(get("/workbench/state?since=" + revision).statusCode()).isEqualTo(200);
    }

    @Test
    void refusesOtherHostsOriginsTypesAndCommands() throws Exception {
        assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n")).contains(" 403 ");
        assertThat(raw("GET /workbench/state HTTP/1.1\r\nHost: " + host()
                        + "\r\nOrigin: http://evil.example\r\n"))
                .contains(" 403 ");
        assertThat(send(request("/workbench/commands")
                                .POST(HttpRequest.BodyPublishers.ofString("{}")))
                        .statusCode())
                .isEqualTo(415);
        assertThat(post(Map.of("do", "dance"))).isEqualTo(400);
        assertThat(post(Map.of("do", "answer", "number", 77, "text", "{}"))).isEqualTo(409);
        assertThat(post(Map.of("do", "answer", "number", 1, "text", ""))).isEqualTo(400);
        assertThat(post(Map.of("do", "answer", "number", 1, "text", "x".repeat(200_000))))
                .isEqualTo(413);
        assertThat(get("/etc/passwd").statusCode()).isEqualTo(404);
        assertThat(get("/workbench/commands").statusCode()).isEqualTo(405);
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("script-src 'self'", "frame-ancestors 'none'");
    }

    @Test
    void fourLinesAddItToAGame() throws Exception {
        BrokerBuilder builder = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("rules", "rules"),
                        OfflineProvider.builder(OfflineProvider.OfflineModel.scripted("{}"))
                                .build());
        ActionCatalog actions = ActionCatalog.of(Orchard.Work.class);
        // [sample]
        Workbench bench = new Workbench();
        Broker broker = bench.addTo(builder).build(); // the others answer what you leave
        MindPlugin minds = new MindPlugin(broker, actions).with(bench);
        System.out.println("be the mind at " + bench.open(0));
        // [end]
        World world = new World(new WorldConfigurationBuilder().with(minds).build());
        world.process();
        bench.close();
        world.dispose();
    }

    @Test
    void saysWhatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Workbench(Duration.ZERO))
                .withMessage("patience PT0S (expected one second or more)");
        assertThatIllegalStateException()
                .isThrownBy(() -> new Workbench().take(0))
                .withMessage("no world (give this Workbench to MindPlugin.with)");
    }

    private void takeMira() throws Exception {
        orchard.bench.take(orchard.mira);
        for (int i = 0; i < 100 && state().path("waiting").isEmpty(); i++) {
            orchard.ticks(1);
        }
    }

    // ---- the page

    private int answer(String text) throws Exception {
        return post(Map.of("do", "answer", "number", number(), "text", text));
    }

    private long number() throws Exception {
        return state().path("waiting").get(0).path("number").asLong();
    }

    private static List<String> notes(JsonNode past) {
        List<String> all = new ArrayList<>();
        past.path("notes")
                .forEach(note -> all.add(
                        note.path("kind").asString() + " " + note.path("text").asString()));
        return all;
    }

    private JsonNode state() throws Exception {
        HttpResponse<String> answer = get("/workbench/state");
        assertThat(answer.statusCode()).isEqualTo(200);
        return mapper.readTree(answer.body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path).GET());
    }

    private int post(Map<String, Object> command) throws Exception {
        return send(request("/workbench/commands")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                mapper.writeValueAsString(command))))
                .statusCode();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String host() {
        return URI.create(url).getAuthority();
    }

    /** Sends what Java's client does not: another host. */
    private String raw(String head) throws IOException {
        URI address = URI.create(url);
        try (Socket socket = new Socket(address.getHost(), address.getPort());
                OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream()) {
            out.write((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
