/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The unstreamed answer of each server, with thoughts, a tool call and all token
 * counts: it consists of the fields that the provider has published, and it is read completely.
 */
final class WireAnswerTest {
    @ParameterizedTest
    @CsvSource({
        "openai, OPENAI, 8, 8, 4",
        "groq, OPENAI, 12, 8, 0",
        "cerebras, OPENAI, 12, 8, 0",
        "gemini, OPENAI, 20, 0, 0",
        "openrouter, OPENAI, 12, 8, 0",
        "vllm, OPENAI, 12, 8, 0",
        "llama_cpp, OPENAI, 12, 8, 0",
        "anthropic, ANTHROPIC, 8, 8, 4",
        "ollama, OLLAMA, 20, 0, 0"
    })
    void unstreamedAnswerHasPublishedFieldsAndIsRead(
            String name, ApiFamily family, long input, long cacheRead, long cacheWrite)
            throws Exception {
        String fixture = WireBodyTest.resource(name + "-answer.json");
        PublishedFields published =
                PublishedFields.of(WireBodyTest.resource("published-fields.txt"), name + "-answer");
        assertThat(published.problems(JsonMapper.shared().readTree(fixture))).isEmpty();

        // on one line, because Ollama separates its answers by line breaks
        String sent = JsonMapper.shared().readTree(fixture).toString();
        ParsedAnswer answer = ChunkedReads.answer(family, sent.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.text()).isEqualTo("A mill.");
        assertThat(answer.toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("look");
            assertThat(call.arguments()).isEqualTo("{\"direction\":\"north\"}");
        });
        assertThat(answer.streamEnd())
                .isEqualTo(new StreamEnd.Complete(
                        FinishReason.TOOL_CALLS, new Usage(input, cacheRead, cacheWrite, 9)));
    }
}
