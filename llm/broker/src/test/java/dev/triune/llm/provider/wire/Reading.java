/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntSupplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was read from the bytes of an answer.
 *
 * @param text the pieces of text, joined
 * @param ending how it ended
 */
record Reading(String text, Ending ending) {
    private static final JsonMapper JSON = new JsonMapper();

    /** Reads all the bytes at once. */
    static Reading whole(Family family, byte[] bytes) {
        return of(family, bytes, bytes.length, () -> bytes.length);
    }

    /** Reads the first bytes at once, as if the connection had ended after them. */
    static Reading first(Family family, byte[] bytes, int length) {
        return of(family, bytes, length, () -> length);
    }

    /** Reads pieces of one size. */
    static Reading inPieces(Family family, byte[] bytes, int size) {
        return of(family, bytes, bytes.length, () -> size);
    }

    /** Reads pieces of those sizes. */
    static Reading inPieces(Family family, byte[] bytes, IntSupplier sizes) {
        return of(family, bytes, bytes.length, sizes);
    }

    /** Reads pieces of sizes by chance, some of them empty. */
    static Reading atRandom(Family family, byte[] bytes, Random random) {
        int most = 1 + random.nextInt(200);
        return of(family, bytes, bytes.length, () -> random.nextInt(most + 1));
    }

    /** Reads as a connection does: a buffer that is used again, until the answer has ended. */
    private static Reading of(Family family, byte[] bytes, int length, IntSupplier sizes) {
        StringBuilder text = new StringBuilder();
        AnswerStream stream = new AnswerStream(family, text::append);
        Optional<Ending> ending = Optional.empty();
        int at = 0;
        while (at < length && ending.isEmpty()) {
            int size = Math.min(sizes.getAsInt(), length - at);
            byte[] lent = new byte[size + 2];
            System.arraycopy(bytes, at, lent, 1, size);
            ending = stream.feed(lent, 1, 1 + size);
            Arrays.fill(lent, (byte) '!');
            at += size;
        }
        Ending how = ending.orElseGet(stream::end);
        return new Reading(text.toString(), inPlainJson(how));
    }

    /** An error as its JSON says it, however it was set; of what is no JSON, nothing. */
    private static Ending inPlainJson(Ending how) {
        if (!(how instanceof Ending.Reported reported)) {
            return how;
        }
        try {
            return new Ending.Reported(JSON.readTree(reported.body()).toString());
        } catch (JacksonException noJson) {
            return new Ending.Reported("{}");
        }
    }
}
