/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ServerSentEvents;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Anthropic's error format. Stateless. */
enum AnthropicErrorFormat implements ErrorFormat {
    /** The only instance. */
    INSTANCE;

    @Override
    public JsonNode body(Problem problem) {
        ObjectNode body = Json.object().put("type", "error");
        ObjectNode error = body.putObject("error")
                .put("type", type(problem.status()))
                .put("message", problem.message())
                .put("code", OpenAiErrorFormat.code(problem)); // Anthropic has none
        problem.retryAfterMillis().ifPresent(millis -> error.put("retry_after_ms", millis));
        return body;
    }

    @Override
    public byte[] event(Problem problem) {
        return ServerSentEvents.of("error", body(problem));
    }

    private static String type(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 402 -> "billing_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 503 -> "overloaded_error";
            case 504 -> "timeout_error";
            default -> status >= 500 ? "api_error" : "invalid_request_error";
        };
    }
}
