/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.AgentInspection.LayerState;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.BrokerStats;
import dev.triune.village.sim.SharedGatewayStatus;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.talk.WordsAndDeeds.Promise;
import dev.triune.village.world.Calendar;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints events, one per line; on a terminal also a status line that is rewritten in place. Used on
 * the game thread, except {@link #report}, which comes last.
 */
final class ConsoleOutput implements VillageListener {
    private static final long STATUS_EVERY = 500_000_000;
    private static final String CLEAR_LINE = "\r\u001b[K";
    private static final String CUT_OFF = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    private final PrintStream out;
    private final Terminal terminal;
    private final boolean quiet;
    private @Nullable VillageSimulation village;
    private long attachedAt;
    private boolean cooldownsShown;
    private boolean statusShown;
    private boolean reported;
    private long statusAt;
    private long ticksAtStatus;

    ConsoleOutput(PrintStream out, Terminal terminal, boolean quiet) {
        this.out = out;
        this.terminal = terminal;
        this.quiet = quiet;
    }

    /** Prints with the time of that village from now on. */
    void attach(VillageSimulation simulation) {
        village = simulation;
        attachedAt = simulation.ticks();
    }

    /** Prints how often each layer may think, once after the first tick: only then it is known. */
    private void showCooldowns(VillageSimulation simulation) {
        int[] villagers = simulation.villagers();
        if (quiet || cooldownsShown || villagers.length == 0 || simulation.ticks() == attachedAt) {
            return;
        }
        cooldownsShown = true;
        line("cooldowns: "
                + simulation.scheduler().inspect(villagers[0]).decision().layers().stream()
                        .filter(LayerState::enabled)
                        .map(state -> state.layer().label() + " "
                                + Duration.ofMillis(state.cooldownMs()).toSeconds() + " s")
                        .collect(Collectors.joining(", ")));
    }

    /** Prints the headline of a village that is about to start. */
    void headline(SimulationSettings settings) {
        line(terminal.bold("Triune village") + ", " + settings.villagers() + " villagers, seed "
                + settings.seed() + ", mind: " + settings.mind());
        line(terminal.dim("Somebody plans, says, promises (vows) or reacts (reflex) in each line."
                + " Ctrl-C ends with a report; --view shows it all in a browser."));
        out.flush();
    }

    /** Prints the address of the view, even when quiet, because a free port cannot be guessed. */
    void announceUrl(String url) {
        out.println("view: " + url);
        out.flush();
    }

    @Override
    public void planMade(int agent, Layer layer, List<Step> steps) {
        plan(agent, steps, layer.label());
    }

    @Override
    public void habitFollowed(int agent, List<Step> steps) {
        plan(agent, steps, "habit");
    }

    private void plan(int agent, List<Step> steps, String source) {
        String words = steps.stream().map(Step::toString).collect(Collectors.joining(" → "));
        event(
                agent,
                terminal.cyan("plans "),
                Terminal.sanitize(words) + terminal.dim("  (" + source + ")"));
    }

    @Override
    public void villagerSpoke(int agent, String to, String text) {
        String words = "\"" + Terminal.sanitize(text) + "\"";
        event(
                agent,
                terminal.green("says  "),
                to.isEmpty() ? words : "to " + Terminal.sanitize(to) + ": " + words);
    }

    @Override
    public void promiseChanged(Promise promise) {
        String deed = promise.what().isEmpty() ? promise.answer() : promise.what();
        String words = Terminal.sanitize(deed);
        String to = Terminal.sanitize(promise.with());
        String why = promise.reason().isEmpty() ? "" : Terminal.sanitize(": " + promise.reason());
        switch (promise.state()) {
            case OPEN -> event(promise.agent(), terminal.bold("vows  "), "to " + to + ": " + words);
            case DONE ->
                event(promise.agent(), terminal.bold("keeps "), "word to " + to + ": " + words);
            case EXCUSED ->
                event(
                        promise.agent(),
                        terminal.bold("misses"),
                        "what it told " + to + ", excused" + why + ": " + words);
            case FAILED, DROPPED ->
                event(
                        promise.agent(),
                        terminal.bold("breaks"),
                        "word to " + to + ": " + words + why);
        }
    }

    @Override
    public void reflexBegan(int agent, String behavior, String cause, String interrupted) {
        event(
                agent,
                terminal.yellow("reflex"),
                behavior + terminal.dim("  (" + cause + "; was at " + interrupted + ")"));
    }

    @Override
    public void actionFailed(int agent, Step step, String reason) {
        event(agent, terminal.dim("fails "), Terminal.sanitize(step + ": " + reason));
    }

    @Override
    public void eventAnnounced(String words) {
        VillageSimulation now = village;
        if (now != null) {
            line(Calendar.time(now.village().tick()) + "  " + terminal.bold("* " + words));
        }
    }

    @Override
    public void requestFailed(String message) {
        line(terminal.yellow("no answer: ") + Terminal.sanitize(message)
                + "; the villagers live on by reflex and routine");
    }

    @Override
    public void requestsRecovered(int failedInARow) {
        line(terminal.yellow("answers again") + " after " + failedInARow + " requests without one");
    }

    /** Rewrites the status line of a terminal, at most twice a second. */
    void status(long nanosSinceStart) {
        VillageSimulation now = village;
        if (now != null) {
            showCooldowns(now);
        }
        if (quiet
                || !terminal.interactive()
                || now == null
                || nanosSinceStart - statusAt < STATUS_EVERY) {
            return;
        }
        double seconds = (nanosSinceStart - statusAt) / 1e9;
        double rate = (now.ticks() - ticksAtStatus) / seconds;
        statusAt = nanosSinceStart;
        ticksAtStatus = now.ticks();
        out.print(CLEAR_LINE + CUT_OFF + terminal.dim(statusLine(now, rate)) + WRAP);
        out.flush();
        statusShown = true;
    }

    private static String statusLine(VillageSimulation now, double rate) {
        BrokerStats stats = now.stats().broker();
        String providers = stats.providers().stream()
                .map(provider -> provider.name()
                        + (provider.cooldown().isZero()
                                ? " ok"
                                : " cooling " + (provider.cooldown().toSeconds() + 1) + " s"))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "Day %d  %s  %.1f TPS  tick %.2f ms | waiting %d, in flight %d | %s",
                Calendar.day(now.ticks()),
                Calendar.time(now.ticks()),
                rate,
                now.stats().tickTimes().percentileMillis(0.5),
                stats.queue().waiting(),
                stats.calls().inFlight(),
                providers + gatewayStatus(now.stats().gateway()));
    }

    private static String gatewayStatus(SharedGatewayStatus sharedGatewayStatus) {
        return sharedGatewayStatus.isShared()
                ? " | cooldown " + sharedGatewayStatus.cooldownTicks() + " ticks, "
                        + sharedGatewayStatus.activeGames() + " games"
                : "";
    }

    /** Prints a summary of the report, once. */
    synchronized void report(RunReport runReport, SimulationSettings settings) {
        if (reported) {
            return;
        }
        reported = true;
        clearStatus();
        line("");
        out.println(terminal.bold("Report") + "  mind: " + runReport.run().mind());
        TextReport.lines(runReport).forEach(out::println);
        out.flush();
    }

    private void event(int agent, String verb, String words) {
        VillageSimulation now = village;
        if (quiet || now == null) {
            return;
        }
        line(String.format(
                Locale.ROOT,
                "%s  %-8s%-10s %s  %s",
                Calendar.time(now.ticks()),
                now.nameOf(agent),
                now.tradeOf(agent),
                verb,
                words));
    }

    private void line(String text) {
        if (!quiet) {
            clearStatus();
            out.println(text);
        }
    }

    private void clearStatus() {
        if (statusShown) {
            out.print(CLEAR_LINE);
            statusShown = false;
        }
    }
}
