/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.ServerExchange;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /healthz} and {@code /readyz}: liveness and readiness.
 *
 * @param checks the checks of readiness by name, in the order of the output; each returns a
 *     problem, if there is one. Must not block.
 */
record HealthHandler(GatewayService service, Map<String, Supplier<Optional<String>>> checks) {
    /** Responds that the process is alive. */
    void live(RequestFields none, ServerExchange exchange) {
        exchange.json(200, Json.object().put("status", "ok"));
    }

    /** Responds whether requests are admitted; a failed check does not stop them. */
    void ready(RequestFields none, ServerExchange exchange) {
        if (service.isDraining()) {
            exchange.respondWithProblem(Problem.draining());
            return;
        }
        ObjectNode body = Json.object().put("status", "ok");
        ObjectNode each = body.putObject("checks");
        checks.forEach((name, check) -> {
            Optional<String> problem = check.get();
            each.put(name, problem.orElse("ok"));
            problem.ifPresent(what -> body.put("status", "degraded"));
        });
        service.slowProviders().forEach(each::put); // which stops nothing, and is no failure
        service.problems().forEach((name, problem) -> {
            each.put(name, problem);
            body.put("status", "degraded");
        });
        exchange.json(200, body);
    }
}
