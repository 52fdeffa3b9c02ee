/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.FailureCode;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Outcome;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Telemetry;
import dev.triune.llm.TokenPrices;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * Outcomes, telemetry and quotas as JSON, and back to equal ones. Written by hand: the members on
 * tapes keep names, order and forms that the records do not have. Stateless.
 */
public final class OutcomeJson {
    private OutcomeJson() {}

    /** Writes an outcome as the property of that name. */
    static void write(JsonGenerator json, String name, Outcome outcome) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("kind", outcome.kind().name());
        switch (outcome.kind()) {
            case ANSWERED -> {
                Outcome.Answered answered = (Outcome.Answered) outcome;
                json.writeStringProperty("provider", answered.provider());
                json.writeStringProperty("model", answered.model());
                write(json, answered.usage());
            }
            case INCOMPLETE -> {
                Outcome.Incomplete incomplete = (Outcome.Incomplete) outcome;
                json.writeStringProperty("provider", incomplete.provider());
                json.writeStringProperty("model", incomplete.model());
                json.writeStringProperty(
                        "finishReason", incomplete.finishReason().name());
                json.writeBooleanProperty("partial", incomplete.partial());
                write(json, incomplete.usage());
            }
            case REJECTED -> {
                Outcome.Rejected rejected = (Outcome.Rejected) outcome;
                json.writeStringProperty("reason", rejected.reason().name());
                json.writeStringProperty("retryAfter", rejected.retryAfter().toString());
            }
            case FAILED -> {
                Outcome.Failed failed = (Outcome.Failed) outcome;
                json.writeStringProperty("code", failed.code().name());
                json.writeStringProperty("message", failed.message());
                json.writeBooleanProperty("partial", failed.partial());
            }
            case CANCELLED ->
                json.writeBooleanProperty(
                        "beforeStart", ((Outcome.Cancelled) outcome).beforeStart());
            case EXPIRED, SUPERSEDED -> {} // nothing but the kind
        }
        json.writeEndObject();
    }

    /**
     * Reads an outcome.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Outcome outcome(JsonNode node) {
        return switch (Outcome.Kind.valueOf(text(node, "kind"))) {
            case ANSWERED ->
                new Outcome.Answered(text(node, "provider"), text(node, "model"), usage(node));
            case INCOMPLETE ->
                new Outcome.Incomplete(
                        text(node, "provider"),
                        text(node, "model"),
                        FinishReason.valueOf(text(node, "finishReason")),
                        node.required("partial").booleanValue(),
                        usage(node));
            case REJECTED ->
                new Outcome.Rejected(
                        Outcome.RejectReason.valueOf(text(node, "reason")),
                        duration(node, "retryAfter"));
            case FAILED ->
                new Outcome.Failed(
                        FailureCode.valueOf(text(node, "code")),
                        text(node, "message"),
                        node.required("partial").booleanValue());
            case EXPIRED -> new Outcome.Expired();
            case CANCELLED -> new Outcome.Cancelled(node.required("beforeStart").booleanValue());
            case SUPERSEDED -> new Outcome.Superseded();
        };
    }

    /** Writes telemetry as the property of that name. */
    static void write(JsonGenerator json, String name, Telemetry telemetry) {
        json.writeObjectPropertyStart(name)
                .writeStringProperty("model", telemetry.model())
                .writeNumberProperty("queueLength", telemetry.queueLength())
                .writeStringProperty("waited", telemetry.waited().toString())
                .writeNumberProperty("maxTokens", telemetry.maxTokens())
                .writeStringProperty("latency", telemetry.latency().toString());
        write(json, telemetry.usage());
        json.writeBooleanProperty("trimmed", telemetry.trimmed())
                .writeStringProperty("code", telemetry.code())
                .writeEndObject();
    }

    /** Reads telemetry. */
    static Telemetry telemetry(JsonNode node) {
        return new Telemetry(
                text(node, "model"),
                node.required("queueLength").intValue(),
                duration(node, "waited"),
                node.required("maxTokens").intValue(),
                duration(node, "latency"),
                usage(node),
                node.required("trimmed").booleanValue(),
                text(node, "code"));
    }

    /** Writes a quota into the line itself. */
    static void write(JsonGenerator json, QuotaSnapshot quota) {
        TokenPrices weights = quota.prices();
        json.writeStringProperty("session", quota.tenant())
                .writeStringProperty("remaining", quota.remaining().toString())
                .writeStringProperty("input", weights.input().toString())
                .writeStringProperty("cached", weights.cached().toString())
                .writeStringProperty("output", weights.output().toString())
                .writeStringProperty("window", quota.window());
    }

    /** Reads a quota from a line. */
    public static QuotaSnapshot quota(JsonNode node) {
        TokenPrices weights = new TokenPrices(
                decimal(node, "input"), decimal(node, "cached"), decimal(node, "output"));
        return new QuotaSnapshot(
                text(node, "session"), decimal(node, "remaining"), weights, text(node, "window"));
    }

    private static void write(JsonGenerator json, Usage usage) {
        json.writeArrayPropertyStart("usage")
                .writeNumber(usage.input())
                .writeNumber(usage.cacheRead())
                .writeNumber(usage.cacheWrite())
                .writeNumber(usage.output())
                .writeEndArray();
    }

    private static Usage usage(JsonNode node) {
        JsonNode counts = node.required("usage");
        return new Usage(
                counts.required(0).longValue(),
                counts.required(1).longValue(),
                counts.required(2).longValue(),
                counts.required(3).longValue());
    }

    private static String text(JsonNode node, String name) {
        return node.required(name).stringValue();
    }

    private static Duration duration(JsonNode node, String name) {
        return Duration.parse(text(node, name));
    }

    private static BigDecimal decimal(JsonNode node, String name) {
        return new BigDecimal(text(node, name));
    }
}
