/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.village.people.Fact;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses the people, lines and memories in a prompt. */
final class TalkPromptParser {
    private static final Pattern SELF = Pattern.compile("(?m)^You are ([^.\\n]+)\\. ");
    private static final Pattern NATURE =
            Pattern.compile("You are the (\\w+) of the village, (\\w+) and (\\w+);");
    private static final Pattern AROUND =
            Pattern.compile("Said around you[^\\n]*\\n((?:- [^\\n]*(?:\\n|$))+)");
    private static final Pattern CONVERSATION =
            Pattern.compile("Your conversation so far[^\\n]*\\n((?:- [^\\n]*(?:\\n|$))+)");
    private static final Pattern LINE = Pattern.compile(
            "(?m)^- ([^:\\n]+?)(?: to ([^:\\n]+))?: \"([^\\n]*)\"(?: \\(broken off\\))?$");
    private static final Pattern ANSWERS = Pattern.compile("You answer ([^.\\n]+) now\\.");
    private static final Pattern BUSY = Pattern.compile("You are busy with: ([^\\n]+)\\.");
    private static final String YOU = "You";
    private static final String OVERHEARD = " (overheard)";
    private static final Pattern RELATION =
            Pattern.compile("(?m)^- ([^:\\n]+): (dear to you|you like them|neither friend nor foe"
                    + "|you dislike them|you cannot stand them)");
    private static final Pattern MEMORIES =
            Pattern.compile("You remember:\\n((?:- [^\\n]*(?:\\n|$))+)");
    private static final Pattern TOLD = Pattern.compile("\"(.*)\" \\((.*) told you\\)");
    private static final Pattern DAY = Pattern.compile("\\bday (\\d{1,6})\\b");
    private static final Pattern OWN_PROMISE = Pattern.compile("you promised ([^:]+): (.*)");

    /** Memories of events, which are not facts. */
    private static final Pattern EVENT =
            Pattern.compile("you promised .*|.* promised you: .*|talked with .*|day \\d+: .*");

    private final PromptParser prompt;
    private final List<HeardLine> conversation = new ArrayList<>();
    private final List<HeardLine> heard = new ArrayList<>();
    private final Set<String> said = new HashSet<>();
    private final String addresser;
    private final List<HeardLine> memories = new ArrayList<>();

    /** A line or memory with its speaker, which is empty for own experience. */
    record HeardLine(String who, String text) {}

    TalkPromptParser(PromptParser read) {
        this.prompt = read;
        addLines(CONVERSATION, conversation);
        addLines(AROUND, heard);
        heard.removeIf(line -> line.who().endsWith(OVERHEARD));
        if (!conversation.isEmpty()) {
            heard.clear();
            conversation.stream().filter(line -> !line.who().equals(YOU)).forEach(heard::add);
        }
        addresser = first(ANSWERS.matcher(read.momentText()));
        first(MEMORIES.matcher(read.momentText()))
                .lines()
                .forEach(line -> remember(line.substring(2)));
    }

    private void addLines(Pattern block, List<HeardLine> lines) {
        Matcher line = LINE.matcher(first(block.matcher(prompt.momentText())));
        while (line.find()) {
            lines.add(new HeardLine(line.group(1), line.group(3)));
            said.add(line.group(3));
        }
    }

    private void remember(String line) {
        Matcher told = TOLD.matcher(line);
        memories.add(
                told.matches()
                        ? new HeardLine(told.group(2), told.group(1))
                        : new HeardLine("", line));
    }

    PromptParser prompt() {
        return prompt;
    }

    /** Returns the villager's name; empty if there is none. */
    String ownName() {
        return first(SELF.matcher(prompt.systemText()));
    }

    /** Returns the villager's trade; empty if the prompt does not say. */
    String trade() {
        return first(NATURE.matcher(prompt.persona()));
    }

    boolean is(Trade trade) {
        return trade().equals(trade.label());
    }

