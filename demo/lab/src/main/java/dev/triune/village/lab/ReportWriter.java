/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.village.sim.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a report to a file, completely or not at all; the extension selects the format. */
final class ReportWriter {
    private static final String JSON = ".json";
    private static final String HTML = ".html";
    private static final String TEXT = ".txt";

    private ReportWriter() {}

    /** Returns whether the extension of a file is a known format. */
    static boolean isKnown(Path file) {
        return endsWith(file, JSON) || endsWith(file, HTML);
    }

    /** Returns whether the extension of a file is that of plain text. */
    static boolean isText(Path file) {
        return endsWith(file, TEXT);
    }

    static void write(List<String> lines, Path file) throws IOException {
        String text = String.join("\n", lines) + "\n";
        AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    static void write(RunReport runReport, Path file) throws IOException {
        String text = endsWith(file, HTML) ? HtmlReport.of(runReport) : runReport.json();
        AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean endsWith(Path file, String extension) {
        Path name = file.getFileName();
        return name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(extension);
    }
}
