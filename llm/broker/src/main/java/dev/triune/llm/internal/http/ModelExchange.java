/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.internal.protocol.AnswerStreamParser;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequestWriter;
import dev.triune.llm.internal.protocol.StreamEnd;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** One call under way: reads its answer for the sink. Its methods run on the thread of the call. */
public final class ModelExchange implements Callback, ConnectionEventListener.ConnectionAware {
    /** What an answer is that no server of models gives. */
    static final String WEB_PAGE = "it is a web page; is the base URL right?";

    private static final int BUFFER_BYTES = 8 * 1024;

    private final ApiFamily apiFamily;
    private final ModelCall call;
    private final Dialect dialect;
    private final AnswerSink sink;
    private final LearnedDialects learnedDialects;
    private final FailureClassifier failureClassifier;
    private final BooleanSupplier closed;
    private boolean ended;
    private volatile boolean reusedConnection;
    private @Nullable IOException ioError;

    /**
     * An exchange.
     *
     * @param dialect what the request was written in
     * @param closed whether its provider is closed
     */
    public ModelExchange(
            ApiFamily apiFamily,
            ModelCall call,
            Dialect dialect,
            AnswerSink sink,
            LearnedDialects learnedDialects,
            FailureClassifier failureClassifier,
            BooleanSupplier closed) {
        this.apiFamily = apiFamily;
        this.call = call;
        this.dialect = dialect;
        this.sink = sink;
        this.learnedDialects = learnedDialects;
        this.failureClassifier = failureClassifier;
        this.closed = closed;
    }

    @Override
    public void onFailure(Call http, IOException cause) {
        ioError = cause;
        fail(
                http,
                isStaleConnection(cause)
                        ? failureClassifier.staleConnection()
                        : failureClassifier.noResponse(cause));
    }

    @Override
    public void onConnection(boolean isNew) {
        reusedConnection = !isNew;
    }

    /** Whether the connection was left over from another call, and closed by now. */
    private boolean isStaleConnection(IOException cause) {
        return reusedConnection && isConnectionLoss(cause);
    }

    /** Whether a connection that had been closed breaks in that way. */
    static boolean isConnectionLoss(IOException cause) {
        return !(cause instanceof InterruptedIOException || cause instanceof ProtocolException);
    }

    @Override
    public void onResponse(Call http, Response response) {
        try (response) {
            if (!response.isSuccessful()) {
                fail(http, refused(response));
                return;
            }
            StreamEnd streamEnd =
                    isWebPage(response) ? new StreamEnd.Unreadable(WEB_PAGE) : read(response);
            if (streamEnd instanceof StreamEnd.Complete complete) {
                ended = true;
                sink.complete(complete.usage());
            } else {
                fail(http, failure(streamEnd, response));
            }
        } catch (RuntimeException | Error failedReader) {
            String kind = failedReader.getClass().getSimpleName();
            fail(http, failureClassifier.unreadable("its reader failed with " + kind));
            if (failedReader instanceof Error error) {
                throw error;
            }
        }
    }

    private StreamEnd read(Response response) {
        try (AnswerStreamParser answer = new AnswerStreamParser(apiFamily, sink::text)) {
            BufferedSource source = response.body().source();
            byte[] buffer = new byte[BUFFER_BYTES];
            Optional<StreamEnd> streamEnds = Optional.empty();
            try {
                int count = source.read(buffer);
                while (count >= 0) {
                    streamEnds = answer.feed(buffer, 0, count);
                    count = streamEnds.isPresent() ? -1 : source.read(buffer);
                }
            } catch (IOException e) {
                ioError = e;
            }
            return streamEnds.orElseGet(answer::end);
        }
    }

    static boolean isWebPage(Response response) {
        MediaType type = response.body().contentType();
        return type != null && type.subtype().equals("html");
    }

    private CallFailure failure(StreamEnd streamEnd, Response response) {
        if (streamEnd instanceof StreamEnd.ErrorReported errorReported) {
            return failureClassifier.reported(errorReported.body(), response, call.prompt());
        }
        if (streamEnd instanceof StreamEnd.Unreadable unreadable) {
            return failureClassifier.unreadable(unreadable.how());
        }
        return ioError == null
                ? failureClassifier.cutOff()
                : failureClassifier.interrupted(ioError);
    }

    /** Where the server names an option that it does not take, the next call goes without it. */
    private CallFailure refused(Response response) {
        String body = bodyOf(response);
        boolean formed = response.code() == 400 || response.code() == 422;
        ServerError error = ServerError.parse(body);
        ModelRequestWriter.OutputForm outputForm =
                ModelRequestWriter.form(apiFamily, call, dialect);
        return formed && learnedDialects.learn(call, dialect, outputForm, error)
                ? failureClassifier.requestAdapted(error, call.prompt())
                : failureClassifier.refused(response, body, call.prompt());
    }

    /** The body of an error, up to a limit, or as much of it as came. */
    private String bodyOf(Response response) {
        ErrorBody body = ErrorBody.of(response);
        ioError = body.readError();
        return body.text();
    }

    /** Cancelling drops the connection at once, instead of reading what may never come. */
    private void fail(Call http, CallFailure failure) {
        boolean cancelled = wasCancelled(http);
        http.cancel();
        if (ended) {
            return; // it was the end that failed the sink: there is no second one
        }
        ended = true;
        sink.fail(cancelled ? failureClassifier.cancelled() : failure);
    }

    /**
     * A deadline that ran out cancels the call, too, but breaks it in a way of its own; so does a
     * provider that is closed while the call waits for its turn.
     */
    private boolean wasCancelled(Call http) {
        return ioError instanceof InterruptedIOException
                ? closed.getAsBoolean()
                : http.isCanceled();
    }
}
