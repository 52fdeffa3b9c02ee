/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP call whose response is read as it arrives, by one thread at a time. A transport reports
 * the head, the body piece by piece, and one end. Any thread may cancel the call.
 */
public abstract class ResponseExchange implements Callback {
    private static final Set<String> ENCODINGS = Set.of("", "identity", "gzip");
    static final String WEB_PAGE = "it is a web page; is the base URL right?";
    private static final String REFUSED_STREAM = "stream was reset: REFUSED_STREAM";
    private static final int BUFFER_BYTES = 8 * 1024;

    private final FailureClassifier failures;
    private final BooleanSupplier closed;
    private final Buffer refusal = new Buffer();
    private volatile boolean reusedConnection;
    private volatile boolean sent;
    private volatile boolean cancelled;
    private volatile Runnable abort = () -> {};
    private @Nullable Response head;
    private @Nullable IOException ioError;

    ResponseExchange(FailureClassifier failures, BooleanSupplier closed) {
        this.failures = failures;
        this.closed = closed;
    }

    /** Receives the head of an answer; whether its body is wanted. */
    abstract boolean accepted(Response head);

    /** Reads a piece of the answer; whether more is wanted. */
    abstract boolean read(byte[] bytes, int from, int to);

    abstract void ended(Response head);

    /** Receives a refusal with as much of its body as arrived, up to a limit. */
    abstract void refused(Response head, String body);

    /** Fails the call, unless it has ended, and aborts it. */
    abstract void fail(CallFailure failure);

    /** Sets how the transport aborts this call, on any thread and without blocking. */
    public final void onAbort(Runnable action) {
        abort = action;
    }

    /** Called when the call has a connection, before anything is sent. */
    public final void onConnection(boolean isNew) {
        reusedConnection = !isNew;
    }

    /** Called when the request was sent. */
    public final void onSent() {
        sent = true;
    }

    /** Receives the head of the response; whether its body is wanted. */
    public final boolean onHead(Response response) {
        head = response;
        return guard(() -> !response.isSuccessful() || accepted(response));
    }

    /** Receives a piece of the body; whether more is wanted. */
    public final boolean onBody(byte[] bytes, int from, int to) {
        if (head != null && head.isSuccessful()) {
            return guard(() -> read(bytes, from, to));
        }
        refusal.write(bytes, from, to - from);
        return refusal.size() < FailureClassifier.MAX_BODY_BYTES;
    }

    /** Ends the response, as soon as no more of it is wanted. */
    public final void onEnd() {
        Response response = head;
        if (response != null) {
            guard(() -> {
                end(response);
                return false;
            });
        }
    }

    private void end(Response response) {
        if (response.isSuccessful()) {
            ended(response);
        } else {
            long length = Math.min(refusal.size(), FailureClassifier.MAX_BODY_BYTES);
            refused(response, refusal.snapshot((int) length).utf8());
        }
    }

    /** Ends the call for an I/O error, with or without a part of the response. */
    public final void onError(IOException cause) {
        ioError = cause;
        if (head == null) {
            fail(unanswered(cause));
        } else {
            onEnd();
        }
    }

    /**
     * Classifies the failure of a call without a response. On a reused connection, which the server
     * may have closed, it may have received a completely sent request. A refused HTTP/2 stream was
     * certainly not processed (RFC 9113, section 8.7).
     */
    CallFailure unanswered(IOException cause) {
        if (REFUSED_STREAM.equals(cause.getMessage())) {
            return failures.staleConnection(false);
        }
        boolean connectionLost =
                !(cause instanceof InterruptedIOException || cause instanceof ProtocolException);
        return reusedConnection && connectionLost
                ? failures.staleConnection(sent)
                : failures.noResponse(cause);
    }

    /** Runs a step; if it throws, fails the call, and nothing more is wanted. */
    private boolean guard(BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (RuntimeException | Error failedReader) {
            boolean missing = failedReader instanceof LinkageError; // its message names the class
            String kind =
                    missing ? failedReader.toString() : failedReader.getClass().getSimpleName();
            fail(failures.unreadable("its reader failed with " + kind));
            if (failedReader instanceof Error error && !missing) {
                throw error;
            }
            return false;
        }
    }

    @Override
    public final void onFailure(Call http, IOException cause) {
        onError(cause);
    }

    /** Reads the whole response on the thread of the call. */
    @Override
    public final void onResponse(Call http, Response response) {
        try (response) {
            boolean wanted = onHead(response);
            BufferedSource source = response.body().source();
            byte[] buffer = new byte[BUFFER_BYTES];
            while (wanted) {
                int count = source.read(buffer);
                wanted = count >= 0 && onBody(buffer, 0, count);
            }
            onEnd();
        } catch (IOException e) {
            onError(e);
        }
    }

    /** Returns why the response cannot be read; null if it can. */
    static @Nullable String problemOf(Response head) {
        String encoding = head.headers("Content-Encoding").stream().findFirst().orElse("");
        return ENCODINGS.contains(encoding.toLowerCase(Locale.ROOT))
                ? null
                : "it is compressed, though not by gzip; is a proxy in between?";
    }

    /** Whether a response claims to be a web page, as those of some model servers do. */
    static boolean isHtml(Response head) {
        String contentType = head.header("Content-Type", "");
        int end = contentType.indexOf(';');
        String media = end < 0 ? contentType : contentType.substring(0, end);
        return media.strip().toLowerCase(Locale.ROOT).endsWith("/html");
    }

    final boolean hasIoError() {
        return ioError != null;
    }

    final CallFailure truncated() {
        return ioError == null ? failures.cutOff() : failures.interrupted(ioError);
    }

    public final void cancel() {
        cancelled = true;
        abort.run();
    }

    /** Aborts the call, which closes its connection without reading on. */
    final void abort() {
        abort.run();
    }

    final boolean wasCancelled() {
        return cancelled || closed.getAsBoolean();
    }
}
