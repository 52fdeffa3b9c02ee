/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.util.random.RandomGenerator;

/** Things that people say. */
final class Phrases {
    private static final String[] GREETINGS = {
        "Good to see you. How is the work?",
        "There you are. Have you eaten?",
        "Will the wood last the night, what do you think?",
        "I heard an owl over the quarry last night.",
        "Come to the fire this evening, will you?",
        "The berries are sweet this year."
    };

    private static final String[] REPLIES = {
        "That is what I thought as well.",
        "I would not say so, but you know better.",
        "Then let us do it together.",
        "Ask me again when the sun is down.",
        "My back says rain, and it is never wrong.",
        "You always see to that, and I thank you for it.",
        "One pair of hands more and it would be done."
    };

    private static final String[] FAREWELLS = {
        "Well, the work does not do itself.", "I must go on. Until the evening!"
    };

    private Phrases() {}

    static String greeting(RandomGenerator random) {
        return GREETINGS[random.nextInt(GREETINGS.length)];
    }

    static String reply(RandomGenerator random) {
        return REPLIES[random.nextInt(REPLIES.length)];
    }

    static String farewell(RandomGenerator random) {
        return FAREWELLS[random.nextInt(FAREWELLS.length)];
    }
}
