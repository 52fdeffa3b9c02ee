/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of OpenRouter: comments while it waits, and errors after status 200. */
final class OpenRouterStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final String WAIT = ": OPENROUTER PROCESSING\n\n";
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'gen-1','provider':'DeepInfra','model':'qwen/qwen3-8b',"
                    + "'object':'chat.completion.chunk','created':1760000000,",
            ",'native_finish_reason':null,'logprobs':null",
            "");
    private static final String DISCONNECTED =
            "{'id':'gen-1','object':'chat.completion.chunk','provider':'DeepInfra','error':{'code':"
                    + "502,'message':'Provider disconnected','metadata':{'raw':'x'}},'choices':"
                    + "[{'index':0,'delta':{'content':''},'finish_reason':'error'}]}";

    private OpenRouterStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "OpenRouter: comments, then an answer with role and text in each chunk",
                        OPENAI,
                        WAIT
                                + WAIT
                                + events(
                                        CHUNKS.delta("{'role':'assistant','content':'Ei'}"),
                                        CHUNKS.delta("{'role':'assistant','content':'n Weg'}"))
                                + WAIT
                                + events(
                                        CHUNKS.chunk(
                                                "{'role':'assistant','content':''}", "'stop'", ""),
                                        "{'id':'gen-1','choices':[{'index':0,'delta':{'role':"
                                                + "'assistant','content':''},'finish_reason':null}"
                                                + "],'usage':{'prompt_tokens':194,"
                                                + "'completion_tokens':9,'total_tokens':203,'cost':"
                                                + "0.00014,'is_byok':false,"
                                                + "'prompt_tokens_details':{'cached_tokens':96,"
                                                + "'cache_write_tokens':32},"
                                                + "'completion_tokens_details':{"
                                                + "'reasoning_tokens':0}}}",
                                        "[DONE]"),
                        "Ein Weg",
                        new Usage(66, 96, 32, 9)),
                StreamFixture.whole(
                        "OpenRouter: thoughts in two fields",
                        OPENAI,
                        WAIT
                                + events(
                                        CHUNKS.delta("{'role':'assistant','content':'',"
                                                + "'reasoning':'Hm.','reasoning_details':[{'type':"
                                                + "'reasoning.text','text':'Hm.'}]}"),
                                        CHUNKS.text("Ja"),
                                        CHUNKS.last("stop"),
                                        CHUNKS.usage("{'prompt_tokens':4,'completion_tokens':8,"
                                                + "'total_tokens':12}"),
                                        "[DONE]"),
                        "Ja",
                        tokens(4, 8)),
                StreamFixture.error(
                        "OpenRouter: the provider fails in mid-stream",
                        OPENAI,
                        WAIT + events(CHUNKS.text("Ein"), DISCONNECTED, "[DONE]"),
                        "Ein",
                        json("{'id':'gen-1','object':'chat.completion.chunk','provider':"
                                + "'DeepInfra','error':{'code':502,'message':"
                                + "'Provider disconnected','metadata':{'raw':'x'}},'choices':"
                                + "[{'index':0,'delta':{'content':''},'finish_reason':'error'}]}")),
                StreamFixture.error(
                        "OpenRouter: only the finish reason says that it failed",
                        OPENAI,
                        events(CHUNKS.text("Ein"), CHUNKS.last("error"), "[DONE]"),
                        "Ein",
                        json("{'error':{'code':500}}")),
                StreamFixture.error(
                        "OpenRouter: an error in one piece with status 200",
                        OPENAI,
                        "\n         \n\n         \n"
                                + json("{'error':{'message':'Provider returned error','code':429,"
                                        + "'metadata':{'raw':'slow down','provider_name':'X'}},"
                                        + "'user_id':'user_1'}"),
                        "",
                        json("{'error':{'message':'Provider returned error','code':429,"
                                + "'metadata':{'raw':'slow down','provider_name':'X'}},"
                                + "'user_id':'user_1'}")),
                StreamFixture.cut("OpenRouter: nothing but comments", OPENAI, WAIT.repeat(9), ""),
                StreamFixture.whole(
                        "OpenRouter: white space before an answer in one piece",
                        OPENAI,
                        "\n         \n\n         \n"
                                + json("{'id':'gen-2','provider':'X','choices':[{'logprobs':null,"
                                        + "'finish_reason':'stop','native_finish_reason':"
                                        + "'STOP','index':0,'message':{'role':'assistant',"
                                        + "'content':'Gut.','refusal':null}}],'usage':{"
                                        + "'prompt_tokens':14,'completion_tokens':2,"
                                        + "'total_tokens':16}}"),
                        "Gut.",
                        tokens(14, 2)));
    }
}
