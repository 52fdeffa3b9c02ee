/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the real game in a window of a virtual display, with keys from X: see .ci/install-display.
 * Prints the frame rate and the longest tick, and leaves pictures in target/.
 */
@EnabledIfSystemProperty(named = "market.display", matches = "true")
class MarketOnDisplayTest {
    private static final Path PICTURES = Path.of("target").toAbsolutePath();

    /** The timeout for a busy machine; an idle one takes a second. */
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();
    private String display = "";

    @BeforeEach
    void openDisplay() throws IOException {
        Process server = start(new ProcessBuilder(
                "Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp"));
        display = ":" + reader(server).readLine();
    }

    @AfterEach
    void endAll() throws InterruptedException {
        for (int i = started.size() - 1; i >= 0; i--) {
            started.get(i).destroy();
            if (!started.get(i).waitFor(10, TimeUnit.SECONDS)) {
                started.get(i).destroyForcibly();
            }
        }
    }

    @Test
    void typedRequestMakesAPersonAnswerAndFollow() throws Exception {
        PrintStream game =
                play("--hour", "20.3", "--save", folder.resolve("market.save").toString());
        game.println("meet");
        String near = await(
                "state",
                line -> MarketSpeech.FREE.stream().anyMatch(name -> line.endsWith("near=" + name)),
                game);
        say("Come with me");
        List<String> words = new ArrayList<>();
        await(
                "words",
                line -> {
                    words.add(line.substring(line.indexOf(": ") + 2));
                    return line.endsWith("Lead the way!");
                },
                game);
        assertThat(words)
                .as("lines that were shown incomplete first")
                .filteredOn(begun -> words.stream()
                        .anyMatch(word -> word.length() > begun.length() && word.startsWith(begun)))
                .hasSizeGreaterThan(2);
        String follows = await("state", line -> line.contains("followers=1"), game);
        keys("keydown", "a");
        double x = figure(follows, "x");
        assertThat(x).as("x after typing").isCloseTo(figure(near, "x"), within(1.0));
        assertThat(figure(follows, "y"))
                .as("y after typing")
                .isCloseTo(figure(near, "y"), within(1.0));
        String walked = await("state", line -> figure(line, "x") < x - 3, game);
        keys("keyup", "a");
        await("state", line -> line.contains("wolves=3"), game);
        keys("key", "F1");
        String answer = "";
        for (int i = 0; i < 5 && !answer.contains("Everybody knows"); i++) {
            say("Who are you?"); // again, if a wolf was too near for an answer
            answer = await(
                    "words",
                    line -> line.contains("Everybody knows") || line.endsWith("Wolves!"),
                    game);
        }
        assertThat(answer).contains("Everybody knows");
        takeScreenshot(game, "market.png"); // docs/market.png is one of these
        keys("key", "F5");
        keys("key", "F9");
        String loaded = await("state", line -> line.contains("followers=1"), game);
        assertThat(figure(loaded, "x")).isLessThan(x - 2);
        System.out.printf("before %s%nwalked %s%nloaded %s%n", near, walked, loaded);
    }

    @Test
    void longestFrameTakesUnderFiftyMillisecondsOfCpu() throws Exception {
        PrintStream game = play();
        String before = await("state", line -> figure(line, "frames") > 100, game);
        long from = System.nanoTime();
        TimeUnit.SECONDS.sleep(4); // a real display has no virtual time
        game.println("state");
        String after = next("state");
        double seconds = (System.nanoTime() - from) / 1e9;
        double rate = (figure(after, "frames") - figure(before, "frames")) / seconds;
        double load = Files.exists(Path.of("/proc/loadavg"))
                ? Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0])
                : 0;
        System.out.printf(
                "30 people at 1280x720: %.0f frames/s, %.1f ms of CPU per frame, longest tick %.1f ms,"
                        + " longest frame %.1f ms of the game thread's CPU, load of the machine %.1f%n",
                rate, figure(after, "cpu"), figure(after, "tick"), figure(after, "framecpu"), load);
        assertThat(figure(after, "framecpu"))
                .as("longest frame and its tick, ms of CPU")
                .isLessThan(50);
    }

    /** Starts the game and collects its output. */
    private PrintStream play(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                MarketProbe.class.getName()));
        command.addAll(List.of(flags));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DISPLAY", display);
        Process game = start(builder);
        BufferedReader lines = reader(game);
        Thread collector = new Thread(() -> collect(lines), "game");
        collector.setDaemon(true);
        collector.start();
        next("ready");
        keys("search", "--sync", "--name", "Triune market", "windowfocus", "--sync");
        return new PrintStream(game.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    private void collect(BufferedReader lines) {
        try {
            lines.lines().forEach(printed::add);
        } catch (UncheckedIOException e) {
            printed.add("the game was ended: " + e.getMessage());
        }
    }

    private void say(String line) throws IOException, InterruptedException {
        keys("key", "e");
        keys("type", "--delay", "40", line);
        keys("key", "Return");
    }

    private void takeScreenshot(PrintStream game, String file) throws InterruptedException {
        Path picture = PICTURES.resolve(file);
        game.println("shot " + picture);
        next("shot");
        assertThat(picture).isNotEmptyFile();
    }

    /** Waits for a line of a kind that meets a condition; requests states meanwhile. */
    private String await(String kind, Predicate<String> condition, PrintStream game)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        String line = "";
        while (System.nanoTime() < deadline) {
            if (kind.equals("state")) {
                game.println("state");
            }
            line = next(kind);
            if (condition.test(line)) {
                return line;
            }
        }
        throw new AssertionError("timed out; the last line was " + line);
    }

    private String next(String kind) throws InterruptedException {
        List<String> others = new ArrayList<>();
        String line = printed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        while (line != null && !line.startsWith(kind)) {
            others.add(line);
            line = printed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(line).as("a line \"%s\" after %s", kind, others).isNotNull();
        return line;
    }

    private static double figure(String state, String name) {
        String from = state.substring(state.indexOf(" " + name + "=") + name.length() + 2);
        return Double.parseDouble(from.split(" ", 2)[0]);
    }

    private void keys(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("xdotool"));
        all.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().put("DISPLAY", display);
        Process keys = start(builder);
        assertThat(keys.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("%s ends", all)
                .isTrue();
        assertThat(keys.exitValue()).as("exit of %s", all).isZero();
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }
}
