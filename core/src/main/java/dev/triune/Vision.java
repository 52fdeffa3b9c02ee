/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.internal.check.Ranges;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Fills {@link Senses} from the positions in a game: with agents near enough to talk to and things
 * in sight, both nearest first. Of several things with the same name, only the nearest is listed.
 * Each agent looks around every {@value #PERIOD} ticks, but not all agents in the same tick. Game
 * thread only.
 *
 * @param <P> the component that says where something is
 */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
public final class Vision<P extends Component> implements Feed {
    /** The ticks between two looks of an agent. */
    public static final int PERIOD = 10;

    /** The maximum number of agents in {@link Senses#nearby}. */
    public static final int MAX_NEARBY = 16;

    /**
     * The maximum number of things that an agent looks at, counted before those with the same name
     * are left out.
     */
    public static final int MAX_SIGHTS = 64;

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

    /** Things of one kind. */
    @SuppressWarnings("NullAway.Init") // set by initialize
    private static final class Kind<C extends Component> {
        private final Class<C> component;
        private final Sight<C> describe;
        private EntitySubscription things;
        private ComponentMapper<C> mapper;

        Kind(Class<C> component, Sight<C> describe) {
            this.component = Objects.requireNonNull(component, "component");
            this.describe = Objects.requireNonNull(describe, "describe");
        }

        void initialize(World world, Class<? extends Component> position) {
            things = world.getAspectSubscriptionManager().get(Aspect.all(position, component));
            mapper = world.getMapper(component);
        }

        @Nullable
        VisibleObject of(int agent, int thing) {
            C found = mapper.get(thing);
            return found == null ? null : describe.see(agent, thing, found);
        }
    }

    private final Class<P> position;
    private final ToDoubleFunction<P> x;
    private final ToDoubleFunction<P> y;
    private final List<Kind<?>> kinds = new ArrayList<>();
    private float talkRadius = 6;
    private float sightRadius = 20;
    private int round;

    private ComponentMapper<P> mPosition;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Senses> mSenses;
    private EntitySubscription agents;
    private Neighbours talkers;
    private Neighbours things;

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
     * Sets the distance within which agents see things, in the game's units, more than 0; 20 unless
     * set.
     */
    public Vision<P> sightRadius(double value) {
        sightRadius = Ranges.positive("sightRadius", value);
        return this;
    }

    /** Lets agents see all entities with a component, under one name; see {@link VisibleObject}. */
    public <C extends Component> Vision<P> sees(Class<C> component, String name, String kind) {
        VisibleObject thing = VisibleObject.of(name, kind);
        return sees(component, any -> thing);
    }

    /** Lets agents see entities under the name that a function returns; null hides one. */
    public <C extends Component> Vision<P> sees(
            Class<C> component, Function<C, @Nullable VisibleObject> describe) {
        Objects.requireNonNull(describe, "describe");
        return sees(component, (agent, thing, found) -> describe.apply(found));
    }

    /** Lets agents see entities as a rule says that knows who looks. */
    public <C extends Component> Vision<P> sees(Class<C> component, Sight<C> sight) {
        kinds.add(new Kind<>(component, sight));
        return this;
    }

    /** Whether a feed is a vision whose sights this one would overwrite; for the plugin. */
    public boolean overwrites(Feed other) {
        return other instanceof Vision<?> vision && position == vision.position;
    }

    @Override
    public void initialize(World world) {
        mPosition = world.getMapper(position);
        mNeeds = world.getMapper(Needs.class);
        mSenses = world.getMapper(Senses.class);
        agents = world.getAspectSubscriptionManager()
                .get(Aspect.all(position, Mind.class, Needs.class));
        talkers = new Neighbours(talkRadius);
        things = new Neighbours(sightRadius);
        kinds.forEach(kind -> kind.initialize(world, position));
    }

    /** Notes where everything is, every {@value #PERIOD} ticks. */
    @Override
    public void begin(long tick) {
        if (++round % PERIOD != 1) {
            return;
        }
        talkers.clear();
        add(agents.getEntities(), talkers);
        things.clear();
        for (int i = 0; i < kinds.size(); i++) {
            add(kinds.get(i).things.getEntities(), things);
        }
    }

    private void add(IntBag entities, Neighbours points) {
        int[] ids = entities.getData();
        for (int i = 0, n = entities.size(); i < n; i++) {
            P at = mPosition.get(ids[i]);
            points.add(ids[i], (float) x.applyAsDouble(at), (float) y.applyAsDouble(at));
        }
    }

    @Override
    public void update(int agent) {
        P at = mPosition.get(agent);
        if (at == null || (round + agent) % PERIOD != 0) {
            return;
        }
        Senses senses = mSenses.create(agent);
        float ownX = (float) x.applyAsDouble(at);
        float ownY = (float) y.applyAsDouble(at);
        senses.nearby.setSize(0);
        for (int i = 0, n = talkers.search(agent, ownX, ownY, MAX_NEARBY); i < n; i++) {
            int other = talkers.found(i);
            Needs needs = mNeeds.get(other);
            if (needs != null && needs.alive()) {
                senses.nearby.add(other);
            }
        }
        senses.visible.clear();
        for (int i = 0, n = things.search(agent, ownX, ownY, MAX_SIGHTS); i < n; i++) {
            VisibleObject thing = describe(agent, things.found(i));
            if (thing != null && !senses.visible.contains(thing)) {
                senses.visible.add(thing);
            }
        }
    }

    private @Nullable VisibleObject describe(int agent, int thing) {
        for (int i = 0; i < kinds.size(); i++) {
            VisibleObject object = kinds.get(i).of(agent, thing);
            if (object != null) {
                return object;
            }
        }
        return null;
    }
}
