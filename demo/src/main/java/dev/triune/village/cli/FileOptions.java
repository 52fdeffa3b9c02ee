/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import static dev.triune.village.cli.OptionChecks.checkWritable;

import dev.triune.village.sim.UnusableFileException;
import dev.triune.village.sim.VillageSaveFile;
import dev.triune.village.sim.VillageTape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for files that a run writes, and for those that it continues from. */
final class FileOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "write the report to this file as well, which ends in .json or .html; may"
                    + " be given for each of them")
    private List<Path> reports = new ArrayList<>();

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "record the run to this tape, to be replayed without any model")
    private @Nullable Path record;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "replay the run on this tape; it says which village it is")
    private @Nullable Path replay;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "save the village at the end, to go on with --load")
    private @Nullable Path save;

    @Option(
            names = "--load",
            paramLabel = "FILE",
            description = "go on from this save; it says which village it is")
    private @Nullable Path load;

    @Option(
            names = "--export-html",
            paramLabel = "FILE",
            description =
                    "keep the run, or that of --replay, as a page that plays it in any browser"
                            + " without a server; its name ends in .html")
    private @Nullable Path exportHtml;

    private @Nullable VillageSaveFile loaded;
    private @Nullable VillageTape recorded;

    List<Path> reports() {
        return reports;
    }

    @Nullable
    Path record() {
        return record;
    }

    @Nullable
    Path replay() {
        return replay;
    }

    @Nullable
    Path save() {
        return save;
    }

    @Nullable
    Path load() {
        return load;
    }

    @Nullable
    Path exportHtml() {
        return exportHtml;
    }

    /** Returns the save to continue from, once {@link #read} has read it. */
    @Nullable
    VillageSaveFile loaded() {
        return loaded;
    }

    /** Returns the tape to replay, once {@link #read} has read it. */
    @Nullable
    VillageTape villageTape() {
        return recorded;
    }

    /** Checks the files to write; {@code viewed} is whether the run is also shown in a browser. */
    void checkOutputFiles(boolean viewed) {
        Set<Path> written = new HashSet<>();
        for (Path report : reports) {
            checkWritable(spec, "--report", report);
            if (!ReportWriter.isKnown(report)) {
                throw wrong("--report " + report + ": an extension that says nothing (expected a"
                        + " name that ends in .json or .html)");
            }
            checkDistinct(written, "--report", report);
        }
        checkWritable(spec, "--record", record);
        checkWritable(spec, "--save", save);
        checkDistinct(written, "--record", record);
        checkDistinct(written, "--save", save);
        checkExport(written, viewed);
    }

    private void checkExport(Set<Path> written, boolean viewed) {
        if (exportHtml == null) {
            return;
        }
        if (viewed) {
            throw wrong("--export-html " + exportHtml + " and --view exclude each other: record the"
                    + " run with --record, then export its --replay");
        }
        if (!exportHtml.toString().toLowerCase(Locale.ROOT).endsWith(".html")) {
            throw wrong("--export-html " + exportHtml + ": expected a name that ends in .html");
        }
        checkWritable(spec, "--export-html", exportHtml);
        checkDistinct(written, "--export-html", exportHtml);
    }

    private void checkDistinct(Set<Path> written, String option, @Nullable Path file) {
        if (file != null && !written.add(file.toAbsolutePath().normalize())) {
            throw wrong(option + " " + file + ": something else is written to that file already"
                    + " (expected a file of its own)");
        }
    }

    /** Checks the options against a tape or a save, and reads these. */
    void read(WorldOptions world, MindOptions mind, HabitOptions habits) {
        if (replay != null) {
            if (record != null) {
                throw wrong("--record " + record + " and --replay " + replay
                        + " exclude each other: leave out one of them");
            }
            world.firstFlagSetByTape()
                    .or(mind::firstGivenFlag)
                    .or(habits::firstFlagSetByTape)
                    .ifPresent(given -> {
                        throw wrong(given + " and --replay " + replay
                                + " exclude each other: the tape says what village it is and who"
                                + " answers");
                    });
        }
        if (load != null) {
            world.firstFlagSetBySave().ifPresent(given -> {
                throw wrong(given + " and --load " + load
                        + " exclude each other: the save says what village it is");
            });
        }
        recorded = replay == null ? null : readTape(replay);
        loaded = load == null ? null : readSave(load);
        checkTapeAndSave();
    }

    private VillageTape readTape(Path file) {
        try {
            return VillageTape.read(file);
        } catch (UnusableFileException e) {
            throw wrong("--replay " + file + ": " + e.getMessage());
        }
    }

    private VillageSaveFile readSave(Path file) {
        try {
            return VillageSaveFile.read(file);
        } catch (UnusableFileException e) {
            throw wrong("--load " + file + ": " + e.getMessage());
        }
    }

    private void checkTapeAndSave() {
        VillageTape tape = recorded;
        VillageSaveFile from = loaded;
        if (tape == null) {
            return;
        }
        if (from == null) {
            if (tape.loaded()) {
                throw wrong("--replay " + replay + ": this village had been loaded from a save: add"
                        + " --load FILE with that save");
            }
            return;
        }
        if (!tape.loaded()) {
            throw wrong("--load " + load + " and --replay " + replay
                    + " exclude each other: the village on the tape begins anew");
        }
        if (tape.seed() != from.seed() || tape.villagers() != from.villagers()) {
            throw wrong("--load " + load + ": a village of seed " + from.seed() + " with "
                    + from.villagers() + " villagers (expected the one on the tape, seed "
                    + tape.seed() + " with " + tape.villagers() + ")");
        }
    }

    private ParameterException wrong(String message) {
        return OptionChecks.error(spec, message);
    }
}
