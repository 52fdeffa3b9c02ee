/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import dev.triune.village.sim.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The launcher of the village. Exit codes: 0 the run came to its end, 1 something broke, 2 the
 * command line is wrong.
 */
public final class VillageApp {
    private static final int OK = 0;
    private static final int BROKEN = 1;
    private static final int USAGE = 2;
    private static final long STOP_SECONDS = 10;

    private VillageApp() {}

    /** Runs the village and ends the process with its exit code. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        CountDownLatch reported = new CountDownLatch(1);
        int code = BROKEN;
        try {
            code = run(
                    args,
                    out,
                    System.err,
                    System.getenv(),
                    Terminal.detect(System.getenv()),
                    stop -> Runtime.getRuntime()
                            .addShutdownHook(
                                    new Thread(() -> stopAndWait(stop, reported), "stop")));
        } finally {
            reported.countDown();
        }
        System.exit(code);
    }

    /** On Ctrl-C: ends the game and leaves it time to print its report. */
    private static void stopAndWait(Runnable stop, CountDownLatch reported) {
        stop.run();
        try {
            if (!reported.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("triune-village: no report: the village did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs the village with everything from outside passed in; returns the exit code.
     *
     * @param onStart takes an action that ends the game early
     */
    static int run(
            String[] args,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            Terminal terminal,
            Consumer<Runnable> onStart) {
        Options options = new Options(environment);
        CommandLine commandLine = new CommandLine(options);
        CommandLine.Help.Ansi ansi =
                terminal.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
        try {
            commandLine.parseArgs(args);
            if (commandLine.isUsageHelpRequested()) {
                commandLine.usage(out, ansi);
                return OK;
            }
            if (commandLine.isVersionHelpRequested()) {
                commandLine.printVersionHelp(out, ansi);
                return OK;
            }
            return live(options, out, err, terminal, onStart);
        } catch (CommandLine.ParameterException e) {
            err.println("triune-village: " + Terminal.harmless(e.getMessage()) + "; see --help");
            return USAGE;
        }
    }

    private static int live(
            Options options,
            PrintStream out,
            PrintStream err,
            Terminal terminal,
            Consumer<Runnable> onStart) {
        Settings settings = options.settings();
        Chronicle chronicle = new Chronicle(out, terminal, options.quiet());
        VillageGame game = new VillageGame(settings, options.ticks(), chronicle);
        onStart.accept(game::stop);
        Report report;
        try {
            report = game.play();
        } catch (VillageGame.Broken e) {
            err.println("triune-village: the village broke");
            e.printStackTrace(err);
            return BROKEN;
        }
        chronicle.report(report, settings);
        return save(report, options.report(), err);
    }

    private static int save(Report report, @Nullable Path file, PrintStream err) {
        if (file == null) {
            return OK;
        }
        try {
            report.write(file);
            return OK;
        } catch (IOException e) {
            err.println("triune-village: --report " + file + ": cannot be written: "
                    + Terminal.harmless(e.toString()));
            return BROKEN;
        }
    }
}
