/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a tape, one line ahead. Later reads throw a mismatch again. Owner only. */
final class TapeReader {
    /** The mark that some editors put before UTF-8, read as ISO 8859-1. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private final String name;
    private final InputStream in;
    private final CRC32 sum = new CRC32();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private long line;
    private @Nullable TapeLine ahead;
    private @Nullable TapeMismatchException failure;
    long turn;

    TapeReader(String name, InputStream in) {
        this.name = name;
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** Returns the next line without consuming it. */
    TapeLine peek() {
        check();
        if (ahead == null) {
            ahead = read();
        }
        return ahead;
    }

    TapeLine next() {
        TapeLine next = peek();
        ahead = null;
        return next;
    }

    void check() {
        if (failure != null) {
            throw failure;
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    void requireNothingMore() {
        if (readLine()) {
            throw mismatch("a line after the end of the tape");
        }
    }

    /** Creates the exception for a line that does not fit the game. */
    TapeMismatchException mismatch(String what) {
        return fail(what, false);
    }

    TapeMismatchException endOfTape(String what) {
        return fail(what, true);
    }

    private TapeMismatchException fail(String what, boolean atEnd) {
        TapeMismatchException first = failure;
        if (first == null) {
            first = new TapeMismatchException(name, Math.max(1, line), turn, what, atEnd);
            failure = first;
        }
        return first;
    }

    void close() {
        try {
            in.close();
        } catch (IOException e) {
            // the tape has been read
        }
    }

    // ---- lines

    private TapeLine read() {
        if (!readLine()) {
            throw endOfTape("the tape is over, but not ended: its recording was stopped here");
        }
        String text = text();
        int end = Math.max(0, text.length() - TapeLine.SUM_LENGTH);
        TapeLine header = line == 1 ? header(text.substring(0, end)) : null;
        sum.update(text.getBytes(StandardCharsets.ISO_8859_1), 0, end);
        if (!text.startsWith(TapeLine.seal(sum.getValue()), end)) {
            throw mismatch("the line was changed, or one before it lost, moved or doubled");
        }
        return header == null ? parse(text.substring(0, end)) : header;
    }

    /** Returns the line as it was written, without what editors and Git on Windows add. */
    private String text() {
        String text = bytes.toString(StandardCharsets.ISO_8859_1);
        int begin = line == 1 && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
        return text.substring(begin, text.length() - (text.endsWith("\r") ? 1 : 0));
    }

    /** Parses the header before checking its checksum, which may differ between versions. */
    private TapeLine header(String text) {
        TapeLine header = parse(text);
        if (!header.is(TapeLine.HEADER)) {
            throw mismatch("this is no tape (expected a line with event tape)");
        }
        JsonNode version = header.body().path("version");
        if (!version.isIntegralNumber() || version.longValue() != TapeLine.VERSION) {
            throw mismatch("version " + version + " of tapes (expected " + TapeLine.VERSION + ")");
        }
        return header;
    }

    private TapeLine parse(String text) {
        try {
            return TapeLine.parse(text);
        } catch (RuntimeException e) {
            throw mismatch("this is no line of a tape");
        }
    }

    /** Reads the bytes of the next line; false at the end of the tape. */
    private boolean readLine() {
        line++;
        bytes.reset();
        try {
            for (int octet = in.read(); octet != '\n'; octet = in.read()) {
                if (octet < 0) {
                    return endOfFile();
                }
                if (bytes.size() == TapeLine.MAX_LENGTH) {
                    throw mismatch("a line of more than " + TapeLine.MAX_LENGTH + " bytes");
                }
                bytes.write(octet);
            }
        } catch (IOException e) {
            throw mismatch("the tape cannot be read: " + e);
        }
        return true;
    }

    private boolean endOfFile() {
        if (bytes.size() > 0 && line == 1) {
            throw mismatch("this is no tape (expected a line with event tape)");
        }
        if (bytes.size() > 0) {
            throw endOfTape("the line breaks off: the recording was stopped in the middle of it");
        }
        return false;
    }
}
