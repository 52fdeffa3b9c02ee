/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.Bag;
import com.artemis.utils.IntBag;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.internal.check.Ranges;
import dev.triune.internal.inject.GameObjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Fills {@link Senses} from the positions in a game: with agents near enough to talk to and things
 * in sight, both nearest first. Of several things with the same name, only the nearest is listed.
 * Each agent looks around twice a second, but not all agents in the same tick.
 *
 * <pre>{@code
 * Vision.by(Position.class, at -> at.x, at -> at.y)
 *         .sees(Tree.class, "oak", "tree")                     // all oaks are alike
 *         .sees(Rat.class, (id, rat) -> VisibleObject.of("rat " + id)) // each has a name
 *         .sees(Thief.class, (agent, id, thief) ->             // who looks is known
 *                 canSee(agent, id) ? VisibleObject.of(thief.name) : null)
 * }</pre>
 *
 * <p>Several visions add up, each with its own radius: a later one adds what it sees at the end.
 * Game thread only.
 *
 * @param <P> the component that says where something is
 */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
public final class Vision<P extends Component> implements Feed {
    /** The game time between two looks of an agent. */
    public static final Duration PERIOD = Duration.ofMillis(500);

    /** The maximum number of agents in {@link Senses#nearby}. */
    public static final int MAX_NEARBY = 16;

    /** The maximum number of things in {@link Senses#visible}, which have different names. */
    public static final int MAX_SIGHTS = 64;

    /** The maximum number of things of one {@link #sees} that an agent looks at, the nearest. */
    public static final int MAX_LOOKS = 256;

    /** Things with one name of which an earlier {@link #sees} may have named the nearest. */
    private static final int ALIKE = 8;

    /**
     * Tells whether and as what an agent sees a thing: with walls, a cone of view, light, or hiding.
     *
     * @param <C> the component of the thing
     */
    @FunctionalInterface
    public interface Sight<C> {
        /**
         * Returns what the agent sees; null if it does not see the thing, which is within {@link
         * Vision#sightRadius}.
         *
         * @param agent the entity that looks
         * @param thing the entity that it looks at
         */
        @Nullable
        VisibleObject see(int agent, int thing, C component);
    }

    /**
     * Tells as what all agents see a thing.
     *
     * @param <C> the component of the thing
     */
    @FunctionalInterface
    public interface Appearance<C> {
        /** Returns what they see of an entity; null to hide it. */
        @Nullable
        VisibleObject of(int thing, C component);
    }

    /** Things of one kind. */
    @SuppressWarnings("NullAway.Init") // set by initialize
    private static final class Kind<C extends Component> {
        private final Class<C> component;
        private final Sight<C> describe;

        /** The things that an agent looks at; {@link #ALIKE} if all have one name. */
        private final int limit;

        private EntitySubscription things;
        private ComponentMapper<C> mapper;
        private Neighbours places;

        Kind(Class<C> component, Sight<C> describe, int limit) {
            this.component = Objects.requireNonNull(component, "component");
            this.describe = Objects.requireNonNull(describe, "describe");
            this.limit = limit;
        }

        void initialize(World world, Class<? extends Component> position, float radius) {
            things = world.getAspectSubscriptionManager().get(Aspect.all(position, component));
            mapper = world.getMapper(component);
            places = new Neighbours(radius);
        }

        @Nullable
        VisibleObject of(int agent, int thing) {
            C found = mapper.get(thing);
            return found == null ? null : describe.see(agent, thing, found);
        }
    }

    /** What an agent saw when it last looked, and which entities that were. */
    private static final class Look {
        final List<VisibleObject> seen = new ArrayList<>();
        private int[] entities = new int[16];
        private float[] distances = new float[16];

        /** Tell most things apart faster than their names. */
        private int[] hashes = new int[16];

