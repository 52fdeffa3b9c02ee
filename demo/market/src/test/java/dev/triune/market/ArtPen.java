/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.RadialGradientPaint;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;

/** Draws shapes with the y axis pointing up, as in the game. */
final class ArtPen {
    private final Graphics2D graphics;

    ArtPen(Graphics2D graphics) {
        this.graphics = graphics;
        graphics.setRenderingHint(
                RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(
                RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    static Shape shapeOf(double x, double y, double radiusX, double radiusY) {
        return new Ellipse2D.Double(x - radiusX, y - radiusY, 2 * radiusX, 2 * radiusY);
    }

    void color(int rgb) {
        graphics.setPaint(new Color(rgb));
    }

    void fill(Shape shape, Paint paint) {
        graphics.setPaint(paint);
        graphics.fill(shape);
    }

    void box(double left, double bottom, double width, double height) {
        graphics.fill(new Rectangle2D.Double(left, bottom, width, height));
    }

    void round(double left, double bottom, double width, double height, double arc) {
        graphics.fill(new RoundRectangle2D.Double(left, bottom, width, height, arc, arc));
    }

    void oval(double x, double y, double radiusX, double radiusY) {
        graphics.fill(shapeOf(x, y, radiusX, radiusY));
    }

    void line(double fromX, double fromY, double toX, double toY, double width) {
        graphics.setStroke(
                new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        Path2D line = new Path2D.Double();
        line.moveTo(fromX, fromY);
        line.lineTo(toX, toY);
        graphics.draw(line);
    }

    void polygon(double... points) {
        Path2D shape = new Path2D.Double();
        shape.moveTo(points[0], points[1]);
        for (int i = 2; i < points.length; i += 2) {
            shape.lineTo(points[i], points[i + 1]);
        }
        shape.closePath();
        graphics.fill(shape);
    }

    /** Draws an oval lit from the left. */
    void ring(double x, double y, double radiusX, double radiusY, int left, int right) {
        fill(
                shapeOf(x, y, radiusX, radiusY),
                new GradientPaint(
                        (float) (x - radiusX),
                        0,
                        new Color(left),
                        (float) (x + radiusX),
                        0,
                        new Color(right)));
    }

    /** Draws a soft shadow on the ground. */
    void shadow(double x, double y, double radiusX, double radiusY) {
        AffineTransform before = graphics.getTransform();
        graphics.translate(x, y);
        graphics.scale(radiusX, radiusY);
        float[] where = {0, 0.55f, 1};
        Color[] dark = {new Color(0, 0, 0, 105), new Color(0, 0, 0, 80), new Color(0, 0, 0, 0)};
        fill(shapeOf(0, 0, 1, 1), new RadialGradientPaint(0, 0, 1, where, dark));
        graphics.setTransform(before);
    }
}
