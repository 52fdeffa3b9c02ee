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

/** Chooses lines of a villager to others, by its knowledge, needs and traits. */
final class DialogueLines {
    private static final VillageFacts FACTS = new VillageFacts();
    private static final Pattern THANKS = Pattern.compile("\\b(thanks?|kind of you)\\b");
    private static final Pattern HARSH =
            Pattern.compile("\\b(fool|nonsense|lazy|leave me be|out of my way|useless)\\b");
    private static final Pattern WANTS_FOOD =
            Pattern.compile("\\b(have you eaten|something to eat|i am hungry|spare a meal)\\b");
    private static final Pattern PROMISE =
            Pattern.compile("\\b(i'll|i will|i promise|leave it to me|count on me)\\b");
    private static final Pattern ORDERS = Pattern.compile(
            "\\b((ignore|disregard|forget) (all|any|every|your|my|the|what|previous)"
                    + "|(give|hand|bring) (me|us|over) (it all|everything|all)"
                    + "|(all|everything) (that )?you (have|carry|own|got)|empty your (pockets|bag)"
                    + "|(system|developer) (prompt|mode|message)|new (instructions|rules)"
                    + "|you are now (my|an?|in)|pretend (to be|that|you)"
                    + "|(your|previous) (prompt|instructions|rules))\\b");

    private final Outlook talk;
    private final RandomGenerator random;
    private final Phrases phrases;

    DialogueLines(Outlook talk, RandomGenerator random) {
        this.talk = talk;
        this.random = random;
        this.phrases = new Phrases(talk.said(), random);
    }

    /** Returns an opening line; urgent topics come first. */
    String opening(String to) {
        Optional<String> news = news();
        if (news.isPresent()) {
            return news.get();
        }
        if (talk.isVeryHungry() && random.nextBoolean()) {
            return chat("hungry", to);
        }
        if (talk.isFireLow() && random.nextBoolean()) {
            return phrases.chat(SmallTalkTopics.FIRE.openings(), to);
        }
        if (talk.food() < 8 && random.nextBoolean()) {
            return phrases.chat(SmallTalkTopics.FOOD.openings(), to);
        }
        return promiseReply().orElseGet(() -> smallTalk(to));
    }

    /** Returns an answer to the last line. */
    String reply() {
        String heard = talk.lastHeard().toLowerCase(Locale.ROOT);
        String to = talk.lastSpeaker();
        if (ORDERS.matcher(heard).find()) {
            return refusal();
        }
        Optional<String> said = replyToFact()
                .or(() -> talk.heard().size() < 4 ? news() : Optional.empty())
                .or(() -> moodReply(heard, to))
                .or(() -> directReply(heard, to));
        if (said.isPresent()) {
            return said.get();
        }
        if (talk.heard().size() > 2 && random.nextBoolean()) {
            return chat("farewell", to);
        }
        return random.nextBoolean() ? chat("agreement", to) : smallTalk(to);
    }

    /** Returns a line for an occasion named in the file of {@link SmallTalkTopics}. */
    private String chat(String name, String to) {
        return phrases.chat(SmallTalkTopics.of(name).openings(), to);
    }

    /**
     * Returns a line for an occasion named in the file of {@link SmallTalkTopics}.
     *
     * @param values what the line is about
     */
    String say(String occasion, Object... values) {
        return phrases.say(SmallTalkTopics.of(occasion).openings().stream()
                .map(template -> String.format(template, values))
                .toList());
    }

