/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Encodes text that comes in pieces as UTF-8. A surrogate pair may be cut in two; a surrogate
 * without its other half becomes U+FFFD. Not thread-safe.
 */
final class Utf8Pieces {
    private static final int BUFFER_BYTES = 1024;
    private static final byte[] REPLACEMENT = "\uFFFD".getBytes(StandardCharsets.UTF_8);

    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .replaceWith(REPLACEMENT);
    /** The first half of a pair whose second half is still to come, or empty. */
    private String carried = "";

    /** Takes one byte of the encoded text. */
    @FunctionalInterface
    interface ByteSink {
        void take(byte octet);
    }

    /** Encodes the next piece. */
    void feed(String piece, ByteSink out) {
        CharBuffer text = CharBuffer.wrap(carried + piece);
        encode(text, false, out);
        carried = text.toString();
    }

    /** No piece follows. To be called once. */
    void end(ByteSink out) {
        encode(CharBuffer.wrap(carried), true, out);
        carried = "";
    }

    private void encode(CharBuffer text, boolean last, ByteSink out) {
        CoderResult result;
        do {
            bytes.clear();
            result = encoder.encode(text, bytes, last);
            bytes.flip();
            while (bytes.hasRemaining()) {
                out.take(bytes.get());
            }
        } while (result.isOverflow());
    }
}
