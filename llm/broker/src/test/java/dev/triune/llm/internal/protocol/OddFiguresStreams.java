/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Complete answers with odd token counts: no count makes an answer invalid. */
final class OddFiguresStreams {
    private static final ChatChunks CHUNKS = new ChatChunks("'id':'c',", "", "");
    private static final long MOST = Integer.MAX_VALUE;

    private OddFiguresStreams() {}

    private static StreamFixture counted(String name, String usage, Usage expected) {
        return StreamFixture.whole(
                "Odd figures: " + name,
                ApiFamily.OPENAI,
                events(CHUNKS.text("Ja"), CHUNKS.last("stop", ",'usage':" + usage), "[DONE]"),
                "Ja",
                expected);
    }

    static List<StreamFixture> all() {
        return List.of(
                counted(
                        "beyond a double",
                        "{'prompt_tokens':1e999,'completion_tokens':-1e999}",
                        tokens(MOST, 0)),
                counted(
                        "beyond a long",
                        "{'prompt_tokens':99999999999999999999,'completion_tokens':"
                                + "9".repeat(900) + "}",
                        tokens(MOST, MOST)),
                counted(
                        "a long that no double holds",
                        "{'prompt_tokens':9007199254740993,'completion_tokens':2}",
                        tokens(MOST, 2)),
                counted(
                        "below nothing",
                        "{'prompt_tokens':-5,'completion_tokens':-1,'total_tokens':-6}",
                        tokens(0, 0)),
                counted(
                        "fractions",
                        "{'prompt_tokens':7.0,'completion_tokens':2.9,'total_tokens':9.0}",
                        tokens(7, 2)),
                counted(
                        "texts and nulls",
                        "{'prompt_tokens':'7','completion_tokens':null,'total_tokens':[]}",
                        tokens(7, 0)),
                counted(
                        "more cached than there is",
                        "{'prompt_tokens':10,'completion_tokens':1,'prompt_tokens_details':"
                                + "{'cached_tokens':50,'cache_write_tokens':50}}",
                        new Usage(0, 10, 0, 1)),
                counted(
                        "more written than is left",
                        "{'prompt_tokens':10,'completion_tokens':1,'prompt_tokens_details':"
                                + "{'cached_tokens':4,'cache_write_tokens':50}}",
                        new Usage(0, 4, 6, 1)),
                counted(
                        "a total below its parts",
                        "{'prompt_tokens':10,'completion_tokens':9,'total_tokens':3}",
                        tokens(10, 9)),
                counted("a list", "[{'prompt_tokens':10}]", Usage.NONE),
                counted(
                        "details that are a number",
                        "{'prompt_tokens':4,'prompt_tokens_details':" + "3,'completion_tokens':1}",
                        tokens(4, 1)),
                StreamFixture.whole(
                        "Odd figures: Anthropic, null where a figure is known",
                        ApiFamily.ANTHROPIC,
                        AnthropicStreams.start("'input_tokens':10,'cache_read_input_tokens':null,"
                                        + "'output_tokens':1")
                                + AnthropicStreams.delta(
                                        "'end_turn'",
                                        "'input_tokens':null," + "'output_tokens':1e999")
                                + AnthropicStreams.event("{'type':'message_stop'}"),
                        "",
                        new Usage(10, 0, 0, MOST)),
                StreamFixture.whole(
                        "Odd figures: Ollama, below nothing and beyond a long",
                        ApiFamily.OLLAMA,
                        json("{'message':{'content':'Ja'},'done':true,'prompt_eval_count':-3,"
                                + "'eval_count':18446744073709551616}\n"),
                        "Ja",
                        tokens(0, MOST)));
    }
}
