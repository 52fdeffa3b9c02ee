/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

/** Names and natures for any number of villagers; the same number always gets the same. */
public final class Names {
    private static final String[] NAMES = {
        "Mira", "Oren", "Tamsin", "Bram", "Edda", "Joss", "Wren", "Pell", "Alba", "Corin", "Della",
        "Fenn", "Greta", "Hale", "Ilse", "Kit", "Lorn", "Maeve", "Nils", "Orla", "Piers", "Rhea",
        "Sorrel", "Tobin"
    };

    private static final Trade[] TRADES = {
        Trade.BUILDER,
        Trade.ELDER,
        Trade.TRADER,
        Trade.WOODCUTTER,
        Trade.COOK,
        Trade.HEALER,
        Trade.FARMER,
        Trade.YOUNGSTER
    };

    private static final String[] NATURES = {
        "hates the cold and loves straight lines",
        "remembers every winter and says so",
        "never forgets a face or a favour",
        "says little and whistles much",
        "is warm-hearted and short-tempered",
        "worries about everybody",
        "rises early and trusts the weather",
        "is curious about everything"
    };

    private Names() {}

    /** The name of the villager with that number, from 0; no two are alike. */
    public static String name(int number) {
        int generation = number / NAMES.length;
        String name = NAMES[number % NAMES.length];
        return generation == 0 ? name : name + " " + (generation + 1);
    }

    /** Its trade. */
    public static Trade trade(int number) {
        return TRADES[number % TRADES.length];
    }

    /** Who it is, in a sentence. */
    public static String description(int number) {
        return "You are the " + trade(number).label() + " of the village; people say that "
                + name(number) + " " + NATURES[number % NATURES.length] + ".";
    }
}
