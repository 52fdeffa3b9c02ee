/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON of gateways. A value of another form than expected counts as absent. */
final class GatewayJson {
    private static final int MAX_NESTING = 64;
    private static final int MAX_STATUS = 999;
    private static final String COOLDOWN = "cooldown";
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private GatewayJson() {}

    /** Parses one event; throws JacksonException if it is not a single JSON value. */
    static JsonNode event(byte[] bytes, int from, int to) {
        return MAPPER.readerFor(JsonNode.class)
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(bytes, from, to - from);
    }

    /** Parses a body; returns a missing node if it is not JSON. */
    static JsonNode body(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException notJson) {
            return MAPPER.missingNode();
        }
    }

    static String text(JsonNode object, String name) {
        return object.path(name).stringValue("");
    }

    /** Returns a count, limited so that sums cannot overflow; 0 if it is not a number. */
    static int count(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isNumber()
                ? (int) Math.max(0, Math.min(Integer.MAX_VALUE, value.doubleValue()))
                : 0;
    }

    /** Returns the event; empty if it is unknown or concerns no request. */
    static Optional<GatewayEvent> gatewayEvent(JsonNode json) {
        String request = text(json, "request_id");
        return switch (text(json, "type")) {
            case "delta" -> Optional.of(new GatewayEvent.Delta(request, text(json, "text")));
            case "complete" -> Optional.of(complete(request, json));
            case "error" -> Optional.of(new GatewayEvent.Failed(request, error(json)));
            case "" ->
                text(json, "error").isEmpty()
                        ? Optional.empty()
                        : Optional.of(new GatewayEvent.Failed(request, error(json)));
            default -> Optional.empty();
        };
    }

    private static GatewayEvent complete(String request, JsonNode json) {
        JsonNode response = json.path("response");
        JsonNode counts = response.path("usage");
        Usage usage = new Usage(
                count(counts, "input"),
                count(counts, "cacheRead"),
                count(counts, "cacheWrite"),
                count(counts, "output"),
                counts.path("estimated").booleanValue(false));
        return new GatewayEvent.Complete(
                request,
                text(response, "text"),
                toolCalls(response),
                reason(text(response, "finishReason")),
                usage,
                cooldown(response.path(COOLDOWN).isObject() ? response : json));
    }

    private static List<ToolCall> toolCalls(JsonNode response) {
        return response.path("toolCalls")
                .valueStream()
                .limit(AnswerEventHandler.MAX_TOOL_CALLS)
                .map(call ->
                        new ToolCall(text(call, "id"), text(call, "name"), text(call, "arguments")))
                .toList();
    }

    /** Returns the reason of a code, which other versions may omit, or which may be unknown. */
    private static FinishReason reason(String code) {
        for (FinishReason reason : FinishReason.values()) {
            if (reason.code().equals(code)) {
                return reason;
            }
        }
        return FinishReason.STOP;
    }

    static GatewayError error(JsonNode json) {
        Duration retryAfter = json.path("retryAfterMs").isNumber()
                ? Duration.ofMillis(count(json, "retryAfterMs"))
                : null;
        return new GatewayError(
                text(json, "error"),
                text(json, "code"),
                text(json, "message"),
                Math.min(MAX_STATUS, count(json, "status")),
                retryAfter,
                cooldown(json));
    }

    /** Reads a cooldown without its times of day, which belong to the gateway's clock. */
    private static @Nullable GatewayCooldown cooldown(JsonNode json) {
        JsonNode cooldown = json.path(COOLDOWN);
        Duration left = Duration.ofMillis(count(cooldown, "waitMs"));
        return cooldown.isObject()
                ? new GatewayCooldown(left, count(cooldown, "activeGames"))
                : null;
    }
}
