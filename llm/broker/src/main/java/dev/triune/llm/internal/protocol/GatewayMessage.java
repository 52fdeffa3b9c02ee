/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message of a gateway: the body of a response, or an event about one request, which is a piece
 * of its answer, the end of it or an error. A value of another form than expected counts as absent.
 * Immutable.
 */
public record GatewayMessage(JsonNode json) {
    private static final int MAX_NESTING = 64;
    private static final int MAX_STATUS = 999;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .build())
            .build();

    /** Parses one event; throws JacksonException if it is not a single JSON value. */
    static GatewayMessage event(byte[] bytes, int from, int to) {
        return new GatewayMessage(MAPPER.readTree(bytes, from, to - from));
    }

    /** Parses the body of a response, which may not be JSON. */
    public static GatewayMessage body(String text) {
        try {
            return new GatewayMessage(MAPPER.reader()
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(text));
        } catch (JacksonException notJson) {
            return new GatewayMessage(MAPPER.missingNode());
        }
    }

    public boolean isPiece() {
        return type().equals("delta");
    }

    public boolean isEnd() {
        return type().equals("complete");
    }

    public boolean isError() {
        return type().equals("error") || (type().isEmpty() && !error().isEmpty());
    }

    private String type() {
        return text(json, "type");
    }

    /** Returns the request's id in the batch; empty for the only one of a stream. */
    public String request() {
        return text(json, "request_id");
    }

    /** Returns a piece of the answer, or at its end all of it; empty if it was streamed. */
    public String text() {
        return text(isEnd() ? response() : json, "text");
    }

    public List<ToolCall> toolCalls() {
        return response()
                .path("toolCalls")
                .valueStream()
                .limit(AnswerEventHandler.MAX_TOOL_CALLS)
                .map(call -> new ToolCall(
                        text(call, "id"),
                        text(call, "name"),
                        text(call, "arguments"),
                        text(call, "extra")))
                .toList();
    }

    /** Returns the reason of a code, which other versions may omit, or which may be unknown. */
    public FinishReason finishReason() {
        String code = text(response(), "finishReason");
        return Arrays.stream(FinishReason.values())
                .filter(reason -> reason.code().equals(code))
                .findFirst()
                .orElse(FinishReason.STOP);
    }

    public Usage usage() {
        JsonNode counts = response().path("usage");
        return new Usage(
                count(counts, "input"),
                count(counts, "cacheRead"),
                count(counts, "cacheWrite"),
                count(counts, "output"),
                counts.path("estimated").booleanValue(false));
    }

    /** Returns the stable code of an error, such as {@code QUEUE_FULL}; empty if there is none. */
    public String error() {
        return text(json, "error");
    }

    /**
     * Whether the message refuses a call before the game's turn, which happens with strict sharing
     * only.
     */
    public boolean isTooEarly() {
        return error().equals("RATE_LIMIT_COOLDOWN");
    }

    /** Returns the calls per minute that the game may make; 0 if not reported. */
    public double callsPerMinute() {
        return Math.max(0, cooldownNode().path("rateLimit").path("effectiveRPM").doubleValue(0));
    }

    /** Returns how a provider failed, such as {@code cut_off}; empty if none did. */
    public String providerError() {
        return text(json, "code");
    }

    /** Returns the message of an error, not redacted. */
    public String errorMessage() {
        return text(json, "message");
    }

    /** Returns the HTTP status of an error; 0 if not reported. */
    public int status() {
        return Math.min(MAX_STATUS, count(json, "status"));
    }

    /** Returns the time to wait, from the cooldown or the retry delay; null if not reported. */
    public @Nullable Duration advice() {
        Duration cooldown = cooldown();
        return cooldown != null || !json.path("retryAfterMs").isNumber()
                ? cooldown
                : Duration.ofMillis(count(json, "retryAfterMs"));
    }

    /** Returns the remaining cooldown of the gateway; null if not reported. */
    public @Nullable Duration cooldown() {
        JsonNode cooldown = cooldownNode();
        return cooldown.isObject() ? Duration.ofMillis(count(cooldown, "waitMs")) : null;
    }

    /** Returns the number of games that share the gateway; 0 if not reported. */
    public int activeGames() {
        JsonNode cooldown = cooldownNode();
        return count(cooldown.isObject() ? cooldown : json, "activeGames");
    }

    private JsonNode cooldownNode() {
        JsonNode inside = response().path("cooldown");
        return inside.isObject() ? inside : json.path("cooldown");
    }

    private JsonNode response() {
        return json.path("response");
    }

    private static String text(JsonNode object, String name) {
        return object.path(name).stringValue("");
    }

    /** Returns a count, limited so that sums cannot overflow; 0 if it is not a number. */
    private static int count(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isNumber()
                ? (int) Math.max(0, Math.min(Integer.MAX_VALUE, value.doubleValue()))
                : 0;
    }

    /** Omits the texts, which may repeat the prompt. */
    @Override
    public String toString() {
        return "GatewayMessage[" + type() + " " + request() + " " + error() + "]";
    }
}
