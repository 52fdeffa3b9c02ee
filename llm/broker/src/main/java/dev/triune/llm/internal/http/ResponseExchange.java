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
import okhttp3.MediaType;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** An HTTP call whose response is read as it arrives, on the thread of the call. */
public abstract class ResponseExchange implements Callback {
    private static final Set<String> ENCODINGS = Set.of("", "identity", "gzip");
    private static final String REFUSED_STREAM = "stream was reset: REFUSED_STREAM";
    private static final int BUFFER_BYTES = 8 * 1024;

    private final FailureClassifier failures;
    private final BooleanSupplier closed;
    private volatile boolean reusedConnection;
    private volatile boolean sent;
    private @Nullable IOException ioError;

    ResponseExchange(FailureClassifier failures, BooleanSupplier closed) {
        this.failures = failures;
        this.closed = closed;
    }

    /** Reads a piece of a response; whether more is wanted. */
    @FunctionalInterface
    interface PieceReader {
        boolean read(byte[] buffer, int count);
    }

    abstract void accepted(Call http, Response response);

    abstract void refused(Call http, Response response);

    abstract void fail(Call http, CallFailure failure);

    final void onConnection(boolean isNew) {
        reusedConnection = !isNew;
    }

    final void onSent() {
        sent = true;
    }

    @Override
    public final void onFailure(Call http, IOException cause) {
        ioError = cause;
        fail(http, unanswered(cause));
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

    @Override
    public final void onResponse(Call http, Response response) {
        try (response) {
            if (response.isSuccessful()) {
                accepted(http, response);
            } else {
                refused(http, response);
            }
        } catch (RuntimeException | Error failedReader) {
            boolean missing = failedReader instanceof LinkageError; // its message names the class
            String kind =
                    missing ? failedReader.toString() : failedReader.getClass().getSimpleName();
            fail(http, failures.unreadable("its reader failed with " + kind));
            if (failedReader instanceof Error error && !missing) {
                throw error;
            }
        }
    }

    /** Returns why this cannot be the response of a model server; empty if it can. */
    static String problemOf(Response response) {
        MediaType type = response.body().contentType();
        if (type != null && type.subtype().equals("html")) {
            return "it is a web page; is the base URL right?";
        }
        String encoding =
                response.headers("Content-Encoding").stream().findFirst().orElse("");
        return ENCODINGS.contains(encoding.toLowerCase(Locale.ROOT))
                ? ""
                : "it is compressed, though not by gzip; is a proxy in between?";
    }

    final void read(Response response, PieceReader reader) {
        BufferedSource source = response.body().source();
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            int count = source.read(buffer);
            while (count >= 0) {
                count = reader.read(buffer, count) ? source.read(buffer) : -1;
            }
        } catch (IOException e) {
            ioError = e;
        }
    }

    /** Returns the body of an error, up to a limit or as much as arrived. */
    final String errorBody(Response response) {
        ErrorBody body = ErrorBody.of(response);
        ioError = body.readError();
        return body.text();
    }

    final CallFailure truncated() {
        return ioError == null ? failures.cutOff() : failures.interrupted(ioError);
    }

    /** Whether the call was cancelled, rather than ended by a timeout. */
    final boolean wasCancelled(Call http) {
        return ioError instanceof InterruptedIOException
                ? closed.getAsBoolean()
                : http.isCanceled();
    }
}
