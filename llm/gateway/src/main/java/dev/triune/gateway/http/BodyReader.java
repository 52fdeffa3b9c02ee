/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.util.Arrays;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads the body of one request without blocking, with limits of size and time. Calls its listener
 * exactly once.
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

    /** Receives the body, or the reason for its absence. */
    interface BodyListener {
        void onBody(byte[] bytes, int length);

        void onRejected(Problem problem);

        void onFailure(Throwable why);
    }

    /**
     * Creates a reader.
     *
     * @param deadline when the body must be complete, in nanoseconds of the reaper's clock
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
        this.bytes = new byte[FIRST_BYTES]; // regardless of Content-Length
    }

    /** Starts reading. */
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

    /** Adds a chunk; returns whether reading has ended. */
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

    /**
     * Rejects a body that is incomplete at the deadline, as slow clients would occupy connections.
     */
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
