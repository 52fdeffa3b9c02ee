/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** The shapes of three mocks of such servers (aimock, mock-llm, MockServer), where they differ. */
final class MockStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks AIMOCK = new ChatChunks(
            "'id':'chatcmpl-a','object':'chat.completion.chunk','created':1,'model':'m',",
            ",'logprobs':null",
            "");
    private static final String ROUTED = ",'provider':'m','system_fingerprint':null";
    private static final ChatChunks MOCK_LLM = new ChatChunks(
            "'id':'chatcmpl-1','object':'chat.completion.chunk','created':1,'model':'test-model',",
            "",
            "");
    private static final String LIMITED =
            "{'error':{'message':'slow down','code':'rate_limit_exceeded'}}";
    private static final String AFTER_THE_END = "data: {\"malformed\":true\n\n";

    private MockStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "aimock: thoughts before the role",
                        OPENAI,
                        events(
                                AIMOCK.delta("{'reasoning_content':'The fire is low, '}"),
                                AIMOCK.delta("{'role':'assistant','content':''}"),
                                AIMOCK.text("On my way."),
                                AIMOCK.last("stop"),
                                AIMOCK.usage("{'prompt_tokens':5,'completion_tokens':21,"
                                        + "'total_tokens':26}"),
                                "[DONE]"),
                        "On my way.",
                        tokens(5, 21)),
                StreamFixture.whole(
                        "aimock: OpenRouter's door counts the cache in Anthropic's words, too",
                        OPENAI,
                        events(
                                AIMOCK.chunk("{'content':'On'}", "null", ROUTED),
                                AIMOCK.chunk("{}", "'stop','native_finish_reason':'stop'", ROUTED),
                                AIMOCK.usage("{'prompt_tokens':1200,'completion_tokens':24,"
                                        + "'total_tokens':1224,'prompt_tokens_details':"
                                        + "{'cached_tokens':1024},'cache_read_input_tokens':1024,"
                                        + "'cache_creation_input_tokens':64}"),
                                "[DONE]"),
                        "On",
                        new Usage(112, 1024, 64, 24)),
                StreamFixture.whole(
                        "aimock: a reason that is empty, but [DONE]",
                        OPENAI,
                        events(AIMOCK.text("On"), AIMOCK.last(""), "[DONE]"),
                        "On",
                        Usage.NONE),
                StreamFixture.unreadable(
                        "aimock: braces that hold no JSON",
                        OPENAI,
                        "{malformed json: <<<chaos>>>",
                        "",
                        "an event is not JSON"),
                StreamFixture.unreadable(
                        "aimock: braces that hold no JSON, as a line",
                        ApiFamily.OLLAMA,
                        "{malformed json: <<<chaos>>>\n",
                        "",
                        "an event is not JSON"),
                StreamFixture.whole(
                        "mock-llm: role and text at once, the reason with the last text",
                        OPENAI,
                        events(
                                MOCK_LLM.delta("{'content':'On ','role':'assistant'}"),
                                MOCK_LLM.chunk("{'content':'my way.'}", "'stop'", ""),
                                "[DONE]"),
                        "On my way.",
                        Usage.NONE),
                StreamFixture.error(
                        "mock-llm: nothing but an error",
                        OPENAI,
                        events(LIMITED),
                        "",
                        json(LIMITED)),
                StreamFixture.error(
                        "mock-llm: server-sent events where lines are to be",
                        ApiFamily.OLLAMA,
                        json("data: {'error':'too many requests'}\n\n"),
                        "",
                        json("{'error':'too many requests'}")),
                StreamFixture.whole(
                        "MockServer: no usage, broken JSON after the end",
                        OPENAI,
                        events(MOCK_LLM.text("On"), MOCK_LLM.last("stop"), "[DONE]")
                                + AFTER_THE_END,
                        "On",
                        Usage.NONE),
                StreamFixture.whole(
                        "MockServer: Anthropic's door, broken JSON after the end",
                        ApiFamily.ANTHROPIC,
                        AnthropicStreams.start("'input_tokens':1200,'output_tokens':1,"
                                        + "'cache_read_input_tokens':1024,"
                                        + "'cache_creation_input_tokens':64")
                                + AnthropicStreams.text(0, "On")
                                + AnthropicStreams.delta("'end_turn'", "'output_tokens':24")
                                + AnthropicStreams.event("{'type':'message_stop'}")
                                + AFTER_THE_END,
                        "On",
                        new Usage(1200, 1024, 64, 24)),
                StreamFixture.whole(
                        "MockServer: Ollama's door, no reason, broken JSON after the end",
                        ApiFamily.OLLAMA,
                        json("{'model':'m','message':{'role':'assistant','content':'On'},'done':"
                                + "false}\n{'model':'m','message':{'role':'assistant','content':"
                                + "''},'done':true,'prompt_eval_count':1200,'eval_count':24}\n"
                                + "{'malformed':true\n"),
                        "On",
                        tokens(1200, 24)),
                StreamFixture.unreadable(
                        "MockServer: broken JSON between events",
                        OPENAI,
                        events(MOCK_LLM.text("On")) + AFTER_THE_END + events(MOCK_LLM.text("my")),
                        "On",
                        "an event is not JSON"));
    }
}
