/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.tape;

import dev.triune.llm.Broker;
import dev.triune.tape.TapeMismatchException;
import dev.triune.tape.TapeRecorder;
import dev.triune.tape.TapeReplay;
import dev.triune.village.sim.HabitSource;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.Transcript;
import dev.triune.village.sim.UnusableFileException;
import dev.triune.village.sim.VillageBrokers.Connection;
import dev.triune.village.sim.VillageBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A tape with the settings of its village. Immutable.
 *
 * @param file the tape
 * @param seed the seed of every random choice
 * @param villagers the number of villagers, 1 or more
 * @param decisions the mode of selecting layers
 * @param mind a description of the source of answers
 * @param asksModels whether villagers called a model
 * @param loaded whether the village had been loaded from a save
 * @param habits the habits that villagers started with
 */
public record VillageTape(
        Path file,
        long seed,
        int villagers,
        SimulationSettings.DecisionMode decisions,
        String mind,
        boolean asksModels,
        boolean loaded,
        HabitSource habits)
        implements MindSource {
    /** The beginning of a village's first mark. */
    static final String BEGIN = "{\"village\":";

    /** The version of the marks. */
    private static final int VERSION = 1;

    private static final int MAX_VILLAGERS = 10_000;
    private static final JsonMapper JSON = new JsonMapper();

    /** Opens the replay, which needs no provider. */
    @Override
    public Broker open(Connection connection) {
        try {
            return TapeReplay.of(file, connection.listener());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Transcript transcript(Broker broker) {
        return new TapeMarks(broker);
    }

    /** Returns the settings of the village, for its replay. */
    public SimulationSettings settings(boolean virtualTime) {
        return new SimulationSettings(seed, villagers, virtualTime, this, decisions, habits);
    }

    /**
     * Lets a builder record its village to a tape, which replaces the file. The village cannot be
     * built if the tape cannot be created.
     */
    public static VillageBuilder record(VillageBuilder builder, Path file) {
        return builder.transcript(TapeMarks::new).broker(connection -> {
            try {
                return TapeRecorder.record(
                        file, tape -> connection.with(tape).open(), connection.listener());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Returns the first mark of a village with settings. */
    static String mark(SimulationSettings simulationSettings, boolean loaded) {
        return JSON.writeValueAsString(JSON.createObjectNode()
                .put("village", VERSION)
                .put("seed", simulationSettings.seed())
                .put("villagers", simulationSettings.villagers())
                .put("decisions", simulationSettings.decisions().name().toLowerCase(Locale.ROOT))
                .put("mind", simulationSettings.mind().mind())
                .put("asked", simulationSettings.mind().asksModels())
                .put("loaded", loaded)
                .put("habits", simulationSettings.habits().name())
                .put("habitFile", simulationSettings.habits().text()));
    }

    /**
     * Reads the settings of the village on a tape.
     *
     * @throws UnusableFileException if the file does not exist, or is not a tape of a village
     */
    public static VillageTape read(Path file) throws UnusableFileException {
        return parse(
                file,
                firstMark(file)
                        .orElseThrow(() -> new UnusableFileException(
                                "this is the tape of another game (expected one that"
                                        + " a village wrote with --record)")));
    }

    private static Optional<String> firstMark(Path file) throws UnusableFileException {
        if (Files.isDirectory(file)) {
            throw new UnusableFileException("this is a folder (expected a tape)");
        }
        try {
            if (Files.size(file) == 0) {
                throw new UnusableFileException("the file is empty (expected a tape)");
            }
            return readFirstMark(TapeReplay.of(file));
        } catch (NoSuchFileException e) {
            throw new UnusableFileException("there is no such file (expected a tape)");
        } catch (IOException e) {
            throw new UnusableFileException(
                    "it cannot be read (" + e.getClass().getSimpleName() + ")");
        } catch (TapeMismatchException e) {
            throw new UnusableFileException(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> readFirstMark(TapeReplay tape) {
        try {
            return tape.nextMark();
        } finally {
            closeEarly(tape);
        }
    }

    /** Closes a tape before its end. */
    static void closeEarly(TapeReplay tape) {
        try {
            tape.close();
        } catch (TapeMismatchException e) {
            // ignored: the recorded game continued after this point
        }
    }

    private static VillageTape parse(Path file, String mark) throws UnusableFileException {
        try {
            JsonNode header = JSON.readTree(mark);
            int version = header.path("village").asInt(0);
            if (version != VERSION) {
                throw new UnusableFileException("the tape of a village of version " + version
                        + " (expected " + VERSION + ")");
            }
            int villagers = header.required("villagers").intValue();
            if (villagers < 1 || villagers > MAX_VILLAGERS) {
                throw new UnusableFileException("the tape of a village of " + villagers
                        + " (expected 1 to " + MAX_VILLAGERS + ")");
            }
            return new VillageTape(
                    file,
                    header.required("seed").longValue(),
                    villagers,
                    SimulationSettings.DecisionMode.valueOf(
                            header.required("decisions").stringValue().toUpperCase(Locale.ROOT)),
                    header.required("mind").stringValue(),
                    header.required("asked").booleanValue(),
                    header.required("loaded").booleanValue(),
                    new HabitSource(
                            header.path("habits").asString(HabitSource.OFF.name()),
                            header.path("habitFile").asString("")));
        } catch (JacksonException | IllegalArgumentException e) {
            throw new UnusableFileException(
                    "its first mark is none of a village (expected the tape of one)");
        }
    }

    /** Describes the replay and the source of answers of the recording. */
    @Override
    public String toString() {
        return "replay of " + file.getFileName() + ", recorded with: " + mind;
    }
}
