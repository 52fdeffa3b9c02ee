/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of the page, read once from the class path. Immutable. */
final class StaticFiles {
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final List<String> SCRIPTS = List.of(
            "view",
            "map",
            "brush",
            "ground",
            "buildings",
            "people",
            "creatures",
            "sky",
            "words",
            "inspector",
            "panels",
            "text",
            "plain",
            "model",
            "tour",
            "work",
            "drama");
    private static final String SVG = "image/svg+xml";

    private final Map<String, StaticFile> pages = new LinkedHashMap<>();

    /** A file with its media type. */
    @SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
    record StaticFile(String type, byte[] body) {}

    StaticFiles() {
        add("/", "view.html", HTML);
        add("/view.css", "view.css", CSS);
        add("/view.svg", "view.svg", SVG);
        for (String script : SCRIPTS) {
            add("/" + script + ".js", script + ".js", SCRIPT);
        }
    }

    /** Returns the file at a path; null if there is none. */
    @Nullable
    StaticFile find(String path) {
        return pages.get(path);
    }

    private void add(String path, String file, String type) {
        try (InputStream in = StaticFiles.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from the jar");
            }
            pages.put(path, new StaticFile(type, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
