/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.RecordingSink;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntSupplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was read from the bytes of an answer.
 *
 * @param text the pieces of text, joined
 * @param toolCalls the tools that the model asked for
 * @param streamEnd how it ended
 */
record ParsedAnswer(String text, List<ToolCall> toolCalls, StreamEnd streamEnd) {
    private static final JsonMapper JSON = new JsonMapper();

    /** Reads all the bytes at once. */
    static ParsedAnswer whole(ApiFamily apiFamily, byte[] bytes) {
        return of(apiFamily, bytes, bytes.length, () -> bytes.length);
    }

    /** Reads the first bytes at once, as if the connection had ended after them. */
    static ParsedAnswer first(ApiFamily apiFamily, byte[] bytes, int length) {
        return of(apiFamily, bytes, length, () -> length);
    }

    /** Reads pieces of one size. */
    static ParsedAnswer inPieces(ApiFamily apiFamily, byte[] bytes, int size) {
        return of(apiFamily, bytes, bytes.length, () -> size);
    }

    /** Reads pieces of those sizes. */
    static ParsedAnswer inPieces(ApiFamily apiFamily, byte[] bytes, IntSupplier sizes) {
        return of(apiFamily, bytes, bytes.length, sizes);
    }

    /** Reads pieces of sizes by chance, some of them empty. */
    static ParsedAnswer atRandom(ApiFamily apiFamily, byte[] bytes, Random random) {
        int most = 1 + random.nextInt(200);
        return of(apiFamily, bytes, bytes.length, () -> random.nextInt(most + 1));
    }

    /** Reads as a connection does: a buffer that is used again, until the answer has ended. */
    private static ParsedAnswer of(
            ApiFamily apiFamily, byte[] bytes, int length, IntSupplier sizes) {
        RecordingSink heard = new RecordingSink();
        AnswerStreamParser stream = new AnswerStreamParser(apiFamily, heard);
        Optional<StreamEnd> streamEnds = Optional.empty();
        int at = 0;
        while (at < length && streamEnds.isEmpty()) {
            int size = Math.min(sizes.getAsInt(), length - at);
            byte[] lent = new byte[size + 2];
            System.arraycopy(bytes, at, lent, 1, size);
            streamEnds = stream.feed(lent, 1, 1 + size);
            Arrays.fill(lent, (byte) '!');
            at += size;
        }
        StreamEnd how = streamEnds.orElseGet(stream::end);
        return new ParsedAnswer(heard.text(), heard.toolCalls(), inPlainJson(how));
    }

    /** An error as its JSON says it, however it was set; of what is no JSON, nothing. */
    private static StreamEnd inPlainJson(StreamEnd how) {
        if (!(how instanceof StreamEnd.ErrorReported errorReported)) {
            return how;
        }
        try {
            return new StreamEnd.ErrorReported(
                    JSON.readTree(errorReported.body()).toString());
        } catch (JacksonException noJson) {
            return new StreamEnd.ErrorReported("{}");
        }
    }
}
