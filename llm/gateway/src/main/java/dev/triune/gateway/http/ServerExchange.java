/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One request of a client and its answer, which is one whole body or an {@link EventStream}. Notices
 * when the client is gone. Thread-safe; no method waits for the client.
 */
public final class ServerExchange {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final StreamLimits limits;
    private final ErrorFormat errors;

    /** Whether the connection may still be asked whether the client is there. */
    private boolean probeable;

    private boolean answered;
    private boolean disconnected;
    private @Nullable Runnable onDisconnect;
    private @Nullable EventStream stream;

    ServerExchange(
            Request request,
            Response response,
            Callback callback,
            StreamLimits limits,
            ErrorFormat errors) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.limits = limits;
        this.errors = errors;
        this.probeable = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1
                || request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0;
    }

    /** The value of a header of the request, empty if it has none. */
    public String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    /** The value of a parameter of the query, empty if there is none. */
    public String query(String name) {
        String value = Request.extractQueryParameters(request).getValue(name);
        return value == null ? "" : value;
    }

    /** How errors are told on this path. */
    public ErrorFormat errors() {
        return errors;
    }

    /** Answers with JSON. What comes after the first answer is ignored. */
    public void json(int status, JsonNode body) {
        send(status, "application/json", Json.bytes(body), HttpFields.EMPTY);
    }

    /** Answers with a body of that type. */
    public void body(int status, String type, byte[] body) {
        send(status, type, body, HttpFields.EMPTY);
    }

    /** Answers with a body of that type and more headers. */
    public void body(int status, String type, byte[] body, HttpFields more) {
        send(status, type, body, more);
    }

    /** Answers with a problem, or ends the stream with it if that has begun. */
    public void respondWithProblem(Problem problem) {
        respondWithProblem(problem, errors.body(problem));
    }

    /** The same with a body of the caller's own, where no stream has begun. */
    public void respondWithProblem(Problem problem, JsonNode body) {
        EventStream begun;
        synchronized (this) {
            begun = stream;
        }
        if (begun != null && begun.isOpen()) {
            begun.end(errors.event(problem));
            return;
        }
        HttpFields.Mutable headers = HttpFields.build();
        problem.retryAfterMillis().ifPresent(millis -> {
            headers.put(HttpHeader.RETRY_AFTER, (millis + 999) / 1000);
            headers.put("retry-after-ms", millis);
        });
        send(problem.code().status(), "application/json", Json.bytes(body), headers);
    }

    /**
     * Answers with server-sent events. The stream opens with its first event, so that a problem
     * before it still has a status of its own.
     */
    public EventStream stream() {
        synchronized (this) {
            if (stream == null) {
                stream = new EventStream(this, response, limits);
            }
            return stream;
        }
    }

    /** Sets what is run once if the client goes away before the answer is whole. */
    public void onDisconnect(Runnable action) {
        boolean late;
        synchronized (this) {
            onDisconnect = action;
            late = disconnected;
        }
        if (late) {
            action.run();
        }
    }

    private void send(int status, String type, byte[] body, HttpFields more) {
        if (!tryRespond()) {
            return;
        }
        response.setStatus(status);
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, type);
        headers.put(HttpHeader.CONTENT_LENGTH, body.length);
        headers.add(more);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** The rest of the request will not be read: the connection ends with the answer. */
    void closeAfterResponse() {
        if (isHttp1()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
    }

    /** Whether this is the first answer: from now on nobody reads from the connection here. */
    private synchronized boolean tryRespond() {
        boolean first = !answered && !disconnected;
        answered = true;
        probeable = false;
        return first;
    }

    // ---- for the stream

    /** The stream begins; false if there was an answer or nobody is there. */
    synchronized boolean tryOpenStream() {
        boolean first = !answered && !disconnected;
        answered = true;
        return first;
    }

    /** Before the last write: the connection may serve another request right after it. */
    synchronized void beforeLastWrite() {
        probeable = false;
    }

    /** The stream was written to its end. */
    void streamCompleted() {
        callback.succeeded();
    }

    /** The client is gone or was cut off. */
    void disconnect(Throwable why) {
        Runnable action;
        EventStream begun;
        synchronized (this) {
            if (disconnected) {
                return;
            }
            disconnected = true;
            probeable = false;
            action = onDisconnect;
            begun = stream;
        }
        if (isHttp1()) {
            connection().getEndPoint().close(why);
        }
        if (begun == null) {
            callback.failed(why);
        } else { // Jetty lets nobody touch a response that was given up
            begun.close(() -> callback.failed(why));
        }
        if (action != null) {
            action.run();
        }
    }

    // ---- for the watch

    /** Looks after the client: is it there, does it take what it is sent? */
    void check(long now) {
        EventStream begun;
        boolean left;
        synchronized (this) {
            begun = stream;
            left = isDisconnected();
        }
        if (left) {
            disconnect(new EofException("the client is gone"));
        } else if (begun != null) {
            begun.check(now);
        }
    }

    /** The other side of an HTTP/2 stream says so itself; on HTTP/1 only reading tells. */
    private boolean isDisconnected() {
        if (!probeable) {
            return false;
        }
        ByteBuffer next = BufferUtil.allocate(1);
        EndPoint endPoint = connection().getEndPoint();
        try {
            int read = endPoint.fill(next);
            if (read > 0) { // the next request, sent ahead
                probeable = false;
                pushBack(next);
            }
            return read < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private void pushBack(ByteBuffer read) {
        if (connection() instanceof Connection.UpgradeTo taker) {
            taker.onUpgradeTo(read);
        }
    }

    private boolean isHttp1() {
        return request.getConnectionMetaData().getHttpVersion().getVersion() < 20;
    }

    private Connection connection() {
        return request.getConnectionMetaData().getConnection();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
