/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The player is the mind of a villager, in a real browser. */
class ByHandInBrowserTest extends VillagePageTest {
    private static final int[][] SIZES = {{1440, 900}, {820, 1180}, {390, 844}};

    @Test
    void buttonShowsThePromptAndTheFormMakesAPlan() {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1")) {
            Page page = page(village, 1440, 900, ColorScheme.LIGHT);
            page.locator(".villager").first().click();
            page.locator("#be-mind").click();
            assertThat(page.locator("#hand-names")).hasText("Mira");
            assertThat(page.locator("#be-mind")).hasText("Leave this mind");
            assertThat(page.locator(".bench-call")).containsText("a plan");
            pause(page);
            assertThat(page.locator(".bench-prompt")).containsText("What do you do next?");
            page.locator(".bench-prompt summary").first().click();
            assertThat(page.locator(".bench-prompt")).containsText("You are ");

            page.locator(".bench-answer button:has-text('+ action')").click();
            page.locator(".bench-actions select[aria-label=action]").selectOption("gather");
            page.locator(".bench-actions select").nth(1).selectOption("wood");
            page.locator(".bench-actions input[type=number]").fill("500");
            page.locator(".bench-answer textarea").first().fill("<b>Wood</b> first.");
            play(page);
            page.locator(".bench-answer .primary").click();

            Locator read = page.locator(".bench-past > li").first();
            assertThat(read.locator(".bench-end")).hasText("repaired");
            assertThat(read.locator(".bench-note.repaired")).containsText("gather wood");
            assertThat(read.locator(".bench-note.said")).containsText("<b>Wood</b> first.");
            assertThat(page.locator("#bench b b")).hasCount(0);
            takeScreenshot(page, "by-hand", false);

            assertThat(page.locator("#log")).containsText("cuts wood");
            page.locator("#be-mind").click();
            assertThat(page.locator("#by-hand")).isHidden();
        }
    }

    @Test
    void pausedVillageTellsThatPlayBringsTheQuestion() {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1")) {
            Page page = page(village, 1440, 900, ColorScheme.LIGHT);
            pause(page);
            page.locator(".villager").first().click();
            page.locator("#be-mind").click();
            assertThat(page.locator("#to-hand"))
                    .hasText("Press Play: the next question comes then");
            assertThat(page.locator(".bench-empty").first()).containsText("The village is paused");
            takeScreenshot(page, "by-hand-paused", false);
            play(page);
            assertThat(page.locator("#to-hand")).hasText("Mira waits for you");
        }
    }

    @Test
    void emptyRequiredFieldIsNotSent() {
        try (RunningVillage village =
                new RunningVillage("--seed", "7", "--speed", "1", "--by-hand", "Mira")) {
            Page page = page(village, 1440, 900, ColorScheme.LIGHT);
            assertThat(page.locator(".bench-answer")).isVisible();
            pause(page);
            page.locator(".bench-answer button:has-text('+ action')").click();
            page.locator(".bench-actions select[aria-label=action]").selectOption("talk");
            page.locator(".bench-answer .primary").click();
            assertThat(page.locator(".bench-notice")).containsText("Fill in “to” first.");
            page.locator(".bench-actions input").first().fill("Oren");
            page.locator(".bench-answer .primary").click();
            assertThat(page.locator(".bench-notice")).containsText("Fill in “text” first.");
            page.locator(".bench-actions textarea").fill("Will you help me with the well?");
            page.locator("#by-hand").scrollIntoViewIfNeeded();
            takeScreenshot(page, "by-hand-talk", false);
            page.locator(".bench-answer .primary").click();
            assertThat(page.locator(".bench-answer")).isHidden();
            assertThat(page.locator(".bench-notice")).isHidden();
        }
    }

    @Test
    void whatIsToldOfAPromptThatIsGoneGoesWithTheNext() {
        try (RunningVillage village =
                new RunningVillage("--seed", "7", "--speed", "1", "--by-hand", "Mira")) {
            Page page = page(village, 1440, 900, ColorScheme.LIGHT);
            page.locator(".villager").nth(1).click();
            page.locator("#be-mind").click();
            assertThat(page.locator(".bench-answer h3")).containsText("Oren");
            page.locator(".bench-call:has-text('Mira')").click();
            assertThat(page.locator(".bench-answer h3")).containsText("Mira");
            page.locator(".villager").first().click();
            assertThat(page.locator("#be-mind")).hasText("Leave this mind");
            page.locator("#be-mind").click();
            assertThat(page.locator(".bench-notice")).containsText("does not wait any more");
            assertThat(page.locator("#be-mind")).hasText("Be this mind");
            page.locator("#be-mind").click();
            assertThat(page.locator(".bench-notice")).isHidden();
            assertThat(page.locator(".bench-answer h3")).containsText("Mira");
        }
    }

    @Test
    void jsonIsReadLikeAModelsAnswerAndWhatIsWrongIsShown() {
        try (RunningVillage village =
                new RunningVillage("--seed", "7", "--speed", "1", "--by-hand", "Oren")) {
            for (int[] size : SIZES) {
                Page page = page(village, size[0], size[1], ColorScheme.LIGHT);
                page.locator("#to-hand").click();
                page.locator(".bench-tabs button").nth(1).click();
                pause(page);
                page.locator(".bench-json")
                        .fill("{\"action\":[{\"type\":\"plan_build\",\"building\":\"castle\"}],"
                                + "\"speaking\":\"A castle!\"}");
                takeScreenshot(page, "by-hand-json-" + size[0], false);
                play(page);
                page.locator(".bench-answer .primary").click();
                assertThat(page.locator(".bench-past > li").first().locator(".refused"))
                        .containsText("castle");
                assertThat(page.evaluate("document.documentElement.scrollWidth"))
                        .isEqualTo(size[0]);
                takeScreenshot(page, "by-hand-read-" + size[0], false);
                page.close();
            }
        }
    }

    @Test
    void whatIsWrittenSurvivesAClosedPageAndRulesMayAnswer() {
        try (RunningVillage village =
                new RunningVillage("--seed", "7", "--speed", "1", "--by-hand", "Mira")) {
            Page page = page(village);
            assertThat(page.locator(".bench-answer")).isVisible();
            pause(page);
            page.locator(".bench-answer textarea").first().fill("The well comes first.");
            page.reload();
            assertThat(page.locator(".bench-answer textarea").first())
                    .hasValue("The well comes first.");
            play(page);
            page.locator("button:has-text('Let the rules answer')").click();
            assertThat(page.locator(".bench-past > li").first())
                    .containsText(Pattern.compile("left to others, (applied|repaired)"));
        }
    }

    @Test
    void sliderSlowsTheMindDown() {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1")) {
            Page page = page(village);
            assertThat(page.locator("#latency-words")).hasText("1.2 s");
            page.locator("#latency").fill("100");
            assertThat(page.locator("#latency-words")).hasText("60 s");
            page.locator("#latency").blur();
            assertThat(page.locator("#fault-words")).containsText("A slow mind");
        }
    }
}
