/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import dev.triune.component.Layer;
import dev.triune.village.sim.RunHistory;
import dev.triune.village.story.StoryResult;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The report as a self-contained web page, without scripts or other files. All values are escaped.
 */
final class HtmlReport {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1d2126; --paper: #fbfaf7; --soft: #5d6570;
              --rule: #d9d6cd; --c1: #1f5fa8; --c2: #b04a16; --c3: #2a7a49; --c4: #85398a; --c5: #5c6470; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e8e6e0; --paper: #16191d; --soft: #9aa3ad;
              --rule: #363c44; --c1: #74b4f5; --c2: #f2a474; --c3: #7fd3a2; --c4: #d9a1e0; --c5: #aeb6c0; } }
            body { margin: 0 auto; padding: 1.2rem 1rem 3rem; max-width: 62rem; background: var(--paper);
              color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
            h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .2rem; }
            h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
            p.mind { color: var(--soft); margin: 0 0 1rem; }
            dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .8rem 1.2rem;
              margin: 0; }
            dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; font-size: 1.2rem; }
            .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
              gap: 1.2rem; }
            figure { margin: 0; } figcaption { font-weight: 600; } small { color: var(--soft); font-weight: 400; }
            svg { display: block; width: 100%; height: auto; }
            svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
            .rule { stroke: var(--rule); } polyline { fill: none; stroke-width: 1.6; stroke: currentColor; }
            .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); } .c4 { color: var(--c4); }
            .c5 { color: var(--c5); } polyline.dashed { stroke-dasharray: 5 3; }
            .legend { margin: .2rem 0 0; font-size: .9rem; }
            .legend span { display: inline-block; margin-right: .8rem; }
            .legend span::before { content: ""; display: inline-block; width: 1.1em; vertical-align: middle;
              margin-right: .35em; border-top: 3px solid currentColor; }
            .legend span.dashed::before { border-top-style: dashed; }
            table { border-collapse: collapse; width: 100%; }
            th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--rule);
              vertical-align: top; }
            th { color: var(--soft); font-weight: 400; font-size: .85rem; }
            td:first-child, td:nth-child(2) { white-space: nowrap; }
            td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
            pre { white-space: pre-wrap; font-size: .85rem; }
            """;

    private final RunReport report;
    private final StringBuilder html = new StringBuilder();

    private HtmlReport(RunReport runReport) {
        this.report = runReport;
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
            html.append("<td>").append(escape(cell)).append("</td>");
        }
        html.append("</tr>");
    }

    private void villagers() {
        html.append("<h2>Villagers</h2><table><tr><th>name</th><th>trade</th><th></th>"
                + "<th class=\"n\">stuck, ticks</th><th class=\"n\">lines said</th></tr>\n");
        for (RunReport.VillagerSummary who : report.life().villagers()) {
            html.append("<tr><td>").append(escape(who.name())).append("</td><td>");
            html.append(escape(who.trade())).append("</td><td>");
            html.append(who.alive() ? "" : "dead").append("</td><td class=\"n\">");
            html.append(who.stuckTicks()).append("</td><td class=\"n\">");
            html.append(who.said()).append("</td></tr>\n");
        }
        html.append("</table>\n");
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
        List<RunReport.DaySummary> days = report.habits().days();
        double[] ends = of(days, day -> day.day() * Calendar.TICKS_PER_DAY);
        add(new LineChart("Calls", "a villager and day", ends)
                .line("talker", of(days, RunReport.DaySummary::talker))
                .line("executor", of(days, RunReport.DaySummary::executor))
                .line("saved by habits", of(days, RunReport.DaySummary::habits)));
        add(new LineChart("Tokens", "a villager and day", ends)
                .line("in and out", of(days, RunReport.DaySummary::tokens)));
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

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /**
     * Escapes any text for an element or a quoted attribute: it holds no markup afterwards, and no
     * character that changes the writing direction.
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
