/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.ApiErrors;
import dev.triune.gateway.server.ErrorForm;
import dev.triune.gateway.server.Routes;
import dev.triune.gateway.session.Gateway;
import dev.triune.llm.policy.quota.PriceCatalog;
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
            Routes routes,
            Gateway gateway,
            int credits,
            PriceCatalog prices,
            Map<String, Supplier<Optional<String>>> checks) {
        ErrorForm errors = ApiErrors.FORM;
        routes.client("POST", "/api/llm/generate", errors, new Generate(gateway));
        Batch batch = new Batch(gateway, credits);
        routes.client("POST", "/api/llm/batch", errors, batch);
        routes.client("POST", "/llm/batch", errors, batch);
        routes.client("POST", "/api/llm/cancel", errors, new Cancel(gateway));
        routes.client("POST", "/api/llm/heartbeat", errors, new Heartbeat(gateway));
        routes.client("POST", "/api/llm/defer", errors, new Defer(gateway));
        routes.client("GET", "/api/llm/stats", errors, new Stats(gateway));
        routes.client("POST", "/api/llm/chat", errors, new Chat(gateway));
        Quotas quotas = new Quotas(gateway, prices);
        routes.client("GET", "/api/llm/quota", errors, quotas::get);
        routes.operator("POST", "/api/llm/quota", errors, quotas::post);
        Health health = new Health(gateway, checks);
        routes.open("GET", "/healthz", errors, health::live);
        routes.open("GET", "/readyz", errors, health::ready);
    }
}
