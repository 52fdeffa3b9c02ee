/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Description of an agent's surroundings by the game, in words. Immutable. Where a prompt has no
 * room for all of a list, what comes first is kept.
 *
 * @param moment the time of day and the like, one line
 * @param nearby names of those near enough to talk to
 * @param facts what the agent sees and knows, a line each: exact counts, places
 * @param options what can be built, made or bought, and at what cost, a line each; seldom changes
 * @param place the name of where the agent is, which calls memories to mind; may be empty
 */
public record Surroundings(
        String moment,
        List<String> nearby,
        List<String> facts,
        List<String> options,
        String place) {
    /** Nothing to tell. */
    public static final Surroundings NONE = new Surroundings("", List.of(), List.of());

    /** Copies the lists; refuses nulls. */
    public Surroundings {
        Objects.requireNonNull(moment, "moment");
        nearby = List.copyOf(Objects.requireNonNull(nearby, "nearby"));
        facts = List.copyOf(Objects.requireNonNull(facts, "facts"));
        options = List.copyOf(Objects.requireNonNull(options, "options"));
        Objects.requireNonNull(place, "place");
    }

    /** Surroundings in which nothing can be built. */
    public Surroundings(String moment, List<String> nearby, List<String> facts) {
        this(moment, nearby, facts, List.of());
    }

    /** Surroundings at no place of which the name matters. */
    public Surroundings(
            String moment, List<String> nearby, List<String> facts, List<String> options) {
        this(moment, nearby, facts, options, "");
    }

    /** Returns a copy with other options. */
    public Surroundings options(List<String> lines) {
        return new Surroundings(moment, nearby, facts, lines, place);
    }

    /** Returns a copy at another place, by name. */
    public Surroundings at(String name) {
        return new Surroundings(moment, nearby, facts, options, name);
    }

    /** Returns a copy with more facts after these. */
    public Surroundings andFacts(List<String> more) {
        List<String> all = new ArrayList<>(facts);
        all.addAll(more);
        return new Surroundings(moment, nearby, all, options, place);
    }
}
