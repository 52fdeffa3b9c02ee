/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.triune.testsupport.Browsers;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Makes the pictures of the village's page in the docs: see {@code demo/pictures.sh}. */
class VillagePictures {
    /** The scenes of a run of three days: who is selected, -1 for nobody, and when it starts. */
    private static final int[][] SCENES = {
        {-1, 5_700}, {2, 2_440}, {2, 8_300}, {0, 34_940}, {3, 61_240}, {4, 17_000}
    };

    private static final int WOLF = 2;
    private static final double WATCHED_MILLIS = 3_500;
    private static final int GAP = 10;

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void writesThePicturesOfTheDocs() throws IOException {
        Path run = folder.resolve("run.html");
        LauncherRun made = LauncherRun.of(
                "--seed", "8", "--days", "3", "--speed", "max", "--export-html", run.toString());
        assertThat(made.code()).as(made.err()).isZero();
        String url = run.toUri().toString();
        try (Playwright driver = Browsers.driver();
                Browser browser = Browsers.open(driver)) {
            List<BufferedImage> wide = scenes(browser, url, 1_440, 900);
            write("village-wolf", wide.get(WOLF));
            try (VillagePanels panels = new VillagePanels(browser)) {
                write("village-deeds", picture(panels.wordsAndDeeds(1_440, 900)));
                write("village-by-hand", picture(panels.byHand(1_440, 900)));
            }
            write("village-scenes", grid(wide, 2, 720));
            List<BufferedImage> phone = scenes(browser, url, 390, 844);
            write("village-phone", grid(phone, 6, 260));
        }
    }

    private static List<BufferedImage> scenes(Browser browser, String url, int width, int height)
            throws IOException {
        List<BufferedImage> pictures = new ArrayList<>();
        for (int[] scene : SCENES) {
            Page page = browser.newPage(new Browser.NewPageOptions()
                    .setViewportSize(width, height)
                    .setDeviceScaleFactor(width < 500 ? 2 : 1));
            page.addInitScript("localStorage.setItem('triune-tour', 'seen')");
            page.navigate(url);
            page.locator("#timeline input").fill(String.valueOf(scene[1]));
            if (scene[0] >= 0 && (width > 500 || scene[0] == 2)) {
                page.locator(".villager >> nth=" + scene[0]).click();
            }
            page.locator("#timeline input").blur();
            page.waitForTimeout(WATCHED_MILLIS);
            pictures.add(picture(page));
        }
        return pictures;
    }

    /** Takes a picture of a page, and closes it. */
    private static BufferedImage picture(Page page) throws IOException {
        byte[] png = page.screenshot();
        page.close();
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    /** Puts pictures side by side, scaled to a width. */
    private static BufferedImage grid(List<BufferedImage> pictures, int columns, int width) {
        BufferedImage first = pictures.get(0);
        int height = width * first.getHeight() / first.getWidth();
        int rows = (pictures.size() + columns - 1) / columns;
        BufferedImage grid = new BufferedImage(
                columns * (width + GAP) - GAP,
                rows * (height + GAP) - GAP,
                BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = grid.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, grid.getWidth(), grid.getHeight());
        for (int i = 0; i < pictures.size(); i++) {
            Image scaled =
                    pictures.get(i).getScaledInstance(width, height, Image.SCALE_AREA_AVERAGING);
            graphics.drawImage(
                    scaled, i % columns * (width + GAP), i / columns * (height + GAP), null);
        }
        graphics.dispose();
        return grid;
    }

    private static void write(String name, BufferedImage picture) throws IOException {
        ImageIO.write(picture, "png", Path.of("target", name + ".png").toFile());
    }
}
