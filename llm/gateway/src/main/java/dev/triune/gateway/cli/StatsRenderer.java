/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Renders the statistics of a gateway as text: with boxes for a terminal, without for a file or a
 * pipe. Names are shown as received, since the gateway has removed control characters.
 */
final class StatsRenderer {
    private static final int WIDTH = 76;
    private static final int BAR = 34;
    private static final int MAX_ROWS = 12;
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String RED = "\u001b[31m";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final List<String> lines = new ArrayList<>();
    private final JsonNode figures;
    private final boolean boxes;
    private final boolean colours;

    private StatsRenderer(JsonNode figures, boolean boxes, boolean colours) {
        this.figures = figures;
        this.boxes = boxes;
        this.colours = colours;
    }

    /**
     * Renders the lines.
     *
     * @param figures an event of {@code /api/llm/live}
     * @param boxes whether to draw boxes and bars
     * @param colours whether to use the colours of a terminal
     */
    static List<String> lines(JsonNode figures, boolean boxes, boolean colours) {
        StatsRenderer box = new StatsRenderer(figures, boxes, colours);
        box.all();
        return box.lines;
    }

    private void all() {
        edge("┌", "┐", " Triune gateway ");
        now();
        throughput();
        latency();
        providers();
        games();
        edge("├", "┤", "");
        batches();
        edge("└", "┘", "");
    }

    private void now() {
        row("Queue size:     " + whole("/queue/waiting") + " requests, " + whole("/queue/inFlight")
                + " in flight");
        row("Active batches: " + whole("/batches/active"));
        String window = whole("/credits/waiting") > 0
                ? "next window in " + millis(real("/credits/nextWindowMs"))
                : "+" + whole("/credits/perSecond") + " a second";
        row("Credits:        " + whole("/credits/now") + "/" + whole("/credits/capacity") + " ("
                + window + ")");
    }

    private long whole(String pointer) {
        return figures.at(pointer).asLong();
    }

    private double real(String pointer) {
        return figures.at(pointer).asDouble();
    }

    private void throughput() {
        double now = real("/throughput/perSecond");
        edge("├", "┤", " Throughput ");
        if (!figures.at("/throughput").has("target")) {
            row(number(now) + " req/s (no limits are known)");
            return;
        }
        double target = real("/throughput/target");
        double part = target == 0 ? 0 : now / target;
        if (boxes) {
            int full = (int) Math.round(Math.min(1, part) * BAR);
            row(colour(GREEN, "█".repeat(full)) + "░".repeat(BAR - full) + "  " + percent(part));
        }
        row(number(now) + " req/s (target: " + number(target) + " req/s"
                + (boxes ? ")" : ", " + percent(part) + ")"));
    }

    private void latency() {
        edge("├", "┤", " Latency, last minute ");
        row("First delta: " + spread("firstDelta"));
        row("Complete:    " + spread("complete"));
        row("Waited:      " + spread("wait"));
    }

    private String spread(String name) {
        JsonNode spread = figures.at("/latency").path(name);
        return spread.path("count").asInt() == 0
                ? "none"
                : millis(spread.path("p50").asDouble()) + " (p50), "
                        + millis(spread.path("p95").asDouble()) + " (p95)";
    }

    private void providers() {
        edge("├", "┤", " Providers ");
        headerRow(
                "%-16s %6s %9s %7s %6s %5s  %s",
                "", "queued", "in flight", "calls", "ok", "429", "state");
        figures.at("/providers")
                .valueStream()
                .limit(MAX_ROWS)
                .forEach(row -> row(String.format(
                                Locale.ROOT,
                                "%-16s %6d %9s %7d %6s %5d  ",
                                truncate(row.path("name").asString(), 16),
                                row.path("queued").asInt(),
                                row.path("inFlight").asInt() + "/"
                                        + row.path("permits").asInt(),
                                row.path("calls").asLong(),
                                percent(row.path("successRate").asDouble()),
                                row.path("rateLimited").asLong())
                        + state(row)));
    }

    private String state(JsonNode provider) {
        double left =
                provider.path("coolingUntil").asDouble() - figures.at("/now").asDouble();
        if (provider.path("breakerOpen").asBoolean()) {
            return colour(RED, "breaker open");
        }
        return left > 0 ? colour(YELLOW, "cooling " + millis(left)) : colour(GREEN, "ready");
    }

    private void games() {
        edge("├", "┤", " Active games ");
        int total = figures.at("/gamesTotal").asInt();
        if (total == 0) {
            row("none");
            return;
        }
        headerRow(
                "%-22s %9s %8s %10s %10s %8s",
                "", "requests", "waiting", "in flight", "credits/s", "share");
        figures.at("/games")
                .valueStream()
                .limit(MAX_ROWS)
                .forEach(row -> row(String.format(
                        Locale.ROOT,
                        "%-22s %9d %8d %10d %10s %8s",
                        truncate(row.path("name").asString(), 22),
                        row.path("requests").asLong(),
                        row.path("waiting").asInt(),
                        row.path("inFlight").asInt(),
                        number(row.path("credits").asDouble()),
                        percent(row.path("share").asDouble()))));
        if (total > MAX_ROWS) {
            row("and " + (total - MAX_ROWS) + " more");
        }
    }

    private void batches() {
        row("Batch efficiency:  " + number(real("/batches/efficiency")) + " req/batch");
        row("Handshake savings: " + percent(real("/batches/saved")) + " (vs sequential)");
        row("Requests ended:    " + whole("/totals/ended") + ", "
                + percent(real("/totals/successRate")) + " answered");
        row(String.format(Locale.ROOT, "Cost:              $%.4f", real("/totals/cost")));
    }

    // ---- layout of lines

    private void edge(String left, String right, String title) {
        if (boxes) {
            String line = left + "─" + title;
            lines.add(line.replace(title, colour(BOLD, title))
                    + "─".repeat(WIDTH - line.length() - 1)
                    + right);
        } else if (!title.isEmpty()) {
            lines.add((lines.isEmpty() ? "" : "\n") + title.strip().toUpperCase(Locale.ROOT));
        } else if (left.equals("├")) {
            lines.add("");
        }
    }

    private void headerRow(String format, Object... titles) {
        row(String.format(Locale.ROOT, format, titles).stripTrailing());
    }

    private void row(String text) {
        if (boxes) {
            int visibleLength = text.replaceAll("\u001b\\[\\d+m", "").length();
            lines.add("│ " + text + " ".repeat(Math.max(0, WIDTH - visibleLength - 4)) + " │");
        } else {
            lines.add(text.stripTrailing());
        }
    }

    private String colour(String colour, String text) {
        return colours && !text.isEmpty() ? colour + text + PLAIN : text;
    }

    private static String truncate(String name, int maxLength) {
        return name.length() <= maxLength ? name : name.substring(0, maxLength - 1) + "…";
    }

    private static String millis(double value) {
        return value < 1000
                ? Math.round(value) + " ms"
                : String.format(Locale.ROOT, "%.1f s", value / 1000);
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f%%", part * 100);
    }
}
