/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of Cerebras: usage and times on the last chunk. */
final class CerebrasStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'chatcmpl-ce1','created':1760000000,'model':'llama3.1-8b',"
                    + "'system_fingerprint':'fp_c5','object':'chat.completion.chunk',",
            "",
            "");
    private static final String COUNTED = ",'usage':{'total_tokens':522,'completion_tokens':10,"
            + "'prompt_tokens':512,'prompt_tokens_details':{'cached_tokens':128}},"
            + "'time_info':{'queue_time':0.00008,'prompt_time':0.01,'completion_time':0.004,"
            + "'total_time':0.016,'created':1760000000.25}";

    private CerebrasStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "Cerebras: usage on the last chunk, [DONE]",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant'}"),
                                CHUNKS.text("Was"),
                                CHUNKS.text("ser."),
                                CHUNKS.last("stop", COUNTED),
                                "[DONE]"),
                        "Wasser.",
                        new Usage(384, 128, 0, 10)),
                StreamFixture.whole(
                        "Cerebras: usage on the last chunk and nothing after it",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant','content':'Wasser.'}"),
                                CHUNKS.last("stop", COUNTED)),
                        "Wasser.",
                        new Usage(384, 128, 0, 10)),
                StreamFixture.cut(
                        "Cerebras: only the role came",
                        OPENAI,
                        events(CHUNKS.delta("{'role':'assistant'}")),
                        ""),
                StreamFixture.error(
                        "Cerebras: too much at once, found late",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant'}"),
                                "{'error':{'message':'Queue full.','type':"
                                        + "'too_many_requests_error','param':'queue','code':"
                                        + "'queue_exceeded'},'status_code':429}"),
                        "",
                        json("{'error':{'message':'Queue full.','type':"
                                + "'too_many_requests_error','param':'queue','code':"
                                + "'queue_exceeded'},'status_code':429}")));
    }
}
