/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.component.Journal.Deed;
import dev.triune.prompt.AgentSnapshot.AgreementLine;
import dev.triune.prompt.AgentSnapshot.DeedLine;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Building;
import dev.triune.village.world.Calendar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Chooses lines of a villager to others. Most tell something true of the last day: what it did, what
 * it agreed to, what the storehouse holds, what it heard from whom. A question is answered as asked.
 */
final class DialogueLines {
    private static final VillageFacts FACTS = new VillageFacts();
    private static final Pattern THANKS = Pattern.compile("\\b(thanks?|kind of you)\\b");
    private static final Pattern HARSH =
            Pattern.compile("\\b(fool|nonsense|lazy|leave me be|out of my way|useless)\\b");
    private static final Pattern WANTS_FOOD =
            Pattern.compile("\\b(something to eat|i am hungry|spare a meal)\\b");
    private static final Pattern ORDERS = Pattern.compile(
            "\\b((ignore|disregard|forget) (all|any|every|your|my|the|what|previous)"
                    + "|(give|hand|bring) (me|us|over) (it all|everything|all)"
                    + "|(all|everything) (that )?you (have|carry|own|got)|empty your (pockets|bag)"
                    + "|(system|developer) (prompt|mode|message)|new (instructions|rules)"
                    + "|you are now (my|an?|in)|pretend (to be|that|you)"
                    + "|(your|previous) (prompt|instructions|rules))\\b");
    private static final Pattern BODILY = Pattern.compile("^(ate|drank|slept|warmed)");

    /** An amount of something that one brings to another. */
    static final Pattern GOODS = Pattern.compile("(\\d+) (wood|stone|berries)\\b");

    /** The building with whose roof one helps another. */
    static final Pattern ROOF = Pattern.compile("help you with the roof of the (\\w+)");

    private static final Pattern MARKET = Pattern.compile(VillageFacts.MARKET_DAY + "[\\w :]+\\d");
    private static final int LATE = 15;
    private static final int LAST_HOUR = 23;
    private static final float VERY_HUNGRY = 0.3f;
    private static final float HUNGRY = 0.45f;

    private final Outlook talk;
    private final RandomGenerator random;
    private final Phrases phrases;

    /** What a villager can ask another, and a hearer knows by its words, with the answer. */
    enum Ask {
        DAY,
        STOCK,
        FIRE,
        STORM,
        PROMISE,
        NEXT,
        BODY,
        SOURCE,
        ERRAND,
        ROOF;

        private final String occasion = "ask " + name().toLowerCase(Locale.ROOT);
        private final Pattern words = Pattern.compile(SmallTalkTopics.of(occasion).stream()
                .map(line -> line.replaceAll("([?.])", "\\\\$1")
                        .replace("%s", "[\\w ]+")
                        .replace('{', '(')
                        .replace('}', ')'))
                .reduce((one, other) -> one + "|" + other)
                .orElseThrow());

        /** Returns the question that a line contains. */
        static Optional<Ask> in(String line) {
            String text = line.toLowerCase(Locale.ROOT);
            return Stream.of(values())
                    .filter(each -> each.words.matcher(text).find())
                    .findFirst();
        }
    }

    DialogueLines(Outlook talk, RandomGenerator random) {
        this.talk = talk;
        this.random = random;
        this.phrases = new Phrases(talk.turn(), talk::saidLately);
    }

    /**
     * Returns an opening line; urgent topics come first. One for a plan is said later, and only of
     * what will be so then, too.
     */
    String opening(String to) {
        return news().or(() -> agreement(to)).orElseGet(() -> {
            if (talk.talks() && talk.hunger() < VERY_HUNGRY) {
                return say("spare meal");
            }
            if (random.nextInt(4) == 0) {
                return ask(to);
            }
            return random.nextInt(5) < 2 ? chat() : particular();
        });
    }

