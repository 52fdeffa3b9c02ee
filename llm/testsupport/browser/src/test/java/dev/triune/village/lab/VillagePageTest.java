/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.triune.testsupport.BrowserTest;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The village's page in a real browser: steps that its tests share. */
abstract class VillagePageTest extends BrowserTest {
    static final int NIGHT = 18_000;

    /** Returns the lower edge of a part of the page. */
    static final String BOTTOM =
            "part => document.querySelector(part).getBoundingClientRect().bottom";

    /** The browser's error when a village closes while its page is open. */
    private static final String SERVER_GONE = "net::ERR_INCOMPLETE_CHUNKED_ENCODING";

    /** Draws about 12 pictures per second, to leave the CPU to other tests. */
    private static final String FEWER_FRAMES = """
            const next = window.requestAnimationFrame.bind(window);
            window.requestAnimationFrame = draw => setTimeout(() => next(draw), 70);""";

    /** Whether the page shows its tour. */
    boolean firstVisit;

    /** Whether the page draws as often as the browser allows. */
    boolean allFrames;

    @TempDir
    Path folder;

    @AfterEach
    @Override
    protected void closePages() {
        super.closePages();
        assertThat(consoleErrors()).allMatch(text -> text.contains(SERVER_GONE));
    }

    Page page(RunningVillage village, int width, int height, ColorScheme scheme) {
        return page(village.url(), width, height, scheme);
    }

    Page page(String url, int width, int height, ColorScheme scheme) {
        BrowserContext context = window(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme));
        if (!firstVisit) {
            context.addInitScript("localStorage.setItem('triune-tour', 'seen')");
        }
        if (!allFrames) {
            context.addInitScript(FEWER_FRAMES);
        }
        Page page = page(context);
        page.navigate(url);
        assertThat(page.locator("#state-text"))
                .hasText(Pattern.compile("live|paused|playing|ended"));
        return page;
    }

    Page page(RunningVillage village) {
        return page(village, 1240, 1000, ColorScheme.LIGHT);
    }

    /** Waits until the map was drawn the given number of times. */
    static void awaitFrames(Page page, int pictures) {
        Object drawn = page.evaluate("villageMap.drawn");
        page.waitForFunction(
                "([from, more]) => villageMap.drawn >= from + more", List.of(drawn, pictures));
    }

    static long tick(Page page) {
        return ((Number) page.evaluate("villageMap.frame.tick")).longValue();
    }

    /** A village that has already run for some ticks and continues in real time. */
    RunningVillage villageAfter(int seed, int ticks) {
        String save = folder.resolve("villageAfter-" + seed + "-" + ticks).toString();
        LauncherRun launcherRun = LauncherRun.of(
                "--seed",
                String.valueOf(seed),
                "--ticks",
                String.valueOf(ticks),
                "--speed",
                "max",
                "--quiet",
                "--save",
                save);
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        return new RunningVillage("--load", save, "--speed", "1");
    }

    /** Stops the village, so that no request is replaced while somebody writes its answer. */
    static void pause(Page page) {
        page.locator("#pause").click();
        assertThat(page.locator("#state-text")).hasText("paused");
    }

    static void play(Page page) {
        page.locator("#pause").click();
        assertThat(page.locator("#state-text")).hasText("live");
    }

    /** Runs some ticks at twenty times the speed, and then pauses. */
    static void runTicks(Page page, int ticks) {
        page.locator("#speeds button").nth(3).click();
        page.waitForFunction(
                "ticks => { window.until ??= villageMap.frame.tick + ticks;"
                        + " return villageMap.frame.tick >= window.until; }",
                ticks);
        page.locator("#pause").click();
        assertThat(page.locator("#state-text")).hasText("paused");
    }
}
