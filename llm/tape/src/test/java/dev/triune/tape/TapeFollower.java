/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.Broker;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A game that makes the calls that are written on a tape, so that a tape of any kind is played as
 * far as its lines allow. Not thread-safe.
 */
final class TapeFollower {
    private static final int MOST_TURNS = 50;
    private static final Set<String> CALLS = Set.of(
            TapeLine.TURN,
            TapeLine.SUBMIT,
            TapeLine.CLOSE,
            "cancel",
            "defer",
            "heartbeat",
            "quota",
            "enableQuota",
            "disableQuota");

    private final Broker broker;

    /** The updates received, in order. */
    final List<String> heard = new ArrayList<>();

    private long turn;

    TapeFollower(Broker broker) {
        this.broker = broker;
    }

    /** Repeats the game's call recorded on that line; ignores lines of the broker. */
    void follow(JsonNode line) {
        String event = text(line, "event");
        if (CALLS.contains(event)) {
            turnUpTo(number(line, "turn"));
        }
        switch (event) {
            case TapeLine.SUBMIT -> heard.add("submitted " + submit(line));
            case TapeLine.CLOSE -> broker.close();
            case "cancel" ->
                heard.add("cancelled " + broker.cancel(new Ticket(number(line, "ticket"))));
            case "defer" ->
                broker.defer(text(line, "session"), text(line, "agent"), time(line, "time"));
            case "heartbeat" -> heard.add("games " + broker.heartbeat(text(line, "session")));
            case "quota" -> heard.add("quota " + broker.quota(text(line, "session")));
            case "enableQuota" -> broker.enableQuota(new TapeLine((ObjectNode) line).quota());
            case "disableQuota" -> broker.disableQuota(text(line, "session"));
            default -> {}
        }
    }

    /** Makes all turns up to one, or as many as are sensible. */
    private void turnUpTo(long wanted) {
        for (int i = 0; i < MOST_TURNS && turn < wanted; i++) {
            turn++;
            heard.add("worked " + broker.doWork());
        }
    }

    private Ticket submit(JsonNode line) {
        return switch (text(line, "format")) {
            case "PLAN" -> ask(Request.plan(text(line, "model")), line);
            case "JSON" -> ask(Request.json(text(line, "model")), line);
            default -> ask(Request.text(text(line, "model")), line);
        };
    }

    private <T> Ticket ask(Request.Builder<T> request, JsonNode line) {
        return broker.submit(
                request.agent(text(line, "agent"))
                        .tenant(text(line, "session"))
                        .layer(text(line, "layer"))
                        .priority(Priority.of((int) number(line, "priority")))
                        .maxTokens((int) number(line, "maxTokens"))
                        .prompt(() -> Prompt.of("What now?"))
                        .build(),
                update -> heard.add("update " + update));
    }

    private static String text(JsonNode line, String field) {
        return line.path(field).asString("");
    }

    private static long number(JsonNode line, String field) {
        return line.path(field).asLong(0);
    }

    private static Duration time(JsonNode line, String field) {
        return Duration.parse(text(line, field));
    }
}
