/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An error for clients, independent of its format. Immutable.
 *
 * @param code the stable code
 * @param message a human-readable explanation; contains neither a key nor a prompt
 * @param field the invalid field; empty if the error is not about a field
 * @param detail a finer code, of the provider's failure or of the session's contract; may be empty
 * @param retryAfter how long to wait before retrying; null if retrying does not help
 * @param cooldown when the game should send its next request; null if unknown
 * @param partial whether pieces of the answer were delivered before
 * @param status the HTTP status: that of the code, unless the provider's is forwarded
 * @param providerCode the provider's own name for the error; empty without one
 */
public record Problem(
        ErrorCode code,
        String message,
        String field,
        String detail,
        @Nullable Duration retryAfter,
        @Nullable CooldownNotice cooldown,
        boolean partial,
        int status,
        String providerCode) {
    private static final Duration MIN_RETRY_AFTER = Duration.ofSeconds(1);

    /** Failures of a provider that recur on every retry. */
    private static final Set<String> PERMANENT = Stream.of(
                    FailureCode.AUTHENTICATION,
                    FailureCode.BAD_REQUEST,
                    FailureCode.MODEL_UNAVAILABLE,
                    FailureCode.QUOTA_EXHAUSTED)
            .map(FailureCode::code)
            .collect(Collectors.toUnmodifiableSet());

    /** Creates a problem with a code and a message only. */
    public static Problem of(ErrorCode code, String message) {
        return of(code, message, "", null);
    }

    /** Creates a problem about an invalid field of the request. */
    public static Problem invalidField(String field, String message) {
        return of(ErrorCode.BAD_REQUEST, message, field, null);
    }

    /**
     * Creates a temporary problem.
     *
     * @param wait how long to wait before retrying; zero counts as one second
     */
    public static Problem retryable(ErrorCode code, String message, Duration wait) {
        Duration retryAfter = wait.isZero() ? MIN_RETRY_AFTER : wait;
        return of(code, message, "", retryAfter);
    }

    private static Problem of(
            ErrorCode code, String message, String field, @Nullable Duration retryAfter) {
        return new Problem(code, message, field, "", retryAfter, null, false, code.status(), "");
    }

    /**
     * Creates the problem of a request that is not valid HTTP.
     *
     * @param status the status of the response; 0 if it is not known
     */
    static Problem unreadable(int status) {
        String message = switch (status) {
            case 414 -> "the address of the call is too long";
            case 431 -> "the headers of the call are too large";
            case 505 -> "the version of HTTP is not supported (expected 1.1 or 2)";
            default -> "the request cannot be read as HTTP";
        };
        ErrorCode code =
                status == ErrorCode.INTERNAL.status() ? ErrorCode.INTERNAL : ErrorCode.BAD_REQUEST;
        int known = status == 0 ? code.status() : status;
        return new Problem(code, message, "", "", null, null, false, known, "");
    }

    /** Creates the problem of a gateway that is shutting down. */
    public static Problem draining() {
        return retryable(ErrorCode.DRAINING, "the gateway is being stopped", Duration.ofSeconds(5));
    }

    /** Creates the problem of a bug in the gateway, whose details are only logged. */
    public static Problem internal() {
        return of(ErrorCode.INTERNAL, "a fault of the gateway");
    }

    /** Whether the failure is permanent, so that clients should not retry. */
    public boolean isFinal() {
        return (code == ErrorCode.QUOTA_EXHAUSTED && retryAfter == null)
                || (code == ErrorCode.PROVIDER_ERROR && PERMANENT.contains(detail));
    }

    /** Returns {@link #retryAfter} in milliseconds, 1 or more, rounded up so as not to be early. */
    public Optional<Long> retryAfterMillis() {
        return retryAfter == null
                ? Optional.empty()
                : Optional.of(Math.max(1, CooldownNotice.roundUpMillis(retryAfter)));
    }
}
