/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.testsupport.WireCase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Exchanges of the broker's corpus pass through the gateway, with real servers of each family. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WireCorpusTest {
    private static final Path CORPUS = Path.of("../broker/src/test/resources/wire");
    private static final JsonMapper JSON = new JsonMapper();
    private static final String CHAT = "/v1/chat/completions";

    private final MockWebServer server = new MockWebServer();
    private final GatewayFixture stage = GatewayFixture.open(settings -> settings, builder -> {
        for (ApiFamily family : ApiFamily.values()) {
            builder.provider(
                    ProviderSettings.of(family.label(), family.label() + "-model"),
                    HttpProvider.builder(family, url(family)).apiKey("sk-up").build());
        }
    });
    private volatile MockResponse answer = new MockResponse.Builder().build();
    private volatile String sent = "";

    private String url(ApiFamily family) {
        try {
            server.start();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (IllegalStateException started) {
            // by the family before
        }
        return server.url("/" + family.label()).toString();
    }

    @BeforeAll
    void answer() {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                sent = request.getBody() == null ? "" : request.getBody().utf8();
                return answer;
            }
        });
    }

    @AfterAll
    void close() {
        stage.close();
        server.close();
    }

    static Stream<WireCase> requests() throws IOException {
        return WireCase.all(CORPUS).stream().filter(each -> each.has("request"));
    }

    /** The answers with text or tool calls. */
    static Stream<WireCase> answers() throws IOException {
        return WireCase.all(CORPUS).stream()
                .filter(each -> !each.has("request")
                        && each.has("answer")
                        && each.setting("as", "text").equals("text")
                        && each.text("expect").contains("end: ")
                        && !each.text("expect").contains("end: refusal") // has words of its own
                        && each.setting("headers", "").isEmpty());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void requestIsWrittenInTheFamilyOfItsProvider(WireCase wire) {
        serve(wire);
        ObjectNode body = (ObjectNode) JSON.readTree(wire.text("request"));
        body.put("model", wire.setting("family", "openai") + "-model");
        Answer reply = stage.post(wire.setting("path", CHAT), body.toString());

        assertThat(reply.status())
                .as(reply.body())
                .isEqualTo(Integer.parseInt(wire.setting("status", "200")));
        String dropped = reply.headers().get("X-Dropped-Fields");
        assertThat(dropped == null ? "" : dropped).isEqualTo(wire.setting("dropped", ""));
        if (wire.has("sent")) {
            requireWithin(JSON.readTree(sent), JSON.readTree(wire.text("sent")), "");
        }
        for (String absent : wire.setting("absent", "").split(", ")) {
            assertThat(absent.isEmpty() || at(JSON.readTree(sent), absent).isMissingNode())
                    .as(absent + " in " + sent)
                    .isTrue();
        }
        String exact = wire.setting("exact", "");
        if (!exact.isEmpty()) {
            assertThat(at(JSON.readTree(sent), exact))
                    .isEqualTo(at(JSON.readTree(wire.text("sent")), exact));
        }
        if (wire.has("reply")) {
            requireWithin(JSON.readTree(reply.body()), JSON.readTree(wire.text("reply")), "");
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void answerArrivesAtTheClientWholeAndStreamed(WireCase wire) {
        serve(wire);
        String body = "{\"model\":\"" + wire.setting("family", "openai")
                + "-model\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]";
        Answer whole = stage.post(CHAT, body + "}");
        assertThat(whole.status()).as(whole.body()).isEqualTo(200);
        JsonNode choice = JSON.readTree(whole.body()).path("choices").path(0);
        assertThat(heard(
                        choice.path("message").path("content").asString(""),
                        choice.path("message").path("tool_calls")))
                .isEqualTo(expected(wire));

        Answer streamed = stage.post(CHAT, body + ",\"stream\":true}");
        StringBuilder text = new StringBuilder();
        StringBuilder calls = new StringBuilder();
        for (String line : streamed.body().split("\n")) {
            if (line.startsWith("data: {")) {
                JsonNode delta =
                        JSON.readTree(line.substring(6)).path("choices").path(0).path("delta");
                text.append(delta.path("content").asString(""));
                calls.append(heard("", delta.path("tool_calls")));
            }
        }
        assertThat(streamed.body()).contains("[DONE]");
        assertThat(heard(text.toString(), JSON.createArrayNode()) + calls)
                .isEqualTo(expected(wire));
    }

    private void serve(WireCase wire) {
        boolean whole = wire.answer().startsWith("{");
        answer = new MockResponse.Builder()
                .addHeader("Content-Type", whole ? "application/json" : "text/event-stream")
                .body(wire.answer())
                .build();
    }

    private static String heard(String text, JsonNode calls) {
        StringBuilder lines = new StringBuilder(text.isEmpty() ? "" : "text: " + text + "\n");
        calls.forEach(call -> lines.append("call: ")
                .append(call.path("id").asString(""))
                .append(' ')
                .append(call.path("function").path("name").asString(""))
                .append(' ')
                .append(call.path("function").path("arguments").asString(""))
                .append('\n'));
        return lines.toString();
    }

    private static String expected(WireCase wire) {
        StringBuilder lines = new StringBuilder();
        for (String line : wire.text("expect").split("\n")) {
            if (line.startsWith("text: ") || line.startsWith("call: ")) {
                lines.append(line).append('\n');
            }
        }
        return lines.toString();
    }

    private static JsonNode at(JsonNode tree, String path) {
        return tree.at("/" + path.replace('.', '/'));
    }

    /** Requires all fields of an object, and all elements of a list, also within. */
    private static void requireWithin(JsonNode actual, JsonNode wanted, String path) {
        if (wanted.isObject()) {
            wanted.propertyStream()
                    .forEach(field -> requireWithin(
                            actual.path(field.getKey()),
                            field.getValue(),
                            path + "/" + field.getKey()));
        } else if (wanted.isArray()) {
            assertThat(actual.size()).as(path + " of " + actual).isEqualTo(wanted.size());
            Iterator<JsonNode> all = actual.iterator();
            wanted.forEach(element -> requireWithin(all.next(), element, path + "/-"));
        } else {
            assertThat(actual).as(path).isEqualTo(wanted);
        }
    }
}