        /** Adds a thing at its place by distance, unless a nearer one has its name. */
        void add(VisibleObject thing, int entity, float distance) {
            int size = seen.size();
            int at = size;
            while (at > 0 && isNearer(entity, distance, at - 1)) {
                at--;
            }
            int hash = thing.hashCode();
            int same = indexOf(thing, hash);
            if ((same >= 0 && same < at) || at >= MAX_SIGHTS) {
                return;
            }
            if (same >= 0 || size == MAX_SIGHTS) {
                size--;
                int gone = same >= 0 ? same : size;
                seen.remove(gone);
                move(gone + 1, gone, size - gone);
            }
            if (size == entities.length) {
                entities = Arrays.copyOf(entities, 2 * size);
                distances = Arrays.copyOf(distances, 2 * size);
                hashes = Arrays.copyOf(hashes, 2 * size);
            }
            seen.add(at, thing);
            move(at, at + 1, size - at);
            entities[at] = entity;
            distances[at] = distance;
            hashes[at] = hash;
        }

        private boolean isNearer(int entity, float distance, int place) {
            return distance < distances[place]
                    || (distance == distances[place] && entity < entities[place]);
        }

        private int indexOf(VisibleObject thing, int hash) {
            for (int i = 0; i < seen.size(); i++) {
                if (hashes[i] == hash && seen.get(i).equals(thing)) {
                    return i;
                }
            }
            return -1;
        }

        private void move(int from, int to, int count) {
            System.arraycopy(entities, from, entities, to, count);
            System.arraycopy(distances, from, distances, to, count);
            System.arraycopy(hashes, from, hashes, to, count);
        }

        boolean isFull() {
            return seen.size() == MAX_SIGHTS;
        }

        float farthest() {
            return distances[seen.size() - 1];
        }

        int entity(String name) {
            for (int i = 0; i < seen.size(); i++) {
                if (seen.get(i).name().equals(name)) {
                    return entities[i];
                }
            }
            return -1;
        }
    }

    private final Class<P> position;
    private final ToDoubleFunction<P> x;
    private final ToDoubleFunction<P> y;
    private final List<Kind<?>> kinds = new ArrayList<>();
    private final List<Vision<?>> earlier = new ArrayList<>();
    private final Bag<Look> looks = new Bag<>();
    private IntPredicate talks = Vision::isAny;
    private float talkRadius = 6;
    private float sightRadius = 20;
    private int period = (int) new GameClock().ticks(PERIOD);
    private int round;
    private boolean noted;

    private ComponentMapper<P> mPosition;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Persona> mPersona;
    private EntitySubscription agents;
    private EntitySubscription all;
    private Neighbours talkers;

    private Vision(Class<P> position, ToDoubleFunction<P> x, ToDoubleFunction<P> y) {
        this.position = Objects.requireNonNull(position, "position");
        this.x = Objects.requireNonNull(x, "x");
        this.y = Objects.requireNonNull(y, "y");
    }

    /** Creates one that reads positions from a component. */
    public static <P extends Component> Vision<P> by(
            Class<P> position, ToDoubleFunction<P> x, ToDoubleFunction<P> y) {
        return new Vision<>(position, x, y);
    }

    /**
     * Sets the distance within which agents can talk, in the game's units, more than 0; 6 unless
     * set.
     */
    public Vision<P> talkRadius(double value) {
        talkRadius = Ranges.positive("talkRadius", value);
        return this;
    }

    /**
     * Says who can talk: an agent for which the rule is false, such as an animal, is in nobody's
     * {@link Senses#nearby}, and nobody is in its own, so that it takes part in no conversation. It is
     * still seen, if {@link #sees} shows it. All agents can unless set; of several visions, each needs
     * the rule.
     *
     * @param rule takes an entity id; called for all agents, at most twice a second for each
     */
    public Vision<P> talkers(IntPredicate rule) {
        talks = Objects.requireNonNull(rule, "rule");
        return this;
    }

