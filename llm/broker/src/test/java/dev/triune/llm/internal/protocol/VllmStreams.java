/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of vLLM: usage with each chunk where it is asked for, errors between chunks. */
final class VllmStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final String HEAD = "'id':'chatcmpl-v1','object':'chat.completion.chunk',"
            + "'created':1760000000,'model':'Qwen/Qwen3-8B',";
    private static final ChatChunks CHUNKS = new ChatChunks(HEAD, ",'logprobs':null", "");

    private VllmStreams() {}

    private static String counted(String delta, String reason, int completion) {
        return CHUNKS.chunk(
                delta,
                reason,
                ",'usage':{'prompt_tokens':31,'total_tokens':" + (31 + completion)
                        + ",'completion_tokens':" + completion
                        + ",'prompt_tokens_details':{'cached_tokens':16}}");
    }

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "vLLM: usage with each chunk, the last one counts",
                        OPENAI,
                        events(
                                counted("{'role':'assistant','content':''}", "null", 0),
                                counted("{'content':'Steh'}", "null", 1),
                                counted("{'content':'!'}", "'stop','stop_reason':null", 3),
                                "[DONE]"),
                        "Steh!",
                        new Usage(15, 16, 0, 3)),
                StreamFixture.whole(
                        "vLLM: usage in a chunk of its own",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant','content':''}"),
                                CHUNKS.delta("{'content':'Steh','reasoning_content':null}"),
                                CHUNKS.chunk("{'content':''}", "'stop','stop_reason':106", ""),
                                CHUNKS.usage("{'prompt_tokens':31,'total_tokens':34,"
                                        + "'completion_tokens':3,'prompt_tokens_details':null}"),
                                "[DONE]"),
                        "Steh",
                        tokens(31, 3)),
                StreamFixture.whole(
                        "vLLM: one piece",
                        OPENAI,
                        json("{'id':'chatcmpl-v2','object':'chat.completion','created':1,'model':"
                                + "'m','choices':[{'index':0,'message':{'role':'assistant',"
                                + "'content':'Steh','refusal':null,'annotations':null,'audio':null,"
                                + "'function_call':null,'tool_calls':[],'reasoning_content':null},"
                                + "'logprobs':null,'finish_reason':'stop','stop_reason':null}],"
                                + "'usage':{'prompt_tokens':31,'total_tokens':34,"
                                + "'completion_tokens':3,'prompt_tokens_details':null},"
                                + "'prompt_logprobs':null,'kv_transfer_params':null}"),
                        "Steh",
                        tokens(31, 3)),
                StreamFixture.error(
                        "vLLM: the engine dies, and [DONE] comes all the same",
                        OPENAI,
                        events(
                                CHUNKS.text("St"),
                                "{'error': {'object': 'error', 'message': 'EngineCore died', "
                                        + "'type': 'BadRequestError', 'param': null, 'code': 400}}",
                                "[DONE]"),
                        "St",
                        json("{'error':{'object':'error','message':'EngineCore died',"
                                + "'type':'BadRequestError','param':null,'code':400}}")),
                StreamFixture.whole(
                        "SGLang: keep-alives as comments, usage null until the end",
                        OPENAI,
                        ":\n\n"
                                + events(CHUNKS.chunk("{'content':'a'}", "null", ",'usage':null"))
                                + ": ping - 2026-01-01 12:00:00.000000+00:00\r\n\r\n"
                                + events(
                                        CHUNKS.chunk(
                                                "{'content':null}",
                                                "'stop','matched_stop':151645",
                                                ",'usage':null"),
                                        "[DONE]"),
                        "a",
                        Usage.NONE));
    }
}
