/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run exported as a page without a server; another module opens one in a browser. */
final class ExportHtmlTest {
    private static final Pattern EVENT = Pattern.compile("(\\d+) (\\w+)( \\d+)? (\\{.*}|\\[.*])");
    private static final Pattern KEPT = Pattern.compile("id=\"recording\">([^<]+)</script>");

    @TempDir
    private Path folder;

    @Test
    void exportedPageContainsTheWholeRunAndIsSelfContained() throws IOException {
        String tape = file("t.jsonl");
        LauncherRun run = LauncherRun.shortRun("--seed", "8", "--quiet", "--record", tape);
        LauncherRun replay =
                LauncherRun.of("--replay", tape, "--quiet", "--export-html", file("page.html"));

        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(fingerprint(replay)).isEqualTo(fingerprint(run));
        String page = Files.readString(folder.resolve("page.html"));
        assertThat(page.substring(0, page.indexOf("id=\"recording\"")))
                .doesNotContainPattern("(src|href)=\"(?!data:|#)")
                .doesNotContain("from './");
        List<String> events = events(page);
        assertThat(events).allMatch(line -> EVENT.matcher(line).matches());
        assertThat(ticksOf("frame", events)).hasSize(251).startsWith(8L, 16L).endsWith(2_000L);
        assertThat(ticksOf("scene", events)).startsWith(8L, 40L, 80L).endsWith(2_000L);
        assertThat(ticksOf("news", events)).isNotEmpty();
        assertThat(events.get(0)).startsWith("0 hello ").contains("\"mode\":\"replay\"");
        assertThat(events.get(events.size() - 1)).startsWith("2000 ended ");
        for (int villager = 0; villager < 8; villager++) {
            assertThat(events.toString()).contains(" detail " + villager + " {");
        }
    }

    @Test
    void pageOfARunThatIsStoppedBeforeItsFirstTickHasOneFrame() throws IOException {
        String save = file("village.save");
        LauncherRun.shortRun("--quiet", "--save", save);
        String[] begun = {"--speed", "max", "--quiet", "--export-html", file("page.html")};
        String[] loaded = {"--load", save, "--quiet", "--export-html", file("loaded.html")};

        for (String[] flags : List.of(begun, loaded)) {
            LauncherRun run = LauncherRun.of(Map.of(), Terminal.PLAIN, Runnable::run, flags);
            assertThat(run.code()).as(run.err()).isZero();
        }
        assertThat(ticksOf("frame", events(Files.readString(folder.resolve("page.html")))))
                .containsExactly(0L);
        assertThat(ticksOf("frame", events(Files.readString(folder.resolve("loaded.html")))))
                .containsExactly(2_000L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        --export-html page.htm           | --export-html page.htm: expected a name that ends in .html; see --help
        --export-html no/page.html       | --export-html no/page.html: no file can be written there
        --export-html p.html --view 0    | --export-html p.html and --view exclude each other: record the run with --record, then export its --replay; see --help
        --export-html p.html --report p.html | --export-html p.html: something else is written to that file already
        """)
    void reportsInvalidFlagOnOneLine(String flags, String line) {
        LauncherRun run = LauncherRun.of(flags.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errLines()).singleElement().asString().startsWith("triune-village: " + line);
    }

    private static List<Long> ticksOf(String kind, List<String> events) {
        return events.stream()
                .map(EVENT::matcher)
                .filter(Matcher::matches)
                .filter(event -> event.group(2).equals(kind))
                .map(event -> Long.valueOf(event.group(1)))
                .toList();
    }

    private static List<String> events(String page) throws IOException {
        Matcher kept = KEPT.matcher(page);
        assertThat(kept.find()).isTrue();
        byte[] gzipped = Base64.getDecoder().decode(kept.group(1));
        try (var in = new GZIPInputStream(new ByteArrayInputStream(gzipped))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static String fingerprint(LauncherRun run) {
        return run.out().replaceAll("(?s).*fingerprint +(\\w+).*", "$1");
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }
}
