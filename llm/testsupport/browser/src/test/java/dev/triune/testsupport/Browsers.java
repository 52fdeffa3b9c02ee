/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and opens the installed Chromium, or rather its headless shell, which takes less CPU. */
public final class Browsers {
    private static final List<String> NAMES = List.of(
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable");

    private Browsers() {}

    /** Creates the driver, which must not download its own browser. */
    public static Playwright driver() {
        return Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    /**
     * Opens Chromium.
     *
     * @throws IllegalStateException if none is installed
     */
    public static Browser open(Playwright driver) {
        Path chromium = onPath().orElseThrow(() -> new IllegalStateException(
                "no Chromium on the PATH (looked for " + NAMES + "); run .ci/install-browser"));
        return driver.chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setHeadless(true)
                        .setArgs(List.of(
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    private static Optional<Path> onPath() {
        String path = System.getenv().getOrDefault("PATH", "");
        return NAMES.stream()
                .flatMap(name ->
                        Stream.of(path.split(File.pathSeparator)).map(dir -> Path.of(dir, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
