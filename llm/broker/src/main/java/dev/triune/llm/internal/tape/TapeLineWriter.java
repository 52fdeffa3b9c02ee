/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes lines, one at a time, into one array that is used again and again. A line is a JSON object
 * in ASCII, so that every string survives, half a surrogate pair too; its last member is a sum of
 * itself and all lines before it, which finds lines that were changed, lost or moved. After an
 * exception no further line can be written. Not thread-safe.
 */
public final class TapeLineWriter extends Writer {
    /** The most bytes of a line: a whole answer in one part, six bytes a character, and more. */
    static final int MAX_LENGTH = 32 << 20;

    /** For reading and writing. */
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .rootValueSeparator("")
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(MAX_LENGTH)
                    .maxStringLength(MAX_LENGTH)
                    .build())
            .build();

    private static final byte[] BEFORE_SUM = ",\"sum\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER_SUM = "\"}".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 8;

    /** How many bytes the sum adds to a line. */
    public static final int SUM_LENGTH = BEFORE_SUM.length + DIGITS + AFTER_SUM.length;

    private final JsonGenerator json;
    private byte[] bytes = new byte[1024];
    private int length;

    TapeLineWriter() {
        json = FACTORY.createGenerator(ObjectWriteContext.empty(), this);
    }

    /** Writes a note, without its sum: an object whose closing brace is still to come. */
    TapeLineWriter write(long turn, TapeEvent tapeEvent) {
        length = 0;
        json.writeStartObject();
        json.writeNumberProperty("turn", turn);
        json.writeStringProperty("event", tapeEvent.event());
        tapeEvent.fields().accept(json);
        json.writeEndObject();
        json.flush();
        length--;
        return this;
    }

    /** Completes the line: the sum so far, of which it becomes a part, and the end of the line. */
    TapeLineWriter seal(CRC32 sum) {
        sum.update(bytes, 0, length);
        byte[] seal = seal(sum.getValue());
        ensureCapacity(seal.length + 1);
        System.arraycopy(seal, 0, bytes, length, seal.length);
        length += seal.length;
        bytes[length++] = '\n';
        return this;
    }

    /** What stands at the end of a line with that sum. */
    public static byte[] seal(long sum) {
        byte[] seal = new byte[SUM_LENGTH];
        byte[] digits = HexFormat.of().toHexDigits(sum, DIGITS).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(BEFORE_SUM, 0, seal, 0, BEFORE_SUM.length);
        System.arraycopy(digits, 0, seal, BEFORE_SUM.length, DIGITS);
        System.arraycopy(AFTER_SUM, 0, seal, BEFORE_SUM.length + DIGITS, AFTER_SUM.length);
        return seal;
    }

    /** The line; the first {@link #length()} bytes of it count, until the next is written. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    @Override
    public void write(char[] text, int from, int count) {
        ensureCapacity(count);
        for (int i = from; i < from + count; i++) {
            bytes[length++] = (byte) text[i];
        }
    }

    private void ensureCapacity(int more) {
        if (length + more > MAX_LENGTH) {
            throw new IllegalStateException("a line of more than " + MAX_LENGTH + " bytes");
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
