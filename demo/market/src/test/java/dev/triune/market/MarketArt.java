/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RadialGradientPaint;
import java.awt.Rectangle;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/**
 * Draws the pictures of the game: {@code ground.png}, {@code figures.png} and {@code market.atlas},
 * which locates the pictures. All figures are drawn at twice their size in the game, so that they
 * are crisp in large windows. Parts that the game tints are white here.
 *
 * <p>To change a picture, edit this class and run its {@code main} in {@code demo/market}.
 */
final class MarketArt {
    private static final Path FOLDER = Path.of("src/main/resources");
    private static final int SCALE = 2;
    private static final int SHEET_WIDTH = 1024;
    private static final int SHEET_HEIGHT = 832;
    private static final int STEPS = 8; // pictures per stride; picture 0 stands

    private final BufferedImage sheet =
            new BufferedImage(SHEET_WIDTH, SHEET_HEIGHT, BufferedImage.TYPE_INT_ARGB);
    private final StringBuilder atlas = new StringBuilder();
    private int x = 2;
    private int y = 2;
    private int rowHeight;

    private MarketArt() {}

    public static void main(String[] args) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Files.createDirectories(FOLDER);
        MarketArt art = new MarketArt();
        art.atlas
                .append("ground.png\nfilter: Linear, Linear\nground\nbounds: 0, 0, ")
                .append(MarketGround.WIDTH + ", " + MarketGround.HEIGHT)
                .append("\n\nfigures.png\nfilter: Linear, Linear\n");
        art.figures();
        art.panels();
        ImageIO.write(art.sheet, "png", FOLDER.resolve("figures.png").toFile());
        ImageIO.write(MarketGround.paint(), "png", FOLDER.resolve("ground.png").toFile());
        Files.writeString(FOLDER.resolve("market.atlas"), art.atlas);
    }

    private void figures() {
        for (int i = 0; i <= STEPS; i++) {
            double phase = i == 0 ? 0 : Math.PI * 2 * (i - 1) / STEPS;
            double swing = i == 0 ? 0 : Math.sin(phase) * 4;
            sprite("clothes", i, 36, 56, 6, pen -> MarketFigures.clothes(pen, swing));
            sprite("skin", i, 36, 56, 6, pen -> MarketFigures.skin(pen, swing));
            sprite("hair", i, 36, 56, 6, pen -> MarketFigures.hair(pen, swing));
            sprite("wolf", i, 68, 46, 8, pen -> MarketFigures.wolf(pen, swing));
        }
        sprite("eyes", -1, 68, 46, 8, pen -> {
            pen.color(0xffd94d);
            pen.oval(20, 22, 1.7, 1.7);
            pen.oval(14, 22, 1.7, 1.7);
        });
        sprite("stall", -1, 136, 108, 44, MarketFigures::stall);
        sprite("awning", -1, 136, 108, 44, MarketFigures::awning);
        sprite("fountain", -1, 112, 96, 38, MarketFigures::fountain);
        sprite("glow", -1, 128, 128, 64, pen -> {
            float[] where = {0, 0.25f, 0.6f, 1};
            Color[] light = {
                new Color(1, 1, 1, 1f),
                new Color(1, 1, 1, 0.76f),
                new Color(1, 1, 1, 0.3f),
                new Color(1, 1, 1, 0f)
            };
            pen.fill(
                    new Rectangle2D.Double(-64, -64, 128, 128),
                    new RadialGradientPaint(0, 0, 63, where, light));
        });
    }

    // ---- stretchable boxes: "split" names the borders that keep their size

    private void panels() {
        atlasOf(
                "bubble",
                44,
                44,
                pen -> {
                    for (int i = 4; i > 0; i--) { // a soft shadow
                        pen.fill(
                                new RoundRectangle2D.Double(
                                        -22 + 6 - i, 3 - i + 3, 32 + 2 * i, 31 + 2 * i, 20, 20),
                                new Color(0, 0, 0, 22));
                    }
                    pen.color(0xffffff);
                    pen.round(-16, 7, 32, 31, 18);
                },
                "split: 16, 16, 16, 16");
        atlasOf(
                "panel",
                32,
                32,
                pen -> {
                    pen.color(0xffffff);
                    pen.round(-16, 0, 32, 32, 16);
                },
                "split: 12, 12, 12, 12\npad: 12, 12, 6, 6");
        atlasOf(
                "tail",
                28,
                32,
                pen -> {
                    pen.color(0xffffff);
                    pen.polygon(-13, 32, 13, 32, 0, 1);
                },
                "");
        atlasOf(
                "white",
                8,
                8,
                pen -> {
                    pen.color(0xffffff);
                    pen.box(-8, -8, 32, 32);
                },
                "");
    }

    /** Draws a picture at its size in the game. */
    private void atlasOf(
            String name, int width, int height, Consumer<ArtPen> painting, String more) {
        locate(name, draw(name, width, height, 1, 0, painting));
        if (!more.isEmpty()) {
            atlas.append(more).append('\n');
        }
    }

    /** Draws a figure whose feet are a number of pixels above its lower edge. */
    private void sprite(
            String name, int index, int width, int height, int below, Consumer<ArtPen> painting) {
        Rectangle whole = draw(name, width * SCALE, height * SCALE, SCALE, below, painting);
        Rectangle part = trim(whole);
        locate(name, part);
        int cut = (whole.y + whole.height - part.y - part.height) / SCALE;
        atlas.append("feet: ").append(below - cut).append('\n');
        if (index >= 0) {
            atlas.append("index: ").append(index).append('\n');
        }
    }

    private void locate(String name, Rectangle picture) {
        atlas.append(name).append("\nbounds: ");
        atlas.append(picture.x + ", " + picture.y + ", ");
        atlas.append(picture.width + ", " + picture.height + "\n");
    }

    /** Returns the part of a figure that is not empty, as empty pixels cost time to draw, too. */
    private Rectangle trim(Rectangle whole) {
        int side = whole.width / 2 - 1; // the same on both sides: figures turn around
        int above = whole.height - 2;
        int below = whole.height - 2;
        for (int i = 0; i < whole.width; i++) {
            for (int j = 0; j < whole.height; j++) {
                if (sheet.getRGB(whole.x + i, whole.y + j) >>> 24 != 0) {
                    side = Math.min(side, Math.min(i, whole.width - 1 - i));
                    above = Math.min(above, j);
                    below = Math.min(below, whole.height - 1 - j);
                }
            }
        }
        int bottom = Math.max(0, below - 1) / SCALE * SCALE; // whole pixels of the game
        int top = Math.max(0, above - 1) / SCALE * SCALE;
        int edge = Math.max(0, side - 1);
        return new Rectangle(
                whole.x + edge, whole.y + top, whole.width - 2 * edge, whole.height - top - bottom);
    }

    private Rectangle draw(
            String name, int width, int height, int scale, int below, Consumer<ArtPen> painting) {
        if (x + width + 2 > SHEET_WIDTH) {
            x = 2;
            y += rowHeight + 4;
            rowHeight = 0;
        }
        if (y + height > SHEET_HEIGHT) {
            throw new IllegalStateException("the sheet is full at " + name);
        }
        Graphics2D graphics = sheet.createGraphics();
        graphics.clipRect(x, y, width, height);
        graphics.translate(x + width / 2.0, y + height - below * scale);
        graphics.scale(scale, -scale);
        painting.accept(new ArtPen(graphics));
        graphics.dispose();
        Rectangle place = new Rectangle(x, y, width, height);
        x += width + 4;
        rowHeight = Math.max(rowHeight, height);
        return place;
    }
}
