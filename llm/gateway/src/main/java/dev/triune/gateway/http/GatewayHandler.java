/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.node.ObjectNode;

/** Checks access, reads bodies and dispatches requests to their routes. Thread-safe. */
final class GatewayHandler extends Handler.Abstract.NonBlocking {
    private static final Logger LOG = System.getLogger(GatewayHandler.class.getName());

    /** The logged status if the client did not wait for the whole answer. */
    private static final int CLIENT_GONE = 499;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final HttpRoutes routes;
    private final AccessFilter accessFilter;
    private final Reaper reaper;
    private final ConnectionTracker connectionTracker;
    private final StreamLimits limits;
    private final int bodyBytes;
    private final long bodyNanos;
    private final Optional<AccessLog> accessLog;

    private final String idPrefix;
    private final AtomicLong lastId = new AtomicLong();

    /**
     * Creates a handler.
     *
     * @param bodyBytes the maximum size of a body, in bytes
     * @param bodyNanos the maximum time for a body to arrive
     * @param idPrefix the prefix of request ids; differs between gateways and starts
     * @param accessLog gets a line for each request, if there is one
     */
    GatewayHandler(
            HttpRoutes routes,
            AccessFilter accessFilter,
            Reaper reaper,
            ConnectionTracker connectionTracker,
            StreamLimits limits,
            int bodyBytes,
            long bodyNanos,
            String idPrefix,
            Optional<AccessLog> accessLog) {
        this.idPrefix = idPrefix;
        this.accessLog = accessLog;
        this.routes = routes;
        this.accessFilter = accessFilter;
        this.reaper = reaper;
        this.connectionTracker = connectionTracker;
        this.limits = limits;
        this.bodyBytes = bodyBytes;
        this.bodyNanos = bodyNanos;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Connection connection = request.getConnectionMetaData().getConnection();
        connectionTracker.requestStarted(connection);
        Request.addCompletionListener(
                request, failure -> connectionTracker.requestCompleted(connection));
        request.addIdleTimeoutListener(timeout -> false); // the reaper closes idle ones
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.put("X-Content-Type-Options", "nosniff");
        String id = idPrefix + lastId.incrementAndGet();
        headers.put("X-Request-Id", id);

        String path = String.valueOf(request.getHttpURI().getPath());
        Map<String, HttpRoutes.HttpRoute> methods = routes.at(path);
        HttpRoutes.HttpRoute route = methods.get(request.getMethod());
        ErrorFormat errors = route != null
                ? route.errors()
                : routes.errorFormatNear(path).orElse(ApiErrorFormat.INSTANCE);
        ServerExchange exchange = new ServerExchange(request, response, callback, limits, errors);
        accessLog.ifPresent(log -> logOnCompletion(log, id, exchange, request, response));
        try {
            accessFilter
                    .check(request, route == null ? AccessFilter.Access.CLIENT : route.access())
                    .ifPresent(exchange::game);
            if (route == null) {
                throw new ProblemException(notFound(methods, response));
            }
            dispatch(request, exchange, route);
        } catch (ProblemException e) {
            exchange.respondWithProblem(e.problem());
        } catch (RuntimeException e) {
            exchange.respondWithProblem(toProblem(e));
        }
        return true;
    }

    private void logOnCompletion(
            AccessLog log, String id, ServerExchange exchange, Request request, Response response) {
        long begin = limits.ticker().nanos();
        ObjectNode line = Json.object()
                .put("id", id)
                .put("address", Request.getRemoteAddr(request))
                .put("method", request.getMethod())
                .put("path", String.valueOf(request.getHttpURI().getPath()));
        Request.addCompletionListener(request, failure -> {
            line.put("status", failure == null ? response.getStatus() : CLIENT_GONE)
                    .put("ms", (limits.ticker().nanos() - begin) / NANOS_PER_MILLI);
            exchange.describe(line);
            log.write(line);
        });
    }

    private static Problem notFound(Map<String, HttpRoutes.HttpRoute> methods, Response response) {
        if (methods.isEmpty()) {
            return Problem.of(ErrorCode.NOT_FOUND, "there is no such call");
        }
        String allowed = String.join(", ", methods.keySet());
        response.getHeaders().put(HttpHeader.ALLOW, allowed);
        return Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "expected " + allowed);
    }

    /** Maps errors that Jetty finds lazily, such as a malformed query, and bugs. */
    private static Problem toProblem(RuntimeException cause) {
        if (cause instanceof HttpException httpException && httpException.getCode() < 500) {
            return Problem.of(ErrorCode.BAD_REQUEST, "the address of the call cannot be read");
        }
        LOG.log(Level.ERROR, "a call failed", cause);
        return Problem.internal();
    }

    private void dispatch(Request request, ServerExchange exchange, HttpRoutes.HttpRoute route)
            throws ProblemException {
        if (!request.getMethod().equals("POST")) {
            track(request, exchange);
            route.routeHandler().handle(RequestFields.empty(), exchange);
            return;
        }
        String type = String.valueOf(request.getHeaders().get(HttpHeader.CONTENT_TYPE));
        if (!type.toLowerCase(Locale.ROOT).matches("application/json( *;.*)?")) {
            throw new ProblemException(Problem.of(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "expected the header Content-Type: application/json"));
        }
        long deadline = limits.ticker().nanos() + bodyNanos;
        new BodyReader(
                        request,
                        reaper,
                        bodyBytes,
                        deadline,
                        new BodyDispatcher(request, exchange, route))
                .begin();
    }

    private void track(Request request, ServerExchange exchange) {
        reaper.add(exchange);
        Request.addCompletionListener(request, failure -> reaper.remove(exchange));
        request.addFailureListener(exchange::disconnect);
    }

    /** Dispatches a request once its body is complete. */
    private final class BodyDispatcher implements BodyReader.BodyListener {
        private final Request request;
        private final ServerExchange exchange;
        private final HttpRoutes.HttpRoute route;

        BodyDispatcher(Request request, ServerExchange exchange, HttpRoutes.HttpRoute route) {
            this.request = request;
            this.exchange = exchange;
            this.route = route;
        }

        @Override
        public void onBody(byte[] bytes, int length) {
            track(request, exchange);
            try {
                RequestFields fields = exchange.ownSession(RequestFields.read(bytes, length));
                route.routeHandler().handle(fields, exchange);
            } catch (ProblemException e) {
                exchange.respondWithProblem(e.problem());
            } catch (RuntimeException e) {
                exchange.respondWithProblem(toProblem(e));
            }
        }

        @Override
        public void onRejected(Problem problem) {
            exchange.closeAfterResponse();
            exchange.respondWithProblem(problem);
        }

        @Override
        public void onFailure(Throwable cause) {
            exchange.disconnect(cause);
        }
    }
}
