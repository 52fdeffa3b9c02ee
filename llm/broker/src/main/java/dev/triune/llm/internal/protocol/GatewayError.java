/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An error in a gateway's words. Immutable.
 *
 * @param code the stable code, as in {@code QUEUE_FULL}
 * @param detail how a provider failed, as in {@code cut_off}; empty where it was none
 * @param message for people, not redacted
 * @param status as of HTTP; 0 if it does not say
 * @param retryAfter how long to wait, if it says so
 * @param cooldown if it says so
 */
public record GatewayError(
        String code,
        String detail,
        String message,
        int status,
        Optional<Duration> retryAfter,
        Optional<GatewayCooldown> cooldown) {
    /** Reads the body of an answer; empty if it is not a gateway's. */
    public static Optional<GatewayError> parse(String body) {
        JsonNode json = GatewayJson.body(body);
        return GatewayJson.text(json, "error").isEmpty()
                ? Optional.empty()
                : Optional.of(GatewayJson.error(json));
    }

    /** How long to wait, in whichever way it says so. */
    public Optional<Duration> advice() {
        return cooldown.map(GatewayCooldown::left).or(() -> retryAfter);
    }

    /** Without the message, which may repeat the prompt. */
    @Override
    public String toString() {
        return "GatewayError[" + code + ", status " + status + "]";
    }
}
