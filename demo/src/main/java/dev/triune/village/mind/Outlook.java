/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.component.Journal.Agreement;
import dev.triune.component.Layer;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.village.people.ErrandSystem;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.talk.Talking;
import dev.triune.village.world.Building;
import dev.triune.village.world.Buildings.Tally;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a villager considers when the offline mind decides for it: only what a model would be shown
 * for the same layer. Only people's words are text here, as they are for everybody.
 */
final class Outlook {
    private static final int SOON = 16;
    private static final String YOU = "You";
    private static final String OVERHEARD = " (overheard)";
    private static final int LINES_OF_SPEECH = 5;
    private static final int TICKS_PER_TURN = 80;
    private static final Pattern GIFT = Pattern.compile("(\\p{Lu}[\\p{L} \\d]*) gave you (\\w+)");
    private static final Pattern DAY = Pattern.compile("\\bday (\\d{1,6})\\b");
    private static final Pattern ILL =
            Pattern.compile("(\\p{Lu}[\\p{L} \\d]*)" + VillageFacts.IS_ILL);
    private static final Pattern COURTED =
            Pattern.compile("win the heart of (\\p{Lu}[\\p{L} \\d]*)");

    /** Memories of events, which are not facts. */
    private static final Pattern EVENT =
            Pattern.compile("you promised .*|.* promised you: .*|talked with .*|day \\d+: .*");

    private final AgentSnapshot agent;
    private final boolean talks;
    private final VillageSituation now;
    private final List<HeardLine> conversation = new ArrayList<>();
    private final List<HeardLine> heard = new ArrayList<>();
    private final Set<String> said = new HashSet<>();
    private final List<HeardLine> memories = new ArrayList<>();

    /** A line or memory with its speaker, who is empty for own experience. */
    record HeardLine(String who, String text) {}

    Outlook(AgentSnapshot agent, Layer layer) {
        this.agent = agent;
        this.talks = layer == Layer.TALKER;
        this.now = agent.surroundings().origin(VillageSituation.class);
        if (talks) {
            agent.talkLines()
                    .forEach(line -> conversation.add(new HeardLine(line.speaker(), line.text())));
        }
        List<AgentSnapshot.Quote> around = agent.heard();
        around.subList(Math.max(0, around.size() - LINES_OF_SPEECH), around.size())
                .forEach(quote -> heard.add(new HeardLine(quote.speaker(), quote.text())));
        Stream.concat(conversation.stream(), heard.stream()).forEach(line -> said.add(line.text));
        heard.removeIf(line -> line.who().endsWith(OVERHEARD));
        if (!conversation.isEmpty()) {
            heard.clear();
            conversation.stream().filter(line -> !line.who().equals(YOU)).forEach(heard::add);
        }
        for (RetrievedMemory memory : agent.memories()) {
            memories.add(new HeardLine(memory.source(), memory.text()));
        }
    }

    /** Returns whether the villager speaks at once; otherwise it plans. */
    boolean talks() {
        return talks;
    }

    // ---- the villager

    String ownName() {
        return agent.person().name();
    }

    Trade trade() {
        return now.self().trade();
    }

    boolean is(Trade trade) {
        return trade() == trade;
    }

    boolean is(Trait trait) {
        return now.self().traits().contains(trait);
    }

    boolean isIll() {
        return now.self().ill();
    }

    boolean isToolWorn() {
        return now.self().toolWorn();
    }

    /** Returns how well it is fed, 0 to 1. */
    float hunger() {
        return agent.vitals().hunger();
    }

    /** Returns what it did and what happened to it, the oldest first. */
    List<AgentSnapshot.DeedLine> deeds() {
        return agent.life().deeds();
    }

    /** Returns the remaining steps of its plan, as prompts show them. */
    List<String> planned() {
        return agent.planState().steps().stream()
                .filter(step -> !step.current())
                .map(AgentSnapshot.PlannedStep::words)
                .toList();
    }

    /** Returns whether somebody builds now. */
    boolean builds(String name) {
        return begun().stream().anyMatch(site -> site.builders().contains(name));
    }

    /** Returns the name of another villager who is the healer; empty if there is none. */
    String healer() {
        return now.self().healer();
    }

