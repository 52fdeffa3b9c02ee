/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.HttpRoutes.Access;
import dev.triune.llm.PriceCatalog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The routes of the games' API. */
public final class ApiRoutes {
    private ApiRoutes() {}

    /**
     * Adds the routes.
     *
     * @param credits the maximum cost of a request in a batch
     * @param prices the prices of models, for quotas that name one
     * @param checks the checks of {@code /readyz} by name, in the order of the output: each returns
     *     a problem, if there is one. Called on a server thread; must not block.
     */
    public static void add(
            HttpRoutes routes,
            GatewayService service,
            int credits,
            Supplier<PriceCatalog> prices,
            Map<String, Supplier<Optional<String>>> checks) {
        ErrorFormat errors = ApiErrorFormat.INSTANCE;
        routes.add(
                Access.CLIENT, "POST", "/api/llm/generate", errors, new GenerateHandler(service));
        BatchHandler batchHandler = new BatchHandler(service, credits);
        routes.add(Access.CLIENT, "POST", "/api/llm/batch", errors, batchHandler);
        routes.add(Access.CLIENT, "POST", "/llm/batch", errors, batchHandler);
        SessionHandler sessions = new SessionHandler(service);
        routes.add(Access.CLIENT, "POST", "/api/llm/cancel", errors, sessions::cancel);
        routes.add(Access.CLIENT, "POST", "/api/llm/heartbeat", errors, sessions::heartbeat);
        routes.add(Access.CLIENT, "POST", "/api/llm/defer", errors, sessions::defer);
        routes.add(Access.FIGURES, "GET", "/api/llm/stats", errors, new StatsHandler(service));
        routes.add(Access.CLIENT, "POST", "/api/llm/chat", errors, new ChatHandler(service));
        QuotaHandler quotaHandler = new QuotaHandler(service, prices);
        routes.add(Access.CLIENT, "GET", "/api/llm/quota", errors, quotaHandler::get);
        routes.add(Access.OPERATOR, "POST", "/api/llm/quota", errors, quotaHandler::post);
        routes.add(Access.OPERATOR, "DELETE", "/api/llm/quota", errors, quotaHandler::delete);
        HealthHandler healthHandler = new HealthHandler(service, checks);
        for (String method : List.of("GET", "HEAD")) { // some load balancers probe with HEAD
            routes.add(Access.OPEN, method, "/healthz", errors, healthHandler::live);
            routes.add(Access.OPEN, method, "/readyz", errors, healthHandler::ready);
        }
    }
}