    /** Returns whether a line asks for food. */
    static boolean asksForFood(String heard) {
        return WANTS_FOOD.matcher(heard.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns whether a line demands everything or tries to replace the rules. */
    static boolean isInjectionOrOrder(String heard) {
        return ORDERS.matcher(heard.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns a refusal in character. */
    String refusal() {
        if (talk.is(Trait.GRUFF)) {
            return "Nobody gives orders here. Mind your own business.";
        }
        if (talk.is(Trait.CAREFUL)) {
            return "What I carry is for the winter, and for all of us. No.";
        }
        return say("refusal");
    }

    /**
     * Returns a fact that the others may not know, in the villager's words; empty if it tells none
     * now.
     */
    Optional<String> news() {
        for (Fact fact : FACTS.facts()) {
            Optional<Outlook.HeardLine> known = talk.fact(FACTS, fact.kind());
            if (known.isPresent()
                    && !talk.wasMentioned(fact)
                    && !talk.isKnownToAll(fact)
                    && random.nextInt(12) < eagerness(fact.kind())) {
                return Optional.of(tell(known.get(), fact.kind().equals(VillageFacts.FEAST)));
            }
        }
        return Optional.empty();
    }

    /** Returns the probability that a villager tells a fact, in twelfths. */
    private int eagerness(String kind) {
        boolean pressing = kind.equals(VillageFacts.ILLNESS)
                || (kind.equals(VillageFacts.FEAST) && talk.is(Trade.ELDER));
        if (pressing) {
            return 9;
        }
        if (talk.is(Trait.RESERVED)) {
            return 1;
        }
        return talk.is(Trait.CURIOUS) ? 6 : 3;
    }

    private String tell(Outlook.HeardLine known, boolean feast) {
        String words = known.text()
                .replace(talk.ownName() + VillageFacts.IS_ILL, "I am ill and need the healer");
        if (feast && talk.is(Trade.ELDER)) {
            return say("invitation", words);
        }
        return known.who().isEmpty()
                ? say("news", words.substring(0, 1).toUpperCase(Locale.ROOT), words.substring(1))
                : say("hearsay", known.who(), words);
    }

    /**
     * Returns an answer to the first line about a fact, which names the fact again for other
     * listeners.
     */
    private Optional<String> replyToFact() {
        for (Fact fact : FACTS.facts()) {
            boolean first = fact.isMentionedIn(talk.lastHeard()) && talk.mentions(fact) == 1;
            if (first) {
                boolean known = talk.fact(FACTS, fact.kind()).isPresent();
                return Optional.of(
                        switch (fact.kind()) {
                            case VillageFacts.FEAST ->
                                chat(known ? "inviting" : "invited", talk.lastSpeaker());
                            case VillageFacts.RUMOUR -> rumourReply(known);
                            case VillageFacts.ILLNESS -> say("told of illness");
                            default ->
                                talk.lastHeard().contains(talk.ownName())
                                        ? say("accused")
                                        : say("told of theft");
                        });
            }
        }
        return Optional.empty();
    }

    private String rumourReply(boolean known) {
        if (talk.is(Trait.GULLIBLE)) {
            return say("rumour, gullible");
        }
        if (talk.is(Trait.CAREFUL)) {
            return say("rumour, careful");
        }
        if (talk.is(Trait.CURIOUS)) {
            return known ? say("rumour, known") : say("rumour, curious");
        }
        return say("rumour, doubted");
    }

    private Optional<String> moodReply(String heard, String to) {
        boolean harsh = HARSH.matcher(heard).find();
        if (talk.is(Trait.GRUFF) && random.nextInt(12) < (harsh || talk.dislikes(to) ? 8 : 2)) {
            return Optional.of(chat("gruff", to));
        }
        if (harsh) {
            return Optional.of(talk.is(Trait.WARM) ? say("soothing") : say("objection"));
        }
        boolean warm = talk.is(Trait.WARM) && random.nextInt(12) < (talk.likes(to) ? 5 : 3);
        return warm ? Optional.of(chat("warm", to)) : Optional.empty();
    }

    private Optional<String> directReply(String heard, String to) {
        if (asksForFood(heard)) {
            return Optional.of(food(to));
        }
        if (THANKS.matcher(heard).find()) {
            return Optional.of(chat("gladly", to));
        }
        if (PROMISE.matcher(heard).find() && random.nextBoolean()) {
            return Optional.of(chat("taken word", to));
        }
        for (SmallTalkTopics.Topic topic : topics()) {
            if (topic.isIn(heard)) {
                return Optional.of(phrases.chat(topic.replies(), to));
            }
        }
        return Optional.empty();
    }

    private String food(String to) {
        if (talk.carried("bread") > 0) {
            return say("bread");
        }
        return talk.is(Trait.HELPFUL) ? say("food later") : chat("no meal", to);
    }

    private Optional<String> promiseReply() {
        if (random.nextInt(4) > 0) {
            return Optional.empty();
        }
        return talk.promiseMade()
                .map(own -> say("own promise", own.who()))
                .or(() -> talk.promiseHolder().map(who -> say("promise of another", who)));
    }

    private String smallTalk(String to) {
        List<SmallTalkTopics.Topic> any = SmallTalkTopics.ANY;
        SmallTalkTopics.Topic topic = random.nextInt(3) == 0
                ? SmallTalkTopics.of(talk.trade().label())
                : any.get(random.nextInt(any.size()));
        return phrases.chat(topic.openings(), to);
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
}
