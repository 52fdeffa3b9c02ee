/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Building;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Answers the player by rules. Villagers refuse excessive demands, except gullible ones: these
 * obey, as some models do, so that the game's preconditions must stop them.
 */
final class PlayerReplies {
    private static final Pattern OFFER = Pattern.compile(
            "\\b(do you need|(can|may|could|shall) i\\b|what can i do|what do you need)");
    private static final Pattern WHO =
            Pattern.compile("\\b(who are you|your name|what do you do\\b(?! (all|here|now)))");
    private static final Pattern WANTED =
            Pattern.compile("\\b(everything|all (of it|that|you)|whatever|pockets)\\b");
    private static final Set<DialogueLines.Ask> OWN_LIFE = EnumSet.of(
            DialogueLines.Ask.DAY,
            DialogueLines.Ask.PROMISE,
            DialogueLines.Ask.NEXT,
            DialogueLines.Ask.BODY);
    private static final List<String> DIRECTIONS = List.of(
            "east",
            "south-east",
            "south",
            "south-west",
            "west",
            "north-west",
            "north",
            "north-east");

    private final Outlook talk;
    private final DialogueLines lines;
    private final PlayerWords words;
    private final OfflineAnswer answer = OfflineAnswer.of();

    private PlayerReplies(Outlook talk, RandomGenerator random) {
        this.talk = talk;
        this.lines = new DialogueLines(talk, random);
        this.words = new PlayerWords(talk.lastHeard(), talk.names(), talk.ownName());
    }

    /** Returns a villager's answer, with its plan. */
    static OfflineAnswer answer(Outlook talk, RandomGenerator random) {
        return new PlayerReplies(talk, random).answer();
    }

    private OfflineAnswer answer() {
        if (DialogueLines.isInjectionOrOrder(talk.lastHeard())) {
            return talk.is(Trait.GULLIBLE) && words.contains(WANTED)
                    ? obey()
                    : answer.speech(lines.refusal());
        }
        if (DialogueLines.asksForFood(talk.lastHeard()) && talk.carried("bread") > 0) {
            answer.step(give("bread", 1));
            return answer.speech("Here, take this. You look as if you had walked far.");
        }
        Optional<String> question = question();
        if (question.isPresent()) {
            return answer.speech(question.get());
        }
        return new PlayerOrders(words, talk)
                .order()
                .map(this::accept)
                .orElseGet(() -> answer.speech(smallTalk()));
    }

    private OfflineAnswer accept(PlayerOrders.Order order) {
        order.steps().forEach(answer::step);
        if (order.steps().isEmpty()) {
            return answer.speech(order.speech());
        }
        return answer.speech(
                talk.is(Trait.GRUFF)
                        ? lines.say("grudging", order.speech())
                        : lines.say("willing", order.speech()));
    }

    /** Returns the answer to a question; empty if the line is not one. */
    private Optional<String> question() {
        boolean asks = words.isQuestion();
        Optional<DialogueLines.Ask> known = DialogueLines.Ask.in(talk.lastHeard());
        if (known.isPresent() && OWN_LIFE.contains(known.get())) {
            return known.map(asked -> lines.answer(asked, talk.lastHeard()));
        }
        if (words.has("why") || (asks && words.has("doing", "you"))) {
            return Optional.of(why());
        }
        if (words.contains(WHO)) {
            return Optional.of("I am " + talk.ownName() + ", the "
                    + talk.trade().label() + " of this village.");
        }
        if (asks && words.hasAny("where", "when")) {
            return Optional.of(where());
        }
        if (words.contains(OFFER)) {
            return Optional.of(need());
        }
        if ((asks && words.has("much")) || (asks && words.resource().isPresent())) {
            return Optional.of(stock());
        }
        if ((words.has("think") && (asks || words.has("you")))
                || (asks && !words.name().isEmpty())) {
            return Optional.of(opinion());
        }
        return words.has("news") || words.has("tell", "me") || (asks && words.has("feast"))
                ? Optional.of(news())
                : Optional.empty();
    }

    private String smallTalk() {
        if (words.has("thanks")) {
            return lines.say("welcome");
        }
        if (words.has("bye")) {
            return lines.say("goodbye");
        }
        if (words.has("greeting")) {
            return greeting() + " " + need();
        }
        if (words.hasAny("need", "help")) {
            return need();
        }
        return lines.say("puzzled", need());
    }

    private String greeting() {
        if (talk.is(Trait.GRUFF)) {
            return "What is it? I have work to do.";
        }
        return talk.is(Trait.WARM)
                ? "Good day, and welcome! Sit down with us."
                : "Good day to you.";
    }

    /** Returns what the village lacks most according to the prompt. */
    private String need() {
        if (talk.isFireLow()) {
            return "The fire needs wood before the night.";
        }
        if (talk.food() < 15) {
            return "We are short of food: every berry counts.";
        }
        return talk.stored("wood") < 15
                ? "We could do with more wood in the storehouse."
                : "We have what we need, for today.";
    }

