/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.internal.transport;

import dev.triune.llm.Ticker;
import dev.triune.llm.internal.http.FailureClassifier;
import dev.triune.llm.internal.http.OneShotJsonBody;
import dev.triune.llm.internal.http.ResponseExchange;
import dev.triune.llm.provider.ModelCall;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import okhttp3.Headers;
import okhttp3.Protocol;
import okhttp3.Request;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.GZIPContentDecoder;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.CyclicTimeout;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A call over Jetty's client, with timeouts of the server's silence and of its whole answer. Both
 * start when the call has a connection, and neither counts the time in which no thread could read,
 * because the readers of other calls waited. Its methods but {@link #abort} exclude each other, so
 * that the exchange is read by one thread at a time.
 */
final class JettyCall implements Response.Listener {
    /** How long an answer's connection is kept for its end, to be used again, as by OkHttp. */
    private static final Duration DISCARD_TIMEOUT = Duration.ofMillis(100);

    private static final Ticker CLOCK = Ticker.system();

    /** The time until a free thread reads what has arrived; after a longer one none was free. */
    private static final Duration PROMPT = Duration.ofMillis(100);

    private final Request request;
    private final ResponseExchange exchange;
    private final org.eclipse.jetty.client.Request message;
    private final Duration first;
    private final Duration gap;
    private final Duration total;
    private final Timer silence;
    private final Timer wholeAnswer;
    private @Nullable GZIPContentDecoder gzip;
    private boolean ended;

    /**
     * Creates a call.
     *
     * @param begun the beginning of its message, which has the address
     * @param afterArrived runs a task after all that has arrived was read
     */
    JettyCall(
            org.eclipse.jetty.client.Request begun,
            Scheduler scheduler,
            Consumer<Runnable> afterArrived,
            Request request,
            ResponseExchange exchange,
            Duration first,
            Duration gap,
            Duration total) {
        ModelCall call = request.tag(ModelCall.class);
        this.request = request;
        this.exchange = exchange;
        this.first = call != null && call.nonStreaming() ? total : first;
        this.gap = gap;
        this.total = total;
        this.silence = new Timer(scheduler, afterArrived);
        this.wholeAnswer = new Timer(scheduler, afterArrived);
        this.message = begun.method(request.method())
                .idleTimeout(0, TimeUnit.MILLISECONDS) // in its place the timeout of silence
                .onRequestBegin(this::begin)
                .onRequestHeaders(sent -> exchange.onSent());
        message.headers(fields -> request.headers()
                .forEach(header -> fields.put(header.getFirst(), header.getSecond())));
    }

    void send() {
        try {
            if (request.body() instanceof OneShotJsonBody body) {
                message.body(new BytesRequestContent("application/json", body.bytes()));
            }
            message.send(this);
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    private void begin(org.eclipse.jetty.client.Request sending) {
        boolean reused = sending.getConnection() instanceof Connection connection
                && connection.getMessagesIn() > 0;
        exchange.onConnection(!reused);
        silence.start(first);
        wholeAnswer.start(total);
    }

    /** Aborts this call after a time, to which it adds the time in which no thread could read. */
    private final class Timer extends CyclicTimeout {
        private final Consumer<Runnable> afterArrived;
        private volatile int starts;

        Timer(Scheduler scheduler, Consumer<Runnable> afterArrived) {
            super(scheduler);
            this.afterArrived = afterArrived;
        }

        void start(Duration patience) {
            stop();
            schedule(patience.toMillis(), TimeUnit.MILLISECONDS);
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time starts and stops it
        void stop() {
            starts++;
            cancel();
        }

        @Override
        public void onTimeoutExpired() {
            int expired = starts;
            long asked = CLOCK.nanos();
            afterArrived.accept(() -> {
                Duration delay = Duration.ofNanos(CLOCK.nanos() - asked);
                if (starts != expired) {
                    return; // something had arrived
                }
                if (delay.compareTo(PROMPT) > 0) {
                    schedule(delay.toMillis(), TimeUnit.MILLISECONDS);
                } else {
                    abort(new TimeoutException("silent for too long"));
                }
            });
        }
    }

    /** Closes the connection, maybe before the request is sent. */
    void abort() {
        abort(new IOException("aborted"));
    }

    private void abort(Throwable cause) {
        var unused = message.abort(cause);
    }

    @Override
    public synchronized void onHeaders(Response response) {
        Headers.Builder headers = new Headers.Builder();
        response.getHeaders()
                .forEach(field -> headers.addUnsafeNonAscii(
                        field.getName(), field.getValue() == null ? "" : field.getValue()));
        if ("gzip".equalsIgnoreCase(response.getHeaders().get(HttpHeader.CONTENT_ENCODING))) {
            gzip = new GZIPContentDecoder(); // Jetty's client never ends a truncated body
        }
        boolean wanted = exchange.onHead(new okhttp3.Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(response.getStatus())
                .message("")
                .headers(headers.build())
                .build());
        if (!wanted) {
            end();
        }
    }

    @Override
    public synchronized void onContent(Response response, ByteBuffer content) {
        if (ended) {
            return; // discarded
        }
        silence.stop(); // the reader may have to wait, which is not the server's silence
        if (gzip == null ? read(content) : inflate(content, gzip)) {
            silence.start(gap);
        } else {
            end();
        }
    }

    private boolean inflate(ByteBuffer content, GZIPContentDecoder decoder) {
        boolean wanted = true;
        while (wanted && content.hasRemaining()) {
            RetainableByteBuffer decoded = decoder.decode(content);
            wanted = read(decoded.getByteBuffer());
            decoded.release();
        }
        return wanted;
    }

    private boolean read(ByteBuffer content) {
        if (content.hasArray()) {
            int from = content.arrayOffset() + content.position();
            return exchange.onBody(content.array(), from, from + content.remaining());
        }
        byte[] copy = new byte[content.remaining()];
        content.get(copy);
        return exchange.onBody(copy, 0, copy.length);
    }

    private void end() {
        ended = true;
        exchange.onEnd();
        silence.start(DISCARD_TIMEOUT);
    }

    @Override
    public synchronized void onComplete(Result result) {
        silence.destroy();
        wholeAnswer.destroy();
        if (result.isFailed()) {
            fail(result.getFailure());
        } else if (!ended) {
            ended = true;
            exchange.onEnd();
        }
        if (gzip != null) {
            gzip.destroy();
        }
    }

    synchronized void fail(Throwable cause) {
        if (!ended) {
            ended = true;
            exchange.onError(toIoException(cause));
        }
    }

    private static IOException toIoException(Throwable failure) {
        if (failure instanceof TimeoutException) {
            return new InterruptedIOException("timeout");
        }
        if (failure instanceof HttpResponseException of
                && HttpMethod.CONNECT.is(of.getResponse().getRequest().getMethod())) {
            return new IOException(
                    of.getResponse().getStatus() == HttpStatus.PROXY_AUTHENTICATION_REQUIRED_407
                            ? FailureClassifier.PROXY_REFUSED
                            : "no tunnel");
        }
        if (failure instanceof HttpResponseException || failure instanceof HttpException) {
            return new ProtocolException("not HTTP");
        }
        return failure instanceof IOException known ? known : new IOException(failure);
    }
}
