/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** Describes surroundings with a dozen facts whose counts change, as in the village. */
final class SamplePerception implements Perception {
    private static final String[] THINGS = {
        "wood", "stone", "berries", "water", "grain", "dough", "bread", "fish"
    };
    private static final String[] BUILDINGS = {"campfire", "hut", "shed", "well", "wall"};

    private int seen;

    @Override
    public Surroundings perceive(int agent) {
        seen++;
        String moment = "It is day " + (seen / 1_000 + 1) + ", " + seen % 24 + ":00, noon.";
        return new Surroundings(moment, List.of("Ada", "Bo", "Cy"), facts(agent), options());
    }

    private List<String> facts(int agent) {
        List<String> facts = new ArrayList<>();
        facts.add("the storehouse holds: wood " + seen % 90 + ", stone 12, bread " + seen % 7);
        facts.add("you carry: berries " + agent % 5);
        facts.add("the fire at the square burns well");
        facts.add("plots of the field: bare 3, growing " + seen % 9 + ", ripe 4");
        facts.add("the storehouse has room for " + seen % 40 + " of each thing");
        for (String thing : THINGS) {
            facts.add(thing + " to gather at the " + thing + " place: " + (seen + thing.length()));
        }
        return facts;
    }

    private static List<String> options() {
        List<String> options = new ArrayList<>();
        for (String building : BUILDINGS) {
            options.add("a " + building + " takes wood " + 4 * building.length() + " and stone 2");
        }
        return options;
    }
}
