/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class VillageAppTest {
    private static final String ESCAPE = "\u001b";

    // help and version

    @Test
    void helpListsEveryFlag() {
        LauncherRun launcherRun = LauncherRun.of("--help");
        assertThat(launcherRun.code()).isZero();
        assertThat(launcherRun.err()).isEmpty();
        assertThat(launcherRun.out())
                .contains("--days=N", "--ticks=N", "--speed=1|max", "--seed=N", "--villagers=N")
                .contains("--llm=URL", "--model=NAME", "--api-key-env=VAR", "--no-llm")
                .contains(
                        "--view[=PORT]",
                        "--chaos=MODE",
                        "--quiet",
                        "--report=FILE",
                        "--record=FILE",
                        "--replay=FILE",
                        "--help",
                        "--version")
                .doesNotContain(ESCAPE);
        assertThat(launcherRun.out().replaceAll("\\s+", " "))
                .contains("none, slow, hang, dead, garbage, cut, ratelimit or all (none)");
        assertThat(launcherRun.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void printsVersionOnOneLine() {
        LauncherRun launcherRun = LauncherRun.of("--version");
        assertThat(launcherRun.code()).isZero();
        assertThat(launcherRun.out().lines())
                .singleElement()
                .asString()
                .startsWith("triune-village ");
    }

    // output

    @Test
    void runPrintsEventsAndEndsWithTheReport() {
        LauncherRun launcherRun = LauncherRun.shortRun("--seed", "7");
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        assertThat(launcherRun.err()).isEmpty();
        assertThat(launcherRun.out())
                .startsWith("Triune village, 8 villagers, seed 7, mind: offline mind (rules, no"
                        + " language model)\n")
                .contains("\ncooldowns: autonomic 1 s, talker 5 s, executor 10 s\n")
                .contains(" plans  ", " says  ", "Report  mind: offline mind (rules,")
                .contains("lived        2,000 ticks", "fingerprint  ")
                .doesNotContain(ESCAPE, "\r");
    }

    @Test
    void printsTheHeadlineBeforeAnyVillageIsBuilt() {
        List<Thread> printing = new ArrayList<>();
        OutputStream out = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int from, int length) {
                printing.add(Thread.currentThread());
            }
        };
        VillageApp.run(
                new String[] {"--speed", "max", "--ticks", "1"},
                new PrintStream(out, true, StandardCharsets.UTF_8),
                System.err,
                Map.of(),
                Terminal.PLAIN,
                LauncherRun.NEVER_STOPPED);
        assertThat(printing).first().isSameAs(Thread.currentThread()); // not the game thread
    }

    @Test
    void stoppedWarmUpEndsItsThread() {
        WarmUp warmUp = new WarmUp(7);
        warmUp.start();
        warmUp.stop();
        warmUp.awaitReady();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("warm-up")));
    }

    @Test
    void villagesSideBySideHaveTheFingerprintsOfSingleRuns() {
        String[] flags = {"--speed", "max", "--ticks", "6000", "--seeds", "41..43", "--threads", "3"
        };
        LauncherRun together = LauncherRun.of(flags);
        List<String> lines = together.out().lines().toList();
        assertThat(together.code()).as(together.err()).isZero();
        assertThat(lines).hasSize(5);
        for (int i = 1; i <= 3; i++) {
            LauncherRun alone = LauncherRun.of(
                    "--speed", "max", "--ticks", "6000", "--quiet", "--seed", 40 + i + "");
            String fingerprint = lines.get(i).substring(lines.get(i).lastIndexOf(' ') + 1);
            assertThat(fingerprint).matches("[0-9a-f]{16}");
            assertThat(alone.out()).as("seed %d", 40 + i).contains(fingerprint);
        }
    }

    @Test
    void quietPrintsOnlyTheReport() {
        LauncherRun launcherRun = LauncherRun.shortRun("--quiet");
        assertThat(launcherRun.code()).isZero();
        assertThat(launcherRun.out()).startsWith("Report  mind: ");
        assertThat(launcherRun.out().lines()).hasSizeLessThan(31);
    }

    @Test
    void usesColourOnlyIfTheTerminalSupportsIt() {
        String[] args = {"--speed", "max", "--ticks", "2000"};
        LauncherRun colourful = LauncherRun.of(
                Map.of(), new Terminal(false, true), LauncherRun.NEVER_STOPPED, args);
        assertThat(colourful.out()).contains(ESCAPE + "[1mTriune village" + ESCAPE + "[0m");
        Map<String, String> environment = Map.of("TERM", "xterm", "NO_COLOR", "1");
        assertThat(Terminal.detect(environment).colour()).isFalse();
        assertThat(Terminal.detect(Map.of())).isEqualTo(Terminal.PLAIN);
    }

    @Test
    void terminalShowsTheStatusLine() {
        LauncherRun launcherRun = LauncherRun.of(
                Map.of(), new Terminal(true, false), LauncherRun.NEVER_STOPPED, "--ticks", "30");
        assertThat(launcherRun.out())
                .contains("\r" + ESCAPE + "[K")
                .containsPattern(
                        "Day 1  06:0\\d  \\d+\\.\\d TPS  tick [\\d.]+ ms \\| waiting \\d+,")
                .contains("offline ok, offline-spare ok");
        assertThat(launcherRun.out())
                .doesNotContainPattern("\\?7h(?!\r\u001b\\[K)"); // every status line is cleared
    }

    // the report

    @Test
    void jsonReportContainsEveryFigure(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.json");
        LauncherRun launcherRun = LauncherRun.shortRun("--seed", "7", "--report", file.toString());
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(report.path("seed").asLong()).isEqualTo(7);
        assertThat(report.path("ticks").asLong()).isEqualTo(2_000);
        assertThat(report.path("wallSeconds").asDouble()).isPositive();
        assertThat(report.path("worldFingerprint").asString()).matches("[0-9a-f]{16}");
        assertThat(launcherRun.out()).contains(report.path("worldFingerprint").asString());
        assertFields(report.path("tick"), "p50Ms", "p99Ms", "maxMs", "over50Ms");
        assertFields(report.path("selections"), "autonomic", "talker", "executor");
        assertFields(
                report.path("reflexes"),
                "forced_sleep",
                "flee_danger",
                "seek_warmth",
                "seek_cooling",
                "flee_to_home",
                "seek_sleep",
                "seek_food",
                "drink",
                "stand_and_talk",
                "explore",
                "wander");
        assertFields(
                report.path("outcomes"),
                "answered",
                "incomplete",
                "rejected",
                "failed",
                "expired",
                "cancelled",
                "superseded");
        assertFields(
                report.path("answers"),
                "applied",
                "repaired",
                "rejected",
                "superseded",
                "expired",
                "orphaned");
        assertFields(report.path("steps"), "queued", "done", "failed", "dropped", "refused");
        assertFields(report.path("firstStepMs"), "count", "p50", "p95");
        assertFields(report.path("fullAnswerMs"), "count", "p50", "p95");
        assertFields(report.path("queue"), "maxWaiting", "p95WaitMs");
        assertThat(report.path("fallbacks").isNumber()).isTrue();
        assertThat(report.path("rateLimited").isNumber()).isTrue();
        assertThat(report.path("retries").isNumber()).isTrue();
        assertThat(report.path("failures").isObject()).isTrue();
        assertThat(report.path("villagers")).hasSize(8);
        assertFields(
                report.path("villagers").get(0), "name", "trade", "alive", "stuckTicks", "said");
        assertThat(sum(report.path("outcomes")))
                .isEqualTo(report.path("requests").asLong());
        assertThat(sum(report.path("answers")))
                .isEqualTo(report.path("outcomes").path("answered").asLong()
                        + report.path("outcomes").path("incomplete").asLong());
        assertThat(filesIn(folder)).containsExactly(file);
    }

    @Test
    void reportsUnreachableModelOnceAndCountsFailures(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.json");
        LauncherRun launcherRun =
                LauncherRun.shortRun("--chaos", "dead", "--report", file.toString());
        assertThat(launcherRun.code()).isZero();
        assertThat(launcherRun.out().lines().filter(line -> line.startsWith("no answer: ")))
                .singleElement()
                .asString()
                .endsWith("the villagers live on by reflex and routine");
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(report.path("outcomes").path("failed").asLong()).isPositive();
        assertThat(report.at("/failures/unreachable/count").asLong())
                .isEqualTo(report.path("outcomes").path("failed").asLong());
        assertThat(launcherRun.out())
                .contains("failures     unreachable " + report.at("/failures/unreachable/count"));
    }

    @Test
    void unwritableReportFailsWithExitCodeOne(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.json");
        Path inTheWay = Files.createDirectory(folder.resolve("r.json.tmp"));
        LauncherRun launcherRun = LauncherRun.shortRun("--report", file.toString());
        assertThat(launcherRun.code()).isEqualTo(1);
        assertThat(launcherRun.out()).contains("fingerprint  ");
        assertThat(launcherRun.errLines())
                .singleElement()
                .asString()
                .startsWith("triune-village: --report " + file + ": cannot be written: ");
        assertThat(inTheWay).isDirectory();
        assertThat(file).doesNotExist();
    }

    // end of a run

    @Test
    void stoppingEndsTheRunWithAReport() {
        StopAtFirstPlan out = new StopAtFirstPlan();
        int code = VillageApp.run(
                new String[] {"--speed", "max", "--days", "10000"},
                out,
                System.err,
                Map.of(),
                Terminal.PLAIN,
                out::stopBy);
        assertThat(code).isZero();
        assertThat(out.toString()).contains("Report  mind: ", "8 of 8 villagers alive");
    }

    @Test
    void exceptionOnGameThreadExitsWithCodeOneAndStackTrace() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = VillageApp.run(
                new String[] {"--speed", "max", "--ticks", "100000"},
                new BrokenPrinter(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of(),
                Terminal.PLAIN,
                LauncherRun.NEVER_STOPPED);
        assertThat(code).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("triune-village: the village broke\n")
                .contains(
                        "the printer is on fire",
                        "VillageGame.update",
                        "ConsoleOutput.eventAnnounced");
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("HeadlessApplication")) {
                thread.join(60_000);
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void runsInOneProcessAreIndependent() {
        List<String> reports = List.of(
                LauncherRun.shortRun("--seed", "3", "--quiet").out(),
                LauncherRun.shortRun("--seed", "3", "--quiet").out());
        assertThat(afterLast(reports.get(0), "fingerprint"))
                .isEqualTo(afterLast(reports.get(1), "fingerprint"));
    }

    private static void assertFields(JsonNode object, String... names) {
        assertThat(object.propertyNames()).containsExactly(names);
    }

    private static long sum(JsonNode figures) {
        long sum = 0;
        for (JsonNode figure : figures) {
            sum += figure.asLong();
        }
        return sum;
    }

    private static List<Path> filesIn(Path folder) throws Exception {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static String afterLast(String text, String mark) {
        return text.substring(text.lastIndexOf(mark) + mark.length());
    }

    /** Keeps the output, and requests the end when the first plan is printed. */
    private static final class StopAtFirstPlan extends PrintStream {
        private final StringBuilder printed = new StringBuilder();
        private volatile Runnable stop = () -> {};

        StopAtFirstPlan() {
            super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        }

        void stopBy(Runnable value) {
            stop = value;
        }

        @Override
        public void println(String line) {
            printed.append(line).append('\n');
            if (line.contains("* ")) {
                stop.run();
            }
        }

        @Override
        public String toString() {
            return printed.toString();
        }
    }

    /** Throws when the first plan is printed, deep in the game's tick. */
    private static final class BrokenPrinter extends PrintStream {
        BrokenPrinter() {
            super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        }

        @Override
        public void println(String line) {
            if (line.contains("* ")) {
                throw new IllegalStateException("the printer is on fire");
            }
        }
    }
}
