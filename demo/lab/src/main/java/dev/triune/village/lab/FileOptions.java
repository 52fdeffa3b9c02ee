/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.village.lab.tape.VillageTape;
import dev.triune.village.sim.UnusableFileException;
import dev.triune.village.sim.VillageSaveFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for files that a run writes, and for those that it continues from. */
final class FileOptions {
    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "also write the report to this file, whose name ends in .json or .html;"
                    + " may be given once for each; .txt with --bench-model")
    List<Path> reports = new ArrayList<>();

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "record the run to this tape, to replay it without a model")
    @Nullable
    Path record;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "replay this tape, which contains the settings of its village")
    @Nullable
    Path replay;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "save the village at the end, to continue with --load")
    @Nullable
    Path save;

    @Option(
            names = "--load",
            paramLabel = "FILE",
            description = "continue from this save, which contains the settings of its village")
    @Nullable
    Path load;

    @Option(
            names = "--export-html",
            paramLabel = "FILE",
            description =
                    "write the run, or that of --replay, as a page that plays it in any browser"
                            + " without a server; its name ends in .html")
    @Nullable
    Path exportHtml;

    /** The save to continue from, once it is read. */
    @Nullable
    VillageSaveFile loaded;
    /** The tape to replay, once it is read. */
    @Nullable
    VillageTape tape;

    /**
     * Checks the files to write.
     *
     * @param viewed whether the run is also shown in a browser
     * @param benchmark whether plans are measured instead, of which the report is plain text
     */
    void check(OptionRules rules, boolean viewed, boolean benchmark) {
        Set<Path> written = new HashSet<>();
        for (Path report : reports) {
            check(rules, written, "--report", report);
            rules.check(
                    benchmark ? ReportWriter.isText(report) : ReportWriter.isKnown(report),
                    "--report " + report + ": an extension that says nothing",
                    benchmark
                            ? "a name that ends in .txt, because the benchmark writes plain text"
                            : "a name that ends in .json or .html");
        }
        check(rules, written, "--record", record);
        check(rules, written, "--save", save);
        rules.check(
                record == null || !isSame(save, load),
                "--save " + save + ": the tape of a loaded village needs its save",
                "another file to save to");
        if (exportHtml != null) {
            if (viewed) {
                throw rules.error("--export-html " + exportHtml + " and --view exclude each other:"
                        + " record the run with --record, then export its --replay");
            }
            if (!exportHtml.toString().toLowerCase(Locale.ROOT).endsWith(".html")) {
                throw rules.error(
                        "--export-html " + exportHtml + ": expected a name that ends in .html");
            }
            check(rules, written, "--export-html", exportHtml);
        }
    }

    private static boolean isSame(@Nullable Path one, @Nullable Path other) {
        try {
            return one != null && other != null && Files.isSameFile(one, other);
        } catch (IOException e) {
            return false; // one of them does not exist
        }
    }

    private static void check(
            OptionRules rules, Set<Path> written, String option, @Nullable Path file) {
        rules.checkWritable(option, file);
        rules.check(
                file == null || written.add(file.toAbsolutePath().normalize()),
                option + " " + file + ": something else is written to that file already",
                "a file of its own");
    }

    /** Reads the tape or the save, or both, and compares them. */
    void read(OptionRules rules) {
        try {
            tape = replay == null ? null : VillageTape.read(replay);
        } catch (UnusableFileException e) {
            throw rules.error("--replay " + replay + ": " + e.getMessage());
        }
        try {
            loaded = load == null ? null : VillageSaveFile.read(load);
        } catch (UnusableFileException e) {
            throw rules.error("--load " + load + ": " + e.getMessage());
        }
        if (tape == null || (loaded == null && !tape.loaded())) {
            return;
        }
        if (loaded == null) {
            throw rules.error("--replay " + replay + ": this village had been loaded from a save:"
                    + " add --load FILE with that save");
        }
        if (!tape.loaded()) {
            throw rules.error("--load " + load + " and --replay " + replay
                    + " exclude each other: the village on the tape begins anew");
        }
        rules.check(
                tape.seed() == loaded.seed() && tape.villagers() == loaded.villagers(),
                "--load " + load + ": a village of seed " + loaded.seed() + " with "
                        + loaded.villagers() + " villagers",
                "the one on the tape, seed " + tape.seed() + " with " + tape.villagers());
    }
}
