/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error as a client receives it, whatever the format. Immutable.
 *
 * @param code the stable code
 * @param message an explanation for people; contains neither a key nor a prompt
 * @param field the invalid field; empty if the error is not about a field
 * @param detail a finer code, of the provider's failure or of the session's contract; may be empty
 * @param retryAfter how long to wait before another try; null if another try does not help
 * @param cooldown when the game should send its next request; null if that is not known
 * @param partial whether pieces of the answer were delivered before
 */
public record Problem(
        ErrorCode code,
        String message,
        String field,
        String detail,
        @Nullable Duration retryAfter,
        @Nullable CooldownNotice cooldown,
        boolean partial) {
    private static final Duration MIN_RETRY_AFTER = Duration.ofSeconds(1);

    /** Creates a problem with a code and a message only. */
    public static Problem of(ErrorCode code, String message) {
        return new Problem(code, message, "", "", null, null, false);
    }

    /** Creates a problem about an invalid field of the request. */
    public static Problem invalidField(String field, String message) {
        return new Problem(ErrorCode.BAD_REQUEST, message, field, "", null, null, false);
    }

    /**
     * Creates a temporary problem.
     *
     * @param wait how long to wait before another try; zero counts as one second
     */
    public static Problem retryable(ErrorCode code, String message, Duration wait) {
        Duration retryAfter = wait.isZero() ? MIN_RETRY_AFTER : wait;
        return new Problem(code, message, "", "", retryAfter, null, false);
    }

    /** Creates the problem of a gateway that is shutting down. */
    public static Problem draining() {
        return retryable(ErrorCode.DRAINING, "the gateway is being stopped", Duration.ofSeconds(5));
    }

    /** Creates the problem of a bug in the gateway, whose details only the log has. */
    public static Problem internal() {
        return of(ErrorCode.INTERNAL, "a fault of the gateway");
    }

    /** Returns {@link #retryAfter} in milliseconds, 1 or more, rounded up so that no try is too early. */
    public Optional<Long> retryAfterMillis() {
        return retryAfter == null
                ? Optional.empty()
                : Optional.of(Math.max(1, CooldownNotice.roundUpMillis(retryAfter)));
    }
}
