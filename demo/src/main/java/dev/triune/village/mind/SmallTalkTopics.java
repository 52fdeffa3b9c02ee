/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What villagers talk about when nothing presses: by trade, and what anybody may speak of. */
final class SmallTalkTopics {
    /** What presses when the fire is low. */
    static final Topic FIRE = topic(
            "fire|smoke|embers",
            List.of(
                    "The fire is nearly out, and the night will not wait for us.",
                    "Look at the fire. Another hour and it is ash."),
            List.of(
                    "I'll bring wood, if you sit by it until I am back.",
                    "It always goes out when nobody thinks it is their turn.",
                    "Three pieces of wood would do until midnight.",
                    "My grandmother kept one going for a whole winter."));

    /** What presses when there is little to eat. */
    static final Topic FOOD = topic(
            "storehouse|hungry|left to eat|meals?|hunger",
            List.of(
                    "Have you seen the storehouse? There is hardly anything left to eat.",
                    "If nobody brings food today, we go to bed hungry."),
            List.of(
                    "Then it is berries for us today, before the others think of it.",
                    "I was hungry when I rose, and I will be when I lie down.",
                    "We should cook what there is. A meal lasts longer than a handful.",
                    "Leave it to me. I know where the best berries are."));

    /** What anybody may speak of. */
    static final List<Topic> ANY = List.of(
            topic(
                    "the work|hands",
                    List.of("Good to see you. How is the work?", "And, does the work go well?"),
                    List.of(
                            "Slow, but it moves. And yours?",
                            "My back says rain, and it is never wrong.",
                            "One pair of hands more and it would be done.")),
            topic(
                    "owl|birds?",
                    List.of("I heard an owl over the river last night.", "The birds are late."),
                    List.of(
                            "That was no owl. That was Bram, singing.",
                            "My mother said an owl means guests.",
                            "I sleep too well to hear birds.")),
            topic(
                    "evening|stories|story|flood",
                    List.of("Come to the fire this evening, will you?", "Tell us a story tonight."),
                    List.of(
                            "If my feet carry me that far, gladly.",
                            "Only if somebody tells the one about the flood.",
                            "Keep me a place out of the smoke.")),
            topic(
                    "berr(y|ies)|sweet",
                    List.of("The berries are sweet this year.", "Have you been at the berries?"),
                    List.of(
                            "Sweet years are followed by hard winters.",
                            "You only say that because you do not carry them.",
                            "Then let us dry some while they last.")),
            topic(
                    "winter|snow|cold|frost",
                    List.of("I can smell the winter already.", "It was cold last night, was it?"),
                    List.of(
                            "Then let us have more wood in the storehouse than last year.",
                            "Every year you say so, and every year you are right.",
                            "I'll mend my roof before it comes.")),
            topic(
                    "storm|weather|clouds?|rain|wind",
                    List.of("The wind has turned. Did you notice?", "Those clouds mean rain."),
                    List.of(
                            "It smells of a storm. We should bring things in.",
                            "A little rain has never hurt anybody.",
                            "Ask the elder. Old bones know the weather.")),
            topic(
                    "wol(f|ves)|howl|tracks",
                    List.of("There are tracks behind the forest. Big ones.", "Did it howl again?"),
                    List.of(
                            "Nobody should go there alone.",
                            "A dog, I say. A large, sad dog.",
                            "As long as the fire burns, it stays away.")),
            topic(
                    "dreams?|dreamt|sleep|slept",
                    List.of("I dreamt of bread, can you believe it?", "How did you sleep?"),
                    List.of(
                            "Like a stone, until the cock thought otherwise.",
                            "I dreamt of the sea, and I have never seen it.",
                            "Badly. I kept counting what is left to do.")),
            topic(
                    "roads?|strangers?|travell?ers?|salt",
                    List.of("No traveller for weeks. Is the road still there?", "We need salt."),
                    List.of(
                            "Strangers bring salt and trouble, in that order.",
                            "I would like to see where that road ends.",
                            "Who would come here without a reason?")),
            topic(
                    "children|young|old days|years ago|remember when",
                    List.of("In the old days everybody sang at work.", "We were young once, too."),
                    List.of(
                            "In the old days there was less to carry.",
                            "Sing, then. I'll join in at the second verse.",
                            "I like these days well enough.")),
            topic(
                    "river|fish|swim|water",
                    List.of("The river is low for the season.", "I saw a fish as long as my arm."),
                    List.of(
                            "It will fill again. It always has.",
                            "Your arm grows with every telling.",
                            "A good day for washing, at any rate.")));

    private SmallTalkTopics() {}

    /** Returns what somebody of a trade likes to speak of. */
    static Topic of(String trade) {
        return switch (trade) {
            case "builder" ->
                topic(
                        "walls?|roofs?|straight|house|build",
                        List.of("That wall stands as straight as a pine.", "We need more stone."),
                        List.of(
                                "A straight wall keeps no warmth if the roof leaks.",
                                "You could build me a bench one day."));
            case "cook" ->
                topic(
                        "bread|pots?|dough|soup|cook",
                        List.of("My pot is empty. Bring me berries!", "Soup wants patience."),
                        List.of(
                                "What you cook makes the day shorter.",
                                "I'll bring you what I find."));
            case "healer" ->
                topic(
                        "herbs?|cough|pale|health|bandages?",
                        List.of("You look pale. Do you sleep enough?", "Is that cough better?"),
                        List.of(
                                "Nothing that a warm meal would not mend.",
                                "Thank you for asking. It is better."));
            case "woodcutter" ->
                topic(
                        "trees?|wood|axe|forest|pine",
                        List.of("An old tree came down by itself.", "My axe is blunt again."),
                        List.of(
                                "The forest gives and the forest takes.",
                                "Thanks for the wood. Nobody says it often enough."));
            case "farmer" ->
                topic(
                        "soil|grain|harvest|field|seeds?",
                        List.of("The soil is good this year.", "Rise early, I say. Soil waits."),
                        List.of(
                                "You and your soil. But you feed us, so go on.",
                                "Early? The sun and you have a secret."));
            case "trader" ->
                topic(
                        "trade|bargain|market|coins?|amber",
                        List.of("I know a man who would give amber for wood.", "What is new?"),
                        List.of(
                                "With you everything is a bargain.",
                                "Keep your amber. I need a blanket."));
            case "elder" ->
                topic(
                        "winters?|ancestors?|table|together",
                        List.of("I have seen sixty winters, and none alone.", "Sit with me."),
                        List.of(
                                "Then you know what to do in the next one.",
                                "I'll sit with you when the sun is down."));
            default ->
                topic(
                        "hide|race|climb|secret|behind",
                        List.of("Race you to the well!", "What do you think is behind the quarry?"),
                        List.of(
                                "My knees say no.",
                                "Stones, and behind them more stones.",
                                "When I was your age I asked the same."));
        };
    }

    private static Topic topic(String signs, List<String> openings, List<String> replies) {
        return new Topic(Pattern.compile("\\b(?:" + signs + ")\\b"), openings, replies);
    }

    /** Something to speak of. Immutable. */
    record Topic(Pattern signs, List<String> openings, List<String> replies) {
        boolean isIn(String text) {
            return signs.matcher(text.toLowerCase(Locale.ROOT)).find();
        }
    }
}
