/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of Groq: usage in a place of its own on the last chunk, {@code x_groq}. */
final class GroqStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'chatcmpl-f1','object':'chat.completion.chunk','created':1760000000,"
                    + "'model':'llama-3.3-70b-versatile','system_fingerprint':'fp_3f3b593e33',",
            ",'logprobs':null",
            "");
    private static final String FIRST = CHUNKS.chunk(
            "{'role':'assistant','content':''}", "null", ",'x_groq':{'id':'req_01','seed':7}");
    private static final String COUNTED =
            "{'queue_time':0.018,'prompt_tokens':1042,'prompt_time':0.002,'completion_tokens':28,"
                    + "'completion_time':0.1,'total_tokens':1070,'total_time':0.102";

    private GroqStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.error(
                        "Groq: the reason why a stream stopped early in x_groq",
                        OPENAI,
                        events(
                                FIRST,
                                CHUNKS.text("Hol"),
                                "{'choices':[],'x_groq':{'id':'req_01','error':'over capacity'}}",
                                "[DONE]"),
                        "Hol",
                        json("{'choices':[],'x_groq':{'id':'req_01','error':'over capacity'}}")),
                StreamFixture.whole(
                        "Groq: usage in x_groq only",
                        OPENAI,
                        events(
                                FIRST,
                                CHUNKS.text("Hol"),
                                CHUNKS.text("z."),
                                CHUNKS.last(
                                        "stop",
                                        ",'x_groq':{'id':'req_01','usage':" + COUNTED + "}}"),
                                "[DONE]"),
                        "Holz.",
                        tokens(1042, 28)),
                StreamFixture.whole(
                        "Groq: usage in x_groq and in a chunk of its own",
                        OPENAI,
                        events(
                                FIRST,
                                CHUNKS.text("Holz."),
                                CHUNKS.last(
                                        "stop",
                                        ",'x_groq':{'id':'req_01','usage':" + COUNTED + "}}"),
                                CHUNKS.usage(COUNTED + ",'prompt_tokens_details':{'cached_tokens':"
                                        + "1024}}"),
                                "[DONE]"),
                        "Holz.",
                        new Usage(18, 1024, 0, 28)),
                StreamFixture.whole(
                        "Groq: thoughts apart from the answer",
                        OPENAI,
                        events(
                                FIRST,
                                CHUNKS.delta(
                                        "{'reasoning':'The fire is low.','channel':'analysis'}"),
                                CHUNKS.text("Holz."),
                                CHUNKS.last("stop"),
                                "[DONE]"),
                        "Holz.",
                        Usage.NONE),
                StreamFixture.whole(
                        "Groq: one piece, as it answers with a schema",
                        OPENAI,
                        json("{'id':'chatcmpl-f2','object':'chat.completion','created':1,'model':"
                                + "'openai/gpt-oss-20b','choices':[{'index':0,'message':{'role':"
                                + "'assistant','content':'{}','reasoning':'Nothing.'},'logprobs':"
                                + "null,'finish_reason':'stop'}],'usage_breakdown':null,'usage':"
                                + COUNTED + "},'system_fingerprint':'fp_1','x_groq':{'id':'req_2'},"
                                + "'service_tier':'on_demand'}\n"),
                        "{}",
                        tokens(1042, 28)),
                StreamFixture.error(
                        "Groq: an error event in mid-stream",
                        OPENAI,
                        events(FIRST, CHUNKS.text("Ho")) + "event: error\n"
                                + events("{'error':{'message':'Over capacity','type':"
                                        + "'internal_server_error','status_code':503}}"),
                        "Ho",
                        json("{'error':{'message':'Over capacity','type':"
                                + "'internal_server_error','status_code':503}}")),
                StreamFixture.error(
                        "Groq: JSON that did not come to be",
                        OPENAI,
                        events(
                                FIRST,
                                CHUNKS.text("Sure"),
                                "{'error':{'message':'Failed to generate JSON.','type':"
                                        + "'invalid_request_error','code':'json_validate_failed',"
                                        + "'failed_generation':'Sure'}}"),
                        "Sure",
                        json("{'error':{'message':'Failed to generate JSON.','type':"
                                + "'invalid_request_error','code':'json_validate_failed',"
                                + "'failed_generation':'Sure'}}")));
    }
}
