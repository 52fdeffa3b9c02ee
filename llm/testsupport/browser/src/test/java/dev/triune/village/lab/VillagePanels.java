/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.Map;
import java.util.regex.Pattern;

/** A village with a player, for pictures of what only one can see: promises to him, and prompts. */
final class VillagePanels implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 120_000;

    /** What the player asks of some villagers, by their numbers. */
    private static final Map<Integer, String> REQUESTS = Map.of(
            0, "Could you bring 4 wood to the fire?",
            3, "Please bring 6 wood to the storehouse.");

    private final RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1");
    private final Browser browser;

    VillagePanels(Browser browser) {
        this.browser = browser;
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    }

    /** Asks villagers for something, and returns the page once they have kept a promise. */
    Page wordsAndDeeds(int width, int height) {
        Page page = page(width, height);
        page.locator("[data-feed=deeds]").click();
        REQUESTS.forEach((villager, words) -> {
            page.locator(".villager >> nth=" + villager).click();
            page.locator("#say").fill(words);
            page.keyboard().press("Enter");
        });
        page.locator("#speeds button >> nth=2").click();
        assertThat(page.locator("#promises .good").first()).isVisible();
        page.locator("#promises li:has(.good) button").first().click();
        return page;
    }

    /** Returns the page in which the player has answered a prompt, and has the next one. */
    Page byHand(int width, int height) {
        Page page = page(width, height);
        page.locator("#speeds button >> nth=0").click();
        page.locator(".villager >> nth=0").click();
        page.locator("#be-mind").click();
        page.locator(".bench-tabs button >> nth=1").click();
        page.locator(".bench-json")
                .fill("{\"action\": [{\"type\": \"gather\", \"target\": \"wood\", \"amount\": 99},"
                        + " {\"type\": \"plan_build\", \"building\": \"castle\"}],"
                        + "\n \"speaking\": \"Wood first, then a castle.\"}");
        page.locator(".bench-answer .primary").click();
        assertThat(page.locator(".bench-end").first()).hasText(Pattern.compile("repaired|refused"));
        page.locator("#speeds button >> nth=2").click();
        assertThat(page.locator(".bench-answer")).isVisible();
        page.locator("#speeds button >> nth=0").click();
        page.locator(".bench-tabs button >> nth=0").click();
        page.locator(".bench-answer textarea").first().fill("Who carries stone for the well?");
        page.locator("#by-hand").scrollIntoViewIfNeeded();
        page.evaluate("document.getElementById('by-hand').scrollIntoView()");
        return page;
    }

    private Page page(int width, int height) {
        Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(width, height));
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.addInitScript("localStorage.setItem('triune-tour', 'seen')");
        page.navigate(village.url());
        assertThat(page.locator(".villager").first()).isVisible();
        return page;
    }

    @Override
    public void close() {
        village.close();
    }
}
