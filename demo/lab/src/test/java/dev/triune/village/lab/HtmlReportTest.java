/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.triune.village.sim.FailureLog;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.story.StoryResult;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

final class HtmlReportTest {
    private static final String EVIL = "<script>alert(\"1\")</script>&'\u202e";
    private static final String HARMLESS =
            "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39; ";

    @Test
    void htmlReportShowsEveryFigureAndIsSelfContained() throws Exception {
        RunReport runReport = reportAfterTicks(30_000);
        String page = HtmlReport.of(runReport);
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("<title>Triune village, seed 7, mind: offline mind (rules, no language"
                        + " model)</title>")
                .contains("prefers-color-scheme: dark", "width=device-width", "8 of 8")
                .contains("<figcaption>Tick time", "<figcaption>Needs", "<figcaption>Requests")
                .contains("<figcaption>In the storehouse", "<figcaption>At the broker")
                .contains(
                        HtmlReport.escape(String.valueOf(runReport
                                .life()
                                .villagers()
                                .get(0)
                                .values()
                                .get(VillagerColumn.NAME))),
                        runReport.run().worldFingerprint())
                .doesNotContain("<script", "src=", "href=", "url(", "NaN", "Infinity");
        assertThat(Pattern.compile("<polyline").matcher(page).results().count()).isEqualTo(17);
        assertWellFormed(page);
    }

    @Test
    void shortRunShowsMessageInsteadOfPlots() throws Exception {
        String page = HtmlReport.of(reportAfterTicks(10));
        assertThat(page).contains("too short a run to plot").doesNotContain("<polyline", "NaN");
        assertWellFormed(page);
    }

    @Test
    void escapesMarkupInNames() throws Exception {
        RunReport runReport = reportAfterTicks(2_000);
        runReport = with(runReport, "mind", "model " + EVIL);
        Map<VillagerColumn, Object> values = new EnumMap<>(VillagerColumn.class);
        for (VillagerColumn column : VillagerColumn.values()) {
            values.put(column, EVIL);
        }
        values.put(VillagerColumn.ALIVE, true);
        values.put(VillagerColumn.STUCK_TICKS, 3L);
        runReport = with(runReport, "villagers", List.of(new LifeSummary.VillagerSummary(values)));
        runReport = with(
                runReport, "stories", List.of(new StoryResult(EVIL, true, true, EVIL, Map.of())));
        runReport = with(runReport, "tape", EVIL);
        runReport = with(runReport, "failures", Map.of(EVIL, new FailureLog.FailureCount(1, EVIL)));

        String page = HtmlReport.of(runReport);

        assertThat(page).contains(HARMLESS).doesNotContain("<script", "\u202e");
        assertThat(page.split(Pattern.quote(HARMLESS), -1)).hasSizeGreaterThan(7);
        assertWellFormed(page);
    }

    @Test
    void cellsOfVillagersStandBelowTheirHeadings() throws Exception {
        Map<VillagerColumn, Object> backwards = new LinkedHashMap<>();
        VillagerColumn[] columns = VillagerColumn.values();
        for (int i = columns.length - 1; i >= 0; i--) {
            backwards.put(columns[i], "in " + columns[i]);
        }
        backwards.put(VillagerColumn.ALIVE, false);
        backwards.put(VillagerColumn.STUCK_TICKS, 3L);
        RunReport runReport = with(
                reportAfterTicks(10),
                "villagers",
                List.of(new LifeSummary.VillagerSummary(backwards)));
        StringBuilder row = new StringBuilder("<tr>");
        for (VillagerColumn column : columns) {
            row.append(
                    switch (column) {
                        case ALIVE -> "<td>dead</td>";
                        case STUCK_TICKS -> "<td class=\"n\">3</td>";
                        default -> "<td>in " + column + "</td>";
                    });
        }
        assertThat(HtmlReport.of(runReport)).contains(row.append("</tr>"));
    }

