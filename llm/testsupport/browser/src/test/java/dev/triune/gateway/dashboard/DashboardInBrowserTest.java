/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.triune.llm.Secret;
import dev.triune.testsupport.BrowserTest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dashboard in a real browser. */
class DashboardInBrowserTest extends BrowserTest {
    private static final Pattern LIVE = Pattern.compile("live");

    /** The state of the provider that cools down; the other one may wait for its limit meanwhile. */
    private static final String COOLING = "#providers .pill[data-text=cooling]";

    private Village village;

    @BeforeEach
    void openVillage() throws IOException {
        village = new Village(0, Optional.empty());
    }

    @AfterEach
    void closeVillage() {
        village.close();
    }

    private Page page(int width, int height, ColorScheme scheme) {
        return page(window(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setReducedMotion(ReducedMotion.REDUCE)));
    }

    private static void assertLive(Page page) {
        assertThat(page.locator("#state-text")).hasText(LIVE);
        assertThat(page.locator("#figures")).isVisible();
    }

    @Test
    void figuresChangeWithoutAReload() {
        Page page = page(1240, 900, ColorScheme.LIGHT);
        page.navigate(village.url());
        assertLive(page);
        assertThat(page.locator("#games-none")).isVisible();
        assertThat(page.locator("#recent-none")).containsText(village.url());
        takeScreenshot(page, "empty", false);
        page.evaluate("window.mark = 'same page'");

        village.ask("harbour-town", "smith-1", "What now?");
        assertThat(page.locator("#ended")).containsText("1 request ended");
        village.ask("harbour-town", "smith-2", "And now?");

        assertThat(page.locator("#ended")).containsText("2 requests ended, 0 ×");
        assertThat(page.locator("#games tbody th")).hasText("harbour-town");
        assertThat(page.locator("#recent tbody tr")).hasCount(2);
        assertThat(page.evaluate("window.mark")).isEqualTo("same page");
        assertThat(consoleErrors()).isEmpty();
    }

    @Test
    void layoutWorksInLightDarkAndPhoneModes() {
        village.live(Duration.ofSeconds(230));
        village.refuse(true);
        village.live(Duration.ofSeconds(20));
        village.refuse(false);
        village.live(Duration.ofSeconds(345));
        village.refuse(true);
        village.live(Duration.ofSeconds(6));

        Page light = page(1240, 1500, ColorScheme.LIGHT);
        light.navigate(village.url());
        assertLive(light);
        assertThat(light.locator(COOLING)).hasText(Pattern.compile("cooling \\d+ s"));
        assertThat(light.locator("#chart-latency path.line.c1").first()).isAttached();
        takeScreenshot(light, "light", true);

        Page dark = page(1240, 1500, ColorScheme.DARK);
        dark.navigate(village.url());
        assertLive(dark);
        takeScreenshot(dark, "dark", true);
        assertThat(background(dark)).isNotEqualTo(background(light));

        Page phone = page(390, 844, ColorScheme.LIGHT);
        phone.navigate(village.url());
        assertLive(phone);
        takeScreenshot(phone, "phone", true);
        assertThat(phone.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
        assertThat((Boolean) phone.evaluate("[...document.querySelectorAll('.scroll')]"
                        + ".some(box => box.scrollWidth > box.clientWidth)"))
                .as("some table is cut off")
                .isFalse();

        light.locator("#theme").click(); // light
        light.locator("#theme").click(); // dark
        assertThat(background(light)).isEqualTo(background(dark));
        light.reload();
        assertLive(light);
        assertThat(background(light)).as("theme after a reload").isEqualTo(background(dark));
        assertThat(consoleErrors()).isEmpty();
    }

    private static Object background(Page page) {
        return page.evaluate("getComputedStyle(document.body).backgroundColor");
    }

    @Test
    void textIsReadableInBothThemes() {
        village.live(Duration.ofSeconds(60));
        village.refuse(true);
        village.live(Duration.ofSeconds(5));
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Page page = page(1240, 900, scheme);
            page.navigate(village.url());
            assertLive(page);
            assertThat(page.evaluate(CONTRAST)).as("contrast in " + scheme).isEqualTo(List.of());
        }
    }

