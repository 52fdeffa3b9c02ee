/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The game's description of an agent's surroundings, in words. Immutable. If a prompt has no room
 * for a whole list, its first entries are kept.
 *
 * @param moment the time of day and the like, one line
 * @param nearby the names of those near enough to talk to; if there are none, prompts have the
 *     names of the agents in {@code Senses.nearby}
 * @param facts the facts that the agent sees and knows, one line each: exact counts, places
 * @param options the things to build, make or buy, and their costs, one line each; seldom change
 * @param place the name of the agent's place, which helps to find memories; may be empty
 * @param origin the game's value that these words describe, for its own {@link OfflineMind} and
 *     prompt builders, so that they need not parse words; null for none. Immutable, as an offline
 *     mind reads it on another thread
 */
public record Surroundings(
        String moment,
        List<String> nearby,
        List<String> facts,
        List<String> options,
        String place,
        @Nullable Object origin) {
    /** Surroundings without content. */
    public static final Surroundings NONE = new Surroundings("", List.of(), List.of());

    /** Copies the lists; refuses nulls. */
    public Surroundings {
        Objects.requireNonNull(moment, "moment");
        nearby = copy(nearby, "nearby");
        facts = copy(facts, "facts");
        options = copy(options, "options");
        Objects.requireNonNull(place, "place");
    }

    /**
     * Creates surroundings of a moment and facts; prompts name the agents in {@code Senses.nearby}.
     */
    public static Surroundings of(String moment, String... facts) {
        return new Surroundings(moment, List.of(), List.of(facts));
    }

    private static List<String> copy(List<String> lines, String name) {
        for (String line : Objects.requireNonNull(lines, name)) {
            Objects.requireNonNull(line, () -> "an entry of " + name + " is null");
        }
        return List.copyOf(lines);
    }

    /** Creates surroundings without options and place. */
    public Surroundings(String moment, List<String> nearby, List<String> facts) {
        this(moment, nearby, facts, List.of());
    }

    /** Creates surroundings without a place. */
    public Surroundings(
            String moment, List<String> nearby, List<String> facts, List<String> options) {
        this(moment, nearby, facts, options, "", null);
    }

    /** Returns a copy with other names of those near. */
    public Surroundings nearby(List<String> names) {
        return new Surroundings(moment, names, facts, options, place, origin);
    }

    /** Returns a copy with other options. */
    public Surroundings options(List<String> lines) {
        return new Surroundings(moment, nearby, facts, lines, place, origin);
    }

    /** Returns a copy at another place, by name. */
    public Surroundings at(String name) {
        return new Surroundings(moment, nearby, facts, options, name, origin);
    }

    /** Returns a copy that tells what its words describe. */
    public Surroundings from(Object value) {
        return new Surroundings(
                moment, nearby, facts, options, place, Objects.requireNonNull(value, "origin"));
    }

    /**
     * Returns the game's value that these words describe.
     *
     * @throws IllegalStateException if the perception gave none of this type
     */
    public <T> T origin(Class<T> type) {
        if (type.isInstance(origin)) {
            return type.cast(origin);
        }
        throw new IllegalStateException("the surroundings come from "
                + (origin == null ? "nothing" : "a " + origin.getClass().getName())
                + " (expected a "
                + type.getName() + ", which the perception adds by Surroundings.from)");
    }

    /** Returns a copy with more facts at the end. */
    public Surroundings andFacts(List<String> more) {
        List<String> all = new ArrayList<>(facts);
        all.addAll(more);
        return new Surroundings(moment, nearby, all, options, place, origin);
    }
}
