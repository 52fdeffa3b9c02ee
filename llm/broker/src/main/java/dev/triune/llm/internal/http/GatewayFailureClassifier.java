/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.internal.protocol.GatewayMessage;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Turns errors of a gateway into a {@link CallFailure}. Faults of its providers' keys count as
 * errors of the gateway, so another provider is tried and our token stays in service. Thread-safe.
 */
public final class GatewayFailureClassifier {
    private static final Set<String> RETRYABLE_CODES = Set.of(
            "RATE_LIMIT_COOLDOWN",
            "QUEUE_FULL",
            "PROVIDERS_EXHAUSTED",
            "PROVIDERS_UNAVAILABLE",
            "DRAINING",
            "AGENT_BUSY",
            "TOO_MANY_STREAMS",
            "QUEUE_TIMEOUT");

    /** Codes for which waiting does not help, even with status 429. */
    private static final Set<String> FINAL_CODES = Set.of("PROVIDER_ERROR", "QUOTA_EXHAUSTED");

    private static final Pattern CODE = Pattern.compile("[A-Z_]{1,40}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,7}");

    private final String server;
    private final FailureClassifier failures;
    private final Redactor redactor;

    public GatewayFailureClassifier(String server, FailureClassifier failures, Redactor redactor) {
        this.server = server;
        this.failures = failures;
        this.redactor = redactor;
    }

    /** Classifies a response with a status other than 2xx, of the gateway or an intermediary. */
    CallFailure refused(Response response, String body, GatewayMessage error, Prompt prompt) {
        return error.error().isEmpty()
                ? failures.refused(response, body, "", prompt)
                : of(error, response.code(), retryAfter(response), prompt);
    }

    CallFailure reported(GatewayMessage error, Prompt prompt) {
        return of(error, error.status(), null, prompt);
    }

    /** Creates the failure of a call that was not sent during a cooldown. */
    CallFailure coolingDown(Duration left) {
        String message = server + " wants no call for " + left.toMillis() + " ms";
        return new CallFailure.RateLimited(left, message, true, false);
    }

    private CallFailure of(
            GatewayMessage error, int status, @Nullable Duration header, Prompt prompt) {
        String message = message(error, status, prompt);
        boolean known = FINAL_CODES.contains(error.error());
        if (RETRYABLE_CODES.contains(error.error()) || (status == 429 && !known)) {
            Duration advice = error.advice();
            return new CallFailure.RateLimited(
                    advice == null ? header : advice, message, error.isTooEarly(), status == 503);
        }
        return new CallFailure.Failed(code(error, status), message);
    }

    private String message(GatewayMessage error, int status, Prompt prompt) {
        String code = CODE.matcher(error.error()).matches() ? " (" + error.error() + ")" : "";
        String serverMessage = redactor.redact(error.errorMessage(), prompt);
        String answered = server + " answered with status " + status + code;
        return serverMessage.isEmpty() ? answered : answered + ": " + serverMessage;
    }

    private static FailureCode code(GatewayMessage error, int status) {
        return switch (error.error()) {
            case "PROVIDER_ERROR" -> providerFailureCode(error.providerError());
            case "QUOTA_EXHAUSTED" -> FailureCode.QUOTA_EXHAUSTED;
            case "PROVIDER_TIMEOUT", "EXPIRED" -> FailureCode.PROVIDER_TIMEOUT;
            case "CANCELLED" -> FailureCode.CUT_OFF;
            default ->
                switch (status) {
                    case 401, 403 -> FailureCode.AUTHENTICATION;
                    case 408, 504 -> FailureCode.PROVIDER_TIMEOUT;
                    default -> status >= 500 ? FailureCode.PROVIDER_ERROR : FailureCode.BAD_REQUEST;
                };
        };
    }

    private static FailureCode providerFailureCode(String detail) {
        return switch (detail) {
            case "model_unavailable" -> FailureCode.MODEL_UNAVAILABLE;
            case "bad_request" -> FailureCode.BAD_REQUEST;
            case "unreachable" -> FailureCode.UNREACHABLE;
            case "cut_off" -> FailureCode.CUT_OFF;
            case "unreadable_answer" -> FailureCode.UNREADABLE_ANSWER;
            default -> FailureCode.PROVIDER_ERROR;
        };
    }

    private static @Nullable Duration retryAfter(Response response) {
        String seconds = response.header("Retry-After", "");
        return seconds != null && SECONDS.matcher(seconds).matches()
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : null;
    }
}