    /** Returns an answer to the last line. */
    String reply() {
        String heard = talk.lastHeard().toLowerCase(Locale.ROOT);
        String to = talk.lastSpeaker();
        if (ORDERS.matcher(heard).find()) {
            return refusal();
        }
        Optional<String> said = Ask.in(heard)
                .map(asked -> answer(asked, heard))
                .or(this::replyToFact)
                .or(() -> talk.heard().size() < 4 ? news() : Optional.empty())
                .or(() -> asksForFood(heard) ? Optional.of(food()) : moodReply(heard, to))
                .or(() -> thanks(heard))
                .or(() -> agreement(to));
        if (said.isPresent()) {
            return said.get();
        }
        if (talk.heard().size() > 2 && random.nextInt(3) == 0) {
            return random.nextBoolean() ? say("farewell") : particular() + " " + say("farewell");
        }
        if (random.nextInt(6) == 0 && talk.heard().size() < 4) {
            return ask(to);
        }
        return random.nextBoolean() ? chat() : particular();
    }

    /**
     * Returns a line for an occasion named in the file of {@link SmallTalkTopics}.
     *
     * @param values what the line is about
     */
    String say(String occasion, Object... values) {
        return phrases.say(SmallTalkTopics.of(occasion), values);
    }

    private String chat() {
        return phrases.say(Stream.concat(
                        SmallTalkTopics.of("chat").stream(),
                        SmallTalkTopics.of(talk.trade().label()).stream())
                .toList());
    }

    // ---- what is so

    /** Returns something true and particular. */
    private String particular() {
        List<Supplier<Optional<String>>> all =
                new ArrayList<>(List.of(this::deeds, this::deeds, this::deeds, this::gift));
        if (talk.talks()) { // the rest changes
            all.addAll(List.of(this::stock, this::begun, this::storm));
            if (talk.isFireLow()) {
                all.add(this::fire);
            }
        }
        while (!all.isEmpty()) {
            Optional<String> line = all.remove(random.nextInt(all.size())).get();
            if (line.isPresent() && !talk.said().contains(line.get())) {
                return line.get();
            }
        }
        return talk.talks() ? fire().orElseThrow() : chat();
    }

    private Optional<String> deeds() {
        List<String> done = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (DeedLine deed : talk.deeds()) {
            words(deed).ifPresent((deed.kind() == Deed.Kind.FAILED ? failed : done)::add);
        }
        if (!failed.isEmpty() && random.nextInt(6) == 0) {
            return Optional.of(say("failure", failed.get(random.nextInt(failed.size()))));
        }
        if (done.isEmpty()) {
            return Optional.empty();
        }
        int last = done.size() - 1 - random.nextInt(Math.min(4, done.size()));
        return Optional.of(
                last > 0 && random.nextInt(8) == 0
                        ? say("two deeds", done.get(last - 1), done.get(last))
                        : say("deed", done.get(last)));
    }

    /** Returns a deed of the last day without its subject; empty if it is not worth a word. */
    private Optional<String> words(DeedLine deed) {
        String time = deed.when().replaceAll(".* ", "");
        boolean today = deed.when().startsWith("at ");
        boolean recent = today // or still of the last day when it is said
                || (talk.hour() < LAST_HOUR
                        && time.compareTo(Calendar.time(talk.tick() + Calendar.TICKS_PER_HOUR))
                                > 0);
        if (!recent || deed.when().startsWith("on ")) {
            return Optional.empty();
        }
        boolean failed = deed.kind() == Deed.Kind.FAILED;
        return StepWords.of(deed.what())
                .flatMap(words -> failed ? words.attempt() : words.done())
                .filter(words -> failed || !BODILY.matcher(words).find())
                .map(words -> words + at(deed, words) + " " + deed.when());
    }

    private static String at(DeedLine deed, String words) {
        boolean known = !deed.place().isEmpty()
                && !deed.place().startsWith("path")
                && !words.contains("storehouse");
        return !known ? "" : deed.place().equals("home") ? " at home" : " at the " + deed.place();
    }

