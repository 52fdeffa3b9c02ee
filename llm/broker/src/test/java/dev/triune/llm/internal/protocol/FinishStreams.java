/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.ArrayList;
import java.util.List;

/** Answers of all families with every finish reason, with tool calls, or with reasoning first. */
final class FinishStreams {
    private static final ChatChunks CHUNKS = new ChatChunks("", "", "");
    private static final ToolCall WALK = new ToolCall("call_a", "walk", "{\"to\":\"Wald\"}");
    private static final ToolCall LOOK = new ToolCall("call_b", "look", "{}");
    private static final String START =
            AnthropicStreams.start("'input_tokens':9,'output_tokens':1");
    private static final String STOP = AnthropicStreams.event("{'type':'message_stop'}");

    private FinishStreams() {}

    static List<StreamFixture> all() {
        List<StreamFixture> all = new ArrayList<>();
        openAi("stop", FinishReason.STOP, all);
        openAi("length", FinishReason.LENGTH, all);
        openAi("model_length", FinishReason.LENGTH, all);
        openAi("MAX_TOKENS", FinishReason.LENGTH, all);
        openAi("content_filter", FinishReason.CONTENT_FILTER, all);
        openAi("SAFETY", FinishReason.CONTENT_FILTER, all);
        openAi("refusal", FinishReason.REFUSAL, all);
        openAi("tool_calls", FinishReason.STOP, all); // it names none
        openAi("function_call", FinishReason.STOP, all);
        openAi("news_of_2027", FinishReason.STOP, all);
        anthropic("end_turn", FinishReason.STOP, all);
        anthropic("stop_sequence", FinishReason.STOP, all);
        anthropic("max_tokens", FinishReason.LENGTH, all);
        anthropic("model_context_window_exceeded", FinishReason.LENGTH, all);
        anthropic("refusal", FinishReason.REFUSAL, all);
        anthropic("pause_turn", FinishReason.PAUSED, all);
        anthropic("tool_use", FinishReason.STOP, all);
        anthropic("news_of_2027", FinishReason.STOP, all);
        ollama("stop", FinishReason.STOP, all);
        ollama("", FinishReason.STOP, all);
        ollama("length", FinishReason.LENGTH, all);
        ollama("load", FinishReason.EMPTY, all);
        ollama("unload", FinishReason.EMPTY, all);
        ollama("news_of_2027", FinishReason.STOP, all);
        refusals(all);
        reasoning(all);
        openAiTools(all);
        otherTools(all);
        return all;
    }

    private static void openAi(String reason, FinishReason meaning, List<StreamFixture> all) {
        all.add(openAi(
                        "finish_reason " + reason,
                        "a",
                        CHUNKS.text("a"),
                        CHUNKS.last(reason),
                        "[DONE]")
                .finished(meaning));
    }

    private static StreamFixture openAi(String name, String text, String... data) {
        return StreamFixture.whole(
                "finish, OpenAI: " + name, ApiFamily.OPENAI, events(data), text, Usage.NONE);
    }

    private static void anthropic(String reason, FinishReason meaning, List<StreamFixture> all) {
        String stream = START
                + AnthropicStreams.text(0, "a")
                + AnthropicStreams.delta("'" + reason + "'", "'output_tokens':5")
                + STOP;
        String whole = "{'type':'message','content':[{'type':'text','text':'a'}],'stop_reason':'"
                + reason + "','usage':{'input_tokens':9,'output_tokens':5}}";
        all.add(anthropic("stop_reason " + reason, stream).finished(meaning));
        all.add(anthropic("in one piece, stop_reason " + reason, json(whole)).finished(meaning));
    }

    private static StreamFixture anthropic(String name, String stream) {
        return StreamFixture.whole(
                "finish, Anthropic: " + name, ApiFamily.ANTHROPIC, stream, "a", tokens(9, 5));
    }

    private static void ollama(String reason, FinishReason meaning, List<StreamFixture> all) {
        all.add(ollama(
                        "done_reason " + reason,
                        "{'done_reason':'" + reason + "','message':{'content':'a'},'done':true}")
                .finished(meaning));
    }

    private static StreamFixture ollama(String name, String lines) {
        return StreamFixture.whole(
                "finish, Ollama: " + name, ApiFamily.OLLAMA, json(lines), "a", Usage.NONE);
    }

    private static void refusals(List<StreamFixture> all) {
        all.add(openAi(
                        "a refusal is no text",
                        "",
                        CHUNKS.delta("{'role':'assistant','content':'','refusal':null}"),
                        CHUNKS.delta("{'refusal':'I cannot '}"),
                        CHUNKS.delta("{'refusal':'do that.'}"),
                        CHUNKS.last("stop"),
                        "[DONE]")
                .finished(FinishReason.REFUSAL));
        all.add(openAi("[DONE] after text", "a", CHUNKS.text("a"), "[DONE]"));
        all.add(openAi("nothing but [DONE]", "", "[DONE]"));
    }

