/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The facts that villagers pass on. Game thread only. */
public final class VillageFacts {
    /** The kind of the fact that only the elder knows at first. */
    public static final String FEAST = "feast";

    /** The kind of the fact that one villager saw and tells others. */
    public static final String RUMOUR = "rumour";

    /** The kind of the fact that somebody is ill. */
    public static final String ILLNESS = "illness";

    /** The kind of the fact that somebody stole. */
    public static final String THEFT = "theft";

    /** The kind of the fact that only the trader knows at first. */
    public static final String MARKET = "market";

    /** The text before the day and the time of the next market. */
    public static final String MARKET_DAY = "market day is at the square on ";

    /** The text after the name of the ill villager. */
    public static final String IS_ILL = " is ill and asks for the healer";

    /** The text after the name of the thief. */
    public static final String STOLE = " stole food from the storehouse";

    /** The day of the feast, counted from 1. */
    public static final int FEAST_DAY = 2;

    private final List<Fact> facts = new ArrayList<>(List.of(
            new Fact(ILLNESS, "somebody" + IS_ILL, List.of("ill", "healer")),
            new Fact(
                    FEAST,
                    "there is a feast at the square on the evening of day " + FEAST_DAY,
                    List.of("feast")),
            new Fact(
                    RUMOUR,
                    "a light was seen in the quarry at night, and nobody was there",
                    List.of("light", "quarry")),
            new Fact(MARKET, MARKET_DAY + "some day", List.of("market day is")),
            new Fact(THEFT, "somebody" + STOLE, List.of("stole", "storehouse"))));

    /** Returns all facts. */
    public List<Fact> facts() {
        return facts;
    }

    /** Returns the fact of a kind. */
    public Optional<Fact> find(String kind) {
        return facts.stream().filter(fact -> fact.kind().equals(kind)).findFirst();
    }

    /** Changes the text of a fact, for example to name the villager it is about. */
    public void reword(String kind, String words) {
        facts.replaceAll(
                fact -> fact.kind().equals(kind) ? new Fact(kind, words, fact.keywords()) : fact);
    }
}
