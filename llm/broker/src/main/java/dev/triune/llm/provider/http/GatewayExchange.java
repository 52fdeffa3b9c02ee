/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.wire.AnswerStream;
import dev.triune.llm.provider.wire.GatewayError;
import dev.triune.llm.provider.wire.GatewayEvent;
import dev.triune.llm.provider.wire.GatewayStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * One exchange with a gateway, for one request or for a batch: reads the events for their sinks, on
 * the thread of the call. A request may be cancelled on any thread.
 */
final class GatewayExchange implements Callback, ConnectionWatch.Watched {
    private static final int BUFFER_BYTES = 8 * 1024;

    private final List<Asked> asked;
    private final AtomicInteger open;
    private final Context context;
    private volatile boolean leftOver;
    private @Nullable IOException broke;

    /**
     * An exchange.
     *
     * @param asked one or more; their ids are their places in the list
     */
    GatewayExchange(List<Asked> asked, Context context) {
        this.asked = List.copyOf(asked);
        this.open = new AtomicInteger(asked.size());
        this.context = context;
    }

    /**
     * What all exchanges of a provider have in common.
     *
     * @param closed whether the provider is
     */
    record Context(
            GatewayLink link,
            GatewayPause pause,
            Failures failures,
            GatewayFailures words,
            BooleanSupplier closed) {}

    /**
     * Cancels one request: at the gateway while others go on, and with the last one the whole
     * exchange. The gateway may not have the request yet: then it is told again once it answers.
     */
    void cancel(Asked one, Call http) {
        if (!one.cancel()) {
            return;
        }
        if (open.decrementAndGet() == 0) {
            http.cancel();
        } else if (!context.closed().getAsBoolean()) {
            context.link().cancel(one.token());
        }
    }

    @Override
    public void hasConnection(boolean isNew) {
        leftOver = !isNew;
    }

    @Override
    public void onFailure(Call http, IOException cause) {
        broke = cause;
        CallFailure failure;
        if (cause instanceof GatewayLink.Cooling cooling) {
            failure = context.words().cooling(cooling.left());
        } else if (leftOver && Exchange.isLoss(cause)) {
            failure = context.failures().lost();
        } else {
            failure = context.failures().unanswered(cause);
        }
        failAll(http, one -> failure);
    }

    @Override
    public void onResponse(Call http, Response response) {
        try (response) {
            if (!response.isSuccessful()) {
                refuse(http, response);
                return;
            }
            asked.stream()
                    .filter(Asked::isCancelled)
                    .forEach(one -> context.link().cancel(one.token()));
            Optional<String> trouble =
                    Exchange.isWebPage(response) ? Optional.of(Exchange.WEB_PAGE) : read(response);
            CallFailure failure = trouble.map(context.failures()::unreadable)
                    .orElseGet(() -> broke == null
                            ? context.failures().cutOff()
                            : context.failures().interrupted(broke));
            failAll(http, one -> failure);
        } catch (RuntimeException | Error failedReader) {
            String kind = failedReader.getClass().getSimpleName();
            CallFailure failure = context.failures().unreadable("its reader failed with " + kind);
            failAll(http, one -> failure);
            if (failedReader instanceof Error error) {
                throw error;
            }
        }
    }

    private void refuse(Call http, Response response) {
        ErrorBody body = ErrorBody.of(response);
        broke = body.broke();
        Optional<GatewayError> error = GatewayError.in(body.text());
        error.flatMap(GatewayError::cooldown).ifPresent(context.pause()::heed);
        failAll(http, one -> context.words().refused(response, body.text(), error, one.prompt()));
    }

    /** Reads until no request is open or nothing more can be read; why not, if it was unreadable. */
    private Optional<String> read(Response response) {
        long most = AnswerStream.MAX_STREAM_BYTES * asked.size();
        try (GatewayStream stream = new GatewayStream(most, this::take)) {
            BufferedSource source = response.body().source();
            byte[] buffer = new byte[BUFFER_BYTES];
            Optional<String> trouble = Optional.empty();
            try {
                int count = source.read(buffer);
                while (count >= 0) {
                    trouble = stream.feed(buffer, 0, count);
                    boolean enough = trouble.isPresent() || open.get() == 0;
                    count = enough ? -1 : source.read(buffer);
                }
            } catch (IOException e) {
                broke = e;
            }
            if (trouble.isEmpty()) {
                stream.end();
            }
            return trouble;
        }
    }

    private void take(GatewayEvent event) {
        if (event instanceof GatewayEvent.Failed failed) {
            failed.error().cooldown().ifPresent(context.pause()::heed);
        } else if (event instanceof GatewayEvent.Complete complete) {
            complete.cooldown().ifPresent(context.pause()::heed);
        }
        boolean forAll = event.request().isEmpty() && event instanceof GatewayEvent.Failed;
        asked.stream()
                .filter(one -> forAll || asked.size() == 1 || one.id().equals(event.request()))
                .forEach(one -> take(event, one));
    }

    private void take(GatewayEvent event, Asked one) {
        if (event instanceof GatewayEvent.Delta delta) {
            hand(one, delta.text());
        } else if (event instanceof GatewayEvent.Complete complete) {
            if (one.isEmpty()) {
                hand(one, complete.text());
            }
            count(one.complete(complete.usage()));
        } else if (event instanceof GatewayEvent.Failed failed) {
            count(one.fail(context.words().reported(failed.error(), one.prompt())));
        }
    }

    private void hand(Asked one, String piece) {
        if (!one.text(piece)) {
            String how = "it has more than " + GatewayStream.MAX_CHARACTERS + " characters";
            boolean failed = one.fail(context.failures().unreadable(how));
            count(failed);
            if (failed && open.get() > 0) {
                context.link().cancel(one.token());
            }
        }
    }

    private void count(boolean ended) {
        if (ended) {
            open.decrementAndGet();
        }
    }

    /** Ends what is open; cancelling drops the connection instead of reading what may never come. */
    private void failAll(Call http, Function<Asked, CallFailure> failure) {
        if (open.get() == 0) {
            return;
        }
        boolean cancelled = wasCancelled(http);
        http.cancel();
        for (Asked one : asked) {
            if (!one.isOver()) {
                count(one.fail(cancelled ? context.failures().cancelled() : failure.apply(one)));
            }
        }
    }

    /** As an {@link Exchange} tells a cancel from a deadline. */
    private boolean wasCancelled(Call http) {
        return broke instanceof InterruptedIOException
                ? context.closed().getAsBoolean()
                : http.isCanceled();
    }
}
