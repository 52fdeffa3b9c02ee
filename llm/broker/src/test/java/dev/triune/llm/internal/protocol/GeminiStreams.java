/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of Gemini through its door for clients of OpenAI: usage and role in each chunk. */
final class GeminiStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final String TAIL = ",'created':1760000000,'id':'aB3','model':"
            + "'gemini-2.5-flash','object':'chat.completion.chunk','usage':";

    private GeminiStreams() {}

    private static String chunk(String text, String reason, String usage) {
        return "{'choices':[{'delta':{'content':'" + text + "','role':'assistant'}" + reason
                + ",'index':0}]" + TAIL + usage + "}";
    }

    static List<StreamFixture> all() {
        String quota = "{'error':{'code':429,'message':'Resource exhausted','status':"
                + "'RESOURCE_EXHAUSTED','details':[{'@type':'type.googleapis.com/"
                + "google.rpc.RetryInfo','retryDelay':'45.837906927s'}]}}";
        return List.of(
                StreamFixture.whole(
                        "Gemini: usage in each chunk, with tokens of thinking in the total only",
                        OPENAI,
                        events(
                                chunk(
                                        "Zwei ",
                                        "",
                                        "{'completion_tokens':1,'prompt_tokens':1200,"
                                                + "'total_tokens':1301}"),
                                chunk(
                                        "Brote",
                                        ",'finish_reason':'stop'",
                                        "{'completion_tokens':4,'prompt_tokens':1200,"
                                                + "'prompt_tokens_details':{'cached_tokens':1024},"
                                                + "'total_tokens':1304}"),
                                "[DONE]"),
                        "Zwei Brote",
                        new Usage(176, 1024, 0, 104)),
                StreamFixture.whole(
                                "Gemini: all of it thinking, no content",
                                OPENAI,
                                events(
                                        "{'choices':[{'delta':{'role':'assistant'},'finish_reason':"
                                                + "'length','index':0}]" + TAIL
                                                + "{'completion_tokens':0,'prompt_tokens':9,"
                                                + "'total_tokens':73}}",
                                        "[DONE]"),
                                "",
                                tokens(9, 64))
                        .finished(FinishReason.LENGTH),
                StreamFixture.whole(
                        "Gemini: one piece over many lines",
                        OPENAI,
                        json("{\n  'choices': [\n    {\n      'finish_reason': 'stop',\n"
                                + "      'index': 0,\n      'message': {\n        'content': "
                                + "'Brot',\n        'role': 'assistant'\n      }\n    }\n  ],\n"
                                + "  'created': 1760000000,\n  'object': 'chat.completion',\n"
                                + "  'usage': {\n    'completion_tokens': 1,\n"
                                + "    'prompt_tokens': 9,\n    'total_tokens': 10\n  }\n}\n"),
                        "Brot",
                        tokens(9, 1)),
                StreamFixture.error(
                        "Gemini: an error in a list",
                        OPENAI,
                        "[" + json(quota) + "\n]\n",
                        "",
                        json("[" + quota + "]")),
                StreamFixture.error(
                        "Gemini: an error in a list within an event",
                        OPENAI,
                        events(chunk("Zwei", "", "null"), "[" + quota + "]"),
                        "Zwei",
                        json("[" + quota + "]")),
                StreamFixture.cut(
                        "Gemini: the stream ends after usage but before a reason",
                        OPENAI,
                        events(chunk("Zwei", "", "{'prompt_tokens':9,'total_tokens':9}")),
                        "Zwei"));
    }
}
