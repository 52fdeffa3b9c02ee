/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.List;
import java.util.Optional;

/** The facts of the village that not everybody knows. Immutable. */
public final class VillageFacts {
    /** The kind of the fact that the elder alone knows at first. */
    public static final String FEAST = "feast";

    /** The kind of the fact that one villager saw and others hear of. */
    public static final String RUMOUR = "rumour";

    /** The day of the feast, counted from 1. */
    public static final int FEAST_DAY = 2;

    private final List<Fact> facts = List.of(
            new Fact(
                    FEAST,
                    "there is a feast at the square on the evening of day " + FEAST_DAY,
                    List.of("feast")),
            new Fact(
                    RUMOUR,
                    "a light was seen in the quarry at night, and nobody was there",
                    List.of("light", "quarry")));

    /** Returns all facts. */
    public List<Fact> facts() {
        return facts;
    }

    /** Returns the fact of that kind. */
    public Optional<Fact> find(String kind) {
        return facts.stream().filter(fact -> fact.kind().equals(kind)).findFirst();
    }
}
