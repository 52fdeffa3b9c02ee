/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.wire.StructuredOutput;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;

/** What is sent. */
final class OpenAiRequestTest extends OpenAiServerFixture {
    // what is sent

    @Test
    void theRequestIsSentAsTheProtocolWantsIt() throws Exception {
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
    void jsonIsAskedForOnlyForPlansAndOnlyIfWanted() throws Exception {
        for (StructuredOutput how : StructuredOutput.values()) {
            for (AnswerFormat format : AnswerFormat.values()) {
                answer(DONE);
                RecordingSink answer = new RecordingSink();
                try (HttpProvider provider = builder().structured(how).build()) {
                    provider.start(call(format), answer);
                    answer.usage();
                }
                assertThat(body(request())
                                .contains("\"response_format\":{\"type\":\"json_object\"}"))
                        .isEqualTo(how != StructuredOutput.NONE && format == AnswerFormat.PLAN);
            }
        }
    }

    @Test
    void withoutAKeyNoneIsSentAndASlashEndsTheBaseUrlInVain() throws Exception {
        answer(DONE);
        open(HttpProvider.openAi(server.url("/v1/").toString())).start(CALL, sink);
        sink.usage();
        RecordedRequest request = request();
        assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
        assertThat(request.getHeaders().get("Authorization")).isNull();
    }

    @Test
    void halfASurrogatePairInAPromptDoesNotHinderTheCall() throws Exception {
        answer(DONE);
        open(builder()).start(call(AnswerFormat.TEXT, Prompt.of("cut \ud83d")), sink);
        sink.usage();
        assertThat(body(request())).contains("\"cut ?\"");
    }
}
