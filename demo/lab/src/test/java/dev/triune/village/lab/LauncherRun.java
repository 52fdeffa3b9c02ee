/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A run of the launcher in this process, with everything it printed. */
record LauncherRun(int code, String out, String err) {
    static final Consumer<Runnable> NEVER_STOPPED = stop -> {};

    /** Runs with plain output and an empty environment. */
    static LauncherRun of(String... args) {
        return of(Map.of(), args);
    }

    static LauncherRun of(
            Map<String, String> environment,
            Terminal terminal,
            Consumer<Runnable> onStart,
            String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = VillageApp.run(
                args, printerTo(out), printerTo(err), environment, terminal, onStart);
        return new LauncherRun(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs with plain output. */
    static LauncherRun of(Map<String, String> environment, String... args) {
        return of(environment, Terminal.PLAIN, NEVER_STOPPED, args);
    }

    /**
     * Runs until it has printed those texts and then stops it, after a minute of real time at the
     * latest.
     */
    static LauncherRun until(List<String> texts, Map<String, String> environment, String... args) {
        AtomicReference<Runnable> stop = new AtomicReference<>(() -> {});
        ByteArrayOutputStream out = new StoppingOutput(texts, stop);
        ByteArrayOutputStream err = new StoppingOutput(texts, stop);
        String[] all =
                Stream.concat(Stream.of(args), Stream.of("--ticks", "1200")).toArray(String[]::new);
        int code = VillageApp.run(
                all, printerTo(out), printerTo(err), environment, Terminal.PLAIN, stop::set);
        return new LauncherRun(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Stops a run when all texts have been printed. */
    private static final class StoppingOutput extends ByteArrayOutputStream {
        private final List<String> texts;
        private final AtomicReference<Runnable> stop;

        StoppingOutput(List<String> texts, AtomicReference<Runnable> stop) {
            this.texts = texts;
            this.stop = stop;
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            String printed = toString(StandardCharsets.UTF_8);
            if (texts.stream().allMatch(printed::contains)) {
                stop.get().run();
            }
        }
    }

    /** Runs 2000 ticks in virtual time with additional flags. */
    static LauncherRun shortRun(String... more) {
        String[] args = new String[4 + more.length];
        System.arraycopy(new String[] {"--speed", "max", "--ticks", "2000"}, 0, args, 0, 4);
        System.arraycopy(more, 0, args, 4, more.length);
        return of(args);
    }

    List<String> errLines() {
        return err.lines().toList();
    }

    private static PrintStream printerTo(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
