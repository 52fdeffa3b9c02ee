/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;

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
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        GatewayEventFields fields = new GatewayEventFields();
        try (JsonEventReader json = new JsonEventReader()) {
            json.begin(bytes, 0, bytes.length);
            json.fields(fields::field);
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
        return fields.isError() ? Optional.of(fields.error()) : Optional.empty();
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
