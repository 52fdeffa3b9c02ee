/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of Mistral: content as a text or, of models that think, as a list of parts. */
final class MistralStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'c3c77283','object':'chat.completion.chunk','created':1760000000,"
                    + "'model':'magistral-medium-2509',",
            "",
            "");
    private static final String COUNTED =
            ",'usage':{'prompt_tokens':276,'total_tokens':313,'completion_tokens':37}";
    private static final String THOUGHT =
            "{'type':'thinking','thinking':[{'type':'text','text':'Hm. '}]}";

    private MistralStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "Mistral: the reason comes with the last text, with usage",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant','content':''}"),
                                CHUNKS.text("Los"),
                                CHUNKS.chunk("{'content':'!'}", "'stop'", COUNTED),
                                "[DONE]"),
                        "Los!",
                        tokens(276, 37)),
                StreamFixture.whole(
                        "Mistral: thoughts in lists, the answer as text",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant','content':''}"),
                                CHUNKS.delta("{'content':[" + THOUGHT + "]}"),
                                CHUNKS.text("Los"),
                                CHUNKS.chunk("{'content':'!'}", "'stop'", COUNTED),
                                "[DONE]"),
                        "Los!",
                        tokens(276, 37)),
                StreamFixture.whole(
                        "Mistral: the answer in lists of several parts",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'content':[" + THOUGHT
                                        + ",{'type':'text','text':'Lo'},"
                                        + "{'type':'text','text':'s'}]}"),
                                CHUNKS.delta("{'content':[{'type':'reference','reference_ids':[1]},"
                                        + "{'type':'text','text':'!'}]}"),
                                CHUNKS.last("stop", COUNTED),
                                "[DONE]"),
                        "Los!",
                        tokens(276, 37)),
                StreamFixture.whole(
                        "Mistral: one piece with a list",
                        OPENAI,
                        json("{'id':'c4','created':1,'model':'magistral','usage':{'prompt_tokens':"
                                + "5,'total_tokens':8,'completion_tokens':3},'object':"
                                + "'chat.completion','choices':[{'index':0,'finish_reason':'stop',"
                                + "'message':{'role':'assistant','tool_calls':null,'content':["
                                + THOUGHT + ",{'type':'text','text':'Los!'}]}}]}"),
                        "Los!",
                        tokens(5, 3)),
                StreamFixture.cut(
                        "Mistral: only thoughts came",
                        OPENAI,
                        events(CHUNKS.delta("{'content':[" + THOUGHT + "]}")),
                        ""),
                StreamFixture.error(
                        "Mistral: the model fails to answer",
                        OPENAI,
                        events(CHUNKS.text("L"), CHUNKS.last("error")),
                        "L",
                        json("{'error':{'code':500}}")),
                StreamFixture.whole(
                                "Mistral: no usage at all",
                                OPENAI,
                                events(CHUNKS.text("L"), CHUNKS.last("model_length"), "[DONE]"),
                                "L",
                                Usage.NONE)
                        .finished(FinishReason.LENGTH));
    }
}
