/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of DeepSeek: keep-alives, its own names for cached tokens, a reason of its own. */
final class DeepSeekStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'d1','object':'chat.completion.chunk','created':1760000000,"
                    + "'model':'deepseek-chat','system_fingerprint':'fp_d',",
            ",'logprobs':null",
            "");
    private static final String COUNTED = "{'prompt_tokens':640,'completion_tokens':12,"
            + "'total_tokens':652,'prompt_cache_hit_tokens':576,'prompt_cache_miss_tokens':64";

    private DeepSeekStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "DeepSeek: keep-alives, cached tokens under two names",
                        OPENAI,
                        ": keep-alive\n\n: keep-alive\n\n"
                                + events(
                                        CHUNKS.delta("{'role':'assistant','content':''}"),
                                        CHUNKS.text("山へ"),
                                        CHUNKS.chunk(
                                                "{'content':''}",
                                                "'stop'",
                                                ",'usage':" + COUNTED + ",'prompt_tokens_details':"
                                                        + "{'cached_tokens':576}}"),
                                        "[DONE]"),
                        "山へ",
                        new Usage(64, 576, 0, 12)),
                StreamFixture.whole(
                        "DeepSeek: cached tokens under its own name only",
                        OPENAI,
                        events(
                                CHUNKS.text("山"),
                                CHUNKS.last("stop", ",'usage':" + COUNTED + "}"),
                                "[DONE]"),
                        "山",
                        new Usage(64, 576, 0, 12)),
                StreamFixture.whole(
                        "DeepSeek: thoughts, whose tokens the completion includes",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant','content':null,"
                                        + "'reasoning_content':''}"),
                                CHUNKS.delta("{'content':null,'reasoning_content':'Hm'}"),
                                CHUNKS.delta("{'content':'山','reasoning_content':null}"),
                                CHUNKS.last(
                                        "stop",
                                        ",'usage':{'prompt_tokens':10,"
                                                + "'completion_tokens':90,'total_tokens':100,"
                                                + "'completion_tokens_details':{'reasoning_tokens':80}}"),
                                "[DONE]"),
                        "山",
                        tokens(10, 90)),
                StreamFixture.cut(
                        "DeepSeek: the server had not enough of something",
                        OPENAI,
                        events(
                                CHUNKS.text("山"),
                                CHUNKS.last("insufficient_system_resource"),
                                "[DONE]"),
                        "山"),
                StreamFixture.whole(
                        "DeepSeek: empty lines before an answer in one piece",
                        OPENAI,
                        "\n\n\n\n"
                                + json("{'id':'d2','object':'chat.completion','created':1,"
                                        + "'choices':[{'index':0,'message':{'role':'assistant',"
                                        + "'content':'山'},'finish_reason':'stop'}],'usage':"
                                        + COUNTED + "}}"),
                        "山",
                        new Usage(64, 576, 0, 12)));
    }
}
