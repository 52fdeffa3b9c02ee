/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.village.people.Fact;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a prompt for talking: people, words and memories. */
final class TalkPromptParser {
    private static final Pattern SELF = Pattern.compile("(?m)^You are ([^.\\n]+)\\. ");
    private static final Pattern NATURE =
            Pattern.compile("You are the (\\w+) of the village, (\\w+) and (\\w+);");
    private static final Pattern HEARD = Pattern.compile("(?m)^- ([^:\\n]+): \"([^\\n]*)\"$");
    private static final Pattern RELATION =
            Pattern.compile("(?m)^- ([^:\\n]+): (dear to you|you like them|you dislike them"
                    + "|you cannot stand them)");
    private static final Pattern MEMORIES =
            Pattern.compile("You remember:\\n((?:- [^\\n]*(?:\\n|$))+)");
    private static final Pattern TOLD = Pattern.compile("\"(.*)\" \\((.*) told you\\)");
    private static final Pattern DAY = Pattern.compile("\\bday (\\d{1,6})\\b");
    private static final Pattern OWN_PROMISE = Pattern.compile("you promised ([^:]+): (.*)");

    /** The beginnings of memories that tell of what happened, not of what is so. */
    private static final Pattern EVENT =
            Pattern.compile("you promised .*|.* promised you: .*|talked with .*|day \\d+: .*");

    private final PromptParser prompt;
    private final List<HeardLine> heard = new ArrayList<>();
    private final List<HeardLine> memories = new ArrayList<>();

    /** Who said or told what; nobody told what was lived. */
    record HeardLine(String who, String text) {}

    TalkPromptParser(PromptParser read) {
        this.prompt = read;
        Matcher lines = HEARD.matcher(read.momentText());
        while (lines.find()) {
            heard.add(new HeardLine(lines.group(1), lines.group(2)));
        }
        Matcher block = MEMORIES.matcher(read.momentText());
        if (block.find()) {
            block.group(1).lines().forEach(line -> remember(line.substring(2)));
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

    /** Returns the own name; empty if there is none. */
    String ownName() {
        Matcher matcher = SELF.matcher(prompt.systemText());
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Returns what it does; empty if the prompt does not say. */
    String trade() {
        Matcher matcher = NATURE.matcher(prompt.persona());
        return matcher.find() ? matcher.group(1) : "";
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

    /** Returns what was said, the oldest first. */
    List<HeardLine> heard() {
        return heard;
    }

    /** Returns the last words; empty if there are none. */
    String lastHeard() {
        return heard.isEmpty() ? "" : heard.get(heard.size() - 1).text;
    }

    /** Returns who said them. */
    String lastSpeaker() {
        return heard.isEmpty() ? "" : heard.get(heard.size() - 1).who;
    }

    /** Returns whether it is the player who waits for an answer. */
    boolean isPlayerSpeaking() {
        return lastSpeaker().equals(Player.NAME);
    }

    /** Returns whether somebody near spoke of that. */
    boolean wasMentioned(Fact fact) {
        return heard.stream().anyMatch(heardLine -> fact.isMentionedIn(heardLine.text));
    }

    /** A fact of that kind as it is remembered, unless its day is over. */
    Optional<HeardLine> fact(VillageFacts villageFacts, String kind) {
        Fact fact = villageFacts.find(kind).orElseThrow();
        return memories.stream()
                .filter(memory -> fact.isMentionedIn(memory.text)
                        && !EVENT.matcher(memory.text).matches())
                .filter(memory -> !isOver(memory.text))
                .findFirst();
    }

    /** Returns whether everybody who is here knows of a fact already. */
    boolean isKnownToAll(Fact fact) {
        Matcher line = Pattern.compile("who knows of the " + fact.kind() + " already: ([^\\n]+)")
                .matcher(prompt.momentText());
        List<String> knowing = line.find() ? List.of(line.group(1).split(", ")) : List.of();
        List<String> here = new ArrayList<>(prompt.namesNearby());
        heard.forEach(said -> here.add(said.who));
        return !here.isEmpty() && knowing.containsAll(here);
    }

    /** Returns what it promised to somebody who is here. */
    Optional<HeardLine> promiseMade() {
        for (HeardLine memory : memories) {
            Matcher promised = OWN_PROMISE.matcher(memory.text);
            if (promised.matches() && isHere(promised.group(1))) {
                return Optional.of(new HeardLine(promised.group(1), promised.group(2)));
            }
        }
        return Optional.empty();
    }

    /** Returns who is here and promised something. */
    Optional<String> promiseHolder() {
        return memories.stream()
                .filter(memory -> memory.text.contains(" promised you: ") && isHere(memory.who))
                .map(memory -> memory.who)
                .findFirst();
    }

    boolean dislikes(String name) {
        return hasOpinionOf(name, "dislike|stand");
    }

    boolean likes(String name) {
        return hasOpinionOf(name, "dear|you like");
    }

    private boolean hasOpinionOf(String name, String how) {
        Matcher matcher = RELATION.matcher(prompt.momentText());
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return Pattern.compile(how).matcher(matcher.group(2)).find();
            }
        }
        return false;
    }

    private boolean isHere(String name) {
        return !name.isEmpty()
                && (prompt.namesNearby().contains(name) || lastSpeaker().equals(name));
    }

    private boolean isOver(String text) {
        Matcher then = DAY.matcher(text.toLowerCase(Locale.ROOT));
        return then.find() && Integer.parseInt(then.group(1)) < Integer.parseInt(today());
    }

    private String today() {
        Matcher now = Pattern.compile("It is day (\\d{1,6}),").matcher(prompt.momentText());
        return now.find() ? now.group(1) : "0";
    }
}
