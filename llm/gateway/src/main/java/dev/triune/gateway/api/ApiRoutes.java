/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.llm.PriceCatalog;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The gateway's own calls, each at its path. */
public final class ApiRoutes {
    private ApiRoutes() {}

    /**
     * Adds them.
     *
     * @param credits the most that one request of a batch may cost
     * @param prices of the models that an operator names in a quota
     * @param checks by name, for {@code /readyz}, told in that order: each says what is not as it
     *     should be, if anything is. Called on a thread of the server; must not block.
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
        httpRoutes.client("POST", "/api/llm/cancel", errors, new CancelHandler(gatewayService));
        httpRoutes.client(
                "POST", "/api/llm/heartbeat", errors, new HeartbeatHandler(gatewayService));
        httpRoutes.client("POST", "/api/llm/defer", errors, new DeferHandler(gatewayService));
        httpRoutes.client("GET", "/api/llm/stats", errors, new StatsHandler(gatewayService));
        httpRoutes.client("POST", "/api/llm/chat", errors, new ChatHandler(gatewayService));
        QuotaHandler quotaHandler = new QuotaHandler(gatewayService, prices);
        httpRoutes.client("GET", "/api/llm/quota", errors, quotaHandler::get);
        httpRoutes.operator("POST", "/api/llm/quota", errors, quotaHandler::post);
        HealthHandler healthHandler = new HealthHandler(gatewayService, checks);
        httpRoutes.open("GET", "/healthz", errors, healthHandler::live);
        httpRoutes.open("GET", "/readyz", errors, healthHandler::ready);
    }
}