    /** Returns what those near carry, also who would not talk now. */
    Map<String, Map<Resource, Integer>> wares() {
        return now.wares();
    }

    /**
     * Returns how long the market has been open that the villager knows of or promised to come to, in
     * ticks; negative before it opens, empty without one.
     */
    OptionalLong marketOpen() {
        return Stream.concat(marketPromised().stream(), memories.stream().map(HeardLine::text))
                .filter(words -> words.contains(VillageFacts.MARKET_DAY))
                .map(Calendar::dateIn)
                .flatMapToLong(OptionalLong::stream)
                .map(opens -> now.tick() - opens)
                .filter(open -> open < ErrandSystem.MARKET_TICKS)
                .findFirst();
    }

    /** Returns whether a time is ahead, by at most {@value #SOON} hours: nobody promises for others. */
    boolean isSoon(OptionalLong then) {
        long ahead = then.orElse(-1) - now.tick();
        return ahead >= 0 && ahead < SOON * (long) Calendar.TICKS_PER_HOUR;
    }

    /** Returns the words in which the villager has promised to come to market day. */
    Optional<String> marketPromised() {
        return agent.life().agreements().stream()
                .filter(each -> each.own() && isOpen(each))
                .map(AgentSnapshot.AgreementLine::what)
                .filter(words -> words.contains(VillageFacts.MARKET_DAY))
                .findFirst();
    }

    /** Returns the building with whose roof somebody has promised to help, and is now to be built. */
    Optional<String> helpedRoof() {
        return agent.life().agreements().stream()
                .filter(each -> !each.own() && isOpen(each))
                .flatMap(each -> DialogueLines.ROOF.matcher(each.what()).results())
                .map(roof -> roof.group(1))
                .findFirst();
    }

    /** Returns whether a plan is under way that this one would replace. */
    boolean isBusy() {
        return !talks
                && !agent.planState().steps().isEmpty()
                && !agent.planState().lastStepRuns();
    }

    /** Returns the villager's activity. */
    String doing() {
        return agent.planState().doing();
    }

    /** Returns whether the villager's plan already helps somebody. */
    boolean plansToHelp(String name) {
        return agent.planState().steps().stream()
                .anyMatch(step -> step.words().startsWith("help " + name));
    }

    // ---- the village

    /** Returns the day, from 1. */
    long day() {
        return Calendar.day(now.tick());
    }

    /** Returns the current tick. */
    long tick() {
        return now.tick();
    }

    /** Returns a number that grows with time and differs among villagers, for what varies. */
    long turn() {
        return now.tick() / TICKS_PER_TURN + ownName().hashCode() + (talks ? 0 : 1);
    }

    /** Returns the hour, 0 to 23. */
    int hour() {
        return Calendar.hour(now.tick());
    }

    VillageSituation.Fire fire() {
        return now.works().fire();
    }

    /** Returns whether the fire at the square is out or burns low. */
    boolean isFireLow() {
        return fire() != VillageSituation.Fire.WELL;
    }

    boolean isStorm() {
        return now.dangers().storm();
    }

    Optional<VillageSituation.Forecast> forecast() {
        return Optional.ofNullable(now.dangers().forecast());
    }

    boolean isWolfInSight() {
        return now.dangers().wolf();
    }

    /** Returns the amount of a thing to store before the forecast storm; 0 if there is none. */
    int neededBeforeStorm(String thing) {
        return forecast()
                .map(storm -> storm.needed().getOrDefault(Resource.named(thing), 0))
                .orElse(0);
    }

    /** Returns the stored food in berries; bread counts as four. */
    int food() {
        return stored("berries") + 4 * stored("bread");
    }

    /** Returns the stored amount of a thing. */
    int stored(String thing) {
        return amount(now.goods().stored(), thing);
    }

    /** Returns the capacity of the storehouse for each thing. */
    int storageCapacity() {
        return now.goods().room();
    }

    /** Returns the carried amount of a thing. */
    int carried(String thing) {
        return amount(now.goods().carried(), thing);
    }

