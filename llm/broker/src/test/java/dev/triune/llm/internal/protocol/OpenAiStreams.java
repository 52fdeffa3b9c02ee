/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of OpenAI: a role first, a usage that is null until its own chunk, padding. */
final class OpenAiStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks(
            "'id':'chatcmpl-C1','object':'chat.completion.chunk','created':1760000000,"
                    + "'model':'gpt-4o-mini-2024-07-18','service_tier':'default',"
                    + "'system_fingerprint':'fp_560af6e559',",
            ",'logprobs':null",
            ",'usage':null,'obfuscation':'tVpYx3'");
    private static final String ROLE =
            CHUNKS.delta("{'role':'assistant','content':'','refusal':null}");
    private static final String COUNTED = "{'prompt_tokens':2006,'completion_tokens':300,"
            + "'total_tokens':2306,'prompt_tokens_details':{'cached_tokens':1920,'audio_tokens':0},"
            + "'completion_tokens_details':{'reasoning_tokens':256,'audio_tokens':0,"
            + "'accepted_prediction_tokens':0,'rejected_prediction_tokens':0}}";

    private OpenAiStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "OpenAI: usage in a chunk of its own",
                        OPENAI,
                        events(
                                ROLE,
                                CHUNKS.text("Grü"),
                                CHUNKS.text("ße ⚒"),
                                CHUNKS.text(" \\n\\u00fcber \\ud83d\\ude00"),
                                CHUNKS.last("stop"),
                                CHUNKS.usage(COUNTED),
                                "[DONE]"),
                        "Grüße ⚒ \nüber 😀",
                        new Usage(86, 1920, 0, 300)),
                StreamFixture.whole(
                        "OpenAI: no usage asked for",
                        OPENAI,
                        events(ROLE, CHUNKS.text("Ja."), CHUNKS.last("stop"), "[DONE]"),
                        "Ja.",
                        Usage.NONE),
                StreamFixture.whole(
                                "OpenAI: stopped by the limit of tokens",
                                OPENAI,
                                events(
                                        ROLE,
                                        CHUNKS.text("{\\\"plan\\\":["),
                                        CHUNKS.last("length"),
                                        CHUNKS.usage("{'prompt_tokens':12,'completion_tokens':16,"
                                                + "'total_tokens':28}"),
                                        "[DONE]"),
                                "{\"plan\":[",
                                tokens(12, 16))
                        .finished(FinishReason.LENGTH),
                StreamFixture.whole(
                        "OpenAI: an answer in one piece",
                        OPENAI,
                        json("{'id':'chatcmpl-C2','object':'chat.completion','created':1,\n"
                                + "  'model':'gpt-4o','choices':[{'index':0,'message':{\n"
                                + "    'role':'assistant','content':'Zum Wald.','refusal':null,"
                                + "'annotations':[]},'logprobs':null,'finish_reason':'stop'}],\n"
                                + "  'usage':" + COUNTED + ",'service_tier':'default'}\n"),
                        "Zum Wald.",
                        new Usage(86, 1920, 0, 300)),
                StreamFixture.whole(
                                "OpenAI: a refusal in one piece has no content",
                                OPENAI,
                                json(
                                        "{'id':'chatcmpl-C3','object':'chat.completion','choices':[{'index':0,"
                                                + "'message':{'role':'assistant','content':null,'refusal':'No.'},"
                                                + "'finish_reason':'stop'}],'usage':{'prompt_tokens':81,"
                                                + "'completion_tokens':11,'total_tokens':92}}"),
                                "",
                                tokens(81, 11))
                        .finished(FinishReason.REFUSAL),
                StreamFixture.cut(
                        "OpenAI: the stream ends in mid-answer",
                        OPENAI,
                        events(ROLE, CHUNKS.text("Zum "), CHUNKS.text("Wald")),
                        "Zum Wald"),
                StreamFixture.cut(
                        "OpenAI: an answer in one piece is cut off",
                        OPENAI,
                        json("{'id':'chatcmpl-C4','choices':[{'index':0,'message':{'content':'Zum"),
                        ""),
                StreamFixture.error(
                        "OpenAI: an error in mid-stream",
                        OPENAI,
                        events(
                                ROLE,
                                CHUNKS.text("Zum"),
                                "{'error':{'message':'The server had an error.',"
                                        + "'type':'server_error','param':null,'code':null}}",
                                "[DONE]"),
                        "Zum",
                        json("{'error':{'message':'The server had an error.',"
                                + "'type':'server_error','param':null,'code':null}}")),
                StreamFixture.error(
                        "OpenAI: an error of one piece with status 200",
                        OPENAI,
                        json("""
                                {
                                  'error': {
                                    'message': 'Rate limit reached',
                                    'code': 'rate_limit_exceeded'
                                  }
                                }
                                """),
                        "",
                        json("{'error':{'message':'Rate limit reached',"
                                + "'code':'rate_limit_exceeded'}}")),
                StreamFixture.whole(
                                "Azure: what its filter found comes first, without choices",
                                OPENAI,
                                events(
                                        "{'id':'','object':'','created':0,'model':'','choices':[],"
                                                + "'prompt_filter_results':[{'prompt_index':0}]}",
                                        CHUNKS.chunk(
                                                "{'content':'Ja.'}",
                                                "null,'content_filter_results':{'error':{'code':"
                                                        + "'content_filter_error'}}",
                                                ""),
                                        CHUNKS.last("content_filter"),
                                        "[DONE]"),
                                "Ja.",
                                Usage.NONE)
                        .finished(FinishReason.CONTENT_FILTER));
    }
}