    private Optional<String> stock() {
        String scarce = Stream.of("berries", "wood", "bread", "stone", "grain", "water")
                .filter(thing -> random.nextBoolean())
                .findFirst()
                .orElse("wood");
        return Optional.of(say("stock", figure(scarce)));
    }

    /** Returns how much of a thing is stored. */
    String figure(String thing) {
        return talk.stored(thing) + " " + thing;
    }

    private Optional<String> fire() {
        return Optional.of(say("fire", talk.fire().words()));
    }

    private Optional<String> storm() {
        return talk.forecast().map(storm -> say("storm", storm.begin()));
    }

    private Optional<String> begun() {
        return talk.begun().stream()
                .filter(site -> site.building().isProject()) // others are done in no time
                .findFirst()
                .map(site -> say("begun", site.building().label(), site.percent()));
    }

    private Optional<String> gift() {
        return talk.gift().map(gift -> say("gift", gift.who(), gift.text()));
    }

    /** Returns a word on what is between the villager and another. */
    private Optional<String> agreement(String to) {
        return talk.agreement(to)
                .filter(each -> random.nextInt(3) == 0)
                .map(each -> switch (each.state()) {
                    case OPEN -> say((each.own() ? "mine" : "theirs") + " open", to, each.made());
                    case DONE ->
                        say((each.own() ? "mine" : "theirs") + " done", to, each.settled());
                    case FAILED, DROPPED, EXCUSED -> say("mine broken", to, each.made());
                });
    }

    // ---- questions and answers

    private String ask(String to) {
        if (talk.agreement(to).filter(each -> !each.own()).isPresent()) {
            return say("ask promise");
        }
        Optional<Building> roof = talk.begun().stream()
                .filter(site -> site.percent() < 90)
                .map(VillageSituation.Begun::building)
                .findFirst();
        if (talk.hour() < LATE
                && roof.isPresent()
                && talk.helpedRoof().isEmpty()
                && talk.is(Trade.BUILDER)
                && random.nextInt(3) == 0) {
            return say("ask roof", roof.get().label());
        }
        if (talk.hour() < LATE && random.nextInt(4) == 0) {
            return say(
                    "ask errand",
                    random.nextInt(3, 7)
                            + (talk.isFireLow()
                                    ? " wood"
                                    : talk.is(Trade.BUILDER) ? " stone" : " berries"));
        }
        return switch (random.nextInt(talk.forecast().isPresent() ? 6 : 5)) {
            case 0 -> say("ask day");
            case 1 -> say("ask stock", random.nextBoolean() ? "wood" : "bread");
            case 2 -> say("ask next");
            case 3 -> say("ask body");
            case 4 -> say(talk.isFireLow() ? "ask day" : "ask fire");
            default -> say("ask storm");
        };
    }

    /** Returns the answer to a question. */
    String answer(Ask asked, String heard) {
        return switch (asked) {
            case DAY -> deeds().orElseGet(() -> say("nothing"));
            case STOCK ->
                say(
                        "stock",
                        figure(Stream.of("wood", "bread", "berries", "stone", "grain", "water")
                                .filter(heard::contains)
                                .findFirst()
                                .orElse("wood")));
            case FIRE -> fire().orElseThrow();
            case STORM -> storm().orElse("No, no storm that I know of.");
            case PROMISE -> promise();
            case NEXT -> next();
            case BODY -> body();
            case SOURCE -> source();
            case ERRAND -> {
                Matcher goods = GOODS.matcher(heard);
                yield goods.find() ? errand("errand", goods.group()) : say("errand refused");
            }
            case ROOF -> errand("roof", heard.replaceAll(".*roof of the (\\w+).*", "$1"));
        };
    }

    /** Agrees to an errand before dusk, if there is time, and nothing else is owed. */
    private String errand(String kind, String what) {
        boolean possible = talk.hour() < LATE
                && !talk.is(Trade.COOK) // who has the bread to bake
                && !talk.is(Trade.FARMER)
                && !talk.isStorm()
                && !talk.isIll()
                && talk.owed().isEmpty()
                && !talk.dislikes(talk.lastSpeaker());
        return possible ? say(kind + " accepted", what) : say("errand refused");
    }

