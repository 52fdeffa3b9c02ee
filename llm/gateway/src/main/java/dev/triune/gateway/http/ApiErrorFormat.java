/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The error format of the games' API. */
public enum ApiErrorFormat implements ErrorFormat {
    /** The only instance. */
    INSTANCE;

    @Override
    public JsonNode body(Problem problem) {
        return write(Json.object(), problem);
    }

    @Override
    public byte[] event(Problem problem) {
        return ServerSentEvents.of(write(Json.object().put("type", "error"), problem));
    }

    /** Adds the fields of a problem to a JSON object. */
    public static ObjectNode write(ObjectNode target, Problem problem) {
        target.put("error", problem.code().name());
        target.put("message", problem.message());
        target.put("status", problem.status());
        if (!problem.field().isEmpty()) {
            target.put("field", problem.field());
        }
        if (!problem.detail().isEmpty()) {
            target.put("code", problem.detail());
        }
        if (!problem.providerCode().isEmpty()) {
            target.put("providerCode", problem.providerCode());
        }
        if (problem.partial()) {
            target.put("partial", true);
        }
        problem.retryAfterMillis().ifPresent(millis -> target.put("retryAfterMs", millis));
        CooldownNotice cooldown = problem.cooldown();
        if (cooldown != null) {
            target.set("cooldown", of(cooldown));
        }
        return target;
    }

    /** Writes a cooldown notice. */
    public static ObjectNode of(CooldownNotice cooldownNotice) {
        ObjectNode object = Json.object()
                .put("nextAllowedAt", cooldownNotice.nextAllowedAt())
                .put("waitMs", cooldownNotice.waitMs())
                .put("activeGames", cooldownNotice.activeGames());
        object.putObject("rateLimit")
                .put("requestsPerMinute", cooldownNotice.requestsPerMinute())
                .put("effectiveRPM", cooldownNotice.effectiveRpm());
        return object;
    }
}
