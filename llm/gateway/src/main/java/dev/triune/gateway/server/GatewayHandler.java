/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import dev.triune.gateway.session.ErrorCode;
import dev.triune.gateway.session.Problem;
import dev.triune.gateway.session.Refused;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Lets requests in, reads their bodies and hands them to whoever answers. Thread-safe. */
final class GatewayHandler extends Handler.Abstract.NonBlocking {
    private static final Logger LOG = System.getLogger(GatewayHandler.class.getName());

    private final Routes routes;
    private final Gate gate;
    private final Watch watch;
    private final Connections connections;
    private final StreamLimits limits;
    private final int bodyBytes;
    private final long bodyNanos;

    /**
     * A handler.
     *
     * @param bodyBytes the most bytes of a body
     * @param bodyNanos how long a body may take to come
     */
    GatewayHandler(
            Routes routes,
            Gate gate,
            Watch watch,
            Connections connections,
            StreamLimits limits,
            int bodyBytes,
            long bodyNanos) {
        this.routes = routes;
        this.gate = gate;
        this.watch = watch;
        this.connections = connections;
        this.limits = limits;
        this.bodyBytes = bodyBytes;
        this.bodyNanos = bodyNanos;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Connection connection = request.getConnectionMetaData().getConnection();
        connections.begun(connection);
        Request.addCompletionListener(request, failure -> connections.answered(connection));
        request.addIdleTimeoutListener(timeout -> false); // the watch looks after that
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.put("X-Content-Type-Options", "nosniff");

        String path = String.valueOf(request.getHttpURI().getPath());
        Map<String, Routes.Route> methods = routes.at(path);
        Routes.Route route = methods.get(request.getMethod());
        ErrorForm errors =
                route != null ? route.errors() : routes.errorsNear(path).orElse(ApiErrors.FORM);
        Exchange exchange = new Exchange(request, response, callback, limits, errors);
        try {
            gate.check(request, route == null ? Gate.Access.CLIENT : route.access());
            if (route == null) {
                throw new Refused(notThere(methods, response));
            }
            enter(request, exchange, route);
        } catch (Refused refused) {
            exchange.problem(refused.problem());
        } catch (RuntimeException e) {
            exchange.problem(fault(e));
        }
        return true;
    }

    private static Problem notThere(Map<String, Routes.Route> methods, Response response) {
        if (methods.isEmpty()) {
            return Problem.of(ErrorCode.NOT_FOUND, "there is no such call");
        }
        String allowed = String.join(", ", methods.keySet());
        response.getHeaders().put(HttpHeader.ALLOW, allowed);
        return Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "expected " + allowed);
    }

    /** What the server finds only as it is asked for it, such as a query that is none, and faults. */
    private static Problem fault(RuntimeException why) {
        if (why instanceof HttpException bad && bad.getCode() < 500) {
            return Problem.of(ErrorCode.BAD_REQUEST, "the address of the call cannot be read");
        }
        LOG.log(Level.ERROR, "a call failed", why);
        return Problem.of(ErrorCode.INTERNAL, "a fault of the gateway");
    }

    private void enter(Request request, Exchange exchange, Routes.Route route) throws Refused {
        if (!request.getMethod().equals("POST")) {
            watched(request, exchange);
            route.endpoint().answer(Fields.none(), exchange);
            return;
        }
        String type = String.valueOf(request.getHeaders().get(HttpHeader.CONTENT_TYPE));
        if (!type.toLowerCase(Locale.ROOT).matches("application/json( *;.*)?")) {
            throw new Refused(Problem.of(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "expected the header Content-Type: application/json"));
        }
        long deadline = limits.ticker().nanos() + bodyNanos;
        new BodyReader(request, watch, bodyBytes, deadline, new Body(request, exchange, route))
                .begin();
    }

    private void watched(Request request, Exchange exchange) {
        watch.add(exchange);
        Request.addCompletionListener(request, failure -> watch.forget(exchange));
        request.addFailureListener(exchange::lost);
    }

    /** Hands a body on once it is there. */
    private final class Body implements BodyReader.Reader {
        private final Request request;
        private final Exchange exchange;
        private final Routes.Route route;

        Body(Request request, Exchange exchange, Routes.Route route) {
            this.request = request;
            this.exchange = exchange;
            this.route = route;
        }

        @Override
        public void read(byte[] bytes, int length) {
            watched(request, exchange);
            try {
                route.endpoint().answer(Fields.read(bytes, length), exchange);
            } catch (Refused refused) {
                exchange.problem(refused.problem());
            } catch (RuntimeException e) {
                exchange.problem(fault(e));
            }
        }

        @Override
        public void refused(Problem problem) {
            exchange.closing();
            exchange.problem(problem);
        }

        @Override
        public void broken(Throwable why) {
            exchange.lost(why);
        }
    }
}
