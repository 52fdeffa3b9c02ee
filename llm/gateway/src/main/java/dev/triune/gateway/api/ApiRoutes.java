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
            HttpRoutes httpRoutes,
            GatewayService gatewayService,
            int credits,
            PriceCatalog prices,
            Map<String, Supplier<Optional<String>>> checks) {
        ErrorFormat errors = ApiErrorFormat.INSTANCE;
        httpRoutes.client("POST", "/api/llm/generate", errors, new GenerateHandler(gatewayService));
        BatchHandler batchHandler = new BatchHandler(gatewayService, credits);
        httpRoutes.client("POST", "/api/llm/batch", errors, batchHandler);
        httpRoutes.client("POST", "/llm/batch", errors, batchHandler);
        SessionHandler sessions = new SessionHandler(gatewayService);
        httpRoutes.client("POST", "/api/llm/cancel", errors, sessions::cancel);
        httpRoutes.client("POST", "/api/llm/heartbeat", errors, sessions::heartbeat);
        httpRoutes.client("POST", "/api/llm/defer", errors, sessions::defer);
        httpRoutes.figures("GET", "/api/llm/stats", errors, new StatsHandler(gatewayService));
        httpRoutes.client("POST", "/api/llm/chat", errors, new ChatHandler(gatewayService));
        QuotaHandler quotaHandler = new QuotaHandler(gatewayService, prices);
        httpRoutes.client("GET", "/api/llm/quota", errors, quotaHandler::get);
        httpRoutes.operator("POST", "/api/llm/quota", errors, quotaHandler::post);
        HealthHandler healthHandler = new HealthHandler(gatewayService, checks);
        httpRoutes.open("GET", "/healthz", errors, healthHandler::live);
        httpRoutes.open("GET", "/readyz", errors, healthHandler::ready);
    }
}
