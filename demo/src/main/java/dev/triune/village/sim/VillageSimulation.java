/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ArtemisMultiException;
import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.habits.Habits;
import dev.triune.llm.Ticker;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.village.people.Player;
import dev.triune.village.people.Villager;
import dev.triune.village.story.StoryResult;
import dev.triune.village.world.Village;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A complete village that can be ticked, independent of any window, terminal or game loop; {@link
 * VillageBuilder} builds it. The thread that calls {@link #tick()} is the game thread.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class VillageSimulation implements AutoCloseable {
    private final VillageWorld parts;
    private final World world;
    private final Ticker stopwatch = Ticker.system();
    private final Duration step;
    private final boolean hasVisitor;
    private final VillageSaver saver;
    private final RunStats stats;
    private boolean closed;

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Persona> mPersona;

    VillageSimulation(VillageWorld parts) {
        this.parts = parts;
        world = parts.world;
        step = parts.clock.duration(1);
        hasVisitor = parts.settings.mind().asksModels();
        saver = new VillageSaver(parts);
        stats = new RunStats(parts, step);
        world.inject(this);
        world.inject(stats);
    }

    /**
     * Advances the village by one tick of 50 ms.
     *
     * @throws RuntimeException if a run is replayed that contains another village
     */
    public void tick() {
        try {
            parts.transcript.replayInputs(parts.inputs::apply);
            runTick();
            parts.transcript.tickEnded(ticks(), this::fingerprint);
        } catch (RuntimeException e) {
            parts.transcript.failed(e);
        }
    }

    private void runTick() {
        if (parts.virtualTime != null) {
            parts.virtualTime.advance(step);
        }
        parts.newcomers.observe(ticks(), hasVisitor);
        runVisitor();
        long before = stopwatch.nanos();
        world.setDelta((float) parts.clock.secondsPerTick());
        world.process();
        long elapsedNanos = stopwatch.nanos() - before;
        parts.runners.endOfTick(villagers());
        parts.checksum.observe(ticks(), villagers());
        parts.stories.observe(ticks(), villagers());
        parts.announcer.observe();
        parts.deeds.observe(ticks(), villagers());
        stats.tickEnded(elapsedNanos);
    }

    /** Lets the stranger visit, in villages whose minds could be persuaded. */
    private void runVisitor() {
        if (hasVisitor) {
            parts.visitor.due(ticks(), villagers()).ifPresent(visit -> {
                int agent = villagers()[visit.number()];
                parts.inputs.deliver(Player.STRANGER, agent, visit.words());
                parts.stories.injectionAttempted(agent, ticks());
            });
        }
    }

    /** Returns whether a replay ends here; the caller then closes the village. */
    public boolean isOver() {
        try {
            parts.transcript.replayInputs(parts.inputs::apply);
        } catch (RuntimeException e) {
            parts.transcript.failed(e);
        }
        return parts.transcript.isOver();
    }

    /**
     * Closes the broker, applies the outcomes of all pending requests, and disposes of the Artemis
     * world. The village cannot be ticked or saved any more; its statistics can be read.
     *
     * @throws RuntimeException if a run is replayed in which the village ended differently
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (parts.broker) {
            parts.transcript.ended(ticks(), fingerprint());
        } catch (RuntimeException e) {
            parts.transcript.failed(e);
        } finally {
            dispose();
        }
    }

    private void dispose() {
        try {
            world.getSystem(DecisionApplySystem.class).applyAll();
        } catch (RuntimeException e) {
            if (!parts.transcript.isMismatch(e)) {
                throw e;
            } // a replay that was left early cannot cancel its pending requests
        }
        try {
            world.dispose();
        } catch (ArtemisMultiException e) { // the same
            if (!e.getExceptions().stream().allMatch(parts.transcript::isMismatch)) {
                throw e;
            }
        }
    }

    /**
     * Saves the village between two ticks, without effect on it. Pending requests are not saved.
     */
    public void save(OutputStream out) throws IOException {
        saver.save(out);
    }

    /** Fills a village that has no villagers. */
    void load(InputStream in) throws IOException {
        saver.load(in);
        parts.transcript.loaded(ticks(), fingerprint());
    }

    /** Returns what records or replays this village. */
    public Transcript transcript() {
        return parts.transcript;
    }

    /** Returns the inputs of the player. */
    public PlayerInputs inputs() {
        return parts.inputs;
    }

    /** Returns the statistics of the run. */
    public RunStats stats() {
        return stats;
    }

    /** Returns the current tick. */
    public long ticks() {
        return parts.clock.tick();
    }

    /** Returns the length of a tick. */
    public Duration step() {
        return step;
    }

    /** Returns the map, its stocks and its buildings. */
    public Village village() {
        return parts.village;
    }

    /** Returns the player. */
    public Player player() {
        return parts.player;
    }

    /** Returns the results of the stories so far. */
    public List<StoryResult> stories() {
        return parts.stories.results();
    }

    /** Returns the habits of the villagers; empty if they have none. */
    public Optional<Habits> habits() {
        return parts.habits;
    }

    /** Fills in the Artemis mappers and systems of an observer. */
    public void inject(Object object) {
        world.inject(object);
    }

    /** Returns the system that selects layers. */
    public LLMSchedulerSystem scheduler() {
        return parts.scheduler();
    }

    /** Returns the system that runs reflexes. */
    public AutonomicSystem reflexes() {
        return world.getSystem(AutonomicSystem.class);
    }

    /** Returns the entity ids of the villagers, in order of their numbers. */
    public int[] villagers() {
        return parts.villagers.villagerIds();
    }

    /** Returns a villager's name. */
    public String nameOf(int agent) {
        return mPersona.get(agent).name;
    }

    /** Returns the label of a villager's trade. */
    public String tradeOf(int agent) {
        return mVillager.get(agent).trade.label();
    }

    /** Returns what the village counts and keeps of a villager, such as its lines; only to read. */
    public Villager villagerOf(int agent) {
        return mVillager.get(agent);
    }

    /** Returns a villager's needs. */
    public Needs needsOf(int agent) {
        return mNeeds.get(agent);
    }

    /** Returns a checksum of everything that happened, 16 hexadecimal digits. */
    public String fingerprint() {
        return parts.checksum.fingerprint();
    }
}
