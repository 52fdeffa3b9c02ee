/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.llm.Ticker;
import dev.triune.village.sim.SimulationObserver;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The village in a browser of this machine. The game thread publishes frames, at most ten a second
 * and only while somebody watches, and takes commands; it never waits for anybody. All else happens
 * on daemon threads of the server.
 */
public final class VillageView implements AutoCloseable {
    private static final long FRAME_NANOS = 100_000_000;

    private final Ticker ticker = Ticker.system();
    private final ActivityLog lives = new ActivityLog();
    private final CommandQueue commands = new CommandQueue();
    private final FrameBroadcaster broadcast;
    private final ViewServer server;
    private @Nullable VillageSimulation village;
    private @Nullable FrameBuilder lookout;
    private @Nullable TimeControls controls;
    private long framedAt;

    private VillageView(int port, String mind) throws IOException {
        broadcast = new FrameBroadcaster(mind);
        server = new ViewServer(port, broadcast, commands);
    }

    /**
     * Opens the view on the loopback interface.
     *
     * @param port 0 for a free one
     * @param mind what answers, in words
     * @throws IOException if the port cannot be had
     */
    public static VillageView open(int port, String mind) throws IOException {
        return new VillageView(port, mind);
    }

    /** Where a browser finds it. */
    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /** That narrator, and the view's event log besides. */
    public VillageListener recording(VillageListener other) {
        return new RecordingListener(other, lives);
    }

    /** Who looks on in the village. */
    public SimulationObserver observer() {
        return lives;
    }

    /** The village is built, with this narrator and this onlooker. Game thread, once. */
    public void attach(VillageSimulation simulation) {
        village = simulation;
        lives.begin(simulation);
        simulation.onTalk(lives);
        lookout = new FrameBuilder(simulation, lives, ticker);
        framedAt = ticker.nanos() - FRAME_NANOS;
    }

    /** Carries out what browsers want, and shows them how it stands. Game thread, each update. */
    public void update(TimeControls beat) {
        VillageSimulation there = village;
        if (there == null || there.ticks() == 0) {
            return; // nobody hears anything before the first tick
        }
        if (controls == null) {
            broadcast.start(StaticScene.of(there, beat.speeds()));
        }
        controls = beat;
        for (ViewCommand next = commands.poll(); next != null; next = commands.poll()) {
            next.execute(there, beat);
        }
        long now = ticker.nanos();
        if (broadcast.watched() && now - framedAt >= FRAME_NANOS) {
            framedAt = now;
            show(false, now);
        }
    }

    private void show(boolean ended, long now) {
        if (lookout != null && controls != null) {
            broadcast.show(lookout.buildFrame(controls, ended, broadcast.inspected(), now));
        }
    }

    /** The village ended: the last picture. Game thread. */
    public void showLastFrame() {
        show(true, ticker.nanos());
    }

    /** Shows the report of a run that is over, below its last picture. Any thread. */
    public void ended(List<String> report) {
        broadcast.end(report);
    }

    /** Closes the server; who still watches is told the end first, if it listens. */
    @Override
    public void close() {
        server.close();
    }
}
