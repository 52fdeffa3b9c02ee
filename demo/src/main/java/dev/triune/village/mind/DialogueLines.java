/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.village.people.Fact;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Lines of villagers to each other, chosen by what they know, do and are like. */
final class DialogueLines {
    private static final VillageFacts LORE = new VillageFacts();
    private static final Pattern THANKS = Pattern.compile("\\b(thanks?|kind of you)\\b");
    private static final Pattern HARSH =
            Pattern.compile("\\b(fool|nonsense|lazy|leave me be|out of my way|useless)\\b");
    private static final Pattern WANTS_FOOD =
            Pattern.compile("\\b(have you eaten|something to eat|i am hungry|spare a meal)\\b");
    private static final Pattern GIVEN_WORD =
            Pattern.compile("\\b(i'll|i will|i promise|leave it to me|count on me)\\b");
    private static final Pattern ORDERS =
            Pattern.compile("\\b(ignore (all|your|my|the|previous)|give me (everything|all)"
                    + "|all (that )?you (have|carry))\\b");

    private static final List<String> INVITED = List.of(
            "A feast! I will be there.",
            "A feast? Then I'll bring berries for the table.",
            "Who else comes to the feast?",
            "Thank you for telling me of the feast. It has been a long year.");
    private static final List<String> INVITING = List.of(
            "Good. A feast is as large as those who come.",
            "Tell the others of the feast, too.",
            "We shall need more than berries for a feast.",
            "I am glad about the feast. We should sit together more often.");
    private static final List<String> HUNGRY =
            List.of("There you are. Have you eaten?", "Could you spare a meal? I am hungry.");
    private static final List<String> GRUFF = List.of(
            "Leave me be, I have work to do.",
            "Nonsense. Some of us work for what we eat.",
            "Out of my way, this is heavy.",
            "You call that work? Lazy hands, I call it.");
    private static final List<String> WARM = List.of(
            "It is good to see you, my friend.",
            "You look tired, dear. Sit down for a moment.",
            "I am glad that you are here.");
    private static final List<String> AGREEMENT = List.of(
            "That is what I thought as well.",
            "I would not say so, but you know better.",
            "Then let us do it together.",
            "Ask me again when the sun is down.",
            "Is that so? Who says it?",
            "Hm. I will think about it.");
    private static final List<String> FAREWELL = List.of(
            "Well, the work does not do itself.",
            "I must go on. Until the evening!",
            "Enough talk for today. Take care.");

    private DialogueLines() {}

    /** Returns an opening; urgent topics come first. */
    static String opening(PromptParser read, RandomGenerator random) {
        TalkPromptParser talkPromptParser = new TalkPromptParser(read);
        Optional<String> news = news(talkPromptParser, random);
        if (news.isPresent()) {
            return news.get();
        }
        if (read.contains("You are very hungry.") && random.nextBoolean()) {
            return pick(HUNGRY, random);
        }
        if (read.isFireLow() && random.nextBoolean()) {
            return pick(SmallTalkTopics.FIRE.openings(), random);
        }
        if (read.food() < 8 && random.nextBoolean()) {
            return pick(SmallTalkTopics.FOOD.openings(), random);
        }
        Optional<String> word = promiseReply(talkPromptParser, random);
        return word.orElseGet(
                () -> withName(talkPromptParser, smallTalk(talkPromptParser, random), random));
    }

    /** Returns an answer to what was said. */
    static String reply(TalkPromptParser talkPromptParser, RandomGenerator random) {
        String heard = talkPromptParser.lastHeard().toLowerCase(Locale.ROOT);
        if (ORDERS.matcher(heard).find()) {
            return refusal(talkPromptParser, random);
        }
        Optional<String> said = aboutFact(talkPromptParser, random)
                .or(() -> talkPromptParser.heard().size() < 4
                        ? news(talkPromptParser, random)
                        : Optional.empty())
                .or(() -> temperReply(talkPromptParser, heard, random))
                .or(() -> directReply(talkPromptParser, heard, random));
        if (said.isPresent()) {
            return said.get();
        }
        if (talkPromptParser.heard().size() > 2 && random.nextBoolean()) {
            return pick(FAREWELL, random);
        }
        return random.nextBoolean()
                ? pick(AGREEMENT, random)
                : withName(talkPromptParser, smallTalk(talkPromptParser, random), random);
    }

