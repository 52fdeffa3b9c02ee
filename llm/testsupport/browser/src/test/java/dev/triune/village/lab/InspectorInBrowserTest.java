/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the village's page tells about a villager, in a real browser. */
class InspectorInBrowserTest extends VillagePageTest {
    private static final Map<String, List<String>> ROWS = Map.of(
            "mind", List.of("needs", "thought", "layer", "override", "ready", "about"),
            "plan", List.of("plan", "goals", "ledger"),
            "people", List.of("talk", "relations"),
            "memory", List.of("memories"),
            "prompt", List.of("cost", "prompt", "answer"));

    @Test
    void clickOpensTheInspectorWithAllRows() {
        try (RunningVillage village = villageAfter(7, 3_000)) {
            Page page = page(village);
            assertThat(page.locator("#nobody")).isVisible();
            runTicks(page, 600);
            for (String story : List.of("feast", "storm", "wolf", "rumour", "injection")) {
                assertThat(page.locator("[data-story=" + story + "]")).isVisible();
            }
            assertThat(page.locator("#store [role=meter]")).hasCount(7);
            takeScreenshot(page, "overview", false);

            clickAnyVillager(page);

            assertThat(page.locator("#who")).not().hasText("");
            ROWS.forEach((tab, rows) -> {
                page.locator("[data-tab=" + tab + "]").click();
                for (String row : rows) {
                    Locator shown = page.locator("[data-row=" + row + "]");
                    assertThat(shown).isVisible();
                    assertThat(shown).not().hasText("");
                }
            });
            page.locator("[data-tab=prompt]").click();
            page.locator("#pause").click(); // an answer may have been pending
            assertThat(page.locator("[data-row=prompt] pre")).containsText("You are ");
            assertThat(page.locator("[data-row=answer] pre")).containsText("{");
            takeScreenshot(page, "inspector", true);

            page.locator("[data-tab=prompt]").focus();
            page.keyboard().press("ArrowRight"); // from the last tab to the first
            assertThat(page.locator("[data-row=needs] [role=meter]")).not().hasCount(0);
            assertThat(page.locator("[data-row=needs]"))
                    .containsText(Pattern.compile("fed\\d+ of 100"));
            assertThat(page.locator("[data-row=layer]")).containsText("because: ");
            assertThat(page.locator("[data-row=ready] .need")).hasCount(2);
            page.locator("[data-layer=talker]").click();
            assertThat(page.locator("[data-layer=talker]")).hasAttribute("aria-pressed", "true");
            assertThat(page.locator("[data-row=layer]")).containsText("asks next for words");
            page.locator("[data-layer=rules]").click();
            assertThat(page.locator("[data-layer=rules]")).hasAttribute("aria-pressed", "true");
        }
    }

