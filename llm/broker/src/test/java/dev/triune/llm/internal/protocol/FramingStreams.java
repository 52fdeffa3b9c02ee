/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.events;
import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers whose events are wrapped in every way that the standard allows, and some it does not. */
final class FramingStreams {
    private static final ApiFamily OPENAI = ApiFamily.OPENAI;
    private static final ChatChunks CHUNKS = new ChatChunks("'id':'c',", "", "");
    private static final String STREAM = events(
            CHUNKS.text("Öl"),
            CHUNKS.last("stop"),
            CHUNKS.usage("{'prompt_tokens':3,'completion_tokens':2,'total_tokens':5}"),
            "[DONE]");

    private FramingStreams() {}

    private static StreamFixture framed(String name, String stream) {
        return StreamFixture.whole(name, OPENAI, stream, "Öl", tokens(3, 2));
    }

    static List<StreamFixture> all() {
        return List.of(
                framed("Framing: LF", STREAM),
                framed("Framing: CR LF", STREAM.replace("\n", "\r\n")),
                framed("Framing: CR", STREAM.replace('\n', '\r')),
                framed("Framing: a byte order mark", "\uFEFF" + STREAM),
                framed("Framing: no space after the colon", STREAM.replace("data: ", "data:")),
                framed("Framing: two spaces after the colon", STREAM.replace("data: ", "data:  ")),
                framed("Framing: no blank line at the end", STREAM.stripTrailing()),
                framed(
                        "Framing: names, ids and times",
                        "retry: 3000\n\n"
                                + STREAM.replace("data: ", "event: message\nid: 7\ndata: ")),
                framed("Framing: comments within events", STREAM.replace("data: ", ":\ndata: ")),
                framed("Framing: many blank lines", STREAM.replace("\n\n", "\n\n\n\r\n\r\r")),
                framed(
                        "Framing: several data lines to one event",
                        STREAM.replace("\"choices\"", "\ndata: \"choices\"")
                                .replace("\"usage\"", "\ndata:\ndata: \"usage\"")),
                framed("Framing: data that is empty", "data\n\ndata:\n\ndata: \n\n" + STREAM),
                framed(
                        "Framing: fields that nobody knows",
                        STREAM.replace("data: ", "datax: {}\nxdata\ndata: ")),
                framed(
                        "Framing: nothing but [DONE] says that it is over",
                        STREAM.replace("\"stop\"", "null")),
                StreamFixture.whole(
                        "Framing: what comes after [DONE] counts for nothing",
                        OPENAI,
                        events("[DONE]", CHUNKS.text("zu spät"), "{'error':{}}"),
                        "",
                        Usage.NONE),
                StreamFixture.cut("Framing: nothing at all", OPENAI, "", ""),
                StreamFixture.cut("Framing: a byte order mark and nothing", OPENAI, "\uFEFF", ""),
                StreamFixture.cut("Framing: half of [DONE]", OPENAI, "data: [DO", ""),
                StreamFixture.cut(
                        "Framing: no data but names", OPENAI, "event: error\n\nid: 1\n\n", ""),
                StreamFixture.cut(
                        "Framing: a number where an object is to be",
                        OPENAI,
                        events(CHUNKS.text("Öl"), "42"),
                        "Öl"),
                StreamFixture.unreadable(
                        "Framing: two objects in one event",
                        OPENAI,
                        events("{}{}", "[DONE]"),
                        "",
                        "an event is not JSON"),
                StreamFixture.unreadable(
                        "Framing: nesting without end",
                        OPENAI,
                        events("[".repeat(1000), "[DONE]"),
                        "",
                        "an event is not JSON"),
                StreamFixture.unreadable(
                        "Framing: one piece that is no answer",
                        OPENAI,
                        json("{'status':'ok'}"),
                        "",
                        "it holds no answer"),
                StreamFixture.unreadable(
                        "Framing: one piece that is a list",
                        OPENAI,
                        "[]",
                        "",
                        "it holds JSON that is no object"));
    }
}