    @Test
    void reportListsStories() throws Exception {
        RunReport runReport = with(
                reportAfterTicks(10),
                "stories",
                List.of(
                        new StoryResult("feast", true, true, "5 came", Map.of()),
                        new StoryResult("wolf", false, false, "it did not come", Map.of())));
        assertThat(HtmlReport.of(runReport))
                .contains("<h2>Stories</h2>", "<td>feast</td><td>yes</td><td>5 came</td>")
                .contains("<td>wolf</td><td>not yet</td>");
        assertThat(TextReport.lines(runReport))
                .contains("  feast        yes: 5 came", "  wolf         not yet: it did not come");
    }

    @Test
    void summarizesAnswerQualityOnOneLine() throws Exception {
        RunReport runReport = with(
                reportAfterTicks(10),
                "answers",
                Map.of(
                        "applied",
                        5L,
                        "repaired",
                        2L,
                        "rejected",
                        1L,
                        "orphaned",
                        0L,
                        "expired",
                        2L));
        runReport = with(
                runReport,
                "steps",
                Map.of("queued", 30L, "refused", 10L, "done", 20L, "failed", 4L));
        runReport = with(runReport, "failedHalfWay", 3L);
        runReport = with(runReport, "unreadableAnswers", 1L);
        assertThat(TextReport.quality(runReport))
                .isEqualTo("of 10 answers 5 valid (50.0 %), 2 repaired (20.0 %), 1 of no use"
                        + " (10.0 %), 2 too late (20.0 %); 1 not readable to the end (10.0 %); 3"
                        + " more broke off half way; of 40 steps 10 refused (25.0 %), 4 failed"
                        + " (10.0 %)");
        assertThat(TextReport.quality(with(runReport, "answers", Map.of())))
                .isEqualTo("no answer came");
    }

    @Test
    void fileExtensionSelectsTheReportFormat(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("r.json");
        Path html = folder.resolve("r.HTML");
        LauncherRun launcherRun =
                LauncherRun.shortRun("--report", json.toString(), "--report", html.toString());
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        var report = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(report.has("history"))
                .as("history is only for the HTML page")
                .isFalse();
        assertThat(report.path("stories").isArray()).isTrue();
        assertThat(report.path("costUsd").isNumber()).isTrue();
        assertThat(report.path("models").propertyNames()).contains("village-rules");
        assertThat(Files.readString(html)).startsWith("<!DOCTYPE html>");
        assertThat(folder.toFile().list()).hasSize(2);
    }

    private static RunReport reportAfterTicks(int ticks) {
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        VillageSimulation village = new VillageBuilder(simulationSettings).build();
        RunHistory history = new RunHistory();
        for (int i = 0; i < ticks; i++) {
            village.tick();
            history.tickEnded(village);
        }
        village.close();
        return RunReport.of(village, simulationSettings, 1, history, new TruthJudge());
    }

    private static RunReport with(RunReport runReport, String name, Object value) throws Exception {
        return (RunReport) copy(runReport, name, value);
    }

    /** Copies a record and its unwrapped groups, and replaces the value of the named component. */
    private static Object copy(Object group, String name, Object value) throws Exception {
        RecordComponent[] components = group.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            var accessor = components[i].getAccessor();
            accessor.setAccessible(true);
            Object present = accessor.invoke(group);
            if (accessor.isAnnotationPresent(JsonUnwrapped.class)) {
                values[i] = copy(present, name, value);
            } else {
                values[i] = components[i].getName().equals(name) ? value : present;
            }
        }
        var constructor = group.getClass().getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    /** Asserts that all elements are closed in order, except those that HTML leaves open. */
    private static void assertWellFormed(String page) {
        var open = new ArrayDeque<String>();
        var tags = Pattern.compile("<(/?)([a-z0-9]+)[^<>]*?(/?)>").matcher(page);
        while (tags.find()) {
            String tag = tags.group(2);
            if (tag.equals("meta") || !tags.group(3).isEmpty()) {
                continue;
            }
            if (tags.group(1).isEmpty()) {
                open.push(tag);
            } else {
                assertThat(open.poll()).as("at %d", tags.start()).isEqualTo(tag);
            }
        }
        assertThat(open).isEmpty();
    }
}