    /** Clicks on villagers one by one, as those indoors or behind a sign cannot be hit. */
    private static void clickAnyVillager(Page page) {
        AtomicInteger next = new AtomicInteger();
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> {
                    boolean chosen = page.locator("#who").isVisible();
                    if (!chosen) {
                        clickOnTheMap(page, next.getAndIncrement() % 8);
                    }
                    return chosen;
                });
    }

    private static void clickOnTheMap(Page page, int villager) {
        @SuppressWarnings("unchecked")
        List<Number> spot = (List<Number>) page.evaluate(
                "villager => { const at = villageMap.where(villager), box = villageMap.canvas"
                        + ".getBoundingClientRect(), k = box.width / villageMap.stage.size;"
                        + " return [box.left + at.x * k, box.top + (at.y - .6) * k]; }",
                villager);
        page.mouse().click(spot.get(0).doubleValue(), spot.get(1).doubleValue());
    }

    @Test
    void talkingToAVillagerShowsAnAnswer() {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1")) {
            Page page = page(village);
            page.locator(".villager").first().click();
            page.locator("#say").fill("Good morning, Mira. What are you building?");
            page.keyboard().press("Enter");
            page.locator("#speeds button").nth(2).click();

            Locator lines = page.locator("[data-row=talk] .lines");
            assertThat(lines.locator(".player")).containsText("What are you building?");
            assertThat(lines.locator(".player ~ .own").first()).isVisible();
            assertThat(lines.locator(".player ~ .own small").first())
                    .containsText("offline/"); // where the line comes from
            assertThat(lines.locator(".player small")).hasCount(0);
            assertThat(page.locator("#log [data-kind=player]")).containsText("to Mira");
            takeScreenshot(page, "talk", false);
        }
    }

    @Test
    void modelOutputIsEscaped() throws Exception {
        String script = "<script>window.hacked=1</script><img src=x onerror=window.hacked=1>";
        String answer = "{\"thinking\":\"" + script + "\",\"speaking\":\"" + script
                + "\",\"goal\":{\"type\":\"personal\",\"description\":\"" + script + "\"}}";
        try (FixedAnswerServer model = new FixedAnswerServer(answer);
                RunningVillage village =
                        new RunningVillage("--llm", model.url(), "--model", "scripted")) {
            Page page = page(village);
            assertThat(page.locator("#mind")).containsText("model scripted at " + model.url());
            assertThat(page.locator("#speeds button")).hasText("1×"); // time is real
            assertThat(page.locator("#log [data-kind=says]").first()).containsText(script);
            page.locator("#log .link").first().click();
            assertThat(page.locator("[data-row=thought]")).containsText(script);
            page.locator("[data-tab=people]").click();
            assertThat(page.locator("[data-row=talk] .lines")).containsText(script);
            page.locator("[data-tab=prompt]").click();
            assertThat(page.locator("[data-row=answer] pre")).containsText(script);
            page.locator("#say").fill(script);
            page.keyboard().press("Enter");
            assertThat(page.locator("[data-row=talk] .player")).containsText(script);

            assertThat(page.evaluate("window.hacked === undefined")).isEqualTo(true);
            assertThat(page.locator("main script, main img")).hasCount(0);
        }
    }

    @Test
    void troublesAreWordsAlsoIfNobodyCanDoTheAction() {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1")) {
            Page page = page(village);
            assertThat(page.locator(".villager")).not().hasCount(0);
            for (String[] each : new String[][] {
                {
                    "dance{with=Mira}: there is no such action",
                    "cannot dance: there is no such action"
                },
                {"dance{with=Mir…", "cannot dance"},
                {"go_to forest: you are hurt", "walks to the forest, but cannot: they are hurt"}
            }) {
                Object words = page.evaluate(
                        "words => import('./plain.js').then(plain => plain.trouble(words))",
                        each[0]);
                assertThat(words).isEqualTo(each[1]);
            }
        }
    }

    @Test
    void layersNameTheVillagersTheyThinkFor() {
        try (RunningVillage village = new RunningVillage("--seed", "7")) {
            Page page = page(village);
            assertThat(page.locator("#layers li")).hasCount(3);
            assertThat(page.locator("#layers .executor .chip").first()).isVisible();
            page.locator("#layers .chip").first().click();
            assertThat(page.locator("#who")).isVisible();
        }
    }

    @Test
    void signsShowTheLayerAlsoWhileTheMindIsAsked() {
        try (RunningVillage village = new RunningVillage("--seed", "7")) {
            Page page = page(village);
            assertThat(page.locator(".legend")).containsText("asks the mind");
            page.waitForSelector(".asking .executor, .asking .talker, .asking .autonomic");
        }
    }

    @Test
    void closingTheInspectorReturnsTheFocusToTheList() {
        try (RunningVillage village = new RunningVillage("--seed", "7")) {
            Page page = page(village);
            Locator second = page.locator(".villager").nth(1);
            second.click();
            page.locator("#inspector [aria-label=Close]").click();
            assertThat(second).isFocused();
        }
    }
}
