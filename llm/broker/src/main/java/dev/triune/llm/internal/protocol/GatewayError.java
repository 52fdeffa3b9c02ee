/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An error reported by a gateway. Immutable.
 *
 * @param code the stable code, such as {@code QUEUE_FULL}
 * @param detail how a provider failed, such as {@code cut_off}; empty if none did
 * @param message for people, not redacted
 * @param status the HTTP status; 0 if not reported
 * @param retryAfter the time to wait; null if not reported
 * @param cooldown the cooldown; null if not reported
 */
public record GatewayError(
        String code,
        String detail,
        String message,
        int status,
        @Nullable Duration retryAfter,
        @Nullable GatewayCooldown cooldown) {
    /** Parses the body of a response; empty if it is not a gateway's. */
    public static Optional<GatewayError> parse(String body) {
        JsonNode json = GatewayJson.body(body);
        return GatewayJson.text(json, "error").isEmpty()
                ? Optional.empty()
                : Optional.of(GatewayJson.error(json));
    }

    /** Returns the time to wait, from the cooldown or the retry delay; null if not reported. */
    public @Nullable Duration advice() {
        return cooldown == null ? retryAfter : cooldown.left();
    }

    /** Omits the message, which may repeat the prompt. */
    @Override
    public String toString() {
        return "GatewayError[" + code + ", status " + status + "]";
    }
}