    private static void reasoning(List<StreamFixture> all) {
        all.add(openAi(
                "reasoning under each of its names is no text",
                "a",
                CHUNKS.delta("{'content':'','reasoning':'no'}"),
                CHUNKS.delta("{'content':null,'reasoning_content':'no'}"),
                CHUNKS.delta("{'thinking':'no','reasoning_details':[{'text':'no'}]}"),
                CHUNKS.delta("{'content':[{'type':'reasoning','text':'no'},"
                        + "{'text':'no','type':'thinking'},{'type':'text','text':'a'}]}"),
                CHUNKS.last("stop"),
                "[DONE]"));
        all.add(ollama(
                "thinking is no text",
                "{'message':{'content':'','thinking':'no'},'done':false}\n"
                        + "{'message':{'content':'a'},'done_reason':'stop','done':true}"));
    }

    private static void openAiTools(List<StreamFixture> all) {
        all.add(openAi(
                        "two tool calls in pieces",
                        "a",
                        CHUNKS.text("a"),
                        tool("'index':0,'id':'call_a','type':'function',"
                                + "'function':{'name':'walk','arguments':''}"),
                        tool("'function':{'arguments':'{\\'to'},'index':0"),
                        tool("'index':0,'function':{'arguments':'\\':\\'Wald\\'}'}"),
                        tool("'index':1,'id':'call_b','type':'function',"
                                + "'function':{'name':'look','arguments':''}"),
                        CHUNKS.last("tool_calls"),
                        "[DONE]")
                .calling(WALK, LOOK));
        all.add(openAi(
                        "tool calls that are all numbered alike",
                        "",
                        tool("'index':0,'id':'call_a',"
                                + "'function':{'name':'walk','arguments':{'to': 'Wald'}}"),
                        tool("'index':0,'id':'call_b',"
                                + "'function':{'name':'look','arguments':'{}'}"),
                        CHUNKS.last("stop"),
                        "[DONE]")
                .calling(WALK, LOOK));
        all.add(StreamFixture.whole(
                        "finish, OpenAI: tool calls in one piece",
                        ApiFamily.OPENAI,
                        json("{'choices':[{'message':{'content':null,'tool_calls':["
                                + "{'id':'call_a','type':'function','function':"
                                + "{'name':'walk','arguments':'{\\'to\\':\\'Wald\\'}'}},"
                                + "{'id':'call_b','type':'function','function':"
                                + "{'name':'look','arguments':''}}]},"
                                + "'finish_reason':'tool_calls'}]}"),
                        "",
                        Usage.NONE)
                .calling(WALK, LOOK));
        all.add(openAi(
                        "a tool call that the limit cut off is left out",
                        "",
                        tool("'index':0,'id':'call_b','function':{'name':'look'}"),
                        tool("'index':1,'id':'call_a','function':"
                                + "{'name':'walk','arguments':'{\\'to'}"),
                        CHUNKS.last("length"),
                        "[DONE]")
                .calling(LOOK)
                .finished(FinishReason.LENGTH));
    }

    private static String tool(String fields) {
        return CHUNKS.delta("{'tool_calls':[{" + fields + "}]}");
    }

    private static void otherTools(List<StreamFixture> all) {
        all.add(anthropic(
                        "tools of the caller, not those of the server",
                        START
                                + AnthropicStreams.text(0, "a")
                                + block(1, "'type':'tool_use','id':'call_a','name':'walk'")
                                + arguments(1, "{\\'to\\':\\'")
                                + arguments(1, "Wald\\'}")
                                + block(2, "'type':'server_tool_use','id':'s','name':'search'")
                                + arguments(2, "{\\'query\\':1}")
                                + block(3, "'type':'tool_use','id':'call_b','name':'look'")
                                + AnthropicStreams.delta("'tool_use'", "'output_tokens':5")
                                + STOP)
                .calling(WALK, LOOK));
        all.add(anthropic(
                        "tools in one piece",
                        json("{'type':'message','content':[{'type':'text','text':'a'},"
                                + "{'type':'tool_use','id':'call_a','name':'walk',"
                                + "'input':{'to': 'Wald'}},"
                                + "{'input':{},'name':'look','id':'call_b','type':'tool_use'}],"
                                + "'stop_reason':'tool_use',"
                                + "'usage':{'input_tokens':9,'output_tokens':5}}"))
                .calling(WALK, LOOK));
        all.add(ollama(
                        "tools without ids, with arguments of all kinds",
                        "{'message':{'content':'a','tool_calls':[{'function':{'name':'walk',"
                                + "'index':0,'arguments':{'to':'Wa\\u006cd','n':[1, -2.5e3,"
                                + "{'b':true, 'c':null}]}}}]},'done':false}\n"
                                + "{'message':{'content':'','tool_calls':[{'function':{'name':"
                                + "'look','index':0,'arguments':{}}}]},'done':false}\n"
                                + "{'message':{'content':''},'done_reason':'stop','done':true}\n")
                .calling(
                        new ToolCall(
                                "call_0",
                                "walk",
                                json("{'to':'Wald','n':[1,-2500.0,{'b':true,'c':null}]}")),
                        new ToolCall("call_1", "look", "{}")));
    }

    private static String block(int index, String fields) {
        return AnthropicStreams.event("{'type':'content_block_start','index':" + index
                + ",'content_block':{" + fields + ",'input':{}}}");
    }

    private static String arguments(int index, String piece) {
        return AnthropicStreams.event("{'type':'content_block_delta','index':" + index
                + ",'delta':{'type':'input_json_delta','partial_json':'" + piece + "'}}");
    }
}
