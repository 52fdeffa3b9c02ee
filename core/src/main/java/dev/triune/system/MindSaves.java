/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.ComponentType;
import com.artemis.World;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.system.MindSave.InvalidSaveException;
import dev.triune.system.SavedState.SaveUpgrade;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Saves the minds of a world and loads them into another that was built the same way:
 *
 * <pre>{@code
 * world.getSystem(WorldSerializationManager.class).setSerializer(new JsonArtemisSerializer(world));
 * new MindSaves(world, minds.clock()).save(out); // between two ticks
 * new MindSaves(other, others.clock()).load(in); // before the first tick
 * }</pre>
 *
 * <p>Requests and running steps are not saved: an agent that waited is idle, and a step begins
 * again. Loaded agents keep their serials if the new world has not assigned any yet. Counts begin
 * at zero, except that the steps in the queues count as queued.
 *
 * <p>A game that saves its whole world itself does not need this class: its serializer saves the
 * components, and loaded ticks of another clock are converted. Only serials and pending requests
 * are lost. Game thread only.
 */
public final class MindSaves {
    /** The largest save that is loaded, in bytes. */
    public static final int MAX_BYTES = 1 << 28;

    /** The causes of a serializer's failure that are looked at. */
    private static final int MAX_CAUSES = 20;

    private static final Logger LOG = Logger.getLogger(MindSaves.class.getName());

    private final World world;
    private final GameClock clock;
    private final int maxBytes;

    /**
     * Creates an object that saves and loads the minds of a world with a clock and a {@link
     * WorldSerializationManager}.
     *
     * @throws IllegalArgumentException if the minds of the world have another clock
     */
    public MindSaves(World world, GameClock clock) {
        this(world, clock, MAX_BYTES);
    }

    /** Creates saves with another limit, for tests. */
    MindSaves(World world, GameClock clock, int maxBytes) {
        this.world = Objects.requireNonNull(world, "world");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.maxBytes = maxBytes;
        GameClockSystem minds = GameObjects.system(world, GameClockSystem.class);
        if (minds != null && minds.clock() != clock) {
            throw new IllegalArgumentException(
                    "the clock is not that of this world's minds, at tick "
                            + minds.clock().tick() + " (expected MindPlugin.clock())");
        }
    }

    /**
     * Saves all entities with a {@link Mind}, and what belongs to them; see {@link
     * #save(OutputStream, MindSave)}.
     *
     * @throws IllegalStateException if there is none, as before the first tick
     * @throws IOException if the save is too large to be loaded, and nothing is written
     */
    public void save(OutputStream out) throws IOException {
        IntBag agents = new IntBag();
        agents.addAll(
                world.getAspectSubscriptionManager().get(Aspect.one(Mind.class)).getEntities());
        if (agents.isEmpty()) {
            throw new IllegalStateException(
                    "no entity with a Mind to save (process the world once before)");
        }
        save(out, new MindSave(agents));
    }

