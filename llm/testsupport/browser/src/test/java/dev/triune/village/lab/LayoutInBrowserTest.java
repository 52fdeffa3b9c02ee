/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The layout of the village's page at several sizes, in a real browser. */
class LayoutInBrowserTest extends VillagePageTest {
    /** A tick on the first day of seed 8, when the wolf is about and people talk and build. */
    private static final int AFTERNOON = 9_200;

    private static final List<String> ABOVE_THE_FOLD =
            List.of("#map", "#log", "#stories", "#somebody .tabs", "#say", "#faults", "#pulse");

    /** Texts whose contrast against their background is below 4.5 (WCAG 2.2, 1.4.3). */
    private static final String CONTRAST = """
            () => {
              const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
              const rgb = text => {
                paint.clearRect(0, 0, 1, 1);
                paint.fillStyle = text;
                paint.fillRect(0, 0, 1, 1);
                return [...paint.getImageData(0, 0, 1, 1).data];
              };
              const light = ([r, g, b]) => {
                const [x, y, z] = [r, g, b].map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                return 0.2126 * x + 0.7152 * y + 0.0722 * z;
              };
              const behind = node => {
                for (let at = node; at; at = at.parentElement) {
                  const colour = rgb(getComputedStyle(at).backgroundColor);
                  if (colour[3] === 255) return colour;
                }
                return [255, 255, 255];
              };
              const wrong = [];
              for (const node of document.querySelectorAll('body *')) {
                const own = [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
                if (!own || !node.getClientRects().length || node.matches('.skip, .avatar, :disabled')) continue;
                const [a, b] = [light(rgb(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
                const ratio = (a + 0.05) / (b + 0.05);
                if (ratio < 4.5) wrong.push(node.tagName + ' "' + node.textContent.trim().slice(0, 20) + '" ' + ratio.toFixed(2));
              }
              return [...new Set(wrong)];
            }""";

    private static final String RIGHT =
            "part => document.querySelector(part).getBoundingClientRect().right";

    @Test
    void mainPartsAreAboveTheFoldAndUseTheWholeWidth() {
        try (RunningVillage village = villageAfter(7, 3_000)) {
            for (int[] size : new int[][] {{1440, 900}, {1920, 1080}}) {
                Page page = page(village, size[0], size[1], ColorScheme.LIGHT);
                page.locator(".villager").nth(2).click();
                for (String part : ABOVE_THE_FOLD) {
                    assertThat(((Number) page.evaluate(BOTTOM, part)).doubleValue())
                            .as(part + " ends above the fold")
                            .isBetween(40.0, (double) size[1]);
                }
                assertThat(((Number) page.evaluate(RIGHT, "#inspector")).doubleValue())
                        .as("right edge of the inspector")
                        .isBetween(size[0] - 30.0, (double) size[0]);
                assertThat(((Number) page.evaluate(BOTTOM, ".fold")).doubleValue())
                        .as("everything but the figures ends above the fold")
                        .isLessThanOrEqualTo(size[1]);
                assertThat(((Number) page.evaluate(
                                        "document.querySelector('.figures').offsetHeight"))
                                .intValue())
                        .as("the rates of ticks are on one line")
                        .isLessThan(24);
                assertThat(page.evaluate("document.documentElement.scrollWidth"))
                        .isEqualTo(size[0]);
                page.close();
            }
        }
    }

    @Test
    void storyCardsShowWholeTextsAndOpen() {
        try (RunningVillage village = villageAfter(8, NIGHT)) {
            for (int[] size : new int[][] {{1440, 900}, {1920, 1080}, {390, 844}}) {
                Page page = page(village, size[0], size[1], ColorScheme.LIGHT);
                assertThat(page.locator("[data-story]")).hasCount(9);
                assertThat(page.evaluate("[...document.querySelectorAll('[data-story] span')]"
                                + ".filter(node => node.scrollWidth > node.clientWidth + 1"
                                + " || node.getBoundingClientRect().height > 48)"
                                + ".map(node => node.textContent)"))
                        .as("texts that are cut or long")
                        .isEqualTo(List.of());
                if (size[0] > 1_000) {
                    assertThat(((Number) page.evaluate(RIGHT, "#stories li:last-child"))
                                    .doubleValue())
                            .as("right edge of the last card")
                            .isLessThanOrEqualTo(size[0]);
                }
                page.locator("[data-story=rumour]").click();
                assertThat(page.locator("#whole-story")).containsText("light in the quarry");
                page.locator("[data-story=rumour]").click();
                assertThat(page.locator("#whole-story")).isHidden();
                page.close();
            }
        }
    }

