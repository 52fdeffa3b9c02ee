/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.component.Layer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a command from the JSON that a page sends. Thread-safe. */
final class CommandReader {
    private final JsonMapper mapper = JsonMapper.shared();

    /** A request of a page that is not for the game: which villager it wants to know all about. */
    record Watch(String viewer, int villager) {}

    /** What came is no command; the message is for whoever sent it. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    /**
     * The object in it.
     *
     * @throws Wrong if it holds none
     */
    JsonNode read(byte[] body) throws Wrong {
        try {
            JsonNode json = mapper.readTree(body);
            if (json.isObject()) {
                return json;
            }
        } catch (JacksonException e) {
            // said below: what is wrong with it is the sender's business
        }
        throw new Wrong("expected a JSON object");
    }

    /** Whether it is about watching. */
    static boolean isWatch(JsonNode json) {
        return text(json, "do").equals("watch");
    }

    /** What is to be watched; a negative number for nobody. */
    static Watch watch(JsonNode json, int villagers) throws Wrong {
        int villager = whole(json, "villager");
        return new Watch(text(json, "viewer"), villager < villagers ? villager : -1);
    }

    /** The command in it, for a village of that many and with those speeds. */
    static Command command(JsonNode json, int villagers, List<Integer> speeds) throws Wrong {
        return switch (text(json, "do")) {
            case "pause" -> new Command.Pause(true);
            case "play" -> new Command.Pause(false);
            case "step" -> new Command.StepOnce();
            case "speed" -> speed(whole(json, "times"), speeds);
            case "override" ->
                new Command.Overrule(villager(json, villagers), layer(text(json, "layer")));
            case "say" -> new Command.Say(villager(json, villagers), words(text(json, "text")));
            default ->
                throw new Wrong("no such command"
                        + " (expected pause, play, step, speed, override, say or watch)");
        };
    }

    private static Command speed(int times, List<Integer> speeds) throws Wrong {
        if (!speeds.contains(times)) {
            throw new Wrong("no such speed here (expected one of " + speeds + ")");
        }
        return new Command.Speed(times);
    }

    private static @Nullable Layer layer(String label) throws Wrong {
        for (Layer layer : Layer.values()) {
            if (layer.label().equals(label)) {
                return layer;
            }
        }
        if (label.equals("rules")) {
            return null;
        }
        throw new Wrong("no such layer (expected autonomic, talker, executor or rules)");
    }

    private static String words(String text) throws Wrong {
        String words = text.strip();
        if (words.isEmpty() || words.length() > Command.LONGEST) {
            throw new Wrong("expected 1 to " + Command.LONGEST + " characters");
        }
        return words;
    }

    private static int villager(JsonNode json, int villagers) throws Wrong {
        int villager = whole(json, "villager");
        if (villager < 0 || villager >= villagers) {
            throw new Wrong("no such villager");
        }
        return villager;
    }

    private static int whole(JsonNode json, String field) throws Wrong {
        JsonNode value = json.path(field);
        if (!value.isInt()) {
            throw new Wrong("\"" + field + "\" is not a whole number");
        }
        return value.asInt();
    }

    private static String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isString() ? value.asString() : "";
    }
}
