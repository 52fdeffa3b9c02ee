/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses a prompt for the offline mind, which sees what a model sees and nothing else. */
final class PromptParser {
    private static final Pattern NAME = Pattern.compile("(?m)^You are ([^.\\n]+)\\. (.*)$");
    private static final Pattern UNFINISHED =
            Pattern.compile("begun, with the material there: ([^\\n]+)");
    private static final Pattern REPAIRS = Pattern.compile("in need of repair: ([^\\n]+)");
    private static final Pattern NEAR = Pattern.compile("Near you: ([^\\n]+)");

    private final String person;
    private final String text;

    PromptParser(Prompt prompt) {
        this.person = all(prompt, Message.Role.SYSTEM);
        this.text = all(prompt, Message.Role.USER);
    }

    /** Returns all that is told of this moment. */
    String momentText() {
        return text;
    }

    /** Returns all that always holds: the rules, and who the person is. */
    String systemText() {
        return person;
    }

    /** Returns whether the question is what to say, not what to do. */
    boolean asksForSpeech() {
        return text.contains("What do you say?");
    }

    /** Returns the description of the person; it stands with the rules. */
    String persona() {
        Matcher matcher = NAME.matcher(person);
        return matcher.find() ? matcher.group(2) : "";
    }

    boolean busy() {
        return text.contains("Still to do of your last plan:") && !text.contains("after it?");
    }

    /** Returns whether the fire at the square is out or nearly so. */
    boolean isFireLow() {
        return contains("the fire at the square is out")
                || contains("the fire at the square burns low");
    }

    /**
     * Returns how many berries the storehouse holds, a bread counted as the four that it is
     * worth.
     */
    int food() {
        return stored("berries") + 4 * stored("bread");
    }

    /** Returns how many plots of the field are in that state. */
    int plots(String state) {
        return count("plots of the field:", state);
    }

    /** Returns how much of each thing there is room for in the storehouse. */
    int storageCapacity() {
        return count("the storehouse has", "room for");
    }

    /**
     * Returns how much of a thing is wanted before the storm that is foreseen; 0 if there is
     * none.
     */
    int neededBeforeStorm(String thing) {
        return count("until then the storehouse should hold", thing);
    }

    /** Returns the day, from 1; 0 if nobody says. */
    int day() {
        return number("It is day (\\d+)");
    }

    /** Returns the hour, 0 to 23. */
    int hour() {
        return number("It is day \\d+, (\\d\\d):");
    }

    private int number(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    boolean contains(String words) {
        return text.contains(words);
    }

    List<String> namesNearby() {
        Matcher matcher = NEAR.matcher(text);
        return matcher.find() ? List.of(matcher.group(1).split(", ")) : List.of();
    }

    /** Returns how much of a thing the storehouse holds. */
    int stored(String thing) {
        return count("the storehouse holds:", thing);
    }

    /** Returns how much of a thing is carried. */
    int carried(String thing) {
        return count("you carry:", thing);
    }

    /** Returns how many pieces can be gathered. */
    int gatherable(String thing) {
        Matcher matcher =
                Pattern.compile(thing + " to gather at the [a-z ]+: (\\d+)").matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** Returns whether the village has one of a building, or builds one. */
    boolean hasBuilding(String building) {
        return count("buildings with those under way:", building) > 0;
    }

    /** Returns the buildings that were begun or are being repaired, and take no more material. */
    List<String> unfinishedBuildings() {
        Matcher matcher = UNFINISHED.matcher(text);
        return matcher.find() ? List.of(matcher.group(1).split(", ")) : List.of();
    }

    /** Returns the buildings whose repair takes material. */
    List<String> repairs() {
        Matcher matcher = REPAIRS.matcher(text);
        return matcher.find()
                ? List.of(matcher.group(1)
                        .replaceAll(" for wood \\d+ and stone \\d+", "")
                        .split(", "))
                : List.of();
    }

    /** Returns how many more of a building the village has use for. */
    int missingBuildings(String building) {
        Matcher matcher = Pattern.compile(building + " (\\d+) of (\\d+)").matcher(text);
        return matcher.find()
                ? Integer.parseInt(matcher.group(2)) - Integer.parseInt(matcher.group(1))
                : 0;
    }

    private static String all(Prompt prompt, Message.Role role) {
        return prompt.messages().stream()
                .filter(message -> message.role() == role)
                .map(Message::text)
                .collect(Collectors.joining());
    }

    private int count(String heading, String thing) {
        Matcher matcher =
                Pattern.compile(heading + "[^\\n]*\\b" + thing + " (\\d+)").matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
