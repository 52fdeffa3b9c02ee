/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A test of pages in Chromium, which all tests of a class share. */
public abstract class BrowserTest {
    /** The timeout of a busy machine, in milliseconds. */
    private static final int PATIENCE_MILLIS = 60_000;

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private static Playwright driver;
    private static Browser browser;

    private final List<String> consoleErrors = new ArrayList<>();
    private final List<BrowserContext> contexts = new ArrayList<>();

    @BeforeAll
    static void openBrowser() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        driver = Browsers.driver();
        browser = Browsers.open(driver);
    }

    @AfterAll
    static void closeBrowser() {
        browser.close();
        driver.close();
    }

    /** Closes the pages, as an open page keeps drawing and slows down later tests. */
    @AfterEach
    protected void closePages() {
        contexts.forEach(BrowserContext::close);
    }

    /** Opens a window, which is closed after the test. */
    protected final BrowserContext window(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        context.setDefaultTimeout(PATIENCE_MILLIS);
        contexts.add(context);
        return context;
    }

    /** Opens an empty page, whose errors and warnings are collected. */
    protected final Page page(BrowserContext context) {
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                consoleErrors.add(message.text());
            }
        });
        page.onPageError(consoleErrors::add);
        return page;
    }

    /** Returns the errors and warnings of all pages so far. */
    protected final List<String> consoleErrors() {
        return List.copyOf(consoleErrors);
    }

    /** Leaves a picture of a page, or only of its visible part, in target/screenshots. */
    protected static void takeScreenshot(Page page, String name, boolean whole) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve(name + ".png"))
                .setFullPage(whole));
    }
}
