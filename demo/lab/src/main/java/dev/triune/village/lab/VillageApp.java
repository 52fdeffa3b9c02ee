/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.ConfigException;
import dev.triune.llm.ModelTrial;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.system.MindSave.InvalidSaveException;
import dev.triune.tape.TapeMismatchException;
import dev.triune.village.lab.bench.PlanBenchmark;
import dev.triune.village.lab.bench.PlanScores;
import dev.triune.village.lab.bench.Situations;
import dev.triune.village.sim.SharedGatewayStatus;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBrokers.Connection;
import dev.triune.village.view.PageRecording;
import dev.triune.village.view.VillageDisplay;
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
 * The launcher of the village. Exit codes: 0 for a complete run, 1 for a failure, 2 for a wrong
 * command line.
 */
public final class VillageApp {
    private static final int OK = 0;
    private static final int BROKEN = 1;
    private static final int USAGE = 2;
    private static final long STOP_SECONDS = 10;

    private VillageApp() {}

    /** Runs the village and exits the process. */
    public static void main(String[] args) {
        System.getProperties()
                .putIfAbsent("java.util.logging.SimpleFormatter.format", "%4$s: %5$s%6$s%n");
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

    /** Stops the game on Ctrl-C and gives it time to print its report. */
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
     * Runs the village with all outside dependencies passed in; returns the exit code.
     *
     * @param onStart receives an action that ends the game early
     */
    static int run(
            String[] args,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            Terminal terminal,
            Consumer<Runnable> onStart) {
        CommandLine.Help.Ansi ansi =
                terminal.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
        try {
            CommandLine commandLine = CommandLineParser.parse(args, environment);
            if (commandLine.isUsageHelpRequested()) {
                commandLine.usage(out, ansi);
                return OK;
            }
            if (commandLine.isVersionHelpRequested()) {
                commandLine.printVersionHelp(out, ansi);
                return OK;
            }
            return runVillage(commandLine.getCommand(), out, err, environment, terminal, onStart);
        } catch (CommandLine.ParameterException e) {
            printLine(err, e.getMessage() + fromFile(e) + "; see --help");
            return USAGE;
        } catch (ConfigException e) {
            String.valueOf(e.getMessage()).lines().forEach(line -> printLine(err, line));
            return USAGE;
        }
    }

    /** Returns a hint that an error may come from the configuration file. */
    private static String fromFile(CommandLine.ParameterException e) {
        VillageOptions options = e.getCommandLine().getCommand();
        return options.config == null ? "" : " (with what " + options.config + " says)";
    }

    private static int runVillage(
            VillageOptions options,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            Terminal terminal,
            Consumer<Runnable> onStart) {
        SimulationSettings settings = options.simulationSettings();
        List<Long> seeds = options.seeds();
        if (!seeds.isEmpty()) {
            SeveralVillages villages = new SeveralVillages(settings, options.ticks(), out);
            return villages.run(seeds, options.threads()) ? OK : BROKEN;
        }
        String mind = settings.mind().toString();
        if (options.benchmark().isPresent()) {
            reportUnknownModels(settings, err);
            return measurePlans(
                    settings, options.benchmark().get(), options.files.reports, out, err);
        }
        if (options.tried().isPresent()) {
            out.println("trying " + Terminal.sanitize(mind));
            return tries(settings, options, out) ? OK : BROKEN;
        }
        Optional<VillageView> view = options.openView(mind);
        Path page = options.files.exportHtml;
        Optional<VillageDisplay> display = page == null
                ? view.map(shown -> shown)
                : Optional.of(new PageRecording(page, mind));
        ConsoleOutput console = new ConsoleOutput(out, terminal, options.quiet());
        view.ifPresent(shown -> {
            console.announceUrl(shown.url());
            if (options.opensBrowser() && terminal.interactive()) {
                Browser.open(shown.url(), environment);
            }
        });
        reportUnknownModels(settings, err);
        VillageGame game = new VillageGame(settings, options, console, display, out);
        onStart.accept(game::stop);
        try {
            RunReport report = game.play();
            console.report(report, settings);
            List<String> problems = new ArrayList<>(game.problems());
            endDisplay(display, report, page, problems);
            writeReport(file -> ReportWriter.write(report, file), options.files.reports, problems);
            problems.forEach(problem -> printLine(err, problem));
            return problems.isEmpty() ? OK : BROKEN;
        } catch (VillageGame.GameFailedException e) {
            return reportFailure(e, options, game.tick(), err);
        } finally {
            display.ifPresent(VillageDisplay::close);
        }
    }

    private static int measurePlans(
            SimulationSettings settings,
            Situations situations,
            List<Path> reports,
            PrintStream out,
            PrintStream err) {
        List<String> lines = new ArrayList<>();
        lines.add("Plans of: " + settings.mind() + ", situations " + situations.first() + " to "
                + situations.last());
        PlanScores scores = PlanBenchmark.run(settings.mind(), situations);
        lines.addAll(scores.lines());
        List<String> misses = scores.misses();
        if (!misses.isEmpty()) {
            lines.add("Situations in which something fell short:");
            lines.addAll(misses);
        }
        lines.forEach(line -> out.println(Terminal.sanitize(line)));
        List<String> problems = new ArrayList<>();
        writeReport(file -> ReportWriter.write(lines, file), reports, problems);
        problems.forEach(problem -> printLine(err, problem));
        return problems.isEmpty() ? OK : BROKEN;
    }

    /** Tries the model of the village's source of answers; returns whether it answers. */
    private static boolean tries(
            SimulationSettings settings, VillageOptions options, PrintStream out) {
        Ticker ticker = Ticker.system();
        Connection connection = new Connection(
                settings,
                ticker,
                null,
                new BrokerListener() {},
                new SharedGatewayStatus(),
                () -> FaultMode.NONE,
                () -> null,
                sink -> sink,
                null);
        String model = options.tried().orElse("");
        try (Broker broker = connection.open()) {
            return new ModelTrial(
                            broker, model, ticker, line -> out.println(Terminal.sanitize(line)))
                    .run(options.image());
        }
    }

    /**
     * Reports, once the servers answer, which models they do not offer; outages show by themselves.
     */
    private static void reportUnknownModels(SimulationSettings settings, PrintStream err) {
        var unused = settings.mind()
                .checkModels()
                .thenAccept(problems -> problems.stream()
                        .filter(problem -> !problem.model().isEmpty())
                        .forEach(problem -> printLine(err, problem.message())));
    }

    /**
     * Reports the failure of the game: one line for a tape or save that does not match, otherwise a
     * stack trace.
     */
    private static int reportFailure(
            VillageGame.GameFailedException failure,
            VillageOptions options,
            long tick,
            PrintStream err) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TapeMismatchException) {
                printLine(
                        err,
                        "--replay " + options.files.replay + ": differs at tick " + tick + ": "
                                + cause.getMessage());
                return BROKEN;
            }
            if (cause instanceof ConfigException) {
                String.valueOf(cause.getMessage()).lines().forEach(line -> printLine(err, line));
                return USAGE;
            }
            if (cause instanceof InvalidSaveException) {
                printLine(err, "--load " + options.files.load + ": " + cause.getMessage());
                return USAGE;
            }
        }
        err.println("triune-village: the village broke");
        failure.printStackTrace(err);
        return BROKEN;
    }

    private static void endDisplay(
            Optional<VillageDisplay> display,
            RunReport runReport,
            @Nullable Path file,
            List<String> problems) {
        try {
            if (display.isPresent()) {
                display.get().ended(TextReport.lines(runReport));
            }
        } catch (IOException e) {
            problems.add("--export-html " + file + ": " + e.getMessage());
        }
    }

    /** What writes a report to a file. */
    @FunctionalInterface
    private interface Writer {
        void write(Path file) throws IOException;
    }

    private static void writeReport(Writer writer, List<Path> files, List<String> problems) {
        for (Path file : files) {
            try {
                writer.write(file);
            } catch (IOException e) {
                problems.add("--report " + file + ": cannot be written: " + e);
            }
        }
    }

    private static void printLine(PrintStream err, @Nullable String line) {
        err.println("triune-village: " + Terminal.sanitize(line));
    }
}
