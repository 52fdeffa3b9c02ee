/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.system.MindPlugin;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;

/**
 * Keeps a component of minds up to date from a game's own components, which stay authoritative. A
 * world runs its feeds at the beginning of each tick, before anybody thinks; see {@link
 * MindPlugin#feed}. A feed that reads a component passes over agents that lack it.
 *
 * <pre>{@code
 * plugin.feed(
 *         Feed.copy(Stomach.class, Needs.class, (stomach, needs) -> needs.hunger = stomach.left),
 *         Feed.copy(Name.class, Persona.class, (name, persona) -> persona.name = name.text),
 *         Feed.every(10, Feed.danger(agent -> lookout.threat(agent) >= 0)), // dear, so seldom
 *         Vision.by(Position.class, at -> at.x, at -> at.y)
 *                 .sees(Tree.class, "oak", "tree"),
 *         Feed.speech())
 * }</pre>
 *
 * <p>Game thread only.
 */
@FunctionalInterface
public interface Feed {
    /** Prepares for a world, once, when it is built. */
    default void initialize(World world) {}

    /** Begins a tick, before any agent is updated in it. */
    default void begin(long tick) {}

    /** Updates an agent with a mind and needs, by its entity id. */
    void update(int agent);

    /**
     * Whether this feed lets agents hear each other, false unless overridden. It then hears nothing
     * as a listener in a world with conversations, which carry speech themselves.
     */
    default boolean carriesSpeech() {
        return false;
    }

    /**
     * Copies values from a component of the game to one of minds, such as {@link Needs}, whose
     * figures are 0 to 1, or {@link Persona}. The latter component is created if the agent lacks
     * it.
     */
    static <C extends Component, T extends Component> Feed copy(
            Class<C> from, Class<T> to, BiConsumer<C, T> change) {
        Objects.requireNonNull(change, "change");
        return copy(from, to, (agent, source, target) -> change.accept(source, target));
    }

    /** Copies values as {@link #copy(Class, Class, BiConsumer)} does, if they depend on the id. */
    static <C extends Component, T extends Component> Feed copy(
            Class<C> from, Class<T> to, Copy<C, T> change) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(change, "change");
        return new Feed() {
            @SuppressWarnings("NullAway.Init") // set by initialize
            private ComponentMapper<C> sources;

            @SuppressWarnings("NullAway.Init") // as the one above
            private ComponentMapper<T> targets;

            @Override
            public void initialize(World world) {
                sources = world.getMapper(from);
                targets = world.getMapper(to);
            }

            @Override
            public void update(int agent) {
                C source = sources.get(agent);
                if (source != null) {
                    change.copy(agent, source, targets.create(agent));
                }
            }
        };
    }

    /**
     * Copies values of an agent.
     *
     * @param <C> the component of the game
     * @param <T> the component of minds
     */
    @FunctionalInterface
    interface Copy<C extends Component, T extends Component> {
        /** Copies values of one agent, by its entity id. */
        void copy(int agent, C from, T to);
    }

    /**
     * Runs a feed less often, for one that is dear: for a new agent at once, and then for each agent
     * once in so many ticks, not for all in the same tick.
     *
     * @param ticks 1 or more; 10 are half a second of the usual {@link GameClock}
     * @throws IllegalArgumentException for a {@link Vision}, which has a period of its own, and for a
     *     feed that is a listener, such as {@link #speech}
     */
    static Feed every(int ticks, Feed feed) {
        return new PeriodicFeed(ticks, feed);
    }

    /** Sets {@link Needs#danger} by the entity id, for example by a system of the game. */
    static Feed danger(IntPredicate inDanger) {
        Objects.requireNonNull(inDanger, "inDanger");
        return new Feed() {
            @SuppressWarnings("NullAway.Init") // set by initialize
            private ComponentMapper<Needs> mNeeds;

            @Override
            public void initialize(World world) {
                mNeeds = world.getMapper(Needs.class);
            }

            @Override
            public void update(int agent) {
                boolean danger = inDanger.test(agent);
                Needs needs = mNeeds.get(agent);
                if (needs != null) { // else the game's code has removed them
                    needs.danger = danger;
                }
            }
        };
    }

    /**
     * Lets agents hear what is spoken by those in whose {@link
     * dev.triune.component.Senses#nearby} they are, as {@link dev.triune.component.Speech}. Does
     * nothing in a world with conversations, which carry speech themselves.
     */
    static Feed speech() {
        return new SpeechFeed();
    }
}
