/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One HTTP request and its response, which is a single body or an {@link EventStream}. Detects that
 * the client has disconnected. Thread-safe; no method waits for the client.
 */
public final class ServerExchange {
    /** The header that names the span of the client's trace, by W3C's trace context. */
    public static final String TRACE_HEADER = "traceparent";

    /** The header with which clients name their game. */
    public static final String SESSION_HEADER = "X-Session-Id";

    private static final String SESSION_FIELD = "sessionId";
    private static final int PIECE_BYTES = 256 * 1024;

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final StreamLimits limits;
    private final ErrorFormat errors;
    private final ExchangeLog log;

    /** Whether the connection may be read to detect that the client has disconnected. */
    private boolean probeable;

    private boolean answered;
    private boolean disconnected;
    private @Nullable Runnable onDisconnect;
    private @Nullable EventStream stream;

    /** When the last piece of a whole body was written; empty before. */
    private volatile OptionalLong writingSince = OptionalLong.empty();

    private String game = "";

    /** Whether the key of the request is still valid. */
    private BooleanSupplier stillAllowed = () -> true;

    /** The games that only their own keys may name. */
    private Predicate<String> keyed = name -> false;

    ServerExchange(
            Request request,
            Response response,
            Callback callback,
            StreamLimits limits,
            ErrorFormat errors,
            boolean logged) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.limits = limits;
        this.errors = errors;
        this.log = new ExchangeLog(logged);
        this.probeable = isHttp1();
    }

    /**
     * Sets the game of the request's key as its session, in place of one in the request.
     *
     * @param valid whether the key is still valid; otherwise the exchange ends
     */
    void game(String name, BooleanSupplier valid) {
        game = name;
        stillAllowed = valid;
    }

    /** Sets the sessions that a request without a key may not name, since they are games. */
    void refuseSessions(Predicate<String> games) {
        keyed = games;
    }

    /** Returns a session that a client named, unless it is a game with its own key. */
    public String allowedSession(String name) throws ProblemException {
        if (game.isEmpty() && keyed.test(name)) {
            throw new ProblemException(
                    ErrorCode.FORBIDDEN,
                    "the session is a game with its own key (send that key, or name another"
                            + " session)");
        }
        return name;
    }

    /** Replaces the session in a body of the gateway's own API with the game of the key, if any. */
    RequestFields ownSession(RequestFields fields) throws ProblemException {
        if (!request.getHttpURI().getPath().contains("/llm/")) {
            return fields; // which names it elsewhere
        }
        if (game.isEmpty()) {
            JsonNode named = fields.get(SESSION_FIELD);
            allowedSession(named.isString() ? named.stringValue() : "");
            return fields;
        }
        return fields.with(SESSION_FIELD, game);
    }

    /** Returns the path as it was sent, with its escapes. */
    public String path() {
        return request.getHttpURI().getPath();
    }

    /** Returns the value of a request header, empty if it is missing. */
    public String header(String name) {
        if (!game.isEmpty() && name.equals(SESSION_HEADER)) {
            return game;
        }
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    /** Returns the value of a query parameter, empty if it is missing. */
    public String query(String name) {
        if (!game.isEmpty() && name.equals(SESSION_FIELD)) {
            return game;
        }
        String value = Request.extractQueryParameters(request).getValue(name);
        return value == null ? "" : value;
    }

    /** Adds a header to the response, before it has started. */
    public void addHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    /** Returns the error format of this path. */
    public ErrorFormat errors() {
        return errors;
    }

    /** Returns what adds a model request to the access log at its end, without its prompt. */
    public Consumer<Supplier<ObjectNode>> newLogEntry() {
        return log.newEntry();
    }

    ExchangeLog log() {
        return log;
    }

    /** Responds with JSON. Only the first response of an exchange is sent. */
    public void json(int status, JsonNode body) {
        send(status, "application/json", Json.bytes(body), HttpFields.EMPTY);
    }

    /** Responds with a problem; ends the stream with it if the stream is open. */
    public void respondWithProblem(Problem problem) {
        respondWithProblem(problem, errors.body(problem));
    }

    /**
     * Responds with a problem; ends the stream with it if the stream is open.
     *
     * @param body the body of the response in place of the default one; not used in a stream
     */
    public void respondWithProblem(Problem problem, JsonNode body) {
        log.error(problem.code());
        EventStream openStream;
        synchronized (this) {
            openStream = stream;
        }
        if (openStream != null && openStream.isOpen()) {
            openStream.end(errors.event(problem));
            return;
        }
        HttpFields.Mutable headers = HttpFields.build();
        problem.retryAfterMillis().ifPresent(millis -> {
            headers.put(HttpHeader.RETRY_AFTER, (millis + 999) / 1000);
            headers.put("retry-after-ms", millis);
        });
        if (problem.isFinal()) {
            headers.put("x-should-retry", "false"); // respected by OpenAI's official clients
        }
        send(problem.status(), "application/json", Json.bytes(body), headers);
    }

    /**
     * Responds with server-sent events. The stream opens with its first event, so that a problem
     * before it still has an HTTP status.
     */
    public synchronized EventStream stream() {
        if (stream == null) {
            stream = new EventStream(this, response, limits);
        }
        return stream;
    }

    /** Sets an action that runs once if the client disconnects before the answer is complete. */
    public void onDisconnect(Runnable action) {
        boolean alreadyDisconnected;
        synchronized (this) {
            onDisconnect = action;
            alreadyDisconnected = disconnected;
        }
        if (alreadyDisconnected) {
            action.run();
        }
    }

    /** Responds with a body of that content type, and more headers. */
    public void send(int status, String type, byte[] body, HttpFields more) {
        if (!tryRespond(false)) {
            return;
        }
        response.setStatus(status);
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, type);
        headers.put(HttpHeader.CONTENT_LENGTH, body.length);
        headers.add(more);
        write(ByteBuffer.wrap(body));
    }

    /** Writes the rest of a body piece by piece, so that its progress shows. */
    private void write(ByteBuffer body) {
        ByteBuffer piece = body.slice();
        piece.limit(Math.min(PIECE_BYTES, piece.remaining()));
        body.position(body.position() + piece.remaining());
        writingSince = OptionalLong.of(limits.ticker().nanos());
        if (body.hasRemaining()) {
            response.write(
                    false,
                    piece,
                    Callback.from(
                            Callback.InvocationType.NON_BLOCKING,
                            () -> write(body),
                            callback::failed));
        } else {
            response.write(true, piece, callback);
        }
    }

    /** Closes the connection after the response, since the rest of the request is not read. */
    void closeAfterResponse() {
        if (isHttp1()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
    }

    // ---- for the stream

    /**
     * Whether this is the first response of a connected client.
     *
     * @param probing whether to detect further on that the client has disconnected
     */
    synchronized boolean tryRespond(boolean probing) {
        boolean first = !answered && !disconnected;
        answered = true;
        probeable &= probing;
        return first;
    }

    /** Called before the last write, after which the connection may serve another request. */
    synchronized void beforeLastWrite() {
        probeable = false;
    }

    /** Called after the last write of the stream. */
    void streamCompleted() {
        callback.succeeded();
    }

    /** Ends the exchange because the client has disconnected or must be disconnected. */
    void disconnect(Throwable cause) {
        Runnable action;
        EventStream openStream;
        synchronized (this) {
            if (disconnected) {
                return;
            }
            disconnected = true;
            probeable = false;
            action = onDisconnect;
            openStream = stream;
        }
        if (isHttp1()) {
            connection().getEndPoint().close(cause);
        }
        if (openStream == null) {
            callback.failed(cause);
        } else { // Jetty forbids any use of a failed response
            openStream.close(() -> callback.failed(cause));
        }
        if (action != null) {
            action.run();
        }
    }

    // ---- for the reaper

    /** Ends the exchange if its key is no longer valid, and with it its calls. */
    private void endIfRevoked() {
        if (stillAllowed.getAsBoolean()) {
            return;
        }
        stillAllowed = () -> true;
        Runnable action;
        synchronized (this) {
            action = onDisconnect;
        }
        respondWithProblem(
                Problem.of(ErrorCode.UNAUTHORIZED, "the key was revoked, or has expired"));
        if (action != null) {
            action.run();
        }
    }

    /** Checks whether the client is still connected, reads its stream, and has a valid key. */
    void check(long now) {
        endIfRevoked();
        EventStream openStream;
        boolean clientLeft;
        synchronized (this) {
            openStream = stream;
            clientLeft = isDisconnected();
        }
        OptionalLong since = writingSince;
        if (since.isPresent() && now - since.getAsLong() > limits.stallNanos()) {
            disconnect(new IOException("a client took nothing for too long"));
        } else if (clientLeft) {
            disconnect(new EofException("the client is gone"));
        } else if (openStream != null) {
            openStream.check(now);
        }
    }

    /** Probes an HTTP/1 connection by reading; HTTP/2 reports a disconnect by itself. */
    private boolean isDisconnected() {
        if (!probeable) {
            return false;
        }
        ByteBuffer next = BufferUtil.allocate(1);
        EndPoint endPoint = connection().getEndPoint();
        try {
            int read = endPoint.fill(next);
            if (read > 0) { // a pipelined request
                probeable = false;
                if (connection() instanceof Connection.UpgradeTo taker) {
                    taker.onUpgradeTo(next);
                }
            }
            return read < 0;
        } catch (IOException e) {
            return true;
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
