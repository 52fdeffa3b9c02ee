/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Keeps a component of minds up to date from a game's own components, which stay authoritative. A
 * world runs its feeds at the beginning of each tick, before anybody thinks; see {@link
 * MindPlugin#feed}. A feed that reads a component passes over agents that lack it.
 *
 * <pre>{@code
 * plugin.feed(
 *         Feed.need(Need.HUNGER, Stomach.class, stomach -> stomach.points / 100.0),
 *         Feed.danger(Fear.class, fear -> fear.level > 3),
 *         Feed.name(Name.class, name -> name.text),
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

    /** Copies a figure, 0 to 1, from a component of the game. */
    static <C extends Component> Feed need(
            Need need, Class<C> component, ToDoubleFunction<C> figure) {
        Objects.requireNonNull(need, "need");
        Objects.requireNonNull(figure, "figure");
        return new CopyingFeed<>(component, Needs.class) {
            @Override
            void copy(C from, Needs to) {
                need.set(to, (float) figure.applyAsDouble(from));
            }
        };
    }

    /** Sets {@link Needs#danger} by a component of the game. */
    static <C extends Component> Feed danger(Class<C> component, Predicate<C> inDanger) {
        Objects.requireNonNull(inDanger, "inDanger");
        return new CopyingFeed<>(component, Needs.class) {
            @Override
            void copy(C from, Needs to) {
                to.danger = inDanger.test(from);
            }
        };
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
                mNeeds.get(agent).danger = inDanger.test(agent);
            }
        };
    }

    /** Gives agents the name that a component of the game has for them. */
    static <C extends Component> Feed name(Class<C> component, Function<C, String> name) {
        Objects.requireNonNull(name, "name");
        return new CopyingFeed<>(component, Persona.class) {
            @Override
            void copy(C from, Persona to) {
                to.name = name.apply(from);
            }
        };
    }

    /**
     * Lets agents hear what is spoken by those in whose {@link
     * dev.triune.component.Senses#nearby} they are, as {@link dev.triune.component.Speech}.
     */
    static Feed speech() {
        return new SpeechFeed();
    }
}
