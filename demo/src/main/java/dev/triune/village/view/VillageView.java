/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.llm.ConfigException;
import dev.triune.llm.Ticker;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.workbench.Workbench;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the village in a browser on this machine. The game thread publishes frames, at most ten per
 * second and only while there are viewers, and executes commands; it never waits. Everything else
 * happens on daemon threads of the server.
 */
public final class VillageView implements VillageDisplay {
    private static final long FRAME_NANOS = 100_000_000;

    /** The maximum number of villagers whose last state a page gets at the end. */
    private static final int MAX_LAST_STATES = 64;

    private final Ticker ticker = Ticker.system();
    private final ActivityLog lives = new ActivityLog();
    private final Queue<ViewCommand> commands = new ConcurrentLinkedQueue<>();
    private final Workbench bench = new Workbench();
    private final Optional<ByHand> byHand;
    private final FrameBroadcaster broadcast;
    private final ViewServer server;
    private @Nullable VillageSimulation village;
    private @Nullable FrameBuilder lookout;
    private @Nullable FixedStepPacer controls;
    private long framedAt;

    private VillageView(int port, String mind, Optional<ByHand> byHand) throws IOException {
        this.byHand = byHand;
        broadcast = new FrameBroadcaster(mind);
        server = new ViewServer(port, broadcast, commands, bench);
    }

    /**
     * Whose mind the player is from the beginning.
     *
     * @param name the villager's name; empty for all
     */
    public record ByHand(String name) {}

    /**
     * Opens the view on the loopback interface.
     *
     * @param port the port, or 0 for a free one
     * @param mind a description of the model or rules that answer
     * @throws IOException if the port is not available
     */
    public static VillageView open(int port, String mind) throws IOException {
        return open(port, mind, Optional.empty());
    }

    /** Opens the view like {@link #open(int, String)}, for a player who is a mind at once. */
    public static VillageView open(int port, String mind, Optional<ByHand> byHand)
            throws IOException {
        return new VillageView(port, mind, byHand);
    }

    /** Returns the address for a browser. */
    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    @Override
    public void addTo(VillageBuilder builder, VillageListener listener) {
        lives.addTo(builder, listener);
        builder.workbench(bench);
    }

    @Override
    public void attach(VillageSimulation simulation) {
        village = simulation;
        lives.begin(simulation);
        lookout = new FrameBuilder(simulation, lives, ticker);
        framedAt = ticker.nanos() - FRAME_NANOS;
    }

    /** Executes commands and publishes a frame if one is due. */
    @Override
    public void update(FixedStepPacer beat) {
        VillageSimulation there = village;
        if (there == null || there.ticks() == 0) {
            return; // commands wait for the first tick
        }
        if (controls == null) {
            broadcast.start(StaticScene.of(there, beat.speeds()));
            byHand.ifPresent(who -> beMind(there, who));
        }
        controls = beat;
        for (ViewCommand next = commands.poll(); next != null; next = commands.poll()) {
            next.action().accept(there, beat);
        }
        BitSet watched = new BitSet();
        for (int number : broadcast.inspected()) {
            watched.set(there.villagers()[number]);
        }
        there.inputs().watch(watched);
        long now = ticker.nanos();
        if (broadcast.watched() && now - framedAt >= FRAME_NANOS) {
            framedAt = now;
            show(false, broadcast.inspected(), now);
        }
    }

    private static void beMind(VillageSimulation there, ByHand who) {
        List<Integer> chosen = Arrays.stream(there.villagers())
                .boxed()
                .filter(agent ->
                        who.name().isEmpty() || who.name().equalsIgnoreCase(there.nameOf(agent)))
                .toList();
        if (chosen.isEmpty()) {
            throw new ConfigException(List.of("--by-hand " + who.name() + ": no such villager"
                    + " (expected one of "
                    + Arrays.stream(there.villagers())
                            .mapToObj(there::nameOf)
                            .limit(12)
                            .collect(Collectors.joining(", "))
                    + ")"));
        }
        chosen.forEach(agent -> there.inputs().beMind(agent, true));
    }

    private void show(boolean ended, int[] inspected, long now) {
        if (lookout != null && controls != null) {
            broadcast.show(
                    lookout.buildFrame(controls.paused(), controls.speed(), ended, inspected, now));
        }
    }

    /** Shows the last state of all villagers, of whom a page can choose another after the end. */
    @Override
    public void showLastFrame() {
        int[] everybody = IntStream.range(0, Math.min(MAX_LAST_STATES, broadcast.villagers()))
                .toArray();
        show(true, broadcast.watched() ? everybody : broadcast.inspected(), ticker.nanos());
    }

    /** Shows the report of a finished run below its last frame. */
    @Override
    public void ended(List<String> report) {
        broadcast.end(report);
    }

    /** Closes the server; viewers receive the end first, if they are ready. */
    @Override
    public void close() {
        server.close();
    }
}
