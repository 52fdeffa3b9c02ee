/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static dev.triune.village.lab.TextReport.format;

import dev.triune.village.world.Calendar;
import java.util.ArrayList;
import java.util.List;

/**
 * A line chart over the days of a village: an SVG, with a legend in text below it so that it can be
 * read at any width. Not thread-safe.
 */
final class LineChart {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 190;
    private static final int LEFT = 40;
    private static final int RIGHT = 8;
    private static final int TOP = 8;
    private static final int BOTTOM = 24;
    private static final int RULES = 4;
    private static final int MAX_DAY_LABELS = 6;

    private final String title;
    private final String unit;
    private final double[] ticks;
    private final List<Series> lines = new ArrayList<>();
    private double top;

    /**
     * Creates a chart without lines.
     *
     * @param unit the unit of the values, for the title
     * @param ticks the ticks of the values, in ascending order
     */
    LineChart(String title, String unit, double[] ticks) {
        this.title = title;
        this.unit = unit;
        this.ticks = ticks.clone();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Series(String name, double[] values) {
        double last() {
            return values.length == 0 ? 0 : values[values.length - 1];
        }
    }

    /** Adds a line; one value, 0 or more, for each tick. */
    LineChart line(String name, double[] values) {
        if (values.length != ticks.length) {
            throw new IllegalArgumentException(
                    values.length + " values for " + ticks.length + " moments");
        }
        lines.add(new Series(name, values.clone()));
        for (double value : values) {
            top = Math.max(top, value);
        }
        return this;
    }

    /** Renders the chart as HTML. */
    String html() {
        StringBuilder html = new StringBuilder("<figure><figcaption>" + HtmlReport.escape(title)
                + " <small>" + HtmlReport.escape(unit) + "</small></figcaption>");
        if (ticks.length < 2) {
            return html.append("<p>too short a run to plot</p></figure>").toString();
        }
        html.append(format(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                WIDTH, HEIGHT, HtmlReport.escape(title + ", " + unit)));
        double scale = niceTop(top);
        rules(html, scale);
        days(html);
        for (int i = 0; i < lines.size(); i++) {
            draw(html, lines.get(i), i, scale);
        }
        html.append("</svg>");
        legend(html);
        return html.append("</figure>").toString();
    }

    private static void rules(StringBuilder html, double scale) {
        for (int i = 0; i <= RULES; i++) {
            double y = y(scale * i / RULES, scale);
            html.append(format(
                    "<line class=\"rule\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT, WIDTH - RIGHT, y, y, LEFT - 4, y + 4, number(scale * i / RULES)));
        }
    }

    private void days(StringBuilder html) {
        double from = ticks[0] / Calendar.TICKS_PER_DAY;
        double to = ticks[ticks.length - 1] / Calendar.TICKS_PER_DAY;
        double step = niceTop((to - from) / MAX_DAY_LABELS);
        for (double day = Math.ceil(from / step) * step; day <= to; day += step) {
            double x = x(day * Calendar.TICKS_PER_DAY);
            html.append(format(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s d</text>",
                    x, HEIGHT - 6, x > WIDTH - 30 ? "end" : "middle", number(day)));
        }
    }

    private void draw(StringBuilder html, Series series, int number, double scale) {
        html.append("<polyline class=\"c").append(number % 5 + 1);
        html.append(number >= 5 ? " dashed" : "").append("\" points=\"");
        for (int i = 0; i < ticks.length; i++) {
            html.append(format("%.1f,%.1f ", x(ticks[i]), y(series.values()[i], scale)));
        }
        html.append("\"/>");
    }

    private void legend(StringBuilder html) {
        html.append("<p class=\"legend\">");
        for (int i = 0; i < lines.size(); i++) {
            html.append("<span class=\"c")
                    .append(i % 5 + 1)
                    .append(i >= 5 ? " dashed" : "")
                    .append("\">")
                    .append(HtmlReport.escape(lines.get(i).name()))
                    .append(" <small>")
                    .append(number(lines.get(i).last()))
                    .append("</small></span> ");
        }
        html.append("</p>");
    }

    private double x(double tick) {
        double span = Math.max(1, ticks[ticks.length - 1] - ticks[0]);
        return LEFT + (WIDTH - LEFT - RIGHT) * (tick - ticks[0]) / span;
    }

    private static double y(double value, double scale) {
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / scale;
    }

    /** Rounds up to 1, 2 or 5 times a power of ten. */
    private static double niceTop(double value) {
        if (value <= 0) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double factor : new double[] {1, 2, 5, 10}) {
            if (factor * power >= value * 0.999_999) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Formats a number with at most three decimals. */
    private static String number(double value) {
        String text = format(value >= 100 ? "%.0f" : "%.3f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
