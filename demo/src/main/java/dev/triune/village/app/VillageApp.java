/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import dev.triune.llm.config.ConfigException;
import dev.triune.llm.tape.TapeMismatch;
import dev.triune.save.SaveRefused;
import dev.triune.village.sim.Settings;
import dev.triune.village.view.VillageView;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        return run(args, out, err, environment, terminal, VillageGame.REHEARSAL_TICKS, onStart);
    }

    /** The same with another length of the rehearsal, see {@link VillageGame}; for tests. */
    static int run(
            String[] args,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            Terminal terminal,
            int rehearsalTicks,
            Consumer<Runnable> onStart) {
        CommandLine.Help.Ansi ansi =
                terminal.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
        try {
            CommandLine commandLine = Arguments.parse(args, environment);
            if (commandLine.isUsageHelpRequested()) {
                commandLine.usage(out, ansi);
                return OK;
            }
            if (commandLine.isVersionHelpRequested()) {
                commandLine.printVersionHelp(out, ansi);
                return OK;
            }
            return live(commandLine.getCommand(), out, err, terminal, rehearsalTicks, onStart);
        } catch (CommandLine.ParameterException e) {
            tell(err, e.getMessage() + fromFile(e) + "; see --help");
            return USAGE;
        } catch (ConfigException e) {
            String.valueOf(e.getMessage()).lines().forEach(line -> tell(err, line));
            return USAGE;
        }
    }

    /** Says that not all of a wrong command line need stand on it. */
    private static String fromFile(CommandLine.ParameterException e) {
        Options options = e.getCommandLine().getCommand();
        return options.config() == null ? "" : " (with what " + options.config() + " says)";
    }

    private static int live(
            Options options,
            PrintStream out,
            PrintStream err,
            Terminal terminal,
            int rehearsalTicks,
            Consumer<Runnable> onStart) {
        Settings settings = options.settings();
        Optional<VillageView> view = options.view().open(Report.mind(settings));
        try {
            return live(options, settings, view, out, err, terminal, rehearsalTicks, onStart);
        } finally {
            view.ifPresent(VillageView::close);
        }
    }

    private static int live(
            Options options,
            Settings settings,
            Optional<VillageView> view,
            PrintStream out,
            PrintStream err,
            Terminal terminal,
            int rehearsalTicks,
            Consumer<Runnable> onStart) {
        Chronicle chronicle = new Chronicle(out, terminal, options.quiet());
        view.ifPresent(shown -> chronicle.showAt(shown.url()));
        Keeper keeper = new Keeper(options.kept().save());
        VillageGame game = new VillageGame(
                settings,
                options.ticks(),
                rehearsalTicks,
                options.unlimited(),
                chronicle,
                options.beginning(),
                keeper,
                view);
        onStart.accept(game::stop);
        Report report;
        try {
            report = game.play();
        } catch (VillageGame.Broken e) {
            return broken(e, options, game.tick(), err);
        }
        chronicle.report(report, settings);
        view.ifPresent(shown -> shown.ended(ReportText.lines(report)));
        List<String> problems = new ArrayList<>(keeper.problem().stream().toList());
        game.tapeFailure()
                .ifPresent(e -> problems.add("--record " + options.kept().record()
                        + ": recording stopped before the end: " + e));
        save(report, options.reports(), problems);
        problems.forEach(problem -> tell(err, problem));
        return problems.isEmpty() ? OK : BROKEN;
    }

    /** What stopped the game: a tape or a save that does not fit gets a line, all else its trace. */
    private static int broken(
            VillageGame.Broken broken, Options options, long tick, PrintStream err) {
        for (Throwable cause = broken; cause != null; cause = cause.getCause()) {
            if (cause instanceof TapeMismatch) {
                tell(
                        err,
                        "--replay " + options.kept().replay() + ": differs at tick " + tick + ": "
                                + cause.getMessage());
                return BROKEN;
            }
            if (cause instanceof SaveRefused) {
                tell(err, "--load " + options.kept().load() + ": " + cause.getMessage());
                return USAGE;
            }
        }
        err.println("triune-village: the village broke");
        broken.printStackTrace(err);
        return BROKEN;
    }

    private static void save(Report report, List<Path> files, List<String> problems) {
        for (Path file : files) {
            try {
                ReportFile.write(report, file);
            } catch (IOException e) {
                problems.add("--report " + file + ": cannot be written: " + e);
            }
        }
    }

    private static void tell(PrintStream err, @Nullable String line) {
        err.println("triune-village: " + Terminal.harmless(line));
    }
}
