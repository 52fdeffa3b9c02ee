/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.triune.workbench.Workbench;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The files of the page, read from the class path. Immutable. */
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
            "camera",
            "words",
            "labels",
            "inspector",
            "panels",
            "text",
            "plain",
            "model",
            "tour",
            "work",
            "drama",
            "recording",
            "deeds",
            "workbench");
    private static final String STANDALONE_CSP =
            "default-src 'none'; script-src 'unsafe-inline' data:;"
                    + " style-src 'unsafe-inline'; img-src data:";
    private static final String SVG = "image/svg+xml";

    private final Map<String, StaticFile> pages = new LinkedHashMap<>();

    /** A file with its media type. */
    @SuppressWarnings("ArrayRecordComponent") // sent to clients, never compared
    record StaticFile(String type, byte[] body) {}

    StaticFiles() {
        add("/", "view.html", HTML);
        add("/view.css", "view.css", CSS);
        add("/view.svg", "view.svg", SVG);
        add("/workbench.css", "workbench.css", CSS);
        for (String script : SCRIPTS) {
            add("/" + script + ".js", script + ".js", SCRIPT);
        }
    }

    /** Returns the file at a path; null if there is none. */
    @Nullable
    StaticFile find(String path) {
        return pages.get(path);
    }

    /**
     * Returns the page as one file that needs no server.
     *
     * @param events the recorded events, gzipped lines of {@code tick kind json}
     */
    byte[] standalonePage(byte[] events) {
        Map<String, String> modules = new TreeMap<>();
        for (String script : SCRIPTS) {
            String source = text("/" + script + ".js").replaceAll("'\\./(\\w+)\\.js'", "'$1'");
            modules.put(script, dataUrl("text/javascript", source.getBytes(UTF_8)));
        }
        String icon = dataUrl(SVG, Objects.requireNonNull(find("/view.svg")).body());
        String page = text("/")
                .replace("view.svg", icon)
                .replace(
                        "<link rel=\"stylesheet\" href=\"view.css\">",
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"" + STANDALONE_CSP
                                + "\">\n<style>\n" + text("/view.css") + "</style>")
                .replace("<link rel=\"stylesheet\" href=\"workbench.css\">\n", "")
                .replace(
                        "<script type=\"module\" src=\"view.js\"></script>",
                        "<script type=\"importmap\">"
                                + JsonMapper.shared().writeValueAsString(Map.of("imports", modules))
                                + "</script>\n<script type=\"module\">import 'view';</script>")
                .replace(
                        "</body>",
                        "<script type=\"application/octet-stream\" id=\"recording\">"
                                + Base64.getEncoder().encodeToString(events)
                                + "</script>\n</body>");
        return page.getBytes(UTF_8);
    }

    private String text(String path) {
        return new String(Objects.requireNonNull(find(path)).body(), UTF_8);
    }

    private static String dataUrl(String type, byte[] body) {
        return "data:" + type + ";base64," + Base64.getEncoder().encodeToString(body);
    }

    private void add(String path, String file, String type) {
        Class<?> owner = file.startsWith("workbench.") ? Workbench.class : StaticFiles.class;
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from the jar");
            }
            pages.put(path, new StaticFile(type, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
