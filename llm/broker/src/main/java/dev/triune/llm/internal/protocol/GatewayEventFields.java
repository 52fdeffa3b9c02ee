/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.Optional;

/** The fields of one event of a gateway, or of the body of an error. Not thread-safe. */
final class GatewayEventFields {
    private static final int MAX_STATUS = 999;

    private String type = "";
    private String request = "";
    private String text = "";
    private String whole = "";
    private String code = "";
    private String detail = "";
    private String message = "";
    private int status;
    private Usage usage = Usage.NONE;
    private FinishReason reason = FinishReason.STOP;
    private Optional<Duration> retryAfter = Optional.empty();
    private Optional<GatewayCooldown> cooldown = Optional.empty();

    /** Takes a field of the object. */
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "type" -> type = value.text();
            case "request_id" -> request = value.text();
            case "text" -> text = value.text();
            case "response" -> value.fields(this::ofResponse);
            case "error" -> code = value.text();
            case "code" -> detail = value.text();
            case "message" -> message = value.text();
            case "status" -> status = (int) Math.min(MAX_STATUS, value.tokens());
            case "retryAfterMs" -> retryAfter = time(value);
            case "cooldown" -> cooldown = cooldown(value);
            default -> {}
        }
    }

    private void ofResponse(String name, JsonEventReader value) {
        switch (name) {
            case "text" -> whole = value.text();
            case "finishReason" -> reason = reason(value.text());
            case "usage" -> {
                UsageFields usageFields = new UsageFields();
                value.fields(usageFields::field);
                usage = usageFields.usage();
            }
            case "cooldown" -> cooldown = cooldown(value);
            default -> {}
        }
    }

    /** A gateway of another version may not report it, or know more reasons. */
    private static FinishReason reason(String code) {
        for (FinishReason reason : FinishReason.values()) {
            if (reason.code().equals(code)) {
                return reason;
            }
        }
        return FinishReason.STOP;
    }

    private static Optional<Duration> time(JsonEventReader value) {
        return value.isNumber() ? Optional.of(Duration.ofMillis(value.tokens())) : Optional.empty();
    }

    private static Optional<GatewayCooldown> cooldown(JsonEventReader value) {
        return value.isObject() ? Optional.of(GatewayCooldown.read(value)) : Optional.empty();
    }

    boolean isError() {
        return !code.isEmpty();
    }

    GatewayError error() {
        return new GatewayError(code, detail, message, status, retryAfter, cooldown);
    }

    /** What the event says; empty if that concerns no request, or is not known. */
    Optional<GatewayEvent> event() {
        return switch (type) {
            case "delta" -> Optional.of(new GatewayEvent.Delta(request, text));
            case "complete" ->
                Optional.of(new GatewayEvent.Complete(request, whole, reason, usage, cooldown));
            case "error" -> Optional.of(new GatewayEvent.Failed(request, error()));
            case "" ->
                isError()
                        ? Optional.of(new GatewayEvent.Failed(request, error()))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static final class UsageFields {
        private long input;
        private long cacheRead;
        private long cacheWrite;
        private long output;

        void field(String name, JsonEventReader value) {
            switch (name) {
                case "input" -> input = value.tokens();
                case "cacheRead" -> cacheRead = value.tokens();
                case "cacheWrite" -> cacheWrite = value.tokens();
                case "output" -> output = value.tokens();
                default -> {}
            }
        }

        Usage usage() {
            return new Usage(input, cacheRead, cacheWrite, output);
        }
    }
}
