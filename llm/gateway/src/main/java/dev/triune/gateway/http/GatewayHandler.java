/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.gateway.GatewaySettings.ClientLimits;
import dev.triune.gateway.http.HttpRoutes.Access;
import dev.triune.gateway.http.HttpRoutes.HttpRoute;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Checks access, reads bodies and dispatches requests to their routes. Thread-safe. */
final class GatewayHandler extends Handler.Abstract.NonBlocking {
    private static final Logger LOG = System.getLogger(GatewayHandler.class.getName());

    /** The logged status if the client did not wait for the whole answer. */
    private static final int CLIENT_GONE = 499;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Pattern JSON =
            Pattern.compile("application/json( *;.*)?", Pattern.CASE_INSENSITIVE);

    private final HttpRoutes routes;
    private final AccessFilter accessFilter;
    private final Reaper reaper;
    private final ConnectionTracker connectionTracker;
    private final StreamLimits limits;
    private final ClientLimits clients;
    private final String idPrefix;
    private final @Nullable AccessLog accessLog;
    private final AtomicLong lastId = new AtomicLong();
    private volatile boolean draining;

    /**
     * Creates a handler.
     *
     * @param idPrefix the prefix of request ids; differs between gateways and starts
     * @param accessLog gets a line for each request; null without one
     */
    GatewayHandler(
            HttpRoutes routes,
            AccessFilter accessFilter,
            Reaper reaper,
            ConnectionTracker connectionTracker,
            StreamLimits limits,
            ClientLimits clients,
            String idPrefix,
            @Nullable AccessLog accessLog) {
        this.routes = routes;
        this.accessFilter = accessFilter;
        this.reaper = reaper;
        this.connectionTracker = connectionTracker;
        this.limits = limits;
        this.clients = clients;
        this.idPrefix = idPrefix;
        this.accessLog = accessLog;
    }

    /** Has clients close their connections with their next answer. */
    void drain() {
        draining = true;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.put("X-Content-Type-Options", "nosniff");
        String id = idPrefix + lastId.incrementAndGet();
        headers.put("X-Request-Id", id);

        String path = String.valueOf(request.getHttpURI().getPath());
        Map<String, HttpRoute> methods = routes.at(path);
        HttpRoute route = methods.get(request.getMethod());
        ErrorFormat errors = route != null
                ? route.errors()
                : routes.errorFormatNear(path).orElse(ApiErrorFormat.INSTANCE);
        ServerExchange exchange =
                new ServerExchange(request, response, callback, limits, errors, accessLog != null);
        if (draining) { // the next request could meet a closed connection
            exchange.closeAfterResponse();
        }
        Connection connection = request.getConnectionMetaData().getConnection();
        connectionTracker.requestStarted(connection);
        Request.addCompletionListener(request, failure -> {
            reaper.remove(exchange);
            connectionTracker.requestCompleted(connection);
        });
        if (accessLog != null) { // listeners run in reverse: shutdown waits for the line
            logOnCompletion(accessLog, id, exchange, request, response);
        }
        answer(exchange, () -> {
            accessFilter.check(request, exchange, route == null ? Access.CLIENT : route.access());
            if (route == null) {
                throw new ProblemException(notFound(methods, response));
            }
            dispatch(request, exchange, route);
        });
        return true;
    }

    /** A step towards an answer. */
    @FunctionalInterface
    private interface Step {
        void run() throws ProblemException;
    }

    private static void answer(ServerExchange exchange, Step step) {
        try {
            step.run();
        } catch (ProblemException e) {
            exchange.respondWithProblem(e.problem());
        } catch (RuntimeException | Error e) { // such as of a jar that was overwritten
            exchange.respondWithProblem(toProblem(e));
        }
    }

    private void logOnCompletion(
            AccessLog log, String id, ServerExchange exchange, Request request, Response response) {
        long begin = limits.ticker().nanos();
        ObjectNode line = Json.object()
                .put("id", id)
                .put("address", accessFilter.addressOf(request))
                .put("method", request.getMethod())
                .put("path", String.valueOf(request.getHttpURI().getPath()));
        Request.addCompletionListener(request, failure -> {
            line.put("status", failure == null ? response.getStatus() : CLIENT_GONE)
                    .put("ms", (limits.ticker().nanos() - begin) / NANOS_PER_MILLI);
            exchange.log()
                    .whenComplete(
                            () -> { // also those that end after the answer
                                exchange.log().describe(line);
                                log.write(line);
                            });
        });
    }

    private static Problem notFound(Map<String, HttpRoute> methods, Response response) {
        if (methods.isEmpty()) {
            return Problem.of(ErrorCode.NOT_FOUND, "there is no such call");
        }
        String allowed = String.join(", ", methods.keySet());
        response.getHeaders().put(HttpHeader.ALLOW, allowed);
        return Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "expected " + allowed);
    }

    /** Maps errors that Jetty finds lazily, such as a malformed query, and bugs. */
    private static Problem toProblem(Throwable cause) {
        if (cause instanceof HttpException httpException && httpException.getCode() < 500) {
            return Problem.of(ErrorCode.BAD_REQUEST, "the address of the call cannot be read");
        }
        LOG.log(Level.ERROR, "a call failed", cause);
        return Problem.internal();
    }

    private void dispatch(Request request, ServerExchange exchange, HttpRoute route)
            throws ProblemException {
        if (!request.getMethod().equals("POST")) {
            track(request, exchange);
            route.handler().handle(RequestFields.empty(), exchange);
            return;
        }
        String type = String.valueOf(request.getHeaders().get(HttpHeader.CONTENT_TYPE));
        if (!JSON.matcher(type).matches()) {
            throw new ProblemException(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "expected the header Content-Type: application/json");
        }
        long deadline = limits.ticker().nanos() + clients.requestTimeout().toNanos();
        new BodyReader(request, exchange, reaper, clients.maxBodyBytes(), deadline, body -> {
                    track(request, exchange);
                    answer(exchange, () -> {
                        RequestFields fields = exchange.ownSession(RequestFields.read(body));
                        route.handler().handle(fields, exchange);
                    });
                })
                .begin();
    }

    private void track(Request request, ServerExchange exchange) {
        reaper.add(exchange);
        request.addFailureListener(exchange::disconnect);
    }
}
