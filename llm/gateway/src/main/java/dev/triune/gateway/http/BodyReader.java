/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

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
    private final Reaper reaper;
    private final BodyListener bodyListener;
    private final int maxBytes;
    private final long deadline;
    private byte[] bytes;
    private int length;
    private boolean finished;

    /** Takes the body, or why there is none. */
    interface BodyListener {
        void onBody(byte[] bytes, int length);

        void onRejected(Problem problem);

        void onFailure(Throwable why);
    }

    /**
     * Reads a body.
     *
     * @param deadline when it has to be whole, in nanoseconds of the watch
     */
    BodyReader(
            Request request,
            Reaper reaper,
            int mostBytes,
            long deadline,
            BodyListener bodyListener) {
        this.request = request;
        this.reaper = reaper;
        this.maxBytes = mostBytes;
        this.deadline = deadline;
        this.bodyListener = bodyListener;
        this.bytes = new byte[FIRST_BYTES]; // what is announced costs nothing before it comes
    }

    /** Begins. */
    void begin() {
        if (request.getLength() > maxBytes) {
            bodyListener.onRejected(tooLarge());
            return;
        }
        reaper.add(this);
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
            if (append(chunk)) {
                return;
            }
        }
    }

    /** Whether that was the last of it. */
    private boolean append(Content.Chunk chunk) {
        if (Content.Chunk.isFailure(chunk)) {
            if (tryFinish()) {
                bodyListener.onFailure(chunk.getFailure());
            }
            return true;
        }
        int more = chunk.remaining();
        if (more > maxBytes - length) {
            chunk.release();
            if (tryFinish()) {
                bodyListener.onRejected(tooLarge());
            }
            return true;
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(maxBytes, Math.max(length + more, 2 * length)));
        }
        chunk.getByteBuffer().get(bytes, length, more);
        length += more;
        boolean last = chunk.isLast();
        chunk.release();
        if (last && tryFinish()) {
            bodyListener.onBody(bytes, length);
        }
        return last;
    }

    /** A body that comes in drops takes up a connection for nothing. */
    void check(long now) {
        if (now - deadline > 0 && tryFinish()) {
            bodyListener.onRejected(Problem.of(
                    ErrorCode.REQUEST_TIMEOUT, "the body of the request came too slowly"));
        }
    }

    private synchronized boolean tryFinish() {
        boolean first = !finished;
        finished = true;
        reaper.remove(this);
        return first;
    }

    private Problem tooLarge() {
        return Problem.of(
                ErrorCode.TOO_LARGE,
                "the body has more than " + maxBytes + " bytes (expected fewer)");
    }
}