    /**
     * Sets the distance within which agents see things, in the game's units, more than 0; 20 unless
     * set. For other distances of some things, add another vision.
     */
    public Vision<P> sightRadius(double value) {
        sightRadius = Ranges.positive("sightRadius", value);
        return this;
    }

    /**
     * Lets agents see all entities with a component under one name, of which the nearest is listed;
     * see {@link VisibleObject}.
     */
    public <C extends Component> Vision<P> sees(Class<C> component, String name, String kind) {
        VisibleObject thing = VisibleObject.of(name, kind);
        kinds.add(new Kind<>(component, (agent, id, found) -> thing, ALIKE));
        return this;
    }

    /** Lets agents see entities under the name that a function returns; null hides one. */
    public <C extends Component> Vision<P> sees(
            Class<C> component, Function<C, @Nullable VisibleObject> describe) {
        Objects.requireNonNull(describe, "describe");
        return sees(component, (agent, thing, found) -> describe.apply(found));
    }

    /** Lets agents see entities under a name that depends on the entity; null hides one. */
    public <C extends Component> Vision<P> sees(Class<C> component, Appearance<C> appearance) {
        Objects.requireNonNull(appearance, "appearance");
        return sees(component, (agent, thing, found) -> appearance.of(thing, found));
    }

    /** Lets agents see entities as a rule says that knows who looks. */
    public <C extends Component> Vision<P> sees(Class<C> component, Sight<C> sight) {
        kinds.add(new Kind<>(component, sight, MAX_LOOKS));
        return this;
    }

    /**
     * Follows the clock of a world, and adds what this vision sees to what others see, which look
     * first. For the plugin.
     */
    public void join(GameClock clock, List<Vision<?>> others) {
        period = (int) Math.max(1, clock.ticks(PERIOD));
        earlier.addAll(others);
    }

    /**
     * Returns the entity that a name stands for, such as the target of a step: of what the agent
     * saw when it last looked, or of the agents nearby; -1 if there is none any more.
     */
    public int entity(int agent, String name) {
        Look look = lookOf(agent);
        int seen = look == null ? -1 : look.entity(name);
        if (seen >= 0) {
            return exists(seen) ? seen : -1;
        }
        Senses senses = GameObjects.find(mSenses, agent);
        for (int i = 0; senses != null && i < senses.nearby.size(); i++) {
            int other = senses.nearby.get(i);
            Persona persona = GameObjects.find(mPersona, other);
            if (persona != null && name.equals(persona.name) && exists(other)) {
                return other;
            }
        }
        return -1;
    }

    private boolean exists(int entity) {
        return all.getActiveEntityIds().get(entity);
    }

    /** Returns the agent's last look, or one from now if it has not looked in this world yet. */
    private @Nullable Look lookOf(int agent) {
        Look look = looks.safeGet(agent);
        P at = look == null && noted && agent >= 0 ? GameObjects.find(mPosition, agent) : null;
        return at == null ? look : look(agent, at);
    }

    @Override
    public void initialize(World world) {
        mPosition = world.getMapper(position);
        mNeeds = world.getMapper(Needs.class);
        mSenses = world.getMapper(Senses.class);
        mPersona = world.getMapper(Persona.class);
        all = GameObjects.entities(world);
        agents = GameObjects.subscribe(
                world, Aspect.all(position, Mind.class, Needs.class), agent -> {}, agent -> {
                    if (looks.safeGet(agent) != null) {
                        looks.set(agent, null); // its id may be another agent's soon
                    }
                });
        talkers = new Neighbours(talkRadius);
        kinds.forEach(kind -> kind.initialize(world, position, sightRadius));
    }

    /** Notes where everything is, once in a period, and not at all while nobody looks. */
    @Override
    public void begin(long tick) {
        round++;
        if (agents.getEntities().isEmpty()) {
            noted = false;
            return;
        }
        if (noted && round % period != 1 % period) {
            return;
        }
        noted = true;
        talkers.clear();
        add(agents.getEntities(), talkers, talks);
        for (int i = 0; i < kinds.size(); i++) {
            kinds.get(i).places.clear();
            add(kinds.get(i).things.getEntities(), kinds.get(i).places, Vision::isAny);
        }
    }

