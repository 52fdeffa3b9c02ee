/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /healthz} and {@code /readyz}: for whoever starts and watches the gateway. */
final class Health {
    private final Gateway gateway;
    private final Map<String, Supplier<Optional<String>>> checks;

    /**
     * The health of a gateway.
     *
     * @param checks by name, in the order in which they are told; each says what is not as it should
     *     be, if anything is. Must not block.
     */
    Health(Gateway gateway, Map<String, Supplier<Optional<String>>> checks) {
        this.gateway = gateway;
        this.checks = Collections.unmodifiableMap(new LinkedHashMap<>(checks));
    }

    /** It lives, or nobody would say so. */
    void live(Fields none, Exchange exchange) {
        exchange.json(200, Json.object().put("status", "ok"));
    }

    /** Whether it takes requests; with something amiss it still does. */
    void ready(Fields none, Exchange exchange) {
        if (gateway.isDraining()) {
            exchange.problem(Problem.draining());
            return;
        }
        ObjectNode told = Json.object().put("status", "ok");
        ObjectNode each = told.putObject("checks");
        checks.forEach((name, check) -> {
            Optional<String> amiss = check.get();
            each.put(name, amiss.orElse("ok"));
            amiss.ifPresent(what -> told.put("status", "degraded"));
        });
        exchange.json(200, told);
    }
}
