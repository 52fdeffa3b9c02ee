/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.internal.protocol.AnswerStreamParser;
import dev.triune.llm.internal.protocol.GatewayMessage;
import dev.triune.llm.internal.protocol.GatewayStreamParser;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * An exchange with a gateway for one request or a batch: reads events for their sinks on the thread
 * of the call. Requests may be cancelled on any thread.
 */
public final class GatewayExchange extends ResponseExchange {
    private final List<BatchItem> items;
    private final AtomicInteger open;
    private final GatewayClient link;
    private @Nullable GatewayStreamParser parser;
    private @Nullable String trouble; // why the response cannot be read

    /** Creates an exchange for one or more requests, whose ids are their list indices. */
    public GatewayExchange(List<BatchItem> batch, GatewayClient link) {
        super(link.failures, link::isClosed);
        this.items = List.copyOf(batch);
        this.open = new AtomicInteger(batch.size());
        this.link = link;
    }

    /**
     * Cancels one request at the gateway, or the whole exchange with its last request. The
     * cancellation is sent again when the gateway responds, as it may not have had the request
     * before.
     */
    public void cancel(BatchItem one) {
        if (!one.cancel()) {
            return;
        }
        if (open.decrementAndGet() == 0) {
            cancel();
        } else if (!link.isClosed()) {
            link.cancel(one.entry.cancelToken());
        }
    }

    @Override
    CallFailure unanswered(IOException cause) {
        return cause instanceof GatewayClient.CooldownException cooldown
                ? link.gatewayFailures.coolingDown(cooldown.remaining())
                : super.unanswered(cause);
    }

    @Override
    boolean accepted(Response head) {
        items.stream()
                .filter(BatchItem::isCancelled)
                .forEach(one -> link.cancel(one.entry.cancelToken()));
        trouble = isHtml(head) ? WEB_PAGE : problemOf(head);
        return trouble == null;
    }

    /** Reads until no request is open, the stream ends or it is unreadable. */
    @Override
    boolean read(byte[] bytes, int from, int to) {
        trouble = stream().feed(bytes, from, to).orElse(null);
        return trouble == null && open.get() > 0;
    }

    private GatewayStreamParser stream() {
        if (parser == null) {
            long maxBytes = AnswerStreamParser.MAX_STREAM_BYTES * items.size();
            parser = new GatewayStreamParser(maxBytes, this::handle);
        }
        return parser;
    }

    @Override
    void ended(Response head) {
        if (trouble == null) {
            stream().end();
        }
        fail(trouble == null ? truncated() : link.failures.unreadable(trouble));
    }

    @Override
    void refused(Response response, String body) {
        GatewayMessage error = GatewayMessage.body(body);
        coolDown(error);
        failAll(one -> link.gatewayFailures.refused(
                response, body, error, one.entry.call().prompt()));
    }

    private void handle(GatewayMessage event) {
        if (event.isEnd() || event.isError()) {
            coolDown(event);
        }
        boolean forAll = event.request().isEmpty() && event.isError();
        items.stream()
                .filter(one ->
                        forAll || items.size() == 1 || one.entry.id().equals(event.request()))
                .forEach(one -> handle(event, one));
    }

    private void coolDown(GatewayMessage message) {
        Duration cooldown = message.cooldown();
        if (cooldown != null) {
            link.pause.update(cooldown, message.activeGames());
            link.pause.updatePace(message.callsPerMinute(), message.isTooEarly());
        }
    }

    private void handle(GatewayMessage event, BatchItem one) {
        if (event.isPiece()) {
            emit(one, event.text());
        } else if (event.isEnd()) {
            if (one.isEmpty()) {
                emit(one, event.text());
            }
            event.toolCalls().forEach(one::toolCall);
            countDone(one.complete(event.finishReason(), event.usage()));
        } else if (event.isError()) {
            countDone(one.fail(
                    link.gatewayFailures.reported(event, one.entry.call().prompt())));
        }
    }

    private void emit(BatchItem one, String piece) {
        if (!one.text(piece)) {
            String detail =
                    "it has more than " + GatewayStreamParser.MAX_CHARACTERS + " characters";
            boolean failed = one.fail(link.failures.unreadable(detail));
            countDone(failed);
            if (failed && open.get() > 0) {
                link.cancel(one.entry.cancelToken());
            }
        }
    }

    private void countDone(boolean ended) {
        if (ended) {
            open.decrementAndGet();
        }
    }

    @Override
    void fail(CallFailure failure) {
        failAll(one -> failure);
    }

    private void failAll(Function<BatchItem, CallFailure> failure) {
        if (open.get() == 0) {
            return;
        }
        boolean cancelled = wasCancelled();
        abort();
        for (BatchItem one : items) {
            if (!one.isDone()) {
                countDone(one.fail(cancelled ? link.failures.cancelled() : failure.apply(one)));
            }
        }
    }
}
