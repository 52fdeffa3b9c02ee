/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.internal.json.EnvelopeParser.State;
import java.util.Arrays;

/**
 * A place in the answer where its JSON object seems to begin. As long as no part was found, its
 * bytes are kept: a parser that is given many bytes at once does not tell which of them is no JSON,
 * so they are then read once more, one at a time. Attempts do not overlap but for the byte that
 * ends one, so that every byte is read at most three times. Not thread-safe.
 */
final class ObjectCandidate implements AutoCloseable {
    private static final byte[] BRACE = {'{'};
    private static final int FIRST_KEPT = 256;

    private final EnvelopeParser parser = new EnvelopeParser();
    private boolean proven;
    private byte[] kept = new byte[FIRST_KEPT];
    private int keptLength;
    private byte[] bytes = BRACE;
    private int from;
    private int to = 1;
    private int failedAt;
    private int readAgain;

    /** Begins with the opening brace. */
    ObjectCandidate() {
        parser.offer(bytes, from, to);
        next();
    }

    /**
     * Adds bytes, which must not change until {@link #next} has read them. To be called while the
     * object is open.
     */
    void offer(byte[] source, int begin, int end) {
        bytes = source;
        from = begin;
        to = end;
        parser.offer(source, begin, end);
    }

    /** Reads on to the next part, the end of the object, or as far as the bytes go. */
    State next() {
        State state = parser.next();
        if (proven) {
            return state;
        }
        switch (state) {
            case OPEN -> keep();
            case NOT_JSON -> findFailure();
            case PART -> prove();
            case CLOSED, BEYOND_LIMIT -> {}
        }
        return state;
    }

    /** The part found last. */
    AnswerPart part() {
        return parser.part();
    }

    /** The limit that was exceeded, in words. */
    String limit() {
        return parser.limit();
    }

    /** If no part was found: the index, among the bytes offered last, of the one that is no JSON. */
    int failedAt() {
        return failedAt;
    }

    /** How many bytes were read once more. */
    int readAgain() {
        return readAgain;
    }

    private void prove() {
        proven = true;
        kept = BRACE;
    }

    private void keep() {
        int length = keptLength + to - from;
        if (length > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(length, 2 * kept.length));
        }
        System.arraycopy(bytes, from, kept, keptLength, to - from);
        keptLength = length;
    }

    private void findFailure() {
        try (EnvelopeParser again = new EnvelopeParser()) {
            openAfter(again, kept, 0, keptLength);
            failedAt = openAfter(again, bytes, from, to - 1);
        }
    }

    /** The index of the first byte after which the object is not open, or the end. */
    private int openAfter(EnvelopeParser again, byte[] source, int begin, int end) {
        for (int at = begin; at < end; at++) {
            readAgain++;
            again.offer(source, at, at + 1);
            if (again.next() != State.OPEN) {
                return at;
            }
        }
        return end;
    }

    @Override
    public void close() {
        parser.close();
    }
}
