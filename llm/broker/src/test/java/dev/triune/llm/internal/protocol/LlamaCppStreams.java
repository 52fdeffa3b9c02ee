/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of the server of llama.cpp, old and new: null content, timings, numbers as codes. */
final class LlamaCppStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks NEW = new ChatChunks(
            "",
            "",
            ",'created':1760000000,'id':'chatcmpl-L1','model':'qwen','system_fingerprint':"
                    + "'b6000-abc','object':'chat.completion.chunk'");
    private static final String TIMINGS = "'timings':{'cache_n':236,'prompt_n':1,'prompt_ms':30.9,"
            + "'predicted_n':35,'predicted_ms':661.0}";
    private static final String LOADING =
            "{'code':503,'message':'Loading model','type':'unavailable_error'}";

    private LlamaCppStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "llama.cpp: null content first, usage in a chunk of its own",
                        OPENAI,
                        events(
                                NEW.delta("{'role':'assistant','content':null}"),
                                NEW.text("Komm"),
                                NEW.text(" mit"),
                                NEW.last("stop"),
                                "{'choices':[],'created':1,'id':'chatcmpl-L1','usage':{"
                                        + "'completion_tokens':35,'prompt_tokens':237,"
                                        + "'total_tokens':272,'prompt_tokens_details':"
                                        + "{'cached_tokens':236}}," + TIMINGS + "}",
                                "[DONE]"),
                        "Komm mit",
                        new Usage(1, 236, 0, 35)),
                StreamFixture.whole(
                        "llama.cpp: usage on the last chunk, no role",
                        OPENAI,
                        events(
                                "{'choices':[{'finish_reason':null,'index':0,'delta':{'content':"
                                        + "'Komm'}}],'created':1,'id':'c','model':'m','object':"
                                        + "'chat.completion.chunk'}",
                                "{'choices':[{'finish_reason':'stop','index':0,'delta':{}}],"
                                        + "'created':1,'id':'c','usage':{'completion_tokens':3,"
                                        + "'prompt_tokens':20,'total_tokens':23}," + TIMINGS + "}",
                                "[DONE]"),
                        "Komm",
                        tokens(20, 3)),
                StreamFixture.whole(
                                "llama.cpp: an old one ends without [DONE]",
                                OPENAI,
                                events(
                                        "{'choices':[{'delta':{'content':'Komm'},'finish_reason':null,"
                                                + "'index':0}],'object':'chat.completion.chunk'}",
                                        "{'choices':[{'delta':{},'finish_reason':'length','index':0}]}"),
                                "Komm",
                                Usage.NONE)
                        .finished(FinishReason.LENGTH),
                StreamFixture.whole(
                        "llama.cpp: thoughts apart from the answer",
                        OPENAI,
                        events(
                                NEW.delta("{'role':'assistant','content':null}"),
                                NEW.delta("{'reasoning_content':'Er ruft. '}"),
                                NEW.delta("{'reasoning_content':null,'content':'Ja.'}"),
                                NEW.last("stop"),
                                "[DONE]"),
                        "Ja.",
                        Usage.NONE),
                StreamFixture.error(
                        "llama.cpp: an error with a number as code",
                        OPENAI,
                        events(
                                NEW.text("Ko"),
                                "{'error':{'code':500,'message':'Compute error.',"
                                        + "'type':'server_error'}}"),
                        "Ko",
                        json("{'error':{'code':500,'message':'Compute error.',"
                                + "'type':'server_error'}}")),
                StreamFixture.error(
                        "llama.cpp: an old one has a field for errors",
                        OPENAI,
                        events(NEW.text("Ko")) + json("error: " + LOADING + "\n\n"),
                        "Ko",
                        json(LOADING)),
                StreamFixture.error(
                        "llama.cpp: a field for errors comes first",
                        OPENAI,
                        json("error: " + LOADING + "\n\n"),
                        "",
                        json(LOADING)),
                StreamFixture.cut(
                        "llama.cpp: killed within a chunk",
                        OPENAI,
                        events(NEW.text("Ko")) + json("data: {'choices':[{'finish_reason':'st"),
                        "Ko"));
    }
}
