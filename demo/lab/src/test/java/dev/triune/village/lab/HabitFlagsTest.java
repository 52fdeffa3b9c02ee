/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The habit flags of the command line: {@code --habits} and {@code --bake}. */
final class HabitFlagsTest {
    private static final String[] TWO_DAYS = {"--days", "2", "--speed", "max", "--seed", "8"};

    @TempDir
    private static Path shared;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static LauncherRun bake;

    @TempDir
    private Path folder;

    @BeforeAll
    static void bakeHabits() {
        bake = LauncherRun.of(with(TWO_DAYS, "--bake", baked().toString()));
    }

    private static Path baked() {
        return shared.resolve("minds.json");
    }

    @Test
    void bakedHabitsPlanWithoutAModel() {
        assertThat(bake.code()).as(bake.err()).isZero();
        assertThat(bake.out())
                .containsPattern(
                        "day 1 {2}\\d+ habits, \\d+ % of uses succeeded, \\d+\\.\\d calls a"
                                + " villager, cost 0\\.0000 USD, \\d+ s left\n")
                .containsPattern("baked {2}\\d+ habits from \\d+ plans to ")
                .doesNotContain("  plans ");

        LauncherRun played =
                LauncherRun.of(with(TWO_DAYS, "--no-llm", "--habits", baked().toString()));

        assertThat(played.code()).as(played.err()).isZero();
        assertThat(played.out())
                .contains("  requests     0 = none")
                .contains("calls a villager: 0.0 on day 1, 0.0 on day 2")
                .contains("  (habit)");
        assertThat(steps(played, "and (\\d+) of"))
                .as("steps by habits, not by routine")
                .isGreaterThan(steps(played, "of (\\d+) steps") * 9 / 10)
                .isGreaterThan(steps(bake, "of (\\d+) steps") * 9 / 10);
    }

    private static int steps(LauncherRun run, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(line(run, "  habits "));
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    @Test
    void replayDoesNotNeedTheHabitsFile() throws Exception {
        Path minds = Files.copy(baked(), folder.resolve("minds.json"));
        String tape = file("t.jsonl");
        LauncherRun run = LauncherRun.of(
                "--ticks",
                "16000",
                "--speed",
                "max",
                "--seed",
                "8",
                "--habits",
                minds.toString(),
                "--record",
                tape);
        Files.delete(minds);

        LauncherRun replay = LauncherRun.of("--replay", tape);

        assertThat(run.out()).doesNotContain(" gave 0 plans");
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out()).contains("replayed to its end").contains(line(run, "  habits "));
    }

    @Test
    void disabledHabitsProduceNoPlans() {
        LauncherRun run = LauncherRun.of(with(TWO_DAYS, "--habits", "off", "--quiet"));

        assertThat(run.out()).contains("  habits       0 habits gave 0 plans and 0 of ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--habits nowhere.json | --habits nowhere.json: there is no such file (expected"
                        + " triune habits)",
                "--habits . | --habits .: this is a folder (expected triune habits)",
                "--habits off --bake x | --bake x and --habits off exclude each other: leave out one",
                "--no-llm --bake x | --bake x and --no-llm exclude each other: leave out one of them",
                "--replay t --habits off | --habits off and --replay t exclude each other: the tape",
                "--bake /no/such/folder/x | --bake /no/such/folder/x: no file can be written there",
            })
    void reportsInvalidFlagsOnOneLine(String flags, String message) {
        LauncherRun run = LauncherRun.of(flags.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("triune-village: " + message).hasLineCount(1);
    }

    private LauncherRun withHabits(String records) throws IOException {
        Path minds = Files.writeString(
                folder.resolve("minds.json"),
                "{\"format\": \"triune habits\", \"version\": 1, \"records\": [\n" + records);
        return LauncherRun.of("--habits", minds.toString(), "--ticks", "10", "--speed", "max");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"kind\":\"default\",\"situation\":\"free\",\"steps\":[{\"type\":\"hack\"}]}]} | minds.json:"
                        + " none of 1 habits fits this game (use a file that was made with its"
                        + " actions): no action \"hack\" (line 2)",
                "{\"kind\":\"default\",\"situation\":7,\"steps\":[]}]} | minds.json, line 2: situation 7"
                        + " is no text (put it in quotes)",
                "{\"kind\":\"default\",\"situ | minds.json, line 2: the file ends in the middle"
                        + " (write or copy it again)",
            })
    void reportsInvalidHabitsOnOneLine(String records, String message) throws IOException {
        LauncherRun run = withHabits(records);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).endsWith(message + "\n").hasLineCount(1);
    }

    @Test
    void habitWithARemovedActionDoesNotKeepTheOthersFromLoading() throws IOException {
        String rest =
                "{\"kind\":\"default\",\"situation\":\"free\",\"steps\":[{\"type\":\"rest\"}]}";
        LauncherRun run = withHabits(rest + "," + rest.replace("rest", "hack") + "]}");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("  habits       2 habits");
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private static String line(LauncherRun run, String start) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    private static String[] with(String[] flags, String... more) {
        return Stream.concat(Arrays.stream(flags), List.of(more).stream()).toArray(String[]::new);
    }
}
