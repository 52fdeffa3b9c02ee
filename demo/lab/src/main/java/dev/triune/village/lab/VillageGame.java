/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.utils.GdxNativesLoader;
import dev.triune.llm.ConfigException;
import dev.triune.llm.Ticker;
import dev.triune.village.lab.tape.VillageTape;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSaveFile;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.view.FixedStepPacer;
import dev.triune.village.view.VillageDisplay;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The village as a libGDX application on the headless backend. The game thread is libGDX's; the
 * thread that calls {@link #play()} waits for it.
 *
 * <p>The loop has a fixed step. The backend calls {@link #render()} twenty times a second but does
 * not catch up after a stall, so elapsed time is accumulated, and a backlog of more than a second
 * is dropped.
 */
final class VillageGame extends ApplicationAdapter {
    private static final int UPDATES_PER_SECOND = 20;

    /** The wait of an update in paced simulated time with nothing due, in nanoseconds. */
    private static final long IDLE_NANOS = 1_000_000;

    private final SimulationSettings settings;
    private final long ticks;
    private final Optional<WarmUp> warmUp;
    private final boolean unlimited;
    private final ConsoleOutput console;
    private final FileOptions files;
    private final Optional<VillageDisplay> display;
    private final Optional<Baking> baking;
    private final RunHistory history = new RunHistory();
    private final TruthJudge judge = new TruthJudge();
    private final List<String> problems = new ArrayList<>();
    private final Ticker ticker = Ticker.system();
    private final CountDownLatch finishedLatch = new CountDownLatch(1);
    private volatile boolean stopRequested;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable RunReport report;
    private @Nullable VillageSimulation simulation;
    private long firstTick;
    private @Nullable FixedStepPacer pace;
    private long startedAt;
    private boolean ended;

    /**
     * Creates a game.
     *
     * @param options the length, the speed and the files of the run
     * @param out receives the progress of baking
     */
    VillageGame(
            SimulationSettings simulationSettings,
            VillageOptions options,
            ConsoleOutput consoleOutput,
            Optional<VillageDisplay> display,
            PrintStream out) {
        this.settings = simulationSettings;
        this.ticks = options.ticks();
        this.warmUp = simulationSettings.virtualTime()
                ? Optional.empty()
                : WarmUp.ofColdJvm(simulationSettings.seed());
        this.unlimited = options.isMaxSpeed();
        this.console = consoleOutput;
        this.files = options.files;
        this.display = display;
        this.baking = Optional.ofNullable(options.bake).map(file -> new Baking(file, out));
    }

    /**
     * Runs to the end, or until {@link #stop()}.
     *
     * @throws GameFailedException if anything was thrown on the game thread
     */
    RunReport play() {
        GdxNativesLoader.disableNativesLoading = true; // nothing draws or plays sounds
        console.headline(settings);
        warmUp.ifPresent(WarmUp::start);
        HeadlessApplicationConfiguration configuration = new HeadlessApplicationConfiguration();
        configuration.updatesPerSecond = settings.virtualTime() ? 0 : UPDATES_PER_SECOND;
        new HeadlessApplication(this, configuration);
        await();
        Throwable cause = failure;
        if (cause != null) {
            throw new GameFailedException(cause);
        }
        return Objects.requireNonNull(report, "the game ended without a report");
    }

    /** Stops the game after the current tick; any thread. */
    void stop() {
        stopRequested = true;
        warmUp.ifPresent(WarmUp::stop);
    }

    @Override
    public void create() {
        runGuarded(() -> {
            VillageSimulation village = open();
            simulation = village;
            firstTick = village.ticks();
            console.attach(village);
            village.inject(judge);
            warmUp.ifPresent(WarmUp::awaitReady);
            startedAt = ticker.nanos();
            int speed = unlimited ? FixedStepPacer.UNLIMITED : 1;
            pace = new FixedStepPacer(
                    settings.virtualTime(), speed, village.step().toNanos(), startedAt);
            display.ifPresent(shown -> shown.attach(village));
        });
    }

    private VillageSimulation open() throws IOException {
        VillageBuilder builder = new VillageBuilder(settings).listener(console).observer(judge);
        display.ifPresent(shown -> shown.addTo(builder, console));
        Path tape = files.record;
        if (tape != null) {
            VillageTape.record(builder, tape);
        }
        VillageSaveFile save = files.loaded;
        return save == null ? builder.build() : load(builder, save);
    }

    private VillageSimulation load(VillageBuilder builder, VillageSaveFile save)
            throws IOException {
        try {
            return builder.load(save.open());
        } catch (IllegalArgumentException e) { // the settings are those of its first line
            throw new ConfigException(
                    List.of("--load " + files.load + ": the save is damaged: " + e.getMessage()));
        }
    }

    @Override
    public void render() {
        if (!ended) {
            runGuarded(this::update);
        }
    }

    private void update() {
        VillageSimulation village = Objects.requireNonNull(simulation);
        FixedStepPacer pacer = Objects.requireNonNull(pace);
        long steps = pacer.stepsDue(ticker.nanos());
        for (long i = 0; i < steps && !stopRequested && !isOver(village); i++) {
            village.tick();
            history.tickEnded(village);
            display.ifPresent(VillageDisplay::tickEnded);
        }
        console.status(ticker.nanos() - startedAt);
        baking.ifPresent(activeBaking -> activeBaking.update(
                village, history, seconds(), firstTick + ticks - village.ticks()));
        display.ifPresent(shown -> shown.update(pacer));
        if (stopRequested || isOver(village)) {
            finish(village);
        } else if (steps == 0 && settings.virtualTime()) {
            LockSupport.parkNanos(IDLE_NANOS); // the backend does not wait in simulated time
        }
    }

    private boolean isOver(VillageSimulation village) {
        return village.ticks() - firstTick >= ticks || village.isOver();
    }

    /** Returns the last tick, once the game is over. */
    long tick() {
        return simulation == null ? 0 : simulation.ticks();
    }

    /** Returns why files could not be written or are incomplete, once the game is over. */
    List<String> problems() {
        return problems;
    }

    private void finish(VillageSimulation village) {
        saveTo(village);
        baking.flatMap(activeBaking -> activeBaking.write(village)).ifPresent(problems::add);
        village.close();
        village.transcript()
                .failure()
                .ifPresent(e -> problems.add(
                        "--record " + files.record + ": recording stopped before the end: " + e));
        report = RunReport.of(village, settings, seconds(), history, judge);
        display.ifPresent(VillageDisplay::showLastFrame);
        end();
    }

    private double seconds() {
        return (ticker.nanos() - startedAt) / 1e9;
    }

    private void saveTo(VillageSimulation village) {
        Path save = files.save;
        if (save == null) {
            return;
        }
        try {
            VillageSaveFile.write(save, village, settings);
        } catch (IOException e) {
            problems.add("--save " + save + ": cannot be written: " + e);
        }
    }

    /** Runs a part of the game; an exception ends the game with a failure. */
    private void runGuarded(Work work) {
        try {
            work.run();
        } catch (Throwable e) {
            failure = e;
            closeAfter(e);
            end();
        }
    }

    /** Code that may throw. */
    private interface Work {
        void run() throws IOException;
    }

    /** Closes the village after a failure, to which errors of closing are added. */
    private void closeAfter(Throwable cause) {
        try {
            if (simulation != null) {
                simulation.close();
            }
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    private void end() {
        warmUp.ifPresent(WarmUp::stop);
        ended = true;
        Gdx.app.exit();
        finishedLatch.countDown();
    }

    private void await() {
        boolean interrupted = false;
        while (true) {
            try {
                finishedLatch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                stopRequested = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Thrown if the game thread threw an exception. */
    static final class GameFailedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        GameFailedException(Throwable cause) {
            super("exception on the game thread", cause);
        }
    }
}
