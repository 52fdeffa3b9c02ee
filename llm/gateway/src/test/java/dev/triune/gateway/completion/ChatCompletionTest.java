/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.Request;
import dev.triune.llm.Usage;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The fields of a chat completion. */
class ChatCompletionTest {
    @Test
    void cachedTokensCountAsPromptTokens() {
        assertThat(ChatCompletionWriter.usageJson(new Usage(10, 200, 3000, 40_000)))
                .hasToString("""
                        {"prompt_tokens":3210,"completion_tokens":40000,"total_tokens":43210,\
                        "prompt_tokens_details":{"cached_tokens":200}}""");
    }

    @Test
    void idsAreUniqueWithinAndAcrossGateways() {
        Set<String> names = new HashSet<>();
        for (long seed = -500; seed < 500; seed++) {
            CompletionIds ids = new CompletionIds("chatcmpl-", seed);
            for (int i = 0; i < 100; i++) {
                names.add(ids.next());
            }
        }
        assertThat(names).hasSize(100_000).allMatch(name -> name.length() >= 23);
    }

    @Test
    void modelNameIsEscapedInEveryChunk() {
        String model = "a\"content\":\"\"b";
        Request<String> request = Request.text(model).prompt("q").build();
        ChatCompletionWriter writer = new ChatCompletionWriter(
                new AnswerHead("c", 0, model),
                new CompletionRequest(List.of(request), false, List.of()));

        writer.text(0, "");
        String first = new String(writer.take(), StandardCharsets.UTF_8);
        writer.text(0, "text");
        String event = new String(writer.take(), StandardCharsets.UTF_8);
        assertThat(first).contains("\"role\":\"assistant\"");

        assertThat(GatewayFixture.JSON.readTree(event.substring("data: ".length())))
                .isEqualTo(GatewayFixture.JSON.readTree("""
                        {"id": "c", "object": "chat.completion.chunk", "created": 0,
                         "model": "a\\"content\\":\\"\\"b",
                         "choices": [{"index": 0, "delta": {"content": "text"}, "logprobs": null,
                          "finish_reason": null}]}"""));
    }
}
