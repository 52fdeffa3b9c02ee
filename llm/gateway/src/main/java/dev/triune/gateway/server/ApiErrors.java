/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import dev.triune.gateway.session.Cooldown;
import dev.triune.gateway.session.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Errors as the gateway's own calls tell them. */
public final class ApiErrors implements ErrorForm {
    /** The one there is. */
    public static final ApiErrors FORM = new ApiErrors();

    private ApiErrors() {}

    @Override
    public JsonNode body(Problem problem) {
        return write(Json.object(), problem);
    }

    @Override
    public byte[] event(Problem problem) {
        return Events.of(write(Json.object().put("type", "error"), problem));
    }

    /** Adds what a client is told of a problem. */
    public static ObjectNode write(ObjectNode target, Problem problem) {
        target.put("error", problem.code().name());
        target.put("message", problem.message());
        target.put("status", problem.code().status());
        if (!problem.field().isEmpty()) {
            target.put("field", problem.field());
        }
        if (!problem.detail().isEmpty()) {
            target.put("code", problem.detail());
        }
        if (problem.partial()) {
            target.put("partial", true);
        }
        problem.retryAfterMillis().ifPresent(millis -> target.put("retryAfterMs", millis));
        problem.cooldown().ifPresent(cooldown -> target.set("cooldown", of(cooldown)));
        return target;
    }

    /** What a game is told about its next request. */
    public static ObjectNode of(Cooldown cooldown) {
        ObjectNode object = Json.object()
                .put("nextAllowedAt", cooldown.nextAllowedAt())
                .put("waitMs", cooldown.waitMs())
                .put("activeGames", cooldown.activeGames());
        object.putObject("rateLimit")
                .put("requestsPerMinute", cooldown.requestsPerMinute())
                .put("effectiveRPM", cooldown.effectiveRpm());
        return object;
    }
}
