/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.signal.ServerError;
import dev.triune.llm.provider.wire.AnswerStream;
import dev.triune.llm.provider.wire.Dialect;
import dev.triune.llm.provider.wire.Ending;
import dev.triune.llm.provider.wire.Family;
import dev.triune.llm.provider.wire.ModelRequest;
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
final class Exchange implements Callback, ConnectionWatch.Watched {
    /** What an answer is that no server of models gives. */
    static final String WEB_PAGE = "it is a web page; is the base URL right?";

    private static final int BUFFER_BYTES = 8 * 1024;

    private final Family family;
    private final ModelCall call;
    private final Dialect dialect;
    private final AnswerSink sink;
    private final Dialects dialects;
    private final Failures failures;
    private final BooleanSupplier closed;
    private boolean ended;
    private volatile boolean leftOver;
    private @Nullable IOException broke;

    /**
     * An exchange.
     *
     * @param dialect what the request was written in
     * @param closed whether its provider is closed
     */
    Exchange(
            Family family,
            ModelCall call,
            Dialect dialect,
            AnswerSink sink,
            Dialects dialects,
            Failures failures,
            BooleanSupplier closed) {
        this.family = family;
        this.call = call;
        this.dialect = dialect;
        this.sink = sink;
        this.dialects = dialects;
        this.failures = failures;
        this.closed = closed;
    }

    @Override
    public void onFailure(Call http, IOException cause) {
        broke = cause;
        fail(http, lost(cause) ? failures.lost() : failures.unanswered(cause));
    }

    @Override
    public void hasConnection(boolean isNew) {
        leftOver = !isNew;
    }

    /** Whether the connection was left over from another call, and closed by now. */
    private boolean lost(IOException cause) {
        return leftOver && isLoss(cause);
    }

    /** Whether a connection that had been closed breaks in that way. */
    static boolean isLoss(IOException cause) {
        return !(cause instanceof InterruptedIOException || cause instanceof ProtocolException);
    }

    @Override
    public void onResponse(Call http, Response response) {
        try (response) {
            if (!response.isSuccessful()) {
                fail(http, refused(response));
                return;
            }
            Ending ending = isWebPage(response) ? new Ending.Unreadable(WEB_PAGE) : read(response);
            if (ending instanceof Ending.Whole whole) {
                ended = true;
                sink.complete(whole.usage());
            } else {
                fail(http, failure(ending, response));
            }
        } catch (RuntimeException | Error failedReader) {
            String kind = failedReader.getClass().getSimpleName();
            fail(http, failures.unreadable("its reader failed with " + kind));
            if (failedReader instanceof Error error) {
                throw error;
            }
        }
    }

    private Ending read(Response response) {
        try (AnswerStream answer = new AnswerStream(family, sink::text)) {
            BufferedSource source = response.body().source();
            byte[] buffer = new byte[BUFFER_BYTES];
            Optional<Ending> ending = Optional.empty();
            try {
                int count = source.read(buffer);
                while (count >= 0) {
                    ending = answer.feed(buffer, 0, count);
                    count = ending.isPresent() ? -1 : source.read(buffer);
                }
            } catch (IOException e) {
                broke = e;
            }
            return ending.orElseGet(answer::end);
        }
    }

    static boolean isWebPage(Response response) {
        MediaType type = response.body().contentType();
        return type != null && type.subtype().equals("html");
    }

    private CallFailure failure(Ending ending, Response response) {
        if (ending instanceof Ending.Reported reported) {
            return failures.reported(reported.body(), response, call.prompt());
        }
        if (ending instanceof Ending.Unreadable unreadable) {
            return failures.unreadable(unreadable.how());
        }
        return broke == null ? failures.cutOff() : failures.interrupted(broke);
    }

    /** Where the server names an option that it does not take, the next call goes without it. */
    private CallFailure refused(Response response) {
        String body = bodyOf(response);
        boolean formed = response.code() == 400 || response.code() == 422;
        ServerError error = ServerError.in(body);
        ModelRequest.Form form = ModelRequest.form(family, call, dialect);
        return formed && dialects.learn(call, dialect, form, error)
                ? failures.adapted(error, call.prompt())
                : failures.refused(response, body, call.prompt());
    }

    /** The body of an error, up to a limit, or as much of it as came. */
    private String bodyOf(Response response) {
        ErrorBody body = ErrorBody.of(response);
        broke = body.broke();
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
        sink.fail(cancelled ? failures.cancelled() : failure);
    }

    /**
     * A deadline that ran out cancels the call, too, but breaks it in a way of its own; so does a
     * provider that is closed while the call waits for its turn.
     */
    private boolean wasCancelled(Call http) {
        return broke instanceof InterruptedIOException ? closed.getAsBoolean() : http.isCanceled();
    }
}
