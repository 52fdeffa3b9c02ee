/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ServerSentEvents;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI's error format. Stateless. */
enum OpenAiErrorFormat implements ErrorFormat {
    /** The format of most endpoints. */
    INSTANCE,
    /** The format of responses, whose streams differ. */
    RESPONSES;

    private static final String NO_QUOTA = "insufficient_quota";
    private static final int SERVER_ERRORS = 500;

    @Override
    public ObjectNode body(Problem problem) {
        ObjectNode body = Json.object();
        ObjectNode error = body.putObject("error")
                .put("message", problem.message())
                .put("type", type(problem));
        if (problem.field().isEmpty()) {
            error.putNull("param");
        } else {
            error.put("param", problem.field());
        }
        error.put("code", code(problem));
        // not all clients expose the headers
        problem.retryAfterMillis().ifPresent(millis -> error.put("retry_after_ms", millis));
        return body;
    }

    /** Returns a named event, as some clients look at its name, others at its data. */
    @Override
    public byte[] event(Problem problem) {
        ObjectNode body = body(problem);
        if (this == RESPONSES) {
            body.setAll((ObjectNode) body.path("error"));
            body.put("type", "error").put("sequence_number", 0);
        }
        return ServerSentEvents.of("error", body);
    }

    private static String type(Problem problem) {
        if (code(problem).equals(NO_QUOTA)) {
            return NO_QUOTA;
        }
        return switch (problem.status()) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> problem.status() >= SERVER_ERRORS ? "server_error" : "invalid_request_error";
        };
    }

    /** Returns OpenAI's code if it has one, otherwise the gateway's in lower case. */
    static String code(Problem problem) {
        return switch (problem.code()) {
            case RATE_LIMIT_COOLDOWN, PROVIDERS_EXHAUSTED -> "rate_limit_exceeded";
            case QUOTA_EXHAUSTED -> NO_QUOTA;
            case UNAUTHORIZED -> "invalid_api_key";
            case PROMPT_TOO_LARGE -> "context_length_exceeded";
            case PROVIDER_ERROR -> providerCode(problem);
            default -> problem.code().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String providerCode(Problem problem) {
        boolean passedOn = problem.status() != problem.code().status();
        if (passedOn && !problem.providerCode().isEmpty()) {
            return problem.providerCode();
        }
        return switch (problem.detail()) {
            case "" -> "provider_error";
            case "model_unavailable" -> "model_not_found";
            case "quota_exhausted" -> NO_QUOTA;
            default -> problem.detail();
        };
    }
}
