/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Small talk: things to begin with, and what people answer to each. */
final class Phrases {
    private static final Topic STOCK_OF_FOOD = new Topic(
            "Have you seen the storehouse? There is hardly anything left to eat.",
            "Then it is berries for us today, before the others think of it.",
            "I was hungry when I rose, and I will be when I lie down.",
            "We should cook what there is. A meal lasts longer than a handful.");

    private static final Topic FIRE = new Topic(
            "The fire is nearly out, and the night will not wait for us.",
            "I can bring wood, if you sit by it until I am back.",
            "It always goes out when nobody thinks it is their turn.",
            "Three pieces of wood would do until midnight.");

    private static final List<Topic> ANY_DAY = List.of(
            new Topic(
                    "Good to see you. How is the work?",
                    "Slow, but it moves. And yours?",
                    "My back says rain, and it is never wrong.",
                    "One pair of hands more and it would be done."),
            new Topic(
                    "There you are. Have you eaten?",
                    "Not since the morning. Do you have something?",
                    "Enough for two, if I am honest.",
                    "I shall eat when the fire burns."),
            new Topic(
                    "I heard an owl over the quarry last night.",
                    "That was no owl. That was Bram, singing.",
                    "My mother said an owl means guests.",
                    "I sleep too well to hear owls."),
            new Topic(
                    "Come to the fire this evening, will you?",
                    "If my feet carry me that far, gladly.",
                    "Only if somebody tells the one about the flood.",
                    "Keep me a place out of the smoke."),
            new Topic(
                    "The berries are sweet this year.",
                    "Sweet years are followed by hard winters.",
                    "You only say that because you do not carry them.",
                    "Then let us dry some while they last."));

    private static final String[] AGREEMENT = {
        "That is what I thought as well.",
        "I would not say so, but you know better.",
        "Then let us do it together.",
        "Ask me again when the sun is down."
    };

    private static final String[] FAREWELL = {
        "Well, the work does not do itself.", "I must go on. Until the evening!"
    };

    private Phrases() {}

    /** Something to begin with; what presses comes first. */
    static String opening(Reading read, RandomGenerator random) {
        if (read.fireFails() && random.nextBoolean()) {
            return FIRE.opening;
        }
        if (read.food() < 8 && random.nextBoolean()) {
            return STOCK_OF_FOOD.opening;
        }
        return ANY_DAY.get(random.nextInt(ANY_DAY.size())).opening;
    }

    /** An answer to what was said. */
    static String reply(String heard, RandomGenerator random) {
        for (Topic topic : topics()) {
            if (topic.opening.equals(heard)) {
                return pick(topic.replies, random);
            }
        }
        return switch (random.nextInt(4)) {
            case 0 -> pick(FAREWELL, random);
            case 1 -> pick(AGREEMENT, random);
            default -> ANY_DAY.get(random.nextInt(ANY_DAY.size())).opening;
        };
    }

    private static List<Topic> topics() {
        List<Topic> all = new ArrayList<>(ANY_DAY);
        all.add(FIRE);
        all.add(STOCK_OF_FOOD);
        return all;
    }

    private static String pick(String[] from, RandomGenerator random) {
        return from[random.nextInt(from.length)];
    }

    private static final class Topic {
        final String opening;
        final String[] replies;

        Topic(String opening, String... replies) {
            this.opening = opening;
            this.replies = replies;
        }
    }
}
