/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import java.util.List;

/**
 * What the game tells about an agent's surroundings, in words. Immutable.
 *
 * @param moment the time of day and the like, one line
 * @param nearby names of those near enough to talk to
 * @param facts what the agent sees and knows, a line each: counts, places, prices
 */
public record Surroundings(String moment, List<String> nearby, List<String> facts) {
    /** Nothing to tell. */
    public static final Surroundings NONE = new Surroundings("", List.of(), List.of());

    /** Copies the lists. */
    public Surroundings {
        nearby = List.copyOf(nearby);
        facts = List.copyOf(facts);
    }
}
