/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RadialGradientPaint;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.SplittableRandom;

/** Draws the square, with cobbles and houses; see {@link MarketArt}. */
final class MarketGround {
    static final int WIDTH = 1280;
    static final int HEIGHT = 720;

    private static final int HOUSES = 652; // the y where they begin
    private static final int HOUSE_WIDTH = 128;
    private static final int[] PLASTER = {0xe6d5b0, 0xc9866b, 0xd8c79a, 0x9fb0a3, 0xd9a878};
    private static final int TIMBER = 0x54382a;

    private final SplittableRandom random = new SplittableRandom(3);
    private final ArtPen pen;

    private MarketGround(ArtPen pen) {
        this.pen = pen;
    }

    static BufferedImage paint() {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        graphics.translate(0, HEIGHT);
        graphics.scale(1, -1);
        MarketGround ground = new MarketGround(new ArtPen(graphics));
        ground.cobbles();
        for (int i = 0; i < WIDTH / HOUSE_WIDTH; i++) {
            ground.house(i * HOUSE_WIDTH, PLASTER[i % PLASTER.length], i);
        }
        graphics.dispose();
        return withFewColours(picture);
    }

    /** Keeps five bits of each colour, which makes the file a third smaller. */
    private static BufferedImage withFewColours(BufferedImage picture) {
        for (int x = 0; x < WIDTH; x++) {
            for (int y = 0; y < HEIGHT; y++) {
                picture.setRGB(x, y, (picture.getRGB(x, y) & 0xfff8f8f8) | 0x040404);
            }
        }
        return picture;
    }

    private void cobbles() {
        pen.color(0x877a69);
        pen.box(0, 0, WIDTH, HEIGHT);
        for (int row = 0; row * 13 < HOUSES + 13; row++) {
            for (int x = row % 2 == 0 ? -10 : -2; x < WIDTH; x += 18) {
                cobble(x + random.nextInt(3), row * 13 - 6 + random.nextInt(3));
            }
        }
        pen.fill(
                new Rectangle2D.Double(0, 0, WIDTH, HEIGHT),
                new RadialGradientPaint(
                        WIDTH / 2f,
                        HEIGHT / 2f,
                        WIDTH * 0.6f,
                        new float[] {0, 0.5f, 1},
                        new Color[] {
                            new Color(255, 236, 200, 30),
                            new Color(60, 40, 20, 12),
                            new Color(30, 18, 10, 90)
                        }));
    }

    private void cobble(int x, int y) {
        float shade = 0.63f + (float) random.nextDouble(-0.04, 0.04);
        float warm = (float) random.nextDouble(-0.02, 0.02);
        int height = 11 + random.nextInt(2);
        pen.fill(
                ArtPen.shapeOf(x + 8, y + height / 2.0, 8, height / 2.0),
                new Color(shade * 0.90f, shade * 0.83f, shade * 0.735f));
        pen.fill(
                ArtPen.shapeOf(x + 7.6, y + height / 2.0 + 0.7, 7.2, height / 2.0 - 0.8),
                new Color(shade + warm, shade * 0.93f, shade * 0.82f - warm));
    }

    private void house(int x, int plaster, int number) {
        pen.fill(
                new Rectangle2D.Double(x, HOUSES - 14, HOUSE_WIDTH, 14),
                new GradientPaint(
                        0, HOUSES, new Color(0, 0, 0, 110), 0, HOUSES - 14, new Color(0, 0, 0, 0)));
        pen.fill(
                new Rectangle2D.Double(x, HOUSES, HOUSE_WIDTH, HEIGHT - HOUSES),
                new GradientPaint(
                        0,
                        HEIGHT,
                        new Color(plaster).darker(),
                        0,
                        HOUSES + 20,
                        new Color(plaster)));
        pen.color(0x6a625a); // the foot of the wall
        pen.box(x, HOUSES, HOUSE_WIDTH, 6);
        pen.color(TIMBER);
        pen.box(x, HOUSES, 5, HEIGHT - HOUSES);
        pen.box(x, HEIGHT - 12, HOUSE_WIDTH, 5);
        pen.line(x + 103, HOUSES + 2, x + 126, HEIGHT - 9, 3.5);
        pen.line(x + 28, HEIGHT - 9, x + 8, HOUSES + 46, 3);
        pen.color(0x8a4a35); // the edge of the roof
        pen.box(x, HEIGHT - 6, HOUSE_WIDTH, 6);
        door(x + 52, number);
        window(x + 17, number);
        window(x + 85, number + 1);
    }

    private void door(int x, int number) {
        pen.color(0x4d3222);
        pen.round(x - 1, HOUSES, 26, 46, 10);
        pen.color(number % 2 == 0 ? 0x7a5236 : 0x5f6a55);
        pen.round(x + 2, HOUSES, 20, 42, 8);
        pen.color(0x3c281b);
        pen.box(x + 8, HOUSES + 2, 0.8, 38);
        pen.box(x + 15, HOUSES + 2, 0.8, 38);
        pen.color(0xd8b45a);
        pen.oval(x + 19, HOUSES + 20, 1.4, 1.4);
        pen.color(0x8f8880); // a step
        pen.round(x - 4, HOUSES - 3, 32, 5, 3);
    }

    private void window(int x, int number) {
        int shutter = number % 3 == 0 ? 0x4f6f5a : number % 3 == 1 ? 0x7d4238 : 0x4a5f7d;
        pen.color(shutter);
        pen.box(x - 9, HOUSES + 19, 8, 26);
        pen.box(x + 21, HOUSES + 19, 8, 26);
        pen.color(TIMBER);
        pen.box(x - 2, HOUSES + 18, 24, 28);
        pen.fill(
                new Rectangle2D.Double(x, HOUSES + 20, 20, 24),
                new GradientPaint(
                        x,
                        HOUSES + 44,
                        new Color(0xb4ccd6),
                        x + 20,
                        HOUSES + 20,
                        new Color(0x7d9aab)));
        pen.color(TIMBER);
        pen.box(x + 9, HOUSES + 20, 2, 24);
        pen.box(x, HOUSES + 31, 20, 2);
        pen.color(0x6b4a30); // a box of flowers
        pen.box(x - 2, HOUSES + 13, 24, 5);
        for (int i = 0; i < 6; i++) {
            pen.color(i % 2 == 0 ? 0x4f7a3f : number % 2 == 0 ? 0xd8584f : 0xe8c04a);
            pen.oval(x + i * 4, HOUSES + 18.5 + i % 2, 2.3, 2.1);
        }
    }
}
