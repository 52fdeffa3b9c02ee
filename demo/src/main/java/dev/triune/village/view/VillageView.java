/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.llm.time.Ticker;
import dev.triune.village.sim.Narrator;
import dev.triune.village.sim.Onlooker;
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
    private final Lives lives = new Lives();
    private final Commands commands = new Commands();
    private final Broadcast broadcast;
    private final ViewServer server;
    private @Nullable VillageSimulation village;
    private @Nullable Lookout lookout;
    private @Nullable Controls controls;
    private long framedAt;

    private VillageView(int port, String mind) throws IOException {
        broadcast = new Broadcast(mind);
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
    public Narrator narrating(Narrator other) {
        return new News(other, lives);
    }

    /** Who looks on in the village. */
    public Onlooker onlooker() {
        return lives;
    }

    /** The village is built, with this narrator and this onlooker. Game thread, once. */
    public void begin(VillageSimulation simulation) {
        village = simulation;
        lives.begin(simulation);
        simulation.onTalk(lives);
        lookout = new Lookout(simulation, lives, ticker);
        framedAt = ticker.nanos() - FRAME_NANOS;
    }

    /** Carries out what browsers want, and shows them how it stands. Game thread, each update. */
    public void update(Controls beat) {
        VillageSimulation there = village;
        if (there == null || there.ticks() == 0) {
            return; // nobody hears anything before the first tick
        }
        if (controls == null) {
            broadcast.open(Stage.of(there, beat.speeds()));
        }
        controls = beat;
        for (Command next = commands.poll(); next != null; next = commands.poll()) {
            obey(next, there, beat);
        }
        long now = ticker.nanos();
        if (broadcast.watched() && now - framedAt >= FRAME_NANOS) {
            framedAt = now;
            show(false, now);
        }
    }

    private void show(boolean ended, long now) {
        if (lookout != null && controls != null) {
            broadcast.show(lookout.picture(controls, ended, broadcast.inspected(), now));
        }
    }

    private void obey(Command command, VillageSimulation there, Controls beat) {
        if (command instanceof Command.Pause pause) {
            beat.pause(pause.paused());
        } else if (command instanceof Command.StepOnce) {
            beat.step();
        } else if (command instanceof Command.Speed speed) {
            beat.speed(speed.times());
        } else if (command instanceof Command.Overrule override) {
            there.override(there.villagers()[override.villager()], override.layer());
        } else if (command instanceof Command.Say say) {
            there.playerSays(there.villagers()[say.villager()], say.text());
        }
    }

    /** The village ended: the last picture. Game thread. */
    public void last() {
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
