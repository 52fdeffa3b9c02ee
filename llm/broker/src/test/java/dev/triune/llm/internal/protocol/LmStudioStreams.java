/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of LM Studio: statistics, and errors as events of that name. */
final class LmStudioStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'chatcmpl-s1','object':'chat.completion.chunk','created':1760000000,"
                    + "'model':'gemma-3-4b','system_fingerprint':'gemma-3-4b',",
            ",'logprobs':null",
            "");

    private LmStudioStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "LM Studio: a stream with usage",
                        OPENAI,
                        events(
                                CHUNKS.delta("{'role':'assistant','content':'Nä'}"),
                                CHUNKS.delta("{'role':'assistant','content':'chste'}"),
                                CHUNKS.last("stop"),
                                CHUNKS.usage("{'prompt_tokens':24,'completion_tokens':6,"
                                        + "'total_tokens':30}"),
                                "[DONE]"),
                        "Nächste",
                        tokens(24, 6)),
                StreamFixture.whole(
                        "LM Studio: one piece over many lines",
                        OPENAI,
                        json("""
                                {
                                  'id': 'chatcmpl-s2',
                                  'object': 'chat.completion',
                                  'choices': [
                                    {
                                      'index': 0,
                                      'logprobs': null,
                                      'finish_reason': 'stop',
                                      'message': {
                                        'role': 'assistant',
                                        'content': 'Nein',
                                        'tool_calls': []
                                      }
                                    }
                                  ],
                                  'usage': {
                                    'prompt_tokens': 24,
                                    'completion_tokens': 6,
                                    'total_tokens': 30
                                  },
                                  'stats': {}
                                }"""),
                        "Nein",
                        tokens(24, 6)),
                StreamFixture.error(
                        "LM Studio: an error event whose error is an object and a message",
                        OPENAI,
                        events(CHUNKS.text("N")) + "event: error\n"
                                + events("{'error':{'message':'Model unloaded.'},"
                                        + "'message':'Model unloaded.'}"),
                        "N",
                        json("{'error':{'message':'Model unloaded.'},"
                                + "'message':'Model unloaded.'}")),
                StreamFixture.error(
                        "LM Studio: an error event in plain text",
                        OPENAI,
                        "event: error\ndata: Error rendering prompt with jinja template\n\n",
                        "",
                        "{}"),
                StreamFixture.error(
                        "LM Studio: an error that is a text, with status 200",
                        OPENAI,
                        json("{'error':'Unexpected endpoint or method. (POST /chat/completions)'}"),
                        "",
                        json(
                                "{'error':'Unexpected endpoint or method. (POST /chat/completions)'}")),
                StreamFixture.error(
                        "LM Studio: an event of errors whose JSON is a text",
                        OPENAI,
                        events(CHUNKS.text("N")) + "event: error\n" + events("'Model crashed'"),
                        "N",
                        json("'Model crashed'")));
    }
}
