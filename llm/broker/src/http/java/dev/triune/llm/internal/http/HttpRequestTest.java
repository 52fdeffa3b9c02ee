/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.util.Map;
import java.util.TreeMap;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The HTTP requests sent to providers. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class HttpRequestTest extends ServerFixture {
    // requests

    @Test
    void connectionToLlamaCppWhichClosesItIsNotReused() throws Exception {
        HttpProvider provider = open(builder().server(ServerSettings.of(ServerKind.LLAMA_CPP)));
        enqueue(400, "");
        enqueue(400, "");
        refusalOf(provider, CALL);
        refusalOf(provider, CALL);
        assertThat(request().getConnectionIndex()).isZero();
        assertThat(request().getConnectionIndex()).isOne();
    }

    @Test
    void sendsTheRequestInTheFormatOfTheProtocol() throws Exception {
        answer(HELLO + DONE);
        open(builder().header("X-Title", "Triune")).start(CALL, sink);
        sink.usage();

        RecordedRequest request = request();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + KEY);
        assertThat(request.getHeaders().get("X-Title")).isEqualTo("Triune");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.getHeaders().get("Accept")).startsWith("text/event-stream");
        assertThat(request.getHeaders().get("Accept-Encoding")).isEqualTo("identity");
        assertThat(body(request))
                .isEqualTo("{\"model\":\"small-1\",\"messages\":["
                        + "{\"role\":\"system\",\"content\":\"You are a \\\"guard\\\".\"},"
                        + "{\"role\":\"user\",\"content\":\"" + SECRET_QUESTION + "\"},"
                        + "{\"role\":\"assistant\",\"content\":\"é😀?\"}],"
                        + "\"max_tokens\":50,\"temperature\":0.5,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true}}");
    }

    @Test
    void requestsJsonOnlyForStructuredOutput() throws Exception {
        for (StructuredOutput how : StructuredOutput.values()) {
            for (AnswerFormat format : AnswerFormat.values()) {
                answer(DONE);
                RecordingSink answer = new RecordingSink();
                try (HttpProvider provider = builder().structured(how).build()) {
                    provider.start(call(format, Prompt.of("Answer in JSON.")), answer);
                    answer.usage();
                }
                assertThat(body(request())
                                .contains("\"response_format\":{\"type\":\"json_object\"}"))
                        .isEqualTo(how != StructuredOutput.NONE
                                && format != AnswerFormat.TEXT
                                && format != AnswerFormat.EMBEDDINGS);
            }
        }
    }

    @Test
    void replacesUnpairedSurrogatesInPrompts() throws Exception {
        answer(DONE);
        open(builder()).start(call(AnswerFormat.TEXT, Prompt.of("cut \ud83d")), sink);
        sink.usage();
        assertThat(body(request())).contains("\"cut ?\"");
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI, '', /chat/completions",
        "OPENAI, /, /chat/completions",
        "OPENAI, /v1, /v1/chat/completions",
        "OPENAI, /v1/, /v1/chat/completions",
        "OPENAI, /openai/v1, /openai/v1/chat/completions",
        "ANTHROPIC, '', /v1/messages",
        "ANTHROPIC, /, /v1/messages",
        "ANTHROPIC, /v1, /v1/messages",
        "ANTHROPIC, /v1/, /v1/messages",
        "ANTHROPIC, /gateway, /gateway/v1/messages",
        "OLLAMA, '', /api/chat",
        "OLLAMA, /, /api/chat",
        "OLLAMA, /api, /api/chat",
        "OLLAMA, /api/, /api/chat",
        "OLLAMA, /v1/models, /v1/models/api/chat",
    })
    void baseUrlMayIncludeTheRootPathOfTheProtocol(ApiFamily apiFamily, String path, String target)
            throws Exception {
        enqueue(500, "");
        refusalOf(open(builder(apiFamily, path)), CALL);
        RecordedRequest request = request();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getTarget()).isEqualTo(target);
    }

    @Test
    void eachFamilySendsTheKeyInItsOwnHeader() throws Exception {
        assertThat(headersOf(builder(ApiFamily.OPENAI, "").apiKey(KEY)))
                .containsEntry("Authorization", "Bearer " + KEY)
                .doesNotContainKeys("x-api-key", "anthropic-version");
        assertThat(headersOf(builder(ApiFamily.OLLAMA, "").apiKey(KEY)))
                .containsEntry("Authorization", "Bearer " + KEY)
                .doesNotContainKeys("x-api-key", "anthropic-version");
        assertThat(headersOf(builder(ApiFamily.ANTHROPIC, "").apiKey(KEY)))
                .containsEntry("x-api-key", KEY)
                .containsEntry("anthropic-version", "2023-06-01")
                .doesNotContainKey("Authorization");
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void sendsNoAuthorizationWithoutAKey(ApiFamily apiFamily) throws Exception {
        assertThat(headersOf(builder(apiFamily, "")))
                .doesNotContainKeys("Authorization", "x-api-key", "Proxy-Authorization");
    }

    @Test
    void customHeaderReplacesOneOfTheSameName() throws Exception {
        assertThat(headersOf(
                        builder(ApiFamily.ANTHROPIC, "").header("Anthropic-Version", "2030-01-01")))
                .containsEntry("anthropic-version", "2030-01-01");
    }

    private Map<String, String> headersOf(HttpProvider.Builder builder) throws Exception {
        enqueue(500, "");
        refusalOf(open(builder), CALL);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        request().getHeaders().forEach(header -> {
            String before = headers.put(header.getFirst(), header.getSecond());
            assertThat(before).as("%s comes once", header.getFirst()).isNull();
        });
        return headers;
    }
}
