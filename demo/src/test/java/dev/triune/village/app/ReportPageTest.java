/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.village.sim.Narrator;
import dev.triune.village.sim.Outages;
import dev.triune.village.sim.Settings;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.story.Telling;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

final class ReportPageTest {
    private static final String EVIL = "<script>alert(\"1\")</script>&'\u202e";
    private static final String HARMLESS =
            "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39; ";

    @Test
    void thePageShowsEveryFigureAndNeedsNothingElse() throws Exception {
        Report report = lived(30_000);
        String page = ReportPage.of(report);
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("<title>Triune village, seed 7, mind: offline mind (rules, no language"
                        + " model), chaos none</title>")
                .contains("prefers-color-scheme: dark", "width=device-width", "8 of 8")
                .contains("<figcaption>Tick time", "<figcaption>Needs", "<figcaption>Requests")
                .contains("<figcaption>In the storehouse", "<figcaption>At the broker")
                .contains(Html.text(report.villagers().get(0).name()), report.worldFingerprint())
                .doesNotContain("<script", "src=", "href=", "url(", "NaN", "Infinity");
        assertThat(Pattern.compile("<polyline").matcher(page).results().count()).isEqualTo(16);
        assertWellFormed(page);
    }

    @Test
    void aShortRunHasNothingToPlotAndSaysSo() throws Exception {
        String page = ReportPage.of(lived(10));
        assertThat(page).contains("too short a run to plot").doesNotContain("<polyline", "NaN");
        assertWellFormed(page);
    }

    @Test
    void whateverAVillagerOrAModelIsCalledItIsText() throws Exception {
        Report report = lived(2_000);
        report = with(report, "mind", "model " + EVIL);
        report = with(
                report, "villagers", List.of(new Report.VillagerFigures(EVIL, EVIL, true, 3, 4)));
        report = with(report, "stories", List.of(new Telling(EVIL, true, true, EVIL, Map.of())));
        report = with(report, "tape", EVIL);
        report = with(report, "failures", Map.of(EVIL, new Outages.Failures(1, EVIL)));

        String page = ReportPage.of(report);

        assertThat(page).contains(HARMLESS).doesNotContain("<script", "\u202e");
        assertThat(page.split(Pattern.quote(HARMLESS), -1)).hasSizeGreaterThan(7);
        assertWellFormed(page);
    }

    @Test
    void storiesAreToldInTheReport() throws Exception {
        Report report = with(
                lived(10),
                "stories",
                List.of(
                        new Telling("feast", true, true, "5 came", Map.of()),
                        new Telling("wolf", false, false, "it did not come", Map.of())));
        assertThat(ReportPage.of(report))
                .contains("<h2>Stories</h2>", "<td>feast</td><td>yes</td><td>5 came</td>")
                .contains("<td>wolf</td><td>not yet</td>");
        assertThat(ReportText.lines(report))
                .contains("  feast        yes: 5 came", "  wolf         not yet: it did not come");
    }

    @Test
    void theQualityOfAnswersIsOneLine() throws Exception {
        Report report = with(
                lived(10),
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
        report = with(
                report, "steps", Map.of("queued", 30L, "refused", 10L, "done", 20L, "failed", 4L));
        report = with(report, "failedHalfWay", 3L);
        report = with(report, "unreadableAnswers", 1L);
        assertThat(ReportText.quality(report))
                .isEqualTo("of 10 answers 5 valid (50.0 %), 2 repaired (20.0 %), 1 of no use"
                        + " (10.0 %), 2 too late (20.0 %); 1 not readable to the end (10.0 %); 3"
                        + " more broke off half way; of 40 steps 10 refused (25.0 %), 4 failed"
                        + " (10.0 %)");
        assertThat(ReportText.quality(with(report, "answers", Map.of())))
                .isEqualTo("no answer came");
    }

    @Test
    void reportsAreWrittenByTheirExtension(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("r.json");
        Path html = folder.resolve("r.HTML");
        Launch launch = Launch.shortRun("--report", json.toString(), "--report", html.toString());
        assertThat(launch.code()).as(launch.err()).isZero();
        var report = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(report.has("history")).as("plots are for the page").isFalse();
        assertThat(report.path("stories").isArray()).isTrue();
        assertThat(report.path("costUsd").isNumber()).isTrue();
        assertThat(report.path("models").propertyNames()).contains("village-rules");
        assertThat(Files.readString(html)).startsWith("<!DOCTYPE html>");
        assertThat(folder.toFile().list()).hasSize(2);
    }

    private static Report lived(int ticks) {
        Settings settings = Settings.offline(7);
        VillageSimulation village = new VillageSimulation(settings, Narrator.SILENT);
        for (int i = 0; i < ticks; i++) {
            village.tick();
        }
        village.close();
        return Report.of(village, settings, 1);
    }

    /** The same report with another value of that component. */
    private static Report with(Report report, String name, Object value) throws Exception {
        RecordComponent[] components = Report.class.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            var accessor = components[i].getAccessor();
            accessor.setAccessible(true);
            values[i] = components[i].getName().equals(name) ? value : accessor.invoke(report);
        }
        var constructor = Report.class.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    /** Every element is closed, in order; elements that HTML leaves open aside. */
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
