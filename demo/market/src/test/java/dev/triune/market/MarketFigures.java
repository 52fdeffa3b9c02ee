/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.geom.Area;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;

/**
 * Draws figures for {@link MarketArt}: people facing right, and wolves, with their feet at 0, 0;
 * stalls with the counter's upper edge there.
 */
final class MarketFigures {
    private MarketFigures() {}

    static void clothes(ArtPen pen, double swing) {
        double waist = waist(swing);
        pen.shadow(0, 0, 12, 4);
        leg(pen, -3.5, Math.max(0, swing));
        leg(pen, 3.5, Math.max(0, -swing));
        arm(pen, -8.5, waist, -swing, 0xc4c4c4);
        arm(pen, 8.5, waist, swing, 0xc4c4c4);
        Area body = new Area(new RoundRectangle2D.Double(-8, waist, 16, 20, 11, 11));
        body.add(new Area(new Rectangle2D.Double(-8, waist, 16, 8)));
        pen.fill(body, new GradientPaint(-8, 0, Color.WHITE, 11, 0, new Color(0xc9c9c9)));
        pen.color(0x8a8a8a); // hem and belt
        pen.box(-8, waist, 16, 1.6);
        pen.color(0x5e5e5e);
        pen.box(-8, waist + 4, 16, 2.6);
        pen.color(0xe8c86a);
        pen.box(0.5, waist + 3.8, 3, 3);
        pen.color(0xdedede); // a collar
        pen.oval(0.5, waist + 18.2, 4.6, 1.9);
    }

    private static void leg(ArtPen pen, double x, double lifted) {
        pen.color(0x4b4644);
        pen.box(x - 2.6, lifted + 2, 5.2, 11 - lifted);
        pen.color(0x2c2724); // a boot
        pen.round(x - 2.9, lifted, 6.4, 3.4, 2.4);
    }

    private static void arm(ArtPen pen, double x, double waist, double swing, int rgb) {
        pen.color(rgb);
        pen.line(x, waist + 14, x + swing * 0.45, waist + 3, 4.6);
    }

    static void skin(ArtPen pen, double swing) {
        double waist = waist(swing);
        pen.color(0xf2f2f2); // hands
        pen.oval(-8.5 - swing * 0.45, waist + 1.6, 2.3, 2.3);
        pen.oval(8.5 + swing * 0.45, waist + 1.6, 2.3, 2.3);
        double head = waist + 25;
        pen.fill(
                ArtPen.shapeOf(1.2, head - 0.6, 7.2, 7.2),
                new GradientPaint(
                        2,
                        (float) head + 7,
                        Color.WHITE,
                        0,
                        (float) head - 8,
                        new Color(0xd8cfcf)));
        pen.color(0xf0b8b0); // cheeks
        pen.oval(6.2, head - 3.2, 1.5, 1.1);
        pen.oval(-1.6, head - 3.2, 1.5, 1.1);
        pen.color(0x1c1718); // eyes and mouth
        pen.oval(5.4, head - 0.9, 1.15, 1.45);
        pen.oval(0.8, head - 0.9, 1.15, 1.45);
        pen.color(0x7c4a48);
        pen.line(2.2, head - 4.6, 4.4, head - 4.5, 0.9);
    }

    static void hair(ArtPen pen, double swing) {
        double head = waist(swing) + 25;
        Area hair = new Area(ArtPen.shapeOf(-0.4, head + 1.3, 8.7, 8.7));
        hair.subtract(new Area(ArtPen.shapeOf(2.6, head - 3.4, 6.9, 7.4)));
        hair.subtract(new Area(new Rectangle2D.Double(3, head - 9, 9, 8)));
        pen.fill(
                hair,
                new GradientPaint(
                        -4,
                        (float) head + 10,
                        Color.WHITE,
                        3,
                        (float) head - 6,
                        new Color(0xb4b0ae)));
    }

    private static double waist(double swing) {
        return 9 + Math.abs(swing) * 0.35;
    }

    static void wolf(ArtPen pen, double swing) {
        pen.shadow(0, 0, 23, 6);
        for (int side = -1; side <= 1; side += 2) {
            pen.color(0x3a3c42);
            pen.line(side * 11, 12, side * 11 + swing * side, 1.5, 4);
            pen.color(0x4a4d54);
            pen.line(side * 8, 12, side * 8 - swing * side, 1.5, 4.2);
        }
        pen.color(0x4a4d54);
        pen.line(-14, 17, -28, 23 + swing * 0.3, 5.5); // the tail
        Area body = new Area(ArtPen.shapeOf(0, 16.5, 18.5, 7.8));
        body.add(new Area(ArtPen.shapeOf(11, 18.5, 9, 7.5)));
        pen.fill(body, new GradientPaint(0, 24, new Color(0x767a83), 0, 8, new Color(0x4f525a)));
        pen.color(0x5b5e66); // ears
        pen.polygon(11, 25, 13, 35, 17, 27);
        pen.color(0x6d7179);
        pen.polygon(17, 27, 20.5, 35, 22, 25);
        pen.fill(
                ArtPen.shapeOf(17, 21, 7.8, 7.2),
                new GradientPaint(0, 28, new Color(0x7d818a), 0, 14, new Color(0x5c5f67)));
        pen.color(0x8a8d95);
        pen.polygon(20, 24, 30, 18.5, 19, 15);
        pen.color(0x1d1c1e);
        pen.oval(29.2, 18.8, 1.5, 1.3);
        pen.color(0xb7b9bf); // a pale chest
        pen.polygon(12, 18, 20, 15, 13, 10);
    }