    /** Returns whether the villager carries much that no step of its plan brings to the storehouse. */
    boolean isLoaded(int most) {
        int all = now.goods().carried().values().stream()
                .mapToInt(amount -> amount)
                .sum();
        return all > most && !now.goods().depositPlanned();
    }

    /** Returns the amount of a thing that can be gathered. */
    int gatherable(String thing) {
        for (VillageSituation.Patch patch : now.goods().patches()) {
            if (patch.resource().label().equals(thing)) {
                return patch.left();
            }
        }
        return 0;
    }

    VillageSituation.Plots plots() {
        return now.works().plots();
    }

    /** Returns whether the village has or builds a building. */
    boolean hasBuilding(Building building) {
        return tally(building).filter(tally -> tally.claimed() > 0).isPresent();
    }

    /** Returns the unfinished buildings, and how far they are. */
    List<VillageSituation.Begun> begun() {
        return now.works().begun();
    }

    /** Returns the unfinished buildings that have their material. */
    List<Building> unfinishedBuildings() {
        return now.works().begun().stream()
                .map(VillageSituation.Begun::building)
                .toList();
    }

    /** Returns the buildings that need material for a repair. */
    List<Building> repairs() {
        return now.works().worn();
    }

    /** Returns how many more of a building the village needs. */
    int missingBuildings(Building building) {
        return tally(building).map(Tally::missing).orElse(0);
    }

    private Optional<Tally> tally(Building building) {
        return now.works().buildings().stream()
                .filter(tally -> tally.building() == building)
                .findFirst();
    }

    private static int amount(Map<Resource, Integer> goods, String thing) {
        return goods.getOrDefault(Resource.named(thing), 0);
    }

    // ---- words

    /** Returns the names of those nearby who are free to talk. */
    List<String> namesNearby() {
        return now.company();
    }

    /**
     * Returns the lines of others, oldest first: those of the conversation, otherwise those said
     * nearby.
     */
    List<HeardLine> heard() {
        return heard;
    }

    /** Returns all lines, including the villager's own. */
    Set<String> said() {
        return said;
    }

    /** Returns whether the villager has said a line of late or plans to, to whomever. */
    boolean saidLately(String line) {
        return now.said().contains(Talking.phrase(line, names()));
    }

    /**
     * Returns the line to answer: that of a speaker who waits, otherwise the last; empty if there
     * is none.
     */
    String lastHeard() {
        return lineToAnswer().text;
    }

    /** Returns the speaker of the line to answer. */
    String lastSpeaker() {
        return lineToAnswer().who;
    }

    private HeardLine lineToAnswer() {
        String addresser =
                !talks || agent.addressers().isEmpty() ? "" : agent.addressers().get(0);
        HeardLine lineToAnswer = new HeardLine("", "");
        for (HeardLine line : heard) {
            lineToAnswer = addresser.isEmpty() || line.who.equals(addresser) ? line : lineToAnswer;
        }
        return lineToAnswer;
    }

    /** Returns the other speakers, each once. */
    List<String> speakers() {
        return heard.stream().map(HeardLine::who).distinct().toList();
    }

    /** Returns whether the line to answer is a visitor's. */
    boolean isPlayerSpeaking() {
        return Player.isVisitor(lastSpeaker());
    }

    /** Returns whether any line, including the villager's own, mentions a fact. */
    boolean wasMentioned(Fact fact) {
        return said.stream().anyMatch(fact::isMentionedIn);
    }

    /** Returns the number of lines of the conversation that mention a fact. */
    long mentions(Fact fact) {
        List<HeardLine> lines = conversation.isEmpty() ? heard : conversation;
        return lines.stream().filter(line -> fact.isMentionedIn(line.text)).count();
    }

    /** Returns earlier lines and remembered statements of a speaker, without the line to answer. */
    List<String> saidBy(String name) {
        return Stream.concat(memories.stream(), heard.stream())
                .filter(line -> line.who.equals(name) && !line.text.equals(lastHeard()))
                .map(HeardLine::text)
                .toList();
    }

    // ---- knowledge and opinions

