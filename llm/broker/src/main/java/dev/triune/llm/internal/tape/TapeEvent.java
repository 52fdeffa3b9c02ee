/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.TenantCooldown;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.time.Duration;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * One line to be: what happened, with its fields. The recorder writes it; the replay writes the one
 * of the game at hand and compares it with the tape, so that both speak of calls in the same words.
 *
 * @param event what happened
 * @param fields writes the fields that belong to it
 */
public record TapeEvent(String event, Consumer<JsonGenerator> fields) {
    static final String HEADER = "tape";
    static final int VERSION = 1;
    public static final String END = "end";
    public static final String SUBMIT = "submit";
    public static final String TURN = "turn";
    public static final String CLOSE = "close";
    static final String RENDER = "render";
    static final String RENDERED = "rendered";
    static final String STARTED = "started";
    static final String PART = "part";
    static final String ENDED = "ended";
    static final String SNAPSHOT = "snapshot";
    static final String RETURNED = "returned";
    static final String THREW = "threw";
    static final String COOLDOWN = "cooldown";
    static final String COOLING = "cooling";
    static final String MARK = "mark";

    /** An event without fields. */
    public static TapeEvent of(String event) {
        return new TapeEvent(event, json -> {});
    }

    /** The first line. */
    static TapeEvent header() {
        return new TapeEvent(HEADER, json -> json.writeNumberProperty("version", VERSION));
    }

    /** A submitted request, the how-manieth it is; neither its prompt nor its endpoint. */
    public static TapeEvent submit(long number, Request<?> request) {
        return new TapeEvent(
                SUBMIT,
                json -> json.writeNumberProperty("request", number)
                        .writeStringProperty("agent", request.agent())
                        .writeStringProperty("session", request.tenant())
                        .writeStringProperty("layer", request.layer())
                        .writeStringProperty("model", request.model())
                        .writeStringProperty("format", request.format().name())
                        .writeNumberProperty("priority", request.priority().level())
                        .writeNumberProperty("maxTokens", request.maxTokens()));
    }

    /** A request cancelled by its ticket. */
    public static TapeEvent cancel(Ticket ticket) {
        return new TapeEvent("cancel", json -> json.writeNumberProperty("ticket", ticket.number()));
    }

    /** An agent held back. */
    public static TapeEvent defer(String session, String agent, Duration time) {
        return new TapeEvent(
                "defer",
                json -> json.writeStringProperty("session", session)
                        .writeStringProperty("agent", agent)
                        .writeStringProperty("time", time.toString()));
    }

    /** A sign of life. */
    public static TapeEvent heartbeat(String session) {
        return new TapeEvent("heartbeat", json -> json.writeStringProperty("session", session));
    }

    /** The cooldown of a request asked for; neither its prompt nor its endpoint. */
    public static TapeEvent cooldown(Request<?> request) {
        return new TapeEvent(
                COOLDOWN,
                json -> json.writeStringProperty("session", request.tenant())
                        .writeStringProperty("model", request.model()));
    }

    /** The cooldown told. */
    public static TapeEvent cooling(TenantCooldown cooldown) {
        return new TapeEvent(
                COOLING,
                json -> json.writeStringProperty(
                                "remaining", cooldown.remaining().toString())
                        .writeNumberProperty("activeTenants", cooldown.activeTenants())
                        .writeNumberProperty("requestsPerMinute", cooldown.requestsPerMinute())
                        .writeNumberProperty("sharePerMinute", cooldown.sharePerMinute()));
    }

    /** A session put under a quota. */
    public static TapeEvent enableQuota(QuotaSnapshot quota) {
        return new TapeEvent("enableQuota", json -> OutcomeJson.write(json, quota));
    }

    /** A quota asked for. */
    public static TapeEvent quota(String session) {
        return new TapeEvent("quota", json -> json.writeStringProperty("session", session));
    }

    /** The quota found. */
    public static TapeEvent snapshot(QuotaSnapshot quota) {
        return new TapeEvent(SNAPSHOT, json -> OutcomeJson.write(json, quota));
    }

    /** What the game says of itself. */
    public static TapeEvent mark(String words) {
        return new TapeEvent(MARK, json -> json.writeStringProperty("words", words));
    }

    /** A prompt is about to be rendered. */
    public static TapeEvent render(long request) {
        return new TapeEvent(RENDER, json -> json.writeNumberProperty("request", request));
    }

    /** A start is about to be delivered. */
    public static TapeEvent started(long request, Update.Started<?> started) {
        return new TapeEvent(
                STARTED,
                json -> update(json, request, started)
                        .writeStringProperty("provider", started.provider())
                        .writeStringProperty("model", started.model()));
    }

    /** A value; those of a part that follow its first one need no second copy of the part. */
    public static <T> TapeEvent part(long request, Update.Part<RecordedValue<T>> part) {
        RecordedValue<T> recordedValue = part.value();
        return new TapeEvent(PART, json -> {
            update(json, request, part).writeNumberProperty("index", recordedValue.index());
            if (recordedValue.index() == 0) {
                json.writeName("part");
                AnswerPartJson.write(json, recordedValue.source());
            }
        });
    }

    /** An end is about to be delivered. */
    public static TapeEvent ended(long request, Update.Ended<?> ended) {
        return new TapeEvent(ENDED, json -> {
            update(json, request, ended);
            OutcomeJson.write(json, "outcome", ended.outcome());
            OutcomeJson.write(json, "telemetry", ended.telemetry());
        });
    }

    private static JsonGenerator update(JsonGenerator json, long request, Update<?> update) {
        return json.writeNumberProperty("request", request)
                .writeNumberProperty("ticket", update.ticket().number());
    }

    /** What a method gave back, as a number: 0 if nothing, 0 or 1 for false or true. */
    public static TapeEvent returned(long value) {
        return new TapeEvent(RETURNED, json -> json.writeNumberProperty("value", value));
    }

    /**
     * A method that threw. Only the words of an exception are kept, which are the broker's own; an
     * error may come from the game and speak of its prompts.
     */
    public static TapeEvent threw(Throwable thrown) {
        String words =
                thrown instanceof RuntimeException ? String.valueOf(thrown.getMessage()) : "";
        return new TapeEvent(
                THREW,
                json -> json.writeStringProperty("type", thrown.getClass().getName())
                        .writeStringProperty("message", words));
    }
}
