/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.tape.TapeMismatch;
import dev.triune.llm.tape.TapeReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tape of a village, and how that village was set up. Immutable.
 *
 * @param file the tape
 * @param seed of every chance in it
 * @param villagers 1 or more
 * @param decisions how layers were selected
 * @param mind what answered, in words
 * @param asked whether villagers asked a model
 * @param loaded whether the village had been loaded from a save
 */
public record Recorded(
        Path file,
        long seed,
        int villagers,
        Settings.Decisions decisions,
        String mind,
        boolean asked,
        boolean loaded) {
    /** How the first mark of a village begins. */
    static final String BEGIN = "{\"village\":";

    /** The version of what villages say on their tapes. */
    private static final int VERSION = 1;

    private static final int MOST_VILLAGERS = 10_000;
    private static final JsonMapper JSON = new JsonMapper();

    /** What a village of those settings says at the beginning of its tape. */
    static String mark(Settings settings, boolean loaded) {
        Recorded tape = settings.replay();
        return JSON.writeValueAsString(JSON.createObjectNode()
                .put("village", VERSION)
                .put("seed", settings.seed())
                .put("villagers", settings.villagers())
                .put("decisions", settings.decisions().name().toLowerCase(Locale.ROOT))
                .put("mind", tape == null ? settings.mind() : tape.mind())
                .put("asked", settings.asksModels())
                .put("loaded", loaded));
    }

    /**
     * Reads how the village on a tape was set up.
     *
     * @throws Refused if there is no such file, if it is no tape, or not one of a village
     */
    public static Recorded read(Path file) throws Refused {
        return parse(
                file,
                firstMark(file)
                        .orElseThrow(() ->
                                new Refused("this is the tape of another game (expected one that"
                                        + " a village wrote with --record)")));
    }

    private static Optional<String> firstMark(Path file) throws Refused {
        if (Files.isDirectory(file)) {
            throw new Refused("this is a folder (expected a tape)");
        }
        try {
            if (Files.size(file) == 0) {
                throw new Refused("the file is empty (expected a tape)");
            }
            return peek(TapeReplay.of(file));
        } catch (NoSuchFileException e) {
            throw new Refused("there is no such file (expected a tape)");
        } catch (IOException e) {
            throw new Refused("it cannot be read (" + e.getClass().getSimpleName() + ")");
        } catch (TapeMismatch e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> peek(TapeReplay tape) {
        try {
            return tape.nextMark();
        } finally {
            abandon(tape);
        }
    }

    /** Lets go of a tape in the middle. */
    static void abandon(TapeReplay tape) {
        try {
            tape.close();
        } catch (TapeMismatch e) {
            // The game on it was not over here, which nobody says.
        }
    }

    private static Recorded parse(Path file, String mark) throws Refused {
        try {
            JsonNode said = JSON.readTree(mark);
            int version = said.path("village").asInt(0);
            if (version != VERSION) {
                throw new Refused("the tape of a village of version " + version + " (expected "
                        + VERSION + ")");
            }
            int villagers = said.required("villagers").intValue();
            if (villagers < 1 || villagers > MOST_VILLAGERS) {
                throw new Refused("the tape of a village of " + villagers + " (expected 1 to "
                        + MOST_VILLAGERS + ")");
            }
            return new Recorded(
                    file,
                    said.required("seed").longValue(),
                    villagers,
                    Settings.Decisions.valueOf(
                            said.required("decisions").stringValue().toUpperCase(Locale.ROOT)),
                    said.required("mind").stringValue(),
                    said.required("asked").booleanValue(),
                    said.required("loaded").booleanValue());
        } catch (JacksonException | IllegalArgumentException e) {
            throw new Refused("its first mark is none of a village (expected the tape of one)");
        }
    }

    /** What it is, and what answered then. */
    @Override
    public String toString() {
        return "replay of " + file.getFileName() + ", recorded with: " + mind;
    }
}
