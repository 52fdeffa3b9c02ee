/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static dev.triune.village.lab.TextReport.format;

import dev.triune.llm.Ticker;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.story.StoryResult;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs villages side by side, each on one thread from beginning to end. They share nothing, so that
 * each has the fingerprint that it has alone. {@link #run} blocks its caller until all have ended.
 */
final class SeveralVillages {
    /** Two minutes, after which a villager counts as stuck. */
    private static final long STUCK_TICKS = 2_400;

    private final SimulationSettings settings;
    private final long ticks;
    private final PrintStream out;

    /** Creates villages with these settings, apart from their seeds. */
    SeveralVillages(SimulationSettings settings, long ticks, PrintStream out) {
        this.settings = settings;
        this.ticks = ticks;
        this.out = out;
    }

    /**
     * Runs them all and prints a line for each, in the order of their seeds.
     *
     * @return whether in each of them everybody lives and nobody was stuck
     */
    boolean run(List<Long> seeds, int threads) {
        Ticker ticker = Ticker.system();
        long began = ticker.nanos();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<RunReport>> runs = seeds.stream()
                    .map(seed -> executor.submit(() -> live(settings.withSeed(seed))))
                    .toList();
            boolean good = true;
            for (Future<RunReport> run : runs) {
                RunReport report = run.get();
                if (run == runs.get(0)) {
                    printHeadings(report);
                }
                print(report);
                good &= report.life().alive() == report.life().villagers().size()
                        && report.life().longestStuck() <= STUCK_TICKS;
            }
            double seconds = (ticker.nanos() - began) / 1e9;
            out.println(
                    format("%d villages in %.2f s, %d at a time", runs.size(), seconds, threads));
            return good;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a village broke", e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private RunReport live(SimulationSettings one) {
        TruthJudge judge = new TruthJudge();
        VillageSimulation village = new VillageBuilder(one).observer(judge).build();
        village.inject(judge);
        try (village) {
            while (village.ticks() < ticks) {
                village.tick();
            }
        }
        return RunReport.of(village, one, 0, new RunHistory(), judge);
    }

    private void printHeadings(RunReport first) {
        out.println(format("%-6s %7s %6s %9s %6s", "seed", "alive", "stuck", "requests", "talks")
                + stories(first, StoryResult::story)
                + format(
                        " %6s %5s %6s %8s %6s %6s",
                        "lines", "true", "false", "answered", "again", "chat")
                + "  fingerprint");
    }

    private void print(RunReport report) {
        LifeSummary life = report.life();
        String figures = format(
                "%-6d %7s %6d %9d %6d",
                report.run().seed(),
                life.alive() + "/" + life.villagers().size(),
                life.longestStuck(),
                report.requests().requests(),
                life.talk().conversations());
        out.println(figures
                + stories(report, StoryResult::status)
                + truth(report.truth())
                + "  "
                + report.run().worldFingerprint());
        out.flush();
    }

    private static String truth(TruthJudge.TruthFigures truth) {
        long lines = Math.max(1, truth.lines());
        return format(
                " %6d %4d%% %6d %8s %6d %5d%%",
                truth.lines(),
                100 * truth.particular() / lines,
                truth.contradictions(),
                truth.answered() + "/" + truth.questions(),
                truth.repeated(),
                100 * truth.smallTalk() / lines);
    }

    private static String stories(RunReport report, Function<StoryResult, String> word) {
        return report.life().stories().stream()
                .map(story -> format(" %9s", word.apply(story)))
                .collect(Collectors.joining());
    }
}