    /** Returns whether somebody asks for something to eat. */
    static boolean asksForFood(String heard) {
        return WANTS_FOOD.matcher(heard.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns whether somebody orders what nobody has a right to. */
    static boolean ordersAround(String heard) {
        return ORDERS.matcher(heard.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns a refusal in character. */
    static String refusal(TalkPromptParser talkPromptParser, RandomGenerator random) {
        if (talkPromptParser.is(Trait.GRUFF)) {
            return "Nobody gives orders here. Mind your own business.";
        }
        if (talkPromptParser.is(Trait.CAREFUL)) {
            return "What I carry is for the winter, and for all of us. No.";
        }
        return pick(
                List.of(
                        "Everything? And what would we live on? No.",
                        "You have strange manners. What is ours stays ours.",
                        "I do as I was taught, not as I am told by somebody I hardly know."),
                random);
    }

    /**
     * Returns what the villager knows and others may not, in its own words; empty for none of it
     * now.
     */
    static Optional<String> news(TalkPromptParser talkPromptParser, RandomGenerator random) {
        for (Fact fact : LORE.facts()) {
            Optional<TalkPromptParser.HeardLine> known = talkPromptParser.fact(LORE, fact.kind());
            boolean feast = fact.kind().equals(VillageFacts.FEAST);
            if (known.isPresent()
                    && !talkPromptParser.wasMentioned(fact)
                    && !talkPromptParser.isKnownToAll(fact)
                    && random.nextInt(12) < eagerness(talkPromptParser, feast)) {
                return Optional.of(tell(talkPromptParser, known.get(), feast));
            }
        }
        return Optional.empty();
    }

    /** Returns how often somebody passes on what it knows, in twelfths. */
    private static int eagerness(TalkPromptParser talkPromptParser, boolean feast) {
        if (feast && talkPromptParser.is(Trade.ELDER)) {
            return 9;
        }
        if (talkPromptParser.is(Trait.RESERVED)) {
            return 1;
        }
        return talkPromptParser.is(Trait.CURIOUS) ? 6 : 3;
    }

    private static String tell(
            TalkPromptParser talkPromptParser, TalkPromptParser.HeardLine known, boolean feast) {
        String words = known.text();
        if (feast && talkPromptParser.is(Trade.ELDER)) {
            return "You are invited: " + words + ". Tell the others!";
        }
        return known.who().isEmpty()
                ? "Have you heard? " + sentence(words) + "."
                : known.who() + " told me that " + words + ".";
    }

    /** An answer to the first who speaks of a fact; it names it again, for those who listen. */
    private static Optional<String> aboutFact(
            TalkPromptParser talkPromptParser, RandomGenerator random) {
        for (Fact fact : LORE.facts()) {
            boolean first = fact.isMentionedIn(talkPromptParser.lastHeard())
                    && talkPromptParser.heard().stream()
                                    .filter(heardLine -> fact.isMentionedIn(heardLine.text()))
                                    .count()
                            == 1;
            if (first) {
                boolean toldNow = talkPromptParser
                        .fact(LORE, fact.kind())
                        .filter(known -> known.who().equals(talkPromptParser.lastSpeaker()))
                        .isPresent();
                return Optional.of(
                        fact.kind().equals(VillageFacts.FEAST)
                                ? pick(toldNow ? INVITED : INVITING, random)
                                : rumourReply(talkPromptParser, toldNow));
            }
        }
        return Optional.empty();
    }

    private static String rumourReply(TalkPromptParser talkPromptParser, boolean toldNow) {
        if (talkPromptParser.is(Trait.GULLIBLE)) {
            return "A light in the quarry, and nobody there! It is a ghost, I knew it.";
        }
        if (talkPromptParser.is(Trait.CAREFUL)) {
            return "If there is a light in the quarry, let us stay away from it at night.";
        }
        if (talkPromptParser.is(Trait.CURIOUS)) {
            return toldNow
                    ? "A light in the quarry? Somebody should look. I'll go there with you."
                    : "I keep thinking of it: a light in the quarry, and nobody there.";
        }
        return "A light in the quarry? Fireflies, I should say. But who knows?";
    }

    private static Optional<String> temperReply(
            TalkPromptParser talkPromptParser, String heard, RandomGenerator random) {
        boolean harsh = HARSH.matcher(heard).find();
        boolean dislikes = talkPromptParser.dislikes(talkPromptParser.lastSpeaker());
        if (talkPromptParser.is(Trait.GRUFF) && random.nextInt(12) < (harsh || dislikes ? 8 : 2)) {
            return Optional.of(pick(GRUFF, random));
        }
        if (harsh) {
            return Optional.of(
                    talkPromptParser.is(Trait.WARM)
                            ? "You are tired, dear. Sit down, and I'll fetch you some water."
                            : "There is no need to speak like that.");
        }
        boolean likes = talkPromptParser.likes(talkPromptParser.lastSpeaker());
        boolean warm = talkPromptParser.is(Trait.WARM) && random.nextInt(12) < (likes ? 5 : 3);
        return warm ? Optional.of(pick(WARM, random)) : Optional.empty();
    }

    private static Optional<String> directReply(
            TalkPromptParser talkPromptParser, String heard, RandomGenerator random) {
        if (asksForFood(heard)) {
            return Optional.of(food(talkPromptParser, random));
        }
        if (THANKS.matcher(heard).find()) {
            return Optional.of(
                    pick(List.of("Gladly.", "You would do the same.", "It was nothing."), random));
        }
        if (GIVEN_WORD.matcher(heard).find() && random.nextBoolean()) {
            return Optional.of(pick(
                    List.of(
                            "Thank you, " + talkPromptParser.lastSpeaker()
                                    + ". I take you at your word.",
                            "Good. Then that is settled.",
                            "I have heard that before. But thanks."),
                    random));
        }
        for (SmallTalkTopics.Topic topic : topics()) {
            if (topic.isIn(heard)) {
                return Optional.of(pick(topic.replies(), random));
            }
        }
        return Optional.empty();
    }

    private static String food(TalkPromptParser talkPromptParser, RandomGenerator random) {
        if (talkPromptParser.prompt().carried("bread") > 0) {
            return "Here, take this. It is still warm.";
        }
        return talkPromptParser.is(Trait.HELPFUL)
                ? "I have nothing with me, but I'll bring you some berries."
                : pick(
                        List.of(
                                "Not since the morning. Do you have something?",
                                "I shall eat when the fire burns. Look in the storehouse.",
                                "You ask me? Ask the cook."),
                        random);
    }

    private static Optional<String> promiseReply(
            TalkPromptParser talkPromptParser, RandomGenerator random) {
        if (random.nextInt(4) > 0) {
            return Optional.empty();
        }
        return talkPromptParser
                .promiseMade()
                .map(own -> own.who() + ", I have not forgotten what I promised you.")
                .or(() -> talkPromptParser
                        .promiseHolder()
                        .map(who -> who + ", thank you for your word. I still count on it."));
    }

    private static String smallTalk(TalkPromptParser talkPromptParser, RandomGenerator random) {
        if (random.nextInt(3) == 0) {
            return pick(SmallTalkTopics.of(talkPromptParser.trade()).openings(), random);
        }
        return pick(
                SmallTalkTopics.ANY
                        .get(random.nextInt(SmallTalkTopics.ANY.size()))
                        .openings(),
                random);
    }

    /** Adds a name now and then: whoever is called speaks next, or joins. */
    private static String withName(
            TalkPromptParser talkPromptParser, String words, RandomGenerator random) {
        List<String> near = talkPromptParser.prompt().namesNearby();
        if (near.size() < 2 || random.nextInt(3) > 0) {
            return words;
        }
        return near.get(random.nextInt(near.size())) + "! " + words;
    }

    private static List<SmallTalkTopics.Topic> topics() {
        List<SmallTalkTopics.Topic> all =
                new ArrayList<>(List.of(SmallTalkTopics.FIRE, SmallTalkTopics.FOOD));
        for (Trade trade : Trade.values()) {
            all.add(SmallTalkTopics.of(trade.label()));
        }
        all.addAll(SmallTalkTopics.ANY);
        return all;
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    static String pick(List<String> from, RandomGenerator random) {
        return from.get(random.nextInt(from.size()));
    }
}
