/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Opens a page in the browser of whoever started the village, by the program that each system has for
 * it; a headless machine has none. Never blocks and never fails: the address is printed as well.
 */
final class Browser {
    private Browser() {}

    /** Opens a page, if there is a browser. */
    static void open(String url, Map<String, String> environment) {
        List<String> command = command(System.getProperty("os.name", ""), environment, url);
        if (command.isEmpty()) {
            return;
        }
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // no such program: the address line is enough
        }
    }

    /** Returns the command that opens a page on a system; empty if it has no screen. */
    static List<String> command(String system, Map<String, String> environment, String url) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return List.of("open", url);
        }
        if (name.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", url);
        }
        boolean screen =
                environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        return screen ? List.of("xdg-open", url) : List.of();
    }
}
