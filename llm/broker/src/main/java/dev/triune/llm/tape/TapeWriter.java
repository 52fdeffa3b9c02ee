/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Writes notes to a tape. A tape that cannot be written any more is given up with one warning;
 * nothing is thrown. Owner only.
 */
final class TapeWriter {
    private static final Logger LOG = Logger.getLogger(TapeRecorder.class.getName());
    private static final int BUFFER = 1 << 16;

    private final String name;
    private final OutputStream out;
    private final TapeLine line = new TapeLine();
    private final CRC32 sum = new CRC32();
    private long turn;
    private long lines;
    private boolean silentTurn;
    private boolean closed;
    private @Nullable Exception failure;

    TapeWriter(String name, OutputStream out) {
        this.name = name;
        this.out = new BufferedOutputStream(out, BUFFER);
        note(Note.header());
        flush(); // a recording that is killed at once is a tape all the same
    }

    /** A turn begins. It gets a line once there is something to say of it. */
    void beginTurn() {
        turn++;
        silentTurn = true;
    }

    /** The turn ends. */
    void endTurn(int done) {
        if (!silentTurn || done != 0) {
            note(Note.returned(done));
        }
        silentTurn = false;
    }

    long turn() {
        return turn;
    }

    /** How many lines there are, the header included. */
    long lines() {
        return lines;
    }

    /** Writes a line. */
    void note(Note note) {
        if (silentTurn) {
            silentTurn = false;
            write(Note.of(Note.TURN));
        }
        write(note);
    }

    private void write(Note note) {
        if (closed) {
            return;
        }
        try {
            line.write(turn, note).seal(sum);
            out.write(line.bytes(), 0, line.length());
            lines++;
        } catch (IOException | RuntimeException e) {
            giveUp(e);
        }
    }

    void flush() {
        if (closed) {
            return;
        }
        try {
            out.flush();
        } catch (IOException e) {
            giveUp(e);
        }
    }

    /** Writes the end of the tape; afterwards notes are dropped. */
    void close() {
        write(Note.of(Note.END));
        if (closed) {
            return;
        }
        closed = true;
        try {
            out.close();
        } catch (IOException e) {
            giveUp(e);
        }
    }

    /** Why there is no whole tape; empty if all is well. */
    Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    private void giveUp(Exception why) {
        failure = why;
        closed = true;
        LOG.log(
                Level.WARNING,
                "recording to " + name + " stopped in turn " + turn + ", the game goes on: " + why);
        try {
            out.close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }
}