    /**
     * Saves the given entities and fields, with the entities to which they refer and those that
     * modules add to them, such as the conversations of agents. Does not change the world. Transient
     * components and fields are left out, and so is what only they refer to; a reference to an entity
     * that is not saved is -1 after a load. Nothing is written if the save could not be loaded; still,
     * write to another file than that of the last good save, because the disk may fill up.
     *
     * @throws IllegalStateException if the serializer does not write UTF-8, or cannot read or load a
     *     reference to an entity
     * @throws IOException if the save is larger than {@link #MAX_BYTES}, and nothing is written; or
     *     if writing fails
     */
    public void save(OutputStream out, MindSave save) throws IOException {
        requireGameThread();
        states().forEach(state -> state.addSavedEntities(save.entities));
        save.letters = MindSave.ENCODING_PROBE;
        save.tick = clock.tick();
        DecisionApplySystem decisions = GameObjects.system(world, DecisionApplySystem.class);
        save.lastSerial = decisions == null ? 0 : decisions.lastSerial();
        LLMSchedulerSystem scheduler = GameObjects.system(world, LLMSchedulerSystem.class);
        save.nextRequestAt = scheduler == null ? 0 : scheduler.nextRequestAt();
        save.requestTurn = scheduler == null ? 0 : scheduler.requestTurn();
        save.states.clear();
        for (SavedState state : states()) {
            String text = state.writeState();
            if (!text.isEmpty()) {
                save.states.put(state.stateName(), text);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SavedReferences references = new SavedReferences(world, save.entities)) {
            new SavedValues().warn(world, references.entities());
            serialization().save(bytes, save);
        }
        byte[] body = bytes.toByteArray();
        requireEncoding(body, Charset.defaultCharset());
        byte[] header = SaveHeader.of(clock.ticksPerSecond(), save.entities.size(), body)
                .line();
        if ((long) header.length + body.length > maxBytes) {
            throw new IOException("the save of " + save.entities.size() + " entities has more than "
                    + maxBytes + " bytes, and could not be loaded: nothing was written (save fewer"
                    + " entities, or set a lower limit of memories)");
        }
        out.write(header);
        out.write(body);
        out.flush();
    }

    /** Loads a save of {@link #save(OutputStream)}; see {@link #load(InputStream, Class)}. */
    public MindSave load(InputStream in) throws IOException {
        return load(in, MindSave.class);
    }

    /**
     * Loads a save: its entities are added to the world, whose clock goes on at the tick of the
     * save.
     *
     * @param type the class that was saved
     * @throws IllegalStateException if the world has entities with a Mind; nothing is loaded
     * @throws InvalidSaveException if the save is damaged, incomplete or of another version, and
     *     the world is as before; or if the serializer fails, and the world must be thrown away,
     *     although its clock and numbers are as before
     */
    public <T extends MindSave> T load(InputStream in, Class<T> type) throws IOException {
        requireGameThread();
        requireNoAgents();
        byte[] bytes = in.readNBytes(maxBytes + 1);
        if (bytes.length > maxBytes) {
            throw new InvalidSaveException("the save has more than " + maxBytes + " bytes");
        }
        SaveHeader header = SaveHeader.read(bytes);
        String saved = SaveHeader.rate(header.ticksPerSecond());
        String own = SaveHeader.rate(clock.ticksPerSecond());
        if (!saved.equals(own)) {
            throw new InvalidSaveException("the save counts " + saved
                    + " ticks a second, but the clock of this world " + own
                    + " (build the world with a clock of that rate)");
        }
        T save = read(bytes, type);
        requireComplete(save, header);
        removeGhosts(save.entities);
        resume(save);
        return save;
    }

    private void requireGameThread() {
        DecisionApplySystem.contextOf(world).thread().check("MindSaves");
    }

    /** Loading beside agents that are there would make twins of those that were saved. */
    private void requireNoAgents() {
        int agents = world.getAspectSubscriptionManager()
                .get(Aspect.all(Mind.class))
                .getEntities()
                .size();
        DecisionApplySystem decisions = GameObjects.system(world, DecisionApplySystem.class);
        if (decisions != null && decisions.awaitsLoadedAgents()) {
            throw new IllegalStateException("another save was loaded into the world before its next"
                    + " tick (load into a new world)");
        }
        if (agents > 0) {
            throw new IllegalStateException("the world already has " + agents
                    + " entities with a Mind (load into a new world, or delete them and process"
                    + " the world once before)");
        }
    }

    private <T extends MindSave> T read(byte[] bytes, Class<T> type) {
        int start = SaveHeader.bodyOf(bytes);
        SaveUpgrade upgrade = new SaveUpgrade();
        for (SavedState state : states()) {
            upgrade.state(state.stateName());
            state.upgrade(upgrade);
        }
        byte[] body = upgrade.apply(Arrays.copyOfRange(bytes, start, bytes.length));
        WorldSerializationManager serialization = serialization();
        try {
            return serialization.load(new ByteArrayInputStream(body), type);
        } catch (RuntimeException e) {
            Throwable cause = e;
            for (int depth = 0; cause.getCause() != null && depth < MAX_CAUSES; depth++) {
                cause = cause.getCause();
            }
            throw new InvalidSaveException(
                    "the serializer cannot load the save of version " + SaveHeader.VERSION + " ("
                            + cause + "): throw this world away, it may hold half of it",
                    e);
        }
    }

    private void requireComplete(MindSave save, SaveHeader header) {
        IntBag loaded = save.entities;
        int count = loaded == null ? 0 : loaded.size();
        boolean sensible = save.tick >= 0 && save.lastSerial >= 0;
        if (count == header.entities() && sensible) {
            return;
        }
        for (int i = 0; i < count; i++) {
            world.delete(loaded.get(i));
        }
        throw new InvalidSaveException(
                "the save of version " + SaveHeader.VERSION + " says that it holds "
                        + header.entities() + " entities, but " + count + " were loaded"
                        + (sensible ? "" : ", and its tick or its numbers are negative")
                        + "; load it with the serializer and the components that wrote it");
    }

    /**
     * Deletes entities without components: somebody still referred to them after their deletion.
     */
    private void removeGhosts(IntBag loaded) {
        for (int i = loaded.size() - 1; i >= 0; i--) {
            if (isEmpty(loaded.get(i))) {
                world.delete(loaded.get(i));
                loaded.removeIndex(i);
            }
        }
    }

    private boolean isEmpty(int entity) {
        for (ComponentType type : world.getComponentManager().getComponentTypes()) {
            if (world.getMapper(type.getType()).has(entity)) {
                return false;
            }
        }
        return true;
    }

    private void resume(MindSave save) {
        clock.resume(save.tick);
        LLMSchedulerSystem scheduler = GameObjects.system(world, LLMSchedulerSystem.class);
        if (scheduler != null) {
            scheduler.delayRequestsUntil(save.nextRequestAt);
            scheduler.requestTurn(save.requestTurn);
        }
        Error error = null;
        for (SavedState state : states()) {
            try {
                restore(state, save.states.getOrDefault(state.stateName(), ""));
            } catch (Error e) {
                error = e; // leaves this when all agents are loaded
            }
        }
        ComponentMapper<Mind> minds = world.getMapper(Mind.class);
        ComponentMapper<BehaviorQueue> queues = world.getMapper(BehaviorQueue.class);
        long[] serials = new long[save.entities.size()];
        for (int i = 0; i < serials.length; i++) {
            int entity = save.entities.get(i);
            serials[i] = minds.has(entity) ? minds.get(entity).serial : 0;
            if (queues.has(entity)) {
                reset(queues.get(entity).steps);
                reset(queues.get(entity).ahead());
            }
        }
        DecisionApplySystem decisions = GameObjects.system(world, DecisionApplySystem.class);
        if (decisions != null) {
            decisions.resume(save.lastSerial, serials);
        }
        if (error != null) {
            throw error;
        }
    }

    /** Restores the state of a module, or leaves it out: agents are worth more than any of them. */
    private static void restore(SavedState state, String text) {
        try {
            state.readState(text);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "the state \"" + state.stateName() + "\" of a save is left out: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Lets go of the current step. */
    private static void reset(List<QueuedStep> steps) {
        for (QueuedStep step : steps) {
            if (step.state == QueuedStep.State.CURRENT) {
                step.state = QueuedStep.State.PENDING;
            }
        }
    }

    /** Returns the systems with state of their own, in the order in which they run. */
    private List<SavedState> states() {
        List<SavedState> states = new ArrayList<>();
        for (BaseSystem system : world.getSystems()) {
            if (system instanceof SavedState state) {
                states.add(state);
            }
        }
        return states;
    }

    private WorldSerializationManager serialization() {
        WorldSerializationManager found = world.getSystem(WorldSerializationManager.class);
        if (found == null || found.getSerializer() == null) {
            throw new IllegalStateException(
                    "the world has no WorldSerializationManager with a serializer: add the system,"
                            + " and call its setSerializer once the world is built");
        }
        return found;
    }

    /** Artemis's JSON serializer writes text in the platform's encoding and reads it as UTF-8. */
    static void requireEncoding(byte[] body, Charset platform) {
        byte[] letters = MindSave.ENCODING_PROBE.getBytes(StandardCharsets.UTF_8);
        boolean asUtf8 = platform.equals(StandardCharsets.UTF_8);
        for (int i = 0; !asUtf8 && i <= body.length - letters.length; i++) {
            asUtf8 = Arrays.equals(body, i, i + letters.length, letters, 0, letters.length);
        }
        if (!asUtf8) {
            throw new IllegalStateException("the serializer writes text as " + platform
                    + ", not as UTF-8: start Java with -Dfile.encoding=UTF-8, or override the"
                    + " serializer's save(OutputStream, SaveFileFormat)");
        }
    }
}