    private static boolean isAny(int entity) {
        return true;
    }

    private void add(IntBag entities, Neighbours points, IntPredicate rule) {
        int[] ids = entities.getData();
        for (int i = 0, n = entities.size(); i < n; i++) {
            if (!rule.test(ids[i])) {
                continue;
            }
            P at = mPosition.get(ids[i]);
            points.add(ids[i], (float) x.applyAsDouble(at), (float) y.applyAsDouble(at));
        }
    }

    @Override
    public void update(int agent) {
        P at = mPosition.get(agent);
        if (at == null || !noted || (round + agent) % period != 0) {
            return;
        }
        Senses senses = mSenses.create(agent);
        if (looksFirst(agent)) {
            senses.nearby.setSize(0);
            senses.visible.clear();
        }
        float ownX = (float) x.applyAsDouble(at);
        float ownY = (float) y.applyAsDouble(at);
        int near = talks.test(agent) ? talkers.search(agent, ownX, ownY, MAX_NEARBY) : 0;
        for (int i = 0; i < near; i++) {
            int other = talkers.found(i);
            Needs needs = mNeeds.get(other);
            boolean known = !earlier.isEmpty() && senses.nearby.contains(other);
            if (needs != null && needs.alive() && !known) {
                senses.nearby.add(other);
            }
        }
        List<VisibleObject> seen = look(agent, at).seen;
        for (int i = 0; i < seen.size(); i++) {
            VisibleObject thing = seen.get(i);
            if (earlier.isEmpty() || !senses.visible.contains(thing)) {
                senses.visible.add(thing);
            }
        }
    }

    /** Whether no earlier vision has filled the senses of an agent. */
    private boolean looksFirst(int agent) {
        for (int i = 0; i < earlier.size(); i++) {
            if (earlier.get(i).mPosition.has(agent)) {
                return false;
            }
        }
        return true;
    }

    private Look look(int agent, P at) {
        Look look = looks.safeGet(agent);
        if (look == null) {
            look = new Look();
            looks.set(agent, look);
        }
        look.seen.clear();
        for (int i = 0; i < kinds.size(); i++) {
            lookAt(agent, at, i, look);
        }
        return look;
    }

    private void lookAt(int agent, P at, int index, Look look) {
        Kind<?> kind = kinds.get(index);
        if (kind.limit > ALIKE) {
            lookAt(agent, at, index, kind.limit, look);
        } else if (!lookAt(agent, at, index, 1, look)) { // most often the nearest will do
            lookAt(agent, at, index, ALIKE, look);
        }
    }

    /** Looks at the nearest things of a kind; whether it has one name, and one was found or none is. */
    private boolean lookAt(int agent, P at, int index, int limit, Look look) {
        Kind<?> kind = kinds.get(index);
        Neighbours places = kind.places;
        float ownX = (float) x.applyAsDouble(at);
        float ownY = (float) y.applyAsDouble(at);
        int found = places.search(agent, ownX, ownY, limit);
        for (int i = 0; i < found; i++) {
            int thing = places.found(i);
            float distance = places.distance(i);
            if (look.isFull() && distance > look.farthest()) {
                return true;
            }
            VisibleObject named = namedBefore(agent, thing, index) ? null : kind.of(agent, thing);
            if (named != null) {
                look.add(named, thing, distance);
                if (kind.limit == ALIKE) {
                    return true; // the others have the same name
                }
            }
        }
        return found == 0;
    }

    /** Whether an earlier kind has named a thing, which has the components of both. */
    private boolean namedBefore(int agent, int thing, int index) {
        for (int i = 0; i < index; i++) {
            if (kinds.get(i).of(agent, thing) != null) {
                return true;
            }
        }
        return false;
    }
}
