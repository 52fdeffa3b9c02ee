/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.component.Layer;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.VillageSimulation;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses commands in JSON from pages. Thread-safe. */
final class ViewCommandReader {
    private static final List<FaultMode> FAULTS = List.of(
            FaultMode.NONE, FaultMode.SLOW, FaultMode.HANG, FaultMode.GARBAGE, FaultMode.DEAD);

    /** The maximum length of a line, in characters. */
    private static final int MAX_TEXT_LENGTH = 500;

    /** The longest latency that a player can choose, in milliseconds. */
    private static final int MAX_LATENCY = 60_000;

    private final JsonMapper mapper = JsonMapper.shared();

    /** A request to inspect a villager, which does not affect the game. */
    record InspectCommand(String viewer, int villager) {}

    /** Thrown for an invalid command; the message is for its sender. */
    static final class InvalidCommandException extends Exception {
        private static final long serialVersionUID = 1;

        InvalidCommandException(String message) {
            super(message);
        }
    }

    /**
     * Parses the JSON object of a request.
     *
     * @throws InvalidCommandException if it contains none
     */
    JsonNode parse(byte[] body) throws InvalidCommandException {
        try {
            JsonNode json = mapper.readTree(body);
            if (json.isObject()) {
                return json;
            }
        } catch (JacksonException e) {
            // thrown below, without details of the parser
        }
        throw new InvalidCommandException("expected a JSON object");
    }

    /** Returns whether it is a request to inspect. */
    static boolean isInspect(JsonNode json) {
        return text(json, "do").equals("watch");
    }

    /** Returns the villager to inspect; negative for none. */
    static InspectCommand readInspect(JsonNode json, int villagers) throws InvalidCommandException {
        int villager = whole(json, "villager");
        return new InspectCommand(text(json, "viewer"), villager < villagers ? villager : -1);
    }

    /** Returns the command, checked against the number of villagers and the speeds. */
    static ViewCommand readCommand(JsonNode json, int villagers, List<Integer> speeds)
            throws InvalidCommandException {
        return switch (text(json, "do")) {
            case "pause" -> ofTime(controls -> controls.pause(true));
            case "play" -> ofTime(controls -> controls.pause(false));
            case "step" -> ofTime(FixedStepPacer::step);
            case "speed" -> speed(whole(json, "times"), speeds);
            case "override" -> {
                int villager = villager(json, villagers);
                Layer layer = layer(text(json, "layer"));
                yield ofPlayer(
                        village -> village.inputs().override(village.villagers()[villager], layer));
            }
            case "say" -> {
                int villager = villager(json, villagers);
                String words = words(text(json, "text"));
                yield ofPlayer(
                        village -> village.inputs().say(village.villagers()[villager], words));
            }
            case "fault" -> {
                FaultMode fault = fault(text(json, "mode"));
                yield ofPlayer(village -> village.inputs().breakModel(fault));
            }
            case "mind" -> {
                int villager = villager(json, villagers);
                boolean take = json.path("take").asBoolean(false);
                yield new ViewCommand(true, (village, controls) -> {
                    village.inputs().beMind(village.villagers()[villager], take);
                    if (take) {
                        controls.speed(1); // a person needs the time
                    }
                });
            }
            case "latency" -> {
                int millis = whole(json, "ms");
                if (millis < 0 || millis > MAX_LATENCY) {
                    throw new InvalidCommandException("expected 0 to " + MAX_LATENCY + " ms");
                }
                yield ofPlayer(village -> village.inputs().slowModel(Duration.ofMillis(millis)));
            }
            default ->
                throw new InvalidCommandException("no such command"
                        + " (expected pause, play, step, speed, override, say, fault, latency, mind or"
                        + " watch)");
        };
    }

    private static ViewCommand ofTime(Consumer<FixedStepPacer> action) {
        return new ViewCommand(false, (village, controls) -> action.accept(controls));
    }

    private static ViewCommand ofPlayer(Consumer<VillageSimulation> action) {
        return new ViewCommand(true, (village, controls) -> action.accept(village));
    }

    private static ViewCommand speed(int times, List<Integer> speeds)
            throws InvalidCommandException {
        if (!speeds.contains(times)) {
            throw new InvalidCommandException(
                    "no such speed here (expected one of " + speeds + ")");
        }
        return ofTime(controls -> controls.speed(times));
    }

    private static @Nullable Layer layer(String label) throws InvalidCommandException {
        for (Layer layer : Layer.values()) {
            if (layer.label().equals(label)) {
                return layer;
            }
        }
        if (label.equals("rules")) {
            return null;
        }
        throw new InvalidCommandException(
                "no such layer (expected autonomic, talker, executor or rules)");
    }

    private static FaultMode fault(String label) throws InvalidCommandException {
        for (FaultMode fault : FAULTS) {
            if (fault.name().toLowerCase(Locale.ROOT).equals(label)) {
                return fault;
            }
        }
        throw new InvalidCommandException(
                "no such fault (expected none, slow, hang, garbage or dead)");
    }

    private static String words(String text) throws InvalidCommandException {
        String words = text.strip();
        if (words.isEmpty() || words.length() > MAX_TEXT_LENGTH) {
            throw new InvalidCommandException("expected 1 to " + MAX_TEXT_LENGTH + " characters");
        }
        return words;
    }

    private static int villager(JsonNode json, int villagers) throws InvalidCommandException {
        int villager = whole(json, "villager");
        if (villager < 0 || villager >= villagers) {
            throw new InvalidCommandException("no such villager");
        }
        return villager;
    }

    private static int whole(JsonNode json, String field) throws InvalidCommandException {
        JsonNode value = json.path(field);
        if (!value.isInt()) {
            throw new InvalidCommandException("\"" + field + "\" is not a whole number");
        }
        return value.asInt();
    }

    private static String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isString() ? value.asString() : "";
    }
}
