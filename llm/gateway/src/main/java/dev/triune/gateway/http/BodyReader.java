/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads the body of one request without blocking, with limits of size and time. Passes it on, or
 * responds with a problem.
 */
final class BodyReader implements Runnable {
    private static final int FIRST_BYTES = 4096;

    private final Request request;
    private final ServerExchange exchange;
    private final Reaper reaper;
    private final int maxBytes;
    private final long deadline;
    private final Consumer<ByteBuffer> onBody;
    private byte[] bytes = new byte[FIRST_BYTES]; // regardless of Content-Length
    private int length;
    private boolean finished;

    /**
     * Creates a reader.
     *
     * @param deadline when the body must be complete, in nanoseconds of the reaper's clock
     * @param onBody receives the body
     */
    BodyReader(
            Request request,
            ServerExchange exchange,
            Reaper reaper,
            int maxBytes,
            long deadline,
            Consumer<ByteBuffer> onBody) {
        this.request = request;
        this.exchange = exchange;
        this.reaper = reaper;
        this.maxBytes = maxBytes;
        this.deadline = deadline;
        this.onBody = onBody;
    }

    void begin() {
        if (request.getLength() > maxBytes) {
            reject(tooLarge());
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
                exchange.disconnect(chunk.getFailure());
            }
            return true;
        }
        int more = chunk.remaining();
        if (more > maxBytes - length) {
            chunk.release();
            if (tryFinish()) {
                reject(tooLarge());
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
            onBody.accept(ByteBuffer.wrap(bytes, 0, length));
        }
        return last;
    }

    /**
     * Rejects a body that is incomplete at the deadline, as slow clients would occupy connections.
     */
    void check(long now) {
        if (now - deadline > 0 && tryFinish()) {
            reject(Problem.of(
                    ErrorCode.REQUEST_TIMEOUT, "the body of the request came too slowly"));
        }
    }

    private synchronized boolean tryFinish() {
        boolean first = !finished;
        finished = true;
        reaper.remove(this);
        return first;
    }

    /** Responds with a problem and closes the connection, as the rest of the body is not read. */
    private void reject(Problem problem) {
        exchange.closeAfterResponse();
        exchange.respondWithProblem(problem);
    }

    private Problem tooLarge() {
        return Problem.of(
                ErrorCode.TOO_LARGE,
                "the body has more than " + maxBytes + " bytes (expected fewer)");
    }
}
