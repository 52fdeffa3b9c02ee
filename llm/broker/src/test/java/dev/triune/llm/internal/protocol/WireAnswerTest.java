/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answer to a call without a stream, as each server gives it with thoughts, a tool call and all
 * figures: made of the fields that its provider has published, and read whole.
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
    void anAnswerInOnePieceIsPublishedAndRead(
            String name, ApiFamily family, long input, long cacheRead, long cacheWrite)
            throws Exception {
        String fixture = WireBodyTest.resource(name + "-answer.json");
        PublishedFields published =
                PublishedFields.of(WireBodyTest.resource("published-fields.txt"), name + "-answer");
        assertThat(published.problems(JsonMapper.shared().readTree(fixture))).isEmpty();

        // Ollama's is on one line: lines are what it separates its answers by
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