    boolean is(Trait trait) {
        Matcher matcher = NATURE.matcher(prompt.persona());
        return matcher.find()
                && (matcher.group(2).equals(trait.label())
                        || matcher.group(3).equals(trait.label()));
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

    /** Returns whether the line to answer is the player's. */
    boolean isPlayerSpeaking() {
        return lastSpeaker().equals(Player.NAME);
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

    /** Returns the memory of a fact, unless its day is over. */
    Optional<HeardLine> fact(VillageFacts villageFacts, String kind) {
        Fact fact = villageFacts.find(kind).orElseThrow();
        return memories.stream()
                .filter(memory -> fact.isMentionedIn(memory.text)
                        && !EVENT.matcher(memory.text).matches())
                .filter(memory -> !isOver(memory.text))
                .findFirst();
    }

    /** Returns whether everybody nearby already knows a fact. */
    boolean isKnownToAll(Fact fact) {
        Matcher line = Pattern.compile("who knows of the " + fact.kind() + " already: ([^\\n]+)")
                .matcher(prompt.momentText());
        List<String> informed = line.find() ? List.of(line.group(1).split(", ")) : List.of();
        List<String> listeners = new ArrayList<>(prompt.namesNearby());
        heard.forEach(said -> listeners.add(said.who));
        return !listeners.isEmpty() && informed.containsAll(listeners);
    }

    /**
     * Returns a promise that the villager made to somebody nearby, with the name of the recipient.
     */
    Optional<HeardLine> promiseMade() {
        for (HeardLine memory : memories) {
            Matcher promised = OWN_PROMISE.matcher(memory.text);
            if (promised.matches() && isHere(promised.group(1))) {
                return Optional.of(new HeardLine(promised.group(1), promised.group(2)));
            }
        }
        return Optional.empty();
    }

    /** Returns the name of somebody nearby who promised the villager something. */
    Optional<String> promiseHolder() {
        return memories.stream()
                .filter(memory -> memory.text.contains(" promised you: ") && isHere(memory.who))
                .map(memory -> memory.who)
                .findFirst();
    }

    boolean dislikes(String name) {
        return opinionOf(name)
                .filter(opinion -> opinion.matches(".*(dislike|stand).*"))
                .isPresent();
    }

    boolean likes(String name) {
        return opinionOf(name)
                .filter(opinion -> opinion.matches("dear.*|you like.*"))
                .isPresent();
    }

    /** Returns the villager's opinion of somebody, as the prompt words it; empty if it has none. */
    Optional<String> opinionOf(String name) {
        return RELATION.matcher(prompt.momentText())
                .results()
                .filter(relation -> relation.group(1).equals(name))
                .map(relation -> relation.group(2))
                .findFirst();
    }

    /** Returns the names in the prompt without the player's, those nearby first. */
    List<String> names() {
        List<String> names = new ArrayList<>(prompt.namesNearby());
        RELATION.matcher(prompt.momentText()).results().forEach(one -> names.add(one.group(1)));
        memories.forEach(memory -> names.add(memory.who));
        names.removeAll(List.of("", Player.NAME));
        return names;
    }

    /** Returns the villager's activity; empty for none. */
    String doing() {
        return first(BUSY.matcher(prompt.momentText()));
    }

    /** Returns earlier lines and remembered statements of a speaker, without the line to answer. */
    List<String> saidBy(String name) {
        return Stream.concat(memories.stream(), heard.stream())
                .filter(line -> line.who.equals(name) && !line.text.equals(lastHeard()))
                .map(HeardLine::text)
                .toList();
    }

    /** Returns the first group of the first match; empty without a match. */
    private static String first(Matcher matcher) {
        return matcher.find() ? matcher.group(1) : "";
    }

    private boolean isHere(String name) {
        return !name.isEmpty()
                && (prompt.namesNearby().contains(name) || lastSpeaker().equals(name));
    }

    private boolean isOver(String text) {
        Matcher then = DAY.matcher(text.toLowerCase(Locale.ROOT));
        return then.find() && Integer.parseInt(then.group(1)) < prompt.day();
    }
}
