/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.triune.testsupport.AnimatedGif;
import dev.triune.testsupport.Browsers;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes the README's animation from a run: see {@code demo/animate.sh}. */
class VillageAnimation {
    private static final int PICTURES_A_SECOND = 5;

    /** The starting tick of each recorded scene, and the villager to select, -1 for none. */
    private static final List<Map.Entry<Integer, Integer>> SCENES =
            List.of(Map.entry(3_000, -1), Map.entry(8_800, 2), Map.entry(15_600, -1));

    private static final int SECONDS_A_SCENE = 3;
    private static final int WIDTH = 900;

    @TempDir
    private Path folder;

    @Test
    void writesTheAnimationAsGif() throws IOException {
        Path run = folder.resolve("run.html");
        LauncherRun made =
                LauncherRun.of("--seed", "8", "--speed", "max", "--export-html", run.toString());
        assertThat(made.code()).as(made.err()).isZero();
        List<BufferedImage> pictures = new ArrayList<>();
        try (Playwright driver = Browsers.driver();
                Browser browser = Browsers.open(driver)) {
            Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1_440, 900));
            page.addInitScript("localStorage.setItem('triune-tour', 'seen')");
            page.navigate(run.toUri().toString());
            for (Map.Entry<Integer, Integer> scene : SCENES) {
                page.locator("#timeline input").fill(String.valueOf(scene.getKey()));
                if (scene.getValue() >= 0) {
                    page.locator(".villager >> nth=" + scene.getValue()).click();
                }
                film(page, pictures);
            }
            page.close();
            try (VillagePanels panels = new VillagePanels(browser)) {
                film(panels.wordsAndDeeds(1_440, 900), pictures);
                film(panels.byHand(1_440, 900), pictures);
            }
        }
        AnimatedGif.write(
                pictures,
                100 / PICTURES_A_SECOND,
                Path.of("target", "village.gif").toFile());
    }

    private static void film(Page page, List<BufferedImage> pictures) throws IOException {
        for (int i = 0; i < SECONDS_A_SCENE * PICTURES_A_SECOND; i++) {
            page.waitForTimeout(1_000.0 / PICTURES_A_SECOND);
            pictures.add(scaled(page.screenshot()));
        }
    }

    private static BufferedImage scaled(byte[] png) throws IOException {
        BufferedImage large = ImageIO.read(new ByteArrayInputStream(png));
        Image small = large.getScaledInstance(WIDTH, -1, Image.SCALE_AREA_AVERAGING);
        BufferedImage picture =
                new BufferedImage(WIDTH, small.getHeight(null), BufferedImage.TYPE_INT_RGB);
        picture.createGraphics().drawImage(small, 0, 0, null);
        return picture;
    }
}