    static void stall(ArtPen pen) {
        pen.shadow(0, -20, 64, 21);
        pen.color(0x3a281c); // the dark inside, then posts
        pen.box(-50, -2, 100, 44);
        pen.color(0x6b4a30);
        pen.box(-55, -20, 5.5, 66);
        pen.box(49.5, -20, 5.5, 66);
        for (int i = 0; i < 10; i++) { // planks of the counter
            pen.color(i % 2 == 0 ? 0x8f663b : 0x855d35);
            pen.box(-58 + i * 11.6, -23, 11.6, 23);
        }
        pen.color(0x6d4a29);
        pen.box(-58, -23, 116, 2.5);
        pen.fill(
                new RoundRectangle2D.Double(-61, -3, 122, 8.5, 3, 3),
                new GradientPaint(0, 5, new Color(0xc1925a), 0, -3, new Color(0x98693b)));
        pen.color(0x5f4024); // boards for the wares
        pen.box(-49, 4.5, 98, 2);
        pen.color(0x4e3420); // the sign
        pen.round(-56, -20.5, 112, 16, 5);
        for (int i = 1; i < 8; i += 2) {
            stripe(pen, -64 + i * 16, new Color(0xf6f0e4), new Color(0xc6bda9));
        }
    }

    static void awning(ArtPen pen) {
        for (int i = 0; i < 9; i++) {
            int grey = i % 2 == 0 ? 0xff : 0xbe;
            double size = i % 3 == 0 ? 5.6 : 4.8;
            pen.fill(
                    ArtPen.shapeOf(-44 + i * 11, 9, size, size),
                    new GradientPaint(
                            -46 + i * 11,
                            13,
                            new Color(grey, grey, grey),
                            -42 + i * 11,
                            4,
                            new Color(grey * 2 / 3, grey * 2 / 3, grey * 2 / 3)));
        }
        pen.fill(
                new Rectangle2D.Double(-52, 20, 104, 14),
                new GradientPaint(0, 32, new Color(0, 0, 0, 110), 0, 20, new Color(0, 0, 0, 0)));
        for (int i = 0; i < 8; i += 2) {
            stripe(pen, -64 + i * 16, Color.WHITE, new Color(0xb8b8b8));
        }
    }

    /** Draws a stripe of cloth with a round hem; every second one has the colour of the stall. */
    private static void stripe(ArtPen pen, double left, Color light, Color dark) {
        Path2D stripe = new Path2D.Double();
        stripe.moveTo(left, 46);
        stripe.lineTo(left * 0.9, 60);
        stripe.lineTo((left + 16) * 0.9, 60);
        stripe.lineTo(left + 16, 46);
        stripe.closePath();
        Area cloth = new Area(stripe);
        cloth.add(new Area(new Rectangle2D.Double(left, 35, 16, 11.2)));
        cloth.add(new Area(ArtPen.shapeOf(left + 8, 35, 8, 7)));
        pen.fill(cloth, new GradientPaint(0, 58, light, 0, 28, dark));
    }

    static void fountain(ArtPen pen) {
        pen.shadow(0, -12, 54, 20);
        pen.ring(0, -1, 49, 25, 0x6f6e6b, 0x8b8a86);
        pen.ring(0, 5, 49, 25, 0xc2c1bb, 0x9b9a95);
        pen.ring(0, 5.5, 41, 19.5, 0x3f7f9f, 0x5fa3c0);
        pen.ring(0, 6, 27, 12, 0x74b3cc, 0x5a9fbd);
        pen.ring(0, 7, 14, 6, 0x9fd0e2, 0x74b3cc);
        pen.fill(
                new Rectangle2D.Double(-6, 5, 12, 34),
                new GradientPaint(-6, 0, new Color(0xa9a8a2), 6, 0, new Color(0x75746f)));
        pen.ring(0, 39, 20, 8, 0xcfcec8, 0x8b8a86);
        pen.ring(0, 41, 15, 4.6, 0x9fd0e2, 0x74b3cc);
        pen.color(0xcfeaf4);
        pen.oval(0, 46, 3.6, 4.6);
        for (int side = -1; side <= 1; side += 2) { // falling water
            pen.fill(
                    new RoundRectangle2D.Double(side * 17 - 1.6, 10, 3.2, 29, 3, 3),
                    new GradientPaint(
                            0, 39, new Color(0xcfe8f2), 0, 10, new Color(0x60cfe8f2, true)));
        }
    }
}
