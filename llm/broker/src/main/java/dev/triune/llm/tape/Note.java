/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
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
record Note(String event, Consumer<JsonGenerator> fields) {
    static final String HEADER = "tape";
    static final int VERSION = 1;
    static final String END = "end";
    static final String SUBMIT = "submit";
    static final String TURN = "turn";
    static final String CLOSE = "close";
    static final String RENDER = "render";
    static final String RENDERED = "rendered";
    static final String STARTED = "started";
    static final String PART = "part";
    static final String ENDED = "ended";
    static final String SNAPSHOT = "snapshot";
    static final String RETURNED = "returned";
    static final String THREW = "threw";
    static final String MARK = "mark";

    /** An event without fields. */
    static Note of(String event) {
        return new Note(event, json -> {});
    }

    /** The first line. */
    static Note header() {
        return new Note(HEADER, json -> json.writeNumberProperty("version", VERSION));
    }

    /** A submitted request, the how-manieth it is; neither its prompt nor its endpoint. */
    static Note submit(long number, Request<?> request) {
        return new Note(
                SUBMIT,
                json -> json.writeNumberProperty("request", number)
                        .writeStringProperty("agent", request.agent())
                        .writeStringProperty("session", request.session())
                        .writeStringProperty("layer", request.layer())
                        .writeStringProperty("model", request.model())
                        .writeStringProperty("format", request.format().name())
                        .writeNumberProperty("priority", request.priority().level())
                        .writeNumberProperty("maxTokens", request.maxTokens()));
    }

    /** A request cancelled by its ticket. */
    static Note cancel(Ticket ticket) {
        return new Note("cancel", json -> json.writeNumberProperty("ticket", ticket.number()));
    }

    /** An agent held back. */
    static Note defer(String session, String agent, Duration time) {
        return new Note(
                "defer",
                json -> json.writeStringProperty("session", session)
                        .writeStringProperty("agent", agent)
                        .writeStringProperty("time", time.toString()));
    }

    /** A sign of life. */
    static Note heartbeat(String session) {
        return new Note("heartbeat", json -> json.writeStringProperty("session", session));
    }

    /** A session put under a quota. */
    static Note enableQuota(QuotaSnapshot quota) {
        return new Note("enableQuota", json -> EndJson.write(json, quota));
    }

    /** A quota asked for. */
    static Note quota(String session) {
        return new Note("quota", json -> json.writeStringProperty("session", session));
    }

    /** The quota found. */
    static Note snapshot(QuotaSnapshot quota) {
        return new Note(SNAPSHOT, json -> EndJson.write(json, quota));
    }

    /** What the game says of itself. */
    static Note mark(String words) {
        return new Note(MARK, json -> json.writeStringProperty("words", words));
    }

    /** A prompt is about to be rendered. */
    static Note render(long request) {
        return new Note(RENDER, json -> json.writeNumberProperty("request", request));
    }

    /** A start is about to be delivered. */
    static Note started(long request, Update.Started<?> started) {
        return new Note(
                STARTED,
                json -> update(json, request, started)
                        .writeStringProperty("provider", started.provider())
                        .writeStringProperty("model", started.model()));
    }

    /** A value; those of a part that follow its first one need no second copy of the part. */
    static <T> Note part(long request, Update.Part<Taped<T>> part) {
        Taped<T> taped = part.value();
        return new Note(PART, json -> {
            update(json, request, part).writeNumberProperty("index", taped.index());
            if (taped.index() == 0) {
                json.writeName("part");
                PartJson.write(json, taped.source());
            }
        });
    }

    /** An end is about to be delivered. */
    static Note ended(long request, Update.Ended<?> ended) {
        return new Note(ENDED, json -> {
            update(json, request, ended);
            EndJson.write(json, "outcome", ended.outcome());
            EndJson.write(json, "telemetry", ended.telemetry());
        });
    }

    private static JsonGenerator update(JsonGenerator json, long request, Update<?> update) {
        return json.writeNumberProperty("request", request)
                .writeNumberProperty("ticket", update.ticket().number());
    }

    /** What a method gave back, as a number: 0 if nothing, 0 or 1 for false or true. */
    static Note returned(long value) {
        return new Note(RETURNED, json -> json.writeNumberProperty("value", value));
    }

    /**
     * A method that threw. Only the words of an exception are kept, which are the broker's own; an
     * error may come from the game and speak of its prompts.
     */
    static Note threw(Throwable thrown) {
        String words =
                thrown instanceof RuntimeException ? String.valueOf(thrown.getMessage()) : "";
        return new Note(
                THREW,
                json -> json.writeStringProperty("type", thrown.getClass().getName())
                        .writeStringProperty("message", words));
    }
}
