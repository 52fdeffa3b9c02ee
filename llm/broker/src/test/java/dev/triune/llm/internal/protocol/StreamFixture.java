/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The body of one answer as a server sends it, and what is to be read from it.
 *
 * @param name begins with the server
 * @param apiFamily the protocol
 * @param stream the body
 * @param text the pieces of the answer's text, joined
 * @param toolCalls the tools that the model asks for
 * @param streamEnd how the answer ends, with the tokens it took
 */
public record StreamFixture(
        String name,
        ApiFamily apiFamily,
        String stream,
        String text,
        List<ToolCall> toolCalls,
        StreamEnd streamEnd) {
    private StreamFixture(
            String name, ApiFamily apiFamily, String stream, String text, StreamEnd streamEnd) {
        this(name, apiFamily, stream, text, List.of(), streamEnd);
    }

    /** An answer that is whole and took so many tokens, as {@link Usage} counts them. */
    static StreamFixture whole(
            String name, ApiFamily apiFamily, String stream, String text, Usage usage) {
        return new StreamFixture(
                name, apiFamily, stream, text, new StreamEnd.Complete(FinishReason.STOP, usage));
    }

    /** Copies this whole answer with the reason that its server gives. */
    StreamFixture finished(FinishReason reason) {
        Usage usage = ((StreamEnd.Complete) streamEnd).usage();
        return new StreamFixture(
                name, apiFamily, stream, text, toolCalls, new StreamEnd.Complete(reason, usage));
    }

    /** Copies this whole answer with the tools that it asks for. */
    StreamFixture calling(ToolCall... calls) {
        return new StreamFixture(name, apiFamily, stream, text, List.of(calls), streamEnd)
                .finished(FinishReason.TOOL_CALLS);
    }

    /** An answer that was cut off after that text. */
    static StreamFixture cut(String name, ApiFamily apiFamily, String stream, String text) {
        return new StreamFixture(name, apiFamily, stream, text, new StreamEnd.CutOff());
    }

    /** An answer that ended after that text with an error of this JSON. */
    static StreamFixture error(
            String name, ApiFamily apiFamily, String stream, String text, String body) {
        return new StreamFixture(name, apiFamily, stream, text, new StreamEnd.ErrorReported(body));
    }

    /** An answer that does not follow the protocol. */
    static StreamFixture unreadable(
            String name, ApiFamily apiFamily, String stream, String text, String how) {
        return new StreamFixture(name, apiFamily, stream, text, new StreamEnd.Unreadable(how));
    }

    /** Tokens that come from no cache. */
    static Usage tokens(long input, long output) {
        return new Usage(input, 0, 0, output);
    }

    /** JSON written with single quotes for double ones, so that it can be read here. */
    static String json(String quoted) {
        return quoted.replace('\'', '"');
    }

    /**
     * Server-sent events, one for each piece of data, with nothing but that; JSON in single quotes.
     */
    static String events(String... data) {
        StringBuilder stream = new StringBuilder();
        for (String each : data) {
            stream.append("data: ").append(json(each)).append("\n\n");
        }
        return stream.toString();
    }

    boolean isWhole() {
        return streamEnd instanceof StreamEnd.Complete;
    }

    /** The body as it goes over the network. */
    public byte[] bytes() {
        return stream.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return name;
    }
}