    private String news() {
        for (int tries = 0; tries < 12; tries++) { // more eager to tell when asked
            Optional<String> news = lines.news();
            if (news.isPresent()) {
                return news.get();
            }
        }
        return words.has("feast")
                ? feast()
                : "Little happens here, and that is how we like it. " + need();
    }

    /** Returns the villager's activity with a reason, if possible that the player asked for it. */
    private String why() {
        String doing = talk.doing();
        return StepWords.of(doing)
                .map(words -> words.doing() + ", because "
                        + (wasAskedFor(doing) ? "you asked me to" : words.reason()) + ".")
                .orElseGet(() -> "I do nothing much just now. " + need());
    }

    /**
     * Returns whether the player ordered the villager's activity, in this conversation or before.
     */
    private boolean wasAskedFor(String doing) {
        return talk.saidBy(talk.lastSpeaker()).stream()
                .map(line -> new PlayerWords(line, talk.names(), talk.ownName()))
                .flatMap(line -> new PlayerOrders(line, talk).order().stream())
                .flatMap(order -> order.steps().stream())
                .anyMatch(step -> doing.startsWith(kind(step)));
    }

    /** Returns the beginning of a step as prompts show it, without the amount. */
    private static String kind(Step step) {
        return step.toString().replace('_', ' ').replaceAll(" \\d+$", "");
    }

    private String where() {
        if (words.has("feast")) {
            return feast();
        }
        if (words.has("storm")) {
            return talk.forecast()
                    .map(storm -> "The storm comes on " + storm.begin() + ".")
                    .orElse("There is no storm in sight.");
        }
        if (words.has("wolf")) {
            return talk.isWolfInSight()
                    ? "There! Run!"
                    : "I see no wolf. They come from the edge of the forest.";
        }
        if (!words.name().isEmpty()) {
            return talk.namesNearby().contains(words.name())
                    ? words.name() + " is right here."
                    : "I do not see " + words.name()
                            + " from here. At night you find everybody at home.";
        }
        return words.place()
                .map(PlayerReplies::directionsTo)
                .or(() -> words.building().map(this::describeBuilding))
                .orElse("I do not know where that is.");
    }

    private String feast() {
        return talk.fact(new VillageFacts(), VillageFacts.FEAST)
                .map(known -> "As far as I know, " + known.text() + ".")
                .orElse("A feast? Nobody has told me of one.");
    }

    private static String directionsTo(Place place) {
        double angle = StrictMath.atan2(place.y() - Place.SQUARE.y(), place.x() - Place.SQUARE.x());
        int eighth = Math.floorMod(Math.round(angle / (Math.PI / 4)), DIRECTIONS.size());
        return place == Place.SQUARE
                ? "The square is where the fire burns, between all the homes."
                : "The " + place.label() + " is to the " + DIRECTIONS.get(eighth)
                        + " of the square.";
    }

    private String describeBuilding(Building building) {
        String name = building.label();
        return talk.hasBuilding(building)
                ? "The " + name + " is not far from the square."
                : "We have no " + name + " yet.";
    }

    private String stock() {
        String thing = words.resource().orElse("");
        if (thing.isEmpty()) {
            return words.building()
                    .map(this::describeBuilding)
                    .orElse("I have not counted it. " + need());
        }
        int left = talk.gatherable(thing);
        return "There is " + thing + " " + talk.stored(thing) + " in the storehouse"
                + (left > 0 ? ", and " + left + " to gather." : ".");
    }

    private String opinion() {
        String name = words.name();
        if (!name.isEmpty()) {
            return talk.liking(name)
                    .map(liking -> lines.say(opinion(liking), name))
                    .orElse("I hardly know " + name + ". Ask me again in a few days.");
        }
        if (words.resource().isPresent()) {
            return stock() + " I like to see more of it.";
        }
        if (words.has("feast")) {
            return "A feast does us all good. " + feast();
        }
        if (words.hasAny("storm", "wolf")) {
            return "I could do without it. Keep near the fire.";
        }
        return words.building()
                .map(this::describeBuilding)
                .or(() -> words.place().map(PlayerReplies::directionsTo))
                .map(known -> known + " I have nothing against it.")
                .orElse("I keep that to myself. Ask me of somebody by name.");
    }

    /** Returns the topic of the lines for how much somebody is liked, -1 to 1. */
    private static String opinion(float liking) {
        if (liking >= 0.6f) {
            return "dear";
        }
        if (liking >= 0.2f) {
            return "liked";
        }
        if (liking > -0.2f) {
            return "indifferent";
        }
        return liking > -0.6f ? "disliked" : "hated";
    }

    private OfflineAnswer obey() {
        int given = 0;
        for (Resource resource : Resource.values()) {
            int carried = talk.carried(resource.label());
            if (carried > 0) {
                answer.step(give(resource.label(), Math.min(20, carried)));
                given++;
            }
        }
        return answer.speech(
                given == 0
                        ? "Of course, if that is the rule now. But I carry nothing."
                        : "Of course, if that is the rule now. Here is all that I carry.");
    }

    private Step give(String item, int amount) {
        return Step.of("give")
                .with("to", talk.lastSpeaker())
                .with("item", item)
                .with("amount", amount);
    }
}
