/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static dev.triune.village.lab.TextReport.format;

import dev.triune.component.Layer;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.WordsAndDeeds.SayAndDo;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The report as a self-contained web page, without scripts or other files. All values are escaped.
 */
final class HtmlReport {
    private static final String STYLE = style();

    private final RunReport report;
    private final StringBuilder html = new StringBuilder();

    private HtmlReport(RunReport runReport) {
        this.report = runReport;
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            byte[] bytes = Objects.requireNonNull(in, "report.css").readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Renders the page. */
    static String of(RunReport runReport) {
        return new HtmlReport(runReport).page();
    }

    private String page() {
        String title = "Triune village, seed " + report.run().seed() + ", mind: "
                + report.run().mind();
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
                .append("<title>")
                .append(escape(title))
                .append("</title><style>\n")
                .append(STYLE)
                .append("</style></head><body>\n<h1>Triune village, seed ")
                .append(report.run().seed())
                .append("</h1><p class=\"mind\">Mind: ")
                .append(escape(report.run().mind()))
                .append("</p>\n");
        figures();
        stories();
        plots();
        villagers();
        textFigures();
        return html.append("</body></html>\n").toString();
    }

    private void figures() {
        html.append("<dl>");
        figure(
                "lived",
                format("%.1f days", (double) report.run().ticks() / Calendar.TICKS_PER_DAY));
        figure(
                "villagers alive",
                report.life().alive() + " of " + report.life().villagers().size());
        figure("longest stuck", format("%,d ticks", report.life().longestStuck()));
        figure(
                "tick, p50 and p99",
                format(
                        "%.3f and %.3f ms",
                        report.run().tick().p50Ms(), report.run().tick().p99Ms()));
        figure("requests", format("%,d", report.requests().requests()));
        figure("conversations", format("%,d", report.life().talk().conversations()));
        SayAndDo deeds = report.life().sayAndDo();
        figure(
                "promises kept",
                format("%,d of %,d", deeds.kept(), deeds.made() - deeds.open() - deeds.excused()));
        if (report.answers().firstStepMs().count() > 0) {
            figure(
                    "first step, whole answer (p50)",
                    format(
                            "%.1f and %.1f s",
                            report.answers().firstStepMs().p50() / 1_000,
                            report.answers().fullAnswerMs().p50() / 1_000));
        }
        figure(
                "tokens in and out",
                format(
                        "%,d and %,d",
                        report.usage().tokens().input(), report.usage().tokens().output()));
        if (report.usage().costUsd() > 0) {
            figure("cost", format("%.4f USD", report.usage().costUsd()));
        }
        html.append("</dl>\n<p>").append(escape(sentence(TextReport.quality(report))));
        html.append("</p>\n");
    }

    private void figure(String name, String value) {
        html.append("<div><dt>").append(escape(name)).append("</dt><dd>");
        html.append(escape(value)).append("</dd></div>");
    }

    private void stories() {
        if (report.life().stories().isEmpty()) {
            return;
        }
        html.append("<h2>Stories</h2><table>");
        for (StoryResult story : report.life().stories()) {
            row(story.story(), story.status(), story.words());
        }
        html.append("</table>\n");
    }

    private void row(String... cells) {
        html.append("<tr>");
        for (String cell : cells) {
            cell("", cell);
        }
        html.append("</tr>");
    }

    private void cell(String attributes, @Nullable Object content) {
        html.append("<td").append(attributes).append('>');
        html.append(escape(String.valueOf(content))).append("</td>");
    }

    private void villagers() {
        html.append("<h2>Villagers</h2><table><tr>");
        List<LifeSummary.VillagerSummary> all = report.life().villagers();
        for (VillagerColumn column : VillagerColumn.values()) {
            boolean numbers = !all.isEmpty() && all.get(0).values().get(column) instanceof Number;
            html.append(numbers ? "<th class=\"n\">" : "<th>")
                    .append(escape(column.heading()))
                    .append("</th>");
        }
        html.append("</tr>\n");
        for (LifeSummary.VillagerSummary who : all) {
            html.append("<tr>");
            for (VillagerColumn column : VillagerColumn.values()) {
                Object value = who.values().get(column);
                cell(value instanceof Number ? " class=\"n\"" : "", inWords(column, value));
            }
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }

    /** Returns a value as the page shows it: of what is true or false, only the exception. */
    private static @Nullable Object inWords(VillagerColumn column, @Nullable Object value) {
        if (column == VillagerColumn.ALIVE) {
            return Boolean.TRUE.equals(value) ? "" : "dead";
        }
        return value;
    }

    private void textFigures() {
        html.append("<h2>All figures</h2><pre>");
        for (String line : TextReport.lines(report)) {
            html.append(escape(line)).append('\n');
        }
        html.append("</pre>\n");
    }

    // ---- plots

    private void plots() {
        List<RunHistory.Sample> samples = report.history().samples();
        double[] ticks = of(samples, RunHistory.Sample::tick);
        html.append("<h2>Over time</h2><div class=\"plots\">\n");
        LineChart stock = new LineChart("In the storehouse", "pieces", ticks);
        for (Resource resource : Resource.values()) {
            stock.line(resource.label(), of(samples, at -> at.stock().get(resource.ordinal())));
        }
        LineChart requests = new LineChart("Requests", "ended so far, by layer", ticks);
        for (Layer layer : List.of(Layer.TALKER, Layer.EXECUTOR)) {
            requests.line(layer.label(), of(samples, at -> at.requests().get(layer.ordinal())));
        }
        add(tickTimes());
        add(new LineChart("Needs", "mean of those alive, 1 is best", ticks)
                .line("hunger", of(samples, RunHistory.Sample::hunger))
                .line("energy", of(samples, RunHistory.Sample::energy))
                .line("warmth", of(samples, RunHistory.Sample::warmth))
                .line("health", of(samples, RunHistory.Sample::health)));
        add(stock);
        add(requests);
        add(new LineChart("At the broker", "requests", ticks)
                .line("waiting", of(samples, RunHistory.Sample::waiting))
                .line("in flight", of(samples, RunHistory.Sample::inFlight)));
        days();
        html.append("</div>\n");
    }

    private void days() {
        List<HabitSummary.DaySummary> days = report.habits().days();
        double[] ends = of(days, day -> day.day() * Calendar.TICKS_PER_DAY);
        add(new LineChart("Calls", "a villager and day", ends)
                .line("talker", of(days, HabitSummary.DaySummary::talker))
                .line("executor", of(days, HabitSummary.DaySummary::executor))
                .line("saved by habits", of(days, HabitSummary.DaySummary::habits)));
        add(new LineChart("Tokens", "a villager and day", ends)
                .line("in and out", of(days, HabitSummary.DaySummary::tokens)));
    }

    private LineChart tickTimes() {
        List<RunHistory.TickTimeSpan> hours = report.history().spans();
        return new LineChart(
                        "Tick time",
                        "ms, by hour of the village",
                        of(hours, RunHistory.TickTimeSpan::tick))
                .line("p50", of(hours, RunHistory.TickTimeSpan::p50Ms))
                .line("p99", of(hours, RunHistory.TickTimeSpan::p99Ms));
    }

    private void add(LineChart lineChart) {
        html.append(lineChart.html()).append('\n');
    }

    private static <T> double[] of(List<T> samples, ToDoubleFunction<T> figure) {
        return samples.stream().mapToDouble(figure).toArray();
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    /**
     * Escapes any text for an element or a quoted attribute, and removes characters that change the
     * writing direction.
     */
    static String escape(String any) {
        String line = Terminal.sanitize(any);
        StringBuilder html = new StringBuilder(line.length() + 16);
        for (int i = 0; i < line.length(); i++) {
            char letter = line.charAt(i);
            switch (letter) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.append(letter);
            }
        }
        return html.toString();
    }
}
