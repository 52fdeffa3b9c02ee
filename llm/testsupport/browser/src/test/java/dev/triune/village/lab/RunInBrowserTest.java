/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.triune.village.world.Calendar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The village's run on its page, in a real browser: time, faults, end and replay. */
class RunInBrowserTest extends VillagePageTest {
    /** Names from code that the page shows outside of prompts and answers. */
    private static final String IDENTIFIERS = """
            () => {
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), wrong = [];
              while (walker.nextNode()) {
                const {parentElement: at, data} = walker.currentNode;
                if (!at.closest('pre, script') && /[a-z]_[a-z]|[a-z][A-Z][a-z]/.test(data)) wrong.push(data);
              }
              return wrong;
            }""";

    private static final Pattern WOLF_COMES =
            Pattern.compile("(\\d\\d:\\d\\d)  \\* a wolf is here");

    @Test
    void exportedRunPlaysFromItsFileWithATimeline() {
        Path file = folder.resolve("run.html");
        LauncherRun run = LauncherRun.of(
                "--seed", "8", "--days", "1", "--speed", "max", "--export-html", file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        Matcher wolf = WOLF_COMES.matcher(run.out());
        assertThat(wolf.find()).as(run.out()).isTrue();
        long afterIt = Calendar.dateIn("day 1 at " + wolf.group(1)).orElseThrow() + 60;
        Page page = page(file.toUri().toString(), 1440, 900, ColorScheme.LIGHT);
        assertThat(page.locator("#speeds button")).hasCount(4);
        await().atMost(Duration.ofSeconds(20)).until(() -> tick(page) > 100);

        page.locator("#pause").click();
        assertThat(page.locator("#state-text")).hasText("paused");
        page.locator("#timeline input").fill(String.valueOf(afterIt));
        page.locator(".villager >> nth=2").click();

        assertThat(page.locator("#moment")).hasText("Day 1, " + Calendar.time(afterIt));
        assertThat(page.locator("#wolf")).isVisible();
        assertThat(page.locator("#somebody")).containsText("needs");
        assertThat(page.locator("#watch-only")).isVisible();
        assertThat(page.locator("#log")).containsText(wolf.group(1));
        takeScreenshot(page, "exported", false);

        page.locator("#timeline input").fill("24000");
        assertThat(page.locator("#ended")).isVisible();
        assertThat(page.locator("#report")).containsText("fingerprint");
        assertThat(page.locator("#report dt").first()).hasText("Feast");
        assertThat(page.evaluate(IDENTIFIERS)).isEqualTo(List.of());
        page.locator("#timeline input").fill("8");
        assertThat(page.locator("#calls-day")).not().containsText("-");
        assertThat(page.locator("#ended")).isHidden();
        assertThat(page.locator("#wolf")).isHidden();
    }

    @Test
    void pauseStopsTimeAndStepAddsOneTick() {
        try (RunningVillage village = new RunningVillage("--seed", "7")) {
            Page page = page(village);
            page.locator("#pause").click();
            assertThat(page.locator("#state-text")).hasText("paused");
            long tick = tick(page);

            page.locator("#step").click();
            await().until(() -> tick(page) == tick + 1);
            page.locator("#step").focus();
            page.keyboard().press("Enter");
            await().until(() -> tick(page) == tick + 2);
            awaitFrames(page, 30);
            assertThat(tick(page)).isEqualTo(tick + 2);

            page.locator("#pause").click();
            await().until(() -> tick(page) > tick + 5);
        }
    }

    @Test
    void ticksContinueWhileTheModelFailsAndRecovers() {
        try (RunningVillage village = new RunningVillage("--seed", "7")) {
            Page page = page(village);
            assertThat(page.locator("[data-fault=none]")).hasText("Works");
            page.locator("[data-fault=dead]").click();
            assertThat(page.locator("[data-fault=none]")).hasText("Back");
            assertThat(page.locator("[data-fault=dead]")).hasAttribute("aria-pressed", "true");
            assertThat(page.locator("#fault-words")).containsText("cannot be reached");
            assertThat(page.locator("#log")).containsText("no answer: ");
            long tick = tick(page);
            await().until(() -> tick(page) > tick + 20);
            assertThat(page.locator("#ms")).hasText(Pattern.compile("\\d+\\.\\d\\d"));
            page.locator("[data-fault=none]").click();
            assertThat(page.locator("[data-fault=none]")).hasAttribute("aria-pressed", "true");
            page.locator("#speeds button").nth(3).click();
            assertThat(page.locator("#calls-day")).hasText(Pattern.compile("[\\d,]+"));
            assertThat(page.locator("#habits")).hasText(Pattern.compile(", \\d+ % by habit"));
            page.locator("#price").selectOption("2");
            assertThat(page.locator("#per-hour")).hasText(Pattern.compile("\\$\\d+\\.\\d\\d"));
        }
    }

    @Test
    void endOfTheRunShowsTheReport() {
        try (RunningVillage village = new RunningVillage("--ticks", "300")) {
            Page page = page(village);
            assertThat(page.locator("#state-text")).hasText("ended");
            assertThat(page.locator("#report")).containsText("fingerprint");
            assertThat(page.locator("#report")).containsText("Stranger");
            assertThat(page.locator("#report")).not().containsText("injection");
            assertThat(((Number) page.evaluate(BOTTOM, "#map")).doubleValue())
                    .as("the map stays above the fold")
                    .isLessThan(1_000);
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(1_240);
            page.locator("#to-report").click();
            assertThat(page.locator("#report")).isInViewport();
            assertThat(page.locator("#pause")).isDisabled();
            assertThat(village.exitCode()).isZero();
            page.locator(".villager").nth(2).click();
            assertThat(page.locator("[data-row=needs]")).containsText("healthy");
            page.locator("[data-tab=prompt]").click();
            assertThat(page.locator("[data-row=cost]")).containsText("free");
            takeScreenshot(page, "after-the-end", false);
        }
    }

    @Test
    void replayIsReadOnly() {
        String tape = folder.resolve("t.jsonl").toString();
        try (RunningVillage village =
                new RunningVillage("--ticks", "600", "--speed", "max", "--record", tape)) {
            assertThat(village.exitCode()).isZero();
        }
        try (RunningVillage village = new RunningVillage("--replay", tape, "--speed", "1")) {
            Page page = page(village);
            page.locator("#pause").click();
            assertThat(page.locator("#mode")).hasText("replay");
            page.locator(".villager").first().click();
            assertThat(page.locator("#watch-only")).containsText("This is a replay");
            assertThat(page.locator("#say")).hasCount(0);
            assertThat(page.locator("[data-layer=talker]")).hasCount(0);
        }
    }
}