    /** Texts whose contrast against their background is below 4.5 (WCAG 2.2, 1.4.3). */
    private static final String CONTRAST = """
            () => {
              const rgb = text => text.match(/[\\d.]+/g).map(Number);
              const light = ([r, g, b]) => {
                const [x, y, z] = [r, g, b].map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                return 0.2126 * x + 0.7152 * y + 0.0722 * z;
              };
              const behind = node => {
                for (let at = node; at; at = at.parentElement) {
                  const colour = rgb(getComputedStyle(at).backgroundColor);
                  if (colour.length < 4 || colour[3] === 1) return colour;
                }
                return [255, 255, 255];
              };
              const wrong = [];
              for (const node of document.querySelectorAll('body *')) {
                const own = [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
                if (!own || !node.getClientRects().length || node.matches('.skip, script')) continue;
                const style = getComputedStyle(node);
                const colour = node.closest('svg') ? style.fill : style.color;
                const [a, b] = [light(rgb(colour)), light(behind(node))].sort((x, y) => y - x);
                const ratio = (a + 0.05) / (b + 0.05);
                if (ratio < 4.5) wrong.push(node.tagName + ' "' + node.textContent.trim().slice(0, 20) + '" ' + ratio.toFixed(2));
              }
              return wrong;
            }""";

    @Test
    void clientNamesAreEscaped() {
        String script = "<script>window.hacked=1</script>";
        String image = "<img src=x onerror=\"window.hacked=1\">";
        Page page = page(1240, 900, ColorScheme.LIGHT);
        page.navigate(village.url());
        assertLive(page);

        village.ask(script, image, image + script);

        assertThat(page.locator("#games tbody th")).hasText(script);
        Locator row = page.locator("#recent tbody tr").first();
        assertThat(row).containsText(script);
        assertThat(row).containsText(image);
        assertThat(row.locator("td.prompt")).hasText(image + script);
        assertThat(page.evaluate("window.hacked === undefined")).isEqualTo(true);
        assertThat(page.locator("#games img, #games script, #recent img, #recent script"))
                .hasCount(0);
        assertThat(consoleErrors()).isEmpty();
    }

    @Test
    void tokenIsRequestedAndKeptForTheTabOnly() throws IOException {
        try (Village locked = new Village(0, Optional.of(Secret.of("open-sesame")))) {
            Page page = page(1240, 900, ColorScheme.LIGHT);
            page.navigate(locked.url());
            assertThat(page.locator("#token-form")).isVisible();
            assertThat(page.locator("#figures")).isHidden();
            takeScreenshot(page, "token", false);

            page.locator("#token").fill("wrong");
            page.keyboard().press("Enter");
            assertThat(page.locator("#token-wrong")).containsText("does not accept");
            page.locator("#token").fill("open-sesame");
            page.keyboard().press("Enter");

            assertLive(page);
            assertThat(page.locator("#token-form")).isHidden();
            assertThat(page.url()).doesNotContain("sesame");
            assertThat(page.evaluate("JSON.stringify(localStorage) + document.cookie"))
                    .asString()
                    .doesNotContain("sesame");
            page.reload();
            assertLive(page);
            assertThat(consoleErrors()).allMatch(text -> text.contains("401"));
        }
    }

    @Test
    void reportsALostGatewayAndReconnects() throws IOException {
        int port;
        Page page = page(1240, 900, ColorScheme.LIGHT);
        try (Village first = new Village(0, Optional.empty())) {
            port = first.port();
            page.navigate(first.url());
            assertLive(page);
            first.live(Duration.ofSeconds(5));
        }

        assertThat(page.locator("#lost")).isVisible();
        assertThat(page.locator("#lost")).containsText("cannot be reached");
        takeScreenshot(page, "lost", false);
        try (Village second = new Village(port, Optional.empty())) {
            assertThat(second.port()).isEqualTo(port);
            assertLive(page);
            assertThat(page.locator("#lost")).isHidden();
            second.ask("back-again", "smith", "Are you there?");
            assertThat(page.locator("#games tbody th")).hasText("back-again");
        }
    }

    @Test
    void cooldownCountsDown() {
        village.refuse(true);
        village.ask("harbour-town", "smith-1", "What now?");
        Page page = page(1240, 900, ColorScheme.LIGHT);
        page.navigate(village.url());
        Locator pill = page.locator(COOLING);
        assertThat(pill).hasText(Pattern.compile("cooling (2[0-4]|1[5-9]) s"));

        village.live(Duration.ofSeconds(12));

        assertThat(pill).hasText(Pattern.compile("cooling ([2-9]|1[0-2]) s"));
    }
}
