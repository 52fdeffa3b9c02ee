/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Writes a tape. If that fails, it stops with one warning and throws nothing. Owner only. */
final class TapeWriter {
    private static final Logger LOG = Logger.getLogger(TapeWriter.class.getName());
    private static final int BUFFER = 1 << 16;

    private final String name;
    private final OutputStream out;
    private final CRC32 sum = new CRC32();
    private long turn;
    private long lines;
    private boolean silentTurn;
    private boolean closed;
    private @Nullable Exception failure;

    TapeWriter(String name, OutputStream out) {
        this.name = name;
        this.out = new BufferedOutputStream(out, BUFFER);
        append(TapeLine.of(TapeLine.HEADER).with("version", TapeLine.VERSION));
        flush(); // a recording killed at once is still a valid tape
    }

    void beginTurn() {
        turn++;
        silentTurn = true;
    }

    void endTurn(int done) {
        if (!silentTurn || done != 0) {
            append(TapeLine.of(TapeLine.RETURNED).with("value", done));
        }
        silentTurn = false;
    }

    long turn() {
        return turn;
    }

    long lines() {
        return lines;
    }

    void append(TapeLine line) {
        if (silentTurn) {
            silentTurn = false;
            write(TapeLine.of(TapeLine.TURN));
        }
        write(line);
    }

    private void write(TapeLine line) {
        if (closed) {
            return;
        }
        try {
            byte[] text = line.text(turn).getBytes(StandardCharsets.US_ASCII);
            if (text.length > TapeLine.MAX_LENGTH - TapeLine.SUM_LENGTH) {
                throw new IOException("a line of more than " + TapeLine.MAX_LENGTH + " bytes");
            }
            sum.update(text);
            String seal = TapeLine.seal(sum.getValue()) + "\n";
            out.write(text);
            out.write(seal.getBytes(StandardCharsets.US_ASCII));
            lines++;
        } catch (IOException | RuntimeException e) {
            stopRecording(e);
        }
    }

    void flush() {
        if (closed) {
            return;
        }
        try {
            out.flush();
        } catch (IOException e) {
            stopRecording(e);
        }
    }

    /** Writes the end of the tape; further lines are dropped. */
    void close() {
        write(TapeLine.of(TapeLine.END));
        if (closed) {
            return;
        }
        closed = true;
        try {
            out.close();
        } catch (IOException e) {
            stopRecording(e);
        }
    }

    /** Returns why the tape is incomplete; empty if it is not. */
    Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    private void stopRecording(Exception why) {
        failure = why;
        closed = true;
        LOG.warning(
                "recording to " + name + " stopped in turn " + turn + ", the game goes on: " + why);
        try {
            out.close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }
}
