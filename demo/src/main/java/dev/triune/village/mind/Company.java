/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.village.people.Fact;
import dev.triune.village.people.Lore;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the offline mind makes out of a prompt for talking: people, words and memories. */
final class Company {
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

    private final Reading read;
    private final List<Line> heard = new ArrayList<>();
    private final List<Line> memories = new ArrayList<>();

    /** Who said or told what; nobody told what was lived. */
    record Line(String who, String text) {}

    Company(Reading read) {
        this.read = read;
        Matcher lines = HEARD.matcher(read.told());
        while (lines.find()) {
            heard.add(new Line(lines.group(1), lines.group(2)));
        }
        Matcher block = MEMORIES.matcher(read.told());
        if (block.find()) {
            block.group(1).lines().forEach(line -> remember(line.substring(2)));
        }
    }

    private void remember(String line) {
        Matcher told = TOLD.matcher(line);
        memories.add(told.matches() ? new Line(told.group(2), told.group(1)) : new Line("", line));
    }

    Reading read() {
        return read;
    }

    /** The own name; empty if there is none. */
    String self() {
        Matcher matcher = SELF.matcher(read.standing());
        return matcher.find() ? matcher.group(1) : "";
    }

    /** What it does; empty if the prompt does not say. */
    String trade() {
        Matcher matcher = NATURE.matcher(read.persona());
        return matcher.find() ? matcher.group(1) : "";
    }

    boolean is(Trade trade) {
        return trade().equals(trade.label());
    }

    boolean is(Trait trait) {
        Matcher matcher = NATURE.matcher(read.persona());
        return matcher.find()
                && (matcher.group(2).equals(trait.label())
                        || matcher.group(3).equals(trait.label()));
    }

    /** What was said, the oldest first. */
    List<Line> heard() {
        return heard;
    }

    /** The last words; empty if there are none. */
    String lastHeard() {
        return heard.isEmpty() ? "" : heard.get(heard.size() - 1).text;
    }

    /** Who said them. */
    String lastSpeaker() {
        return heard.isEmpty() ? "" : heard.get(heard.size() - 1).who;
    }

    /** Whether it is the player who waits for an answer. */
    boolean withPlayer() {
        return lastSpeaker().equals(Player.NAME);
    }

    /** Whether somebody near spoke of that. */
    boolean spokenOf(Fact fact) {
        return heard.stream().anyMatch(line -> fact.isIn(line.text));
    }

    /** A fact of that kind as it is remembered, unless its day is over. */
    Optional<Line> fact(Lore lore, String kind) {
        Fact fact = lore.of(kind).orElseThrow();
        return memories.stream()
                .filter(memory ->
                        fact.isIn(memory.text) && !EVENT.matcher(memory.text).matches())
                .filter(memory -> !isOver(memory.text))
                .findFirst();
    }

    /** Whether everybody who is here knows of a fact already. */
    boolean allKnow(Fact fact) {
        Matcher line = Pattern.compile("who knows of the " + fact.kind() + " already: ([^\\n]+)")
                .matcher(read.told());
        List<String> knowing = line.find() ? List.of(line.group(1).split(", ")) : List.of();
        List<String> here = new ArrayList<>(read.near());
        heard.forEach(said -> here.add(said.who));
        return !here.isEmpty() && knowing.containsAll(here);
    }

    /** What it promised to somebody who is here. */
    Optional<Line> ownPromise() {
        for (Line memory : memories) {
            Matcher promised = OWN_PROMISE.matcher(memory.text);
            if (promised.matches() && isHere(promised.group(1))) {
                return Optional.of(new Line(promised.group(1), promised.group(2)));
            }
        }
        return Optional.empty();
    }

    /** Who is here and promised something. */
    Optional<String> promisedBy() {
        return memories.stream()
                .filter(memory -> memory.text.contains(" promised you: ") && isHere(memory.who))
                .map(memory -> memory.who)
                .findFirst();
    }

    boolean dislikes(String name) {
        return thinksOf(name, "dislike|stand");
    }

    boolean likes(String name) {
        return thinksOf(name, "dear|you like");
    }

    private boolean thinksOf(String name, String how) {
        Matcher matcher = RELATION.matcher(read.told());
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return Pattern.compile(how).matcher(matcher.group(2)).find();
            }
        }
        return false;
    }

    private boolean isHere(String name) {
        return !name.isEmpty() && (read.near().contains(name) || lastSpeaker().equals(name));
    }

    private boolean isOver(String text) {
        Matcher then = DAY.matcher(text.toLowerCase(Locale.ROOT));
        return then.find() && Integer.parseInt(then.group(1)) < Integer.parseInt(today());
    }

    private String today() {
        Matcher now = Pattern.compile("It is day (\\d{1,6}),").matcher(read.told());
        return now.find() ? now.group(1) : "0";
    }
}
