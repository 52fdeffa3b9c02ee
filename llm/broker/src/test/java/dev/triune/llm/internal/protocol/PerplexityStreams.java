/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Perplexity: each chunk repeats, beside the delta, the whole message so far. */
final class PerplexityStreams {
    private PerplexityStreams() {}

    static List<StreamFixture> all() {
        String stream = events(
                chunk("null", "Ge", "Ge"),
                chunk("null", "h heim", "Geh heim"),
                chunk("'stop'", ".", "Geh heim."));
        return List.of(
                StreamFixture.whole(
                        "Perplexity: the message so far beside each delta",
                        ApiFamily.OPENAI,
                        stream + events("[DONE]"),
                        "Geh heim.",
                        tokens(12, 4)),
                StreamFixture.cut(
                        "Perplexity: cut off after a message",
                        ApiFamily.OPENAI,
                        events(chunk("null", "Ge", "Ge")),
                        "Ge"),
                StreamFixture.whole(
                        "Perplexity: a message that is null beside the delta",
                        ApiFamily.OPENAI,
                        events(
                                "{'choices':[{'message':null,'delta':{'content':'Geh'},"
                                        + "'finish_reason':null}]}",
                                "{'choices':[{'delta':{'content':'.'},'finish_reason':'stop'}]}"),
                        "Geh.",
                        tokens(0, 0)));
    }

    private static String chunk(String reason, String delta, String soFar) {
        return "{'id':'p1','model':'sonar','object':'chat.completion.chunk','usage':{"
                + "'prompt_tokens':12,'completion_tokens':4,'total_tokens':16},'choices':[{'index':0,"
                + "'finish_reason':" + reason + ",'message':{'role':'assistant','content':'" + soFar
                + "'},'delta':{'role':'assistant','content':'" + delta + "'}}]}";
    }
}
