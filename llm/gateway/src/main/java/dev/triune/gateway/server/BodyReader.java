/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import dev.triune.gateway.session.ErrorCode;
import dev.triune.gateway.session.Problem;
import java.util.Arrays;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads the body of a request without waiting for it, up to a limit of bytes and of time. Each
 * reader reads one body; its end is told once.
 */
final class BodyReader implements Runnable {
    private static final int FIRST_BYTES = 4096;

    private final Request request;
    private final Watch watch;
    private final Reader reader;
    private final int mostBytes;
    private final long deadline;
    private byte[] bytes;
    private int length;
    private boolean over;

    /** Takes the body, or why there is none. */
    interface Reader {
        void read(byte[] bytes, int length);

        void refused(Problem problem);

        void broken(Throwable why);
    }

    /**
     * Reads a body.
     *
     * @param deadline when it has to be whole, in nanoseconds of the watch
     */
    BodyReader(Request request, Watch watch, int mostBytes, long deadline, Reader reader) {
        this.request = request;
        this.watch = watch;
        this.mostBytes = mostBytes;
        this.deadline = deadline;
        this.reader = reader;
        this.bytes = new byte[FIRST_BYTES]; // what is announced costs nothing before it comes
    }

    /** Begins. */
    void begin() {
        if (request.getLength() > mostBytes) {
            reader.refused(tooLarge());
            return;
        }
        watch.add(this);
        run();
    }

    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (take(chunk)) {
                return;
            }
        }
    }

    /** Whether that was the last of it. */
    private boolean take(Content.Chunk chunk) {
        if (Content.Chunk.isFailure(chunk)) {
            if (end()) {
                reader.broken(chunk.getFailure());
            }
            return true;
        }
        int more = chunk.remaining();
        if (more > mostBytes - length) {
            chunk.release();
            if (end()) {
                reader.refused(tooLarge());
            }
            return true;
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(mostBytes, Math.max(length + more, 2 * length)));
        }
        chunk.getByteBuffer().get(bytes, length, more);
        length += more;
        boolean last = chunk.isLast();
        chunk.release();
        if (last && end()) {
            reader.read(bytes, length);
        }
        return last;
    }

    /** A body that comes in drops takes up a connection for nothing. */
    void check(long now) {
        if (now - deadline > 0 && end()) {
            reader.refused(Problem.of(
                    ErrorCode.REQUEST_TIMEOUT, "the body of the request came too slowly"));
        }
    }

    private synchronized boolean end() {
        boolean first = !over;
        over = true;
        watch.forget(this);
        return first;
    }

    private Problem tooLarge() {
        return Problem.of(
                ErrorCode.TOO_LARGE,
                "the body has more than " + mostBytes + " bytes (expected fewer)");
    }
}