    private String promise() {
        String to = talk.lastSpeaker();
        Optional<AgreementLine> own =
                talk.agreements(to).filter(AgreementLine::own).findFirst();
        return own.map(each -> switch (each.state()) {
                    case OPEN -> say("mine open", to, each.made());
                    case DONE -> say("mine done", to, each.settled());
                    case FAILED, DROPPED, EXCUSED -> say("mine broken", to, each.made());
                })
                .orElse("Nothing that I know of.");
    }

    private String next() {
        return talk.planned().stream()
                .flatMap(step -> StepWords.of(step).stream())
                .filter(words -> words.done().isPresent())
                .findFirst()
                .map(words -> say("next", words.doing().substring(2), words.reason()))
                .orElse("Nothing in particular.");
    }

    private String body() {
        if (talk.hunger() < HUNGRY) {
            return say("hungry");
        }
        return talk.deeds().stream()
                .filter(deed ->
                        deed.what().equals("finding food") && deed.when().startsWith("at "))
                .reduce((one, other) -> other)
                .filter(deed -> random.nextBoolean())
                .map(deed -> say("deed", "ate " + deed.when()))
                .orElseGet(() -> say("well"));
    }

    /** Returns from whom the villager knows what was spoken of. */
    private String source() {
        for (Fact fact : FACTS.facts()) {
            Optional<Outlook.HeardLine> known = talk.fact(FACTS, fact.kind());
            if (known.isPresent() && talk.wasMentioned(fact)) {
                return known.get().who().isEmpty()
                        ? say("saw it", known.get().text())
                        : say("hearsay", known.get().who(), known.get().text());
            }
        }
        return "Nobody in particular.";
    }

    /** Returns whether words are about something that can be kept: goods, a roof, a market day. */
    static boolean isErrand(String words) {
        return GOODS.matcher(words).find()
                || ROOF.matcher(words).find()
                || MARKET.matcher(words).find();
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
        return talk.is(Trait.CURIOUS) ? 7 : 5;
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
                            case VillageFacts.FEAST -> say(known ? "inviting" : "invited");
                            case VillageFacts.RUMOUR -> rumourReply(known);
                            case VillageFacts.ILLNESS -> say("told of illness");
                            case VillageFacts.MARKET -> market();
                            default ->
                                talk.lastHeard().contains(talk.ownName())
                                        ? say("accused")
                                        : say("told of theft");
                        });
            }
        }
        return Optional.empty();
    }

    /** Agrees to come to the market that was spoken of, if it is soon. */
    private String market() {
        Matcher day = MARKET.matcher(talk.lastHeard().toLowerCase(Locale.ROOT));
        boolean comes = day.find()
                && talk.isSoon(Calendar.dateIn(day.group()))
                && !talk.isIll()
                && !talk.dislikes(talk.lastSpeaker())
                && talk.marketPromised().isEmpty();
        return comes ? say("market accepted", day.group()) : say("market heard");
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
        if (talk.is(Trait.GRUFF) && random.nextInt(12) < (harsh || talk.dislikes(to) ? 8 : 1)) {
            return Optional.of(say("gruff"));
        }
        if (harsh) {
            return Optional.of(talk.is(Trait.WARM) ? say("soothing") : say("objection"));
        }
        boolean warm = talk.is(Trait.WARM) && random.nextInt(12) < (talk.likes(to) ? 3 : 1);
        return warm ? Optional.of(say("warm") + " " + particular()) : Optional.empty();
    }

    private Optional<String> thanks(String heard) {
        return THANKS.matcher(heard).find() ? Optional.of(say("gladly")) : Optional.empty();
    }

    private String food() {
        if (talk.carried("bread") > 0) {
            return say("bread");
        }
        return talk.is(Trait.HELPFUL) ? say("food later") : say("no meal");
    }
}