    /** Returns the memory of a fact, unless its day is over. */
    Optional<HeardLine> fact(VillageFacts villageFacts, String kind) {
        Fact fact = villageFacts.find(kind).orElseThrow();
        return memories.stream()
                .filter(memory -> fact.isMentionedIn(memory.text)
                        && !EVENT.matcher(memory.text).matches())
                .filter(memory -> !isOver(memory.text))
                .findFirst();
    }

    private boolean isOver(String text) {
        Matcher then = DAY.matcher(text.toLowerCase(Locale.ROOT));
        return then.find() && Integer.parseInt(then.group(1)) < day();
    }

    /** Returns whether everybody nearby already knows a fact. */
    boolean isKnownToAll(Fact fact) {
        List<String> listeners = new ArrayList<>(namesNearby());
        heard.forEach(line -> listeners.add(line.who));
        return !listeners.isEmpty()
                && now.informed().getOrDefault(fact.kind(), List.of()).containsAll(listeners);
    }

    /** Returns whether somebody spoke of the feast of this evening, or the villager remembers it. */
    boolean knowsOfFeastToday() {
        String words = "there is a feast at the square on the evening of day " + day();
        return texts().anyMatch(text -> text.contains(words));
    }

    /** Returns the first ill villager that somebody spoke of or that is remembered. */
    Optional<String> illVillager() {
        return texts().flatMap(text -> ILL.matcher(text).results())
                .map(ill -> ill.group(1))
                .findFirst();
    }

    /** Returns whose heart the villager wants to win. */
    Optional<String> courted() {
        return agent.goalLines().stream()
                .flatMap(goal -> COURTED.matcher(goal.text()).results())
                .map(goal -> goal.group(1))
                .findFirst();
    }

    private Stream<String> texts() {
        return Stream.concat(
                memories.stream().map(HeardLine::text),
                agent.heard().stream().map(AgentSnapshot.Quote::text));
    }

    /** Returns what is between the villager and another, the latest first. */
    Stream<AgentSnapshot.AgreementLine> agreements(String with) {
        List<AgentSnapshot.AgreementLine> all = new ArrayList<>(agent.life().agreements());
        Collections.reverse(all);
        return all.stream().filter(each -> each.with().equals(with));
    }

    /** Returns the latest agreement with another that is open, was kept, or that it did not keep. */
    Optional<AgentSnapshot.AgreementLine> agreement(String with) {
        return agreements(with)
                .filter(each -> each.own() || isOpen(each) || each.state() == Agreement.State.DONE)
                .findFirst();
    }

    /** Returns who gave the villager what, as it remembers. */
    Optional<HeardLine> gift() {
        return memories.stream()
                .flatMap(memory -> GIFT.matcher(memory.text).results())
                .map(gift -> new HeardLine(gift.group(1), gift.group(2)))
                .findFirst();
    }

    /**
     * Returns what the villager owes to others and its plan does not keep yet, apart from coming to
     * market day; the oldest first.
     */
    List<AgentSnapshot.AgreementLine> owed() {
        return agent.life().agreements().stream()
                .filter(each -> each.own() && isOpen(each) && !each.planned())
                .filter(each -> !each.what().contains(VillageFacts.MARKET_DAY))
                .toList();
    }

    private static boolean isOpen(AgentSnapshot.AgreementLine agreement) {
        return agreement.state() == Agreement.State.OPEN;
    }

    boolean dislikes(String name) {
        return liking(name).filter(liking -> liking <= -0.2f).isPresent();
    }

    boolean likes(String name) {
        return liking(name).filter(liking -> liking >= 0.2f).isPresent();
    }

    /** Returns how much the villager likes somebody, -1 to 1; empty if it has no opinion. */
    Optional<Float> liking(String name) {
        return agent.relationLines().stream()
                .filter(relation -> relation.name().equals(name))
                .map(AgentSnapshot.RelationLine::liking)
                .findFirst();
    }

    /** Returns the known names without the player's, those nearby first. */
    List<String> names() {
        List<String> names = new ArrayList<>(namesNearby());
        agent.relationLines().forEach(relation -> names.add(relation.name()));
        memories.forEach(memory -> names.add(memory.who));
        heard.forEach(line -> names.add(line.who));
        names.removeAll(List.of("", Player.NAME, Player.STRANGER));
        return names;
    }
}
