/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.llm.PriceCatalog;
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
            PriceCatalog prices,
            Map<String, Supplier<Optional<String>>> checks) {
        ErrorFormat errors = ApiErrorFormat.INSTANCE;
        routes.client("POST", "/api/llm/generate", errors, new GenerateHandler(service));
        BatchHandler batchHandler = new BatchHandler(service, credits);
        routes.client("POST", "/api/llm/batch", errors, batchHandler);
        routes.client("POST", "/llm/batch", errors, batchHandler);
        SessionHandler sessions = new SessionHandler(service);
        routes.client("POST", "/api/llm/cancel", errors, sessions::cancel);
        routes.client("POST", "/api/llm/heartbeat", errors, sessions::heartbeat);
        routes.client("POST", "/api/llm/defer", errors, sessions::defer);
        routes.figures("GET", "/api/llm/stats", errors, new StatsHandler(service));
        routes.client("POST", "/api/llm/chat", errors, new ChatHandler(service));
        QuotaHandler quotaHandler = new QuotaHandler(service, prices);
        routes.client("GET", "/api/llm/quota", errors, quotaHandler::get);
        routes.operator("POST", "/api/llm/quota", errors, quotaHandler::post);
        HealthHandler healthHandler = new HealthHandler(service, checks);
        routes.open("GET", "/healthz", errors, healthHandler::live);
        routes.open("GET", "/readyz", errors, healthHandler::ready);
    }
}
