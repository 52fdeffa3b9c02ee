/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Promises and what became of them, in a real browser. */
class DeedsInBrowserTest extends VillagePageTest {
    @Test
    void promiseToThePlayerIsShownWithItsEnd() {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1")) {
            Page page = page(village);
            page.locator("[data-feed=deeds]").click();
            page.locator(".villager").first().click();
            page.locator("#say").fill("Could you bring 4 wood to the fire?");
            page.keyboard().press("Enter");
            page.locator("#speeds button").nth(2).click();

            Locator promise = page.locator("#promises li:has-text('to Robin')").first();
            assertThat(promise).containsText("Could you bring 4 wood to the fire?");
            assertThat(promise.locator(".pill")).hasText(Pattern.compile("kept \\d\\d:\\d\\d"));
            assertThat(page.locator("#deeds-figure")).hasText(Pattern.compile("[1-9]/[1-9]"));
            promise.locator("button").click();
            assertThat(page.locator(".lines .marked")).isVisible();
        }
    }

    @Test
    void listStaysWhileTheMouseIsOverIt() {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1")) {
            Page page = page(village);
            page.locator("[data-feed=deeds]").click();
            page.locator(".villager").first().click();
            page.locator("#say").fill("Could you bring 4 wood to the fire?");
            page.keyboard().press("Enter");
            Locator promises = page.locator("#promises button");
            assertThat(page.locator("#promises")).containsText("Robin asked: “Could");
            promises.first().hover();
            int before = promises.count();
            page.locator("#say").fill("Please bring 2 wood to the fire.");
            page.keyboard().press("Enter");
            assertThat(page.locator("#log")).containsText("promises Robin: fetches 2 wood");
            assertThat(promises).hasCount(before);
            page.mouse().move(5, 500);
            assertThat(page.locator("#promises")).containsText("Robin said: “Please");
            takeScreenshot(page, "deeds-said", false);
        }
    }

    @Test
    void recordedRunGoesBackToThePromise() {
        Path run = folder.resolve("run.html");
        LauncherRun made = LauncherRun.of(
                "--seed",
                "9",
                "--ticks",
                "40000",
                "--speed",
                "max",
                "--quiet",
                "--export-html",
                run.toString());
        assertThat(made.code()).as(made.err()).isZero();
        for (int[] size : new int[][] {{1440, 900}, {820, 1180}, {390, 844}}) {
            Page page = page(run.toUri().toString(), size[0], size[1], ColorScheme.LIGHT);
            page.locator("#timeline input").fill("36000");
            page.locator("[data-feed=deeds]").click();
            Locator promises = page.locator("#promises button");
            assertThat(promises.first()).isVisible();
            assertThat(page.locator("#say-and-do")).containsText("of what was promised");
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(size[0]);
            takeScreenshot(page, "deeds-" + size[0], false);
            promises.last().click();
            assertThat(page.locator("#who")).isVisible();
            assertThat((boolean) page.evaluate(
                            "Number(document.querySelector('#timeline input').value) < 36000"))
                    .isTrue();
            page.close();
        }
    }
}