    @Test
    void tourHasSixHintsAndIsShownOnce() {
        firstVisit = true;
        try (RunningVillage village = new RunningVillage("--seed", "7")) {
            Page page = page(village);
            for (int hint = 1; hint <= 6; hint++) {
                assertThat(page.locator("#tour-count")).hasText("Hint " + hint + " of 6");
                assertThat(page.locator(".pointed")).isVisible();
                page.locator("#tour-next").click();
            }
            assertThat(page.locator("#tour")).isHidden();
            page.reload();
            assertThat(page.locator("#state-text")).hasText("live");
            assertThat(page.locator("#tour")).isHidden();
            page.locator("#help").click();
            assertThat(page.locator("#tour")).isVisible();
            page.keyboard().press("Escape");
            assertThat(page.locator("#tour")).isHidden();
        }
    }

    @Test
    void hintsOnAPhoneDoNotCoverWhatTheyPointAt() {
        firstVisit = true;
        try (RunningVillage village = new RunningVillage("--seed", "7")) {
            Page page = page(village, 390, 844, ColorScheme.LIGHT);
            for (int hint = 1; hint <= 6; hint++) {
                assertThat(page.locator("#tour-count")).hasText("Hint " + hint + " of 6");
                assertThat(((Number) page.evaluate("document.querySelector('#tour')"
                                        + ".getBoundingClientRect().top - document.querySelector("
                                        + "'.pointed').getBoundingClientRect().top"))
                                .doubleValue())
                        .as("visible height of what hint " + hint + " points at")
                        .isGreaterThan(80);
                page.locator("#tour-next").click();
            }
        }
    }

    @Test
    void layoutWorksInLightDarkAndPhoneModes() {
        Object lightBackground;
        try (RunningVillage village = villageAfter(8, AFTERNOON)) {
            Page light = page(village);
            light.locator(".villager").nth(2).click();
            assertThat(light.locator("#who")).isVisible();
            runTicks(light, 400);
            awaitFrames(light, 5);
            takeScreenshot(light, "light", false);
            takeScreenshot(light, "light-whole", true);
            assertThat(light.evaluate(CONTRAST)).as("contrast").isEqualTo(List.of());
            lightBackground = background(light);
            light.close();
        }
        try (RunningVillage village = villageAfter(8, NIGHT)) {
            Page dark = page(village, 1240, 1000, ColorScheme.DARK);
            dark.locator(".villager").nth(4).click();
            assertThat(dark.locator("#who")).isVisible();
            runTicks(dark, 200);
            assertThat(dark.locator("#phase")).hasText("night");
            awaitFrames(dark, 5);
            takeScreenshot(dark, "dark", false);
            assertThat(dark.evaluate(CONTRAST)).as("contrast in dark mode").isEqualTo(List.of());

            Page phone = page(village, 390, 844, ColorScheme.LIGHT);
            phone.locator(".villager").nth(1).click();
            assertThat(phone.locator("#who")).isVisible();
            awaitFrames(phone, 5);
            takeScreenshot(phone, "phone", true);
            assertThat(phone.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            assertThat(((Number) phone.evaluate(BOTTOM, "#say")).doubleValue())
                    .as("lower edge of the inspector sheet")
                    .isBetween(700.0, 844.0);
            phone.locator("#inspector [aria-label=Close]").click();
            assertThat(phone.locator("#somebody")).isHidden();
            assertThat(phone.locator("#layers")).isVisible();
            assertThat(background(dark)).isNotEqualTo(lightBackground);
        }
    }

    private static Object background(Page page) {
        return page.evaluate("getComputedStyle(document.body).backgroundColor");
    }
}
