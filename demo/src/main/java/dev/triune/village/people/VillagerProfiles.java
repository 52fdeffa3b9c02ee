/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.List;

/** Names and traits for any number of villagers, determined by their numbers. */
public final class VillagerProfiles {
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

    private static final String[] DESCRIPTIONS = {
        "hates the cold and loves straight lines",
        "remembers every winter and says so",
        "never forgets a face or a favour",
        "says little and whistles much",
        "is warm-hearted and short-tempered",
        "worries about everybody",
        "rises early and trusts the weather",
        "is curious about everything"
    };

    /** Two for each trade, in the order of {@link #TRADES}. */
    private static final Trait[][] TRAITS = {
        {Trait.DILIGENT, Trait.GRUFF},
        {Trait.WARM, Trait.HELPFUL},
        {Trait.CURIOUS, Trait.WARM},
        {Trait.RESERVED, Trait.DILIGENT},
        {Trait.WARM, Trait.GRUFF},
        {Trait.HELPFUL, Trait.CAREFUL},
        {Trait.DILIGENT, Trait.CAREFUL},
        {Trait.CURIOUS, Trait.GULLIBLE}
    };

    private static final float[] EXTRAVERSION = {0.3f, 0.9f, 0.95f, 0.25f, 0.6f, 0.55f, 0.4f, 0.8f};

    /** The wish of woodcutters. */
    static final String THANKS = "be thanked once for the wood";

    /** The wish of cooks. */
    static final String BREAD = "bake a bread of which people speak";

    /** The wish of youngsters. */
    static final String QUARRY = "find out what is behind the quarry";

    /** The wish of elders. */
    static final String TABLE = "see the whole village together at the square";

    /** The wish of traders. */
    static final String TRADES_MADE = "make three good trades";

    /** The wish of healers. */
    static final String HEALTH = "see nobody ill at the end of day 3";

    /** The wish of farmers. */
    static final String GRAIN = "bring in 40 grain";

    private static final String[] WISHES = {
        "build a well that outlasts you", TABLE, TRADES_MADE, THANKS, BREAD, HEALTH, GRAIN, QUARRY
    };

    private VillagerProfiles() {}

    /** Returns the two traits of the villager with a number. */
    public static List<Trait> traits(int number) {
        return List.of(TRAITS[number % TRAITS.length]);
    }

    /** Returns its talkativeness, 0 to 1. */
    public static float extraversion(int number) {
        return EXTRAVERSION[number % EXTRAVERSION.length];
    }

    /** Returns its wish, worded as a goal. */
    public static String wish(int number) {
        return WISHES[number % WISHES.length];
    }

    /** Returns whether words are the wish of a villager. */
    static boolean isWish(String words) {
        return List.of(WISHES).contains(words);
    }

    /** Returns the unique name of the villager with a number, from 0. */
    public static String name(int number) {
        int generation = number / NAMES.length;
        String name = NAMES[number % NAMES.length];
        return generation == 0 ? name : name + " " + (generation + 1);
    }

    /** Returns its trade. */
    public static Trade trade(int number) {
        return TRADES[number % TRADES.length];
    }

    /** Returns its description for prompts, in a sentence. */
    public static String description(int number, Trade trade) {
        List<Trait> traits = traits(number);
        return "You are the " + trade.label() + " of the village, "
                + traits.get(0).label() + " and " + traits.get(1).label() + "; people say that "
                + name(number) + " " + DESCRIPTIONS[number % DESCRIPTIONS.length] + ".";
    }
}
