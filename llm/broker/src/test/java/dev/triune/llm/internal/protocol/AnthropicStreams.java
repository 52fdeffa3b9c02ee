/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of Anthropic: named events, blocks, pings. */
final class AnthropicStreams {
    private static final ApiFamily ANTHROPIC = ApiFamily.ANTHROPIC;
    private static final String PING = event("{'type': 'ping'}");
    private static final String BLOCK = event("{'type':'content_block_start','index':0,"
            + "'content_block':{'type':'text','text':''}}");
    private static final String BLOCK_STOP = event("{'type':'content_block_stop','index':0}");
    private static final String STOP = event("{'type':'message_stop'}");
    private static final String OVERLOADED = "{'type':'error','error':{'details':null,"
            + "'type':'overloaded_error','message':'Overloaded'},'request_id':'req_1'}";

    private AnthropicStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "Anthropic: fresh input excludes what was cached",
                        ANTHROPIC,
                        start("'input_tokens':25,'cache_creation_input_tokens':188,"
                                        + "'cache_read_input_tokens':1024,'cache_creation':"
                                        + "{'ephemeral_5m_input_tokens':188},'output_tokens':1")
                                + BLOCK
                                + PING
                                + text(0, "Schön")
                                + text(0, " ⚒ \\\"ja\\\"")
                                + BLOCK_STOP
                                + delta("'end_turn'", "'output_tokens':15")
                                + STOP,
                        "Schön ⚒ \"ja\"",
                        new Usage(25, 1024, 188, 15)),
                StreamFixture.whole(
                                "Anthropic: later figures replace all earlier ones",
                                ANTHROPIC,
                                start("'input_tokens':3,'output_tokens':1")
                                        + BLOCK
                                        + text(0, "a")
                                        + BLOCK_STOP
                                        + delta(
                                                "'max_tokens'",
                                                "'input_tokens':1300,'cache_creation_input_tokens':0,"
                                                        + "'cache_read_input_tokens':7,'output_tokens':64")
                                        + STOP,
                                "a",
                                new Usage(1300, 7, 0, 64))
                        .finished(FinishReason.LENGTH),
                StreamFixture.whole(
                        "Anthropic: thinking before the answer",
                        ANTHROPIC,
                        start("'input_tokens':40,'output_tokens':2")
                                + event("{'type':'content_block_start','index':0,'content_block':"
                                        + "{'type':'thinking','thinking':'','signature':''}}")
                                + event("{'type':'content_block_delta','index':0,'delta':{'type':"
                                        + "'thinking_delta','thinking':'First '}}")
                                + event("{'type':'content_block_delta','index':0,'delta':{'type':"
                                        + "'signature_delta','signature':'EqQB'}}")
                                + BLOCK_STOP
                                + event("{'type':'content_block_start','index':1,'content_block':"
                                        + "{'type':'redacted_thinking','data':'Emw'}}")
                                + BLOCK_STOP
                                + BLOCK
                                + text(2, "Komm")
                                + BLOCK_STOP
                                + delta("'end_turn'", "'output_tokens':80")
                                + STOP,
                        "Komm",
                        tokens(40, 80)),
                StreamFixture.whole(
                                "Anthropic: several blocks of text, one with text at its start, and a tool",
                                ANTHROPIC,
                                start("'input_tokens':9,'output_tokens':1")
                                        + BLOCK
                                        + text(0, "a")
                                        + BLOCK_STOP
                                        + event(
                                                "{'type':'content_block_start','index':1,'content_block':"
                                                        + "{'type':'text','text':'b'}}")
                                        + text(1, "c")
                                        + event(
                                                "{'type':'content_block_start','index':2,'content_block':"
                                                        + "{'type':'tool_use','id':'t','name':'n','input':{}}}")
                                        + event(
                                                "{'type':'content_block_delta','index':2,'delta':{'type':"
                                                        + "'input_json_delta','partial_json':'{}'}}")
                                        + event("{'type':'news_of_2027','text':'passed over'}")
                                        + delta("'tool_use'", "'output_tokens':5")
                                        + STOP,
                                "abc",
                                tokens(9, 5))
                        .calling(new ToolCall("t", "n", "{}")),
                StreamFixture.whole(
                        "Anthropic: no message_stop after the reason",
                        ANTHROPIC,
                        start("'input_tokens':9,'output_tokens':1")
                                + BLOCK
                                + text(0, "a")
                                + delta("'stop_sequence'", "'output_tokens':5"),
                        "a",
                        tokens(9, 5)),
                StreamFixture.whole(
                        "Anthropic: one piece",
                        ANTHROPIC,
                        json("{'id':'msg_2','type':'message','role':'assistant','model':'c',"
                                + "'content':[{'type':'thinking','thinking':'Hm','signature':'x'},"
                                + "{'type':'text','text':'Ko'},{'type':'text','text':'mm'}],"
                                + "'stop_reason':'end_turn','stop_sequence':null,'usage':{"
                                + "'input_tokens':176,'cache_creation_input_tokens':0,"
                                + "'cache_read_input_tokens':1024,'output_tokens':24,"
                                + "'service_tier':'standard'}}"),
                        "Komm",
                        new Usage(176, 1024, 0, 24)),
                StreamFixture.whole(
                        "Anthropic: a proxy that drops the names of events",
                        ANTHROPIC,
                        (start("'input_tokens':9,'output_tokens':1") + text(0, "a") + STOP)
                                .replaceAll("event: \\w+\n", ""),
                        "a",
                        tokens(9, 1)),
                StreamFixture.cut(
                        "Anthropic: the stream ends after a block",
                        ANTHROPIC,
                        start("'input_tokens':9,'output_tokens':1")
                                + BLOCK
                                + text(0, "a")
                                + BLOCK_STOP,
                        "a"),
                StreamFixture.cut(
                        "Anthropic: the stream ends before any block",
                        ANTHROPIC,
                        start("'input_tokens':9,'output_tokens':1") + PING + PING,
                        ""),
                StreamFixture.error(
                        "Anthropic: overloaded in mid-stream",
                        ANTHROPIC,
                        start("'input_tokens':9,'output_tokens':1")
                                + BLOCK
                                + text(0, "a")
                                + event(OVERLOADED),
                        "a",
                        json(OVERLOADED)),
                StreamFixture.error(
                        "Anthropic: overloaded before anything, without a name",
                        ANTHROPIC,
                        json("data: " + OVERLOADED + "\n\n"),
                        "",
                        json(OVERLOADED)),
                StreamFixture.error(
                        "Anthropic: overloaded in one piece",
                        ANTHROPIC,
                        json(OVERLOADED),
                        "",
                        json(OVERLOADED)));
    }

    /** An event under the name that its type gives. */
    static String event(String quoted) {
        String type = quoted.replaceAll("^\\{'type': ?'(\\w+)'.*", "$1");
        return "event: " + type + "\ndata: " + json(quoted) + "\n\n";
    }

    static String start(String usage) {
        return event("{'type':'message_start','message':{'id':'msg_1','type':'message','role':"
                + "'assistant','model':'claude-haiku-4-5','content':[],'stop_reason':null,"
                + "'stop_sequence':null,'usage':{" + usage + "}}}");
    }

    static String text(int index, String piece) {
        return event("{'type':'content_block_delta','index':" + index
                + ",'delta':{'type':'text_delta','text':'" + piece + "'}}");
    }

    static String delta(String reason, String usage) {
        return event("{'type':'message_delta','delta':{'stop_reason':" + reason
                + ",'stop_sequence':null},'usage':{" + usage + "}}");
    }
}
