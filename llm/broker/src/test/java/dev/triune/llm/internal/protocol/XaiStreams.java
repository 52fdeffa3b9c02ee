/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of xAI: tokens of thinking are outside the completion, inside the total. */
final class XaiStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'x1','object':'chat.completion.chunk','created':1760000000,'model':'grok-4',",
            "",
            ",'system_fingerprint':'fp_x'");
    private static final String COUNTED = "{'prompt_tokens':32,'completion_tokens':9,"
            + "'total_tokens':135,'prompt_tokens_details':{'text_tokens':32,'audio_tokens':0,"
            + "'image_tokens':0,'cached_tokens':6},'completion_tokens_details':"
            + "{'reasoning_tokens':94,'audio_tokens':0},'num_sources_used':0}";

    private XaiStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "xAI: usage in a chunk of its own",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant','reasoning_content':'Hm'}"),
                                CHUNKS.delta("{'role':'assistant','content':'Geh'}"),
                                CHUNKS.last("stop"),
                                CHUNKS.usage(COUNTED),
                                "[DONE]"),
                        "Geh",
                        new Usage(26, 6, 0, 103)),
                StreamFixture.whole(
                        "xAI: one piece",
                        OPENAI,
                        json("{'id':'x2','object':'chat.completion','choices':[{'index':0,"
                                + "'message':{'role':'assistant','content':'Geh',"
                                + "'reasoning_content':'Hm','refusal':null},'finish_reason':'stop'}"
                                + "],'usage':" + COUNTED + "}"),
                        "Geh",
                        new Usage(26, 6, 0, 103)),
                StreamFixture.whole(
                        "xAI: without a prompt that was cached",
                        OPENAI,
                        events(
                                CHUNKS.text("Geh"),
                                CHUNKS.last(
                                        "stop",
                                        ",'usage':{'prompt_tokens':5,'completion_tokens':1,"
                                                + "'total_tokens':6}"),
                                "[DONE]"),
                        "Geh",
                        tokens(5, 1)),
                StreamFixture.error(
                        "xAI: an error that is a text beside its code",
                        OPENAI,
                        json("{'code':'The service is currently unavailable',"
                                + "'error':'Service temporarily unavailable.'}"),
                        "",
                        json("{'code':'The service is currently unavailable',"
                                + "'error':'Service temporarily unavailable.'}")));
    }
}
