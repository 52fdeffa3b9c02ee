/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses a prompt for the offline mind, which knows only what a model sees. */
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

    /** Returns the user messages, which describe the moment. */
    String momentText() {
        return text;
    }

    /** Returns the system messages: the rules and the persona. */
    String systemText() {
        return person;
    }

    /** Returns whether the prompt asks for speech and not for a plan. */
    boolean asksForSpeech() {
        return text.contains("What do you say?");
    }

    /** Returns the description of the persona. */
    String persona() {
        Matcher matcher = NAME.matcher(person);
        return matcher.find() ? matcher.group(2) : "";
    }

    boolean busy() {
        return text.contains("Still to do of your last plan:") && !text.contains("after it?");
    }

    /** Returns whether the fire at the square is out or burns low. */
    boolean isFireLow() {
        return contains("the fire at the square is out")
                || contains("the fire at the square burns low");
    }

    /** Returns the stored food in berries; bread counts as four. */
    int food() {
        return stored("berries") + 4 * stored("bread");
    }

    /** Returns the number of plots in a state. */
    int plots(String state) {
        return count("plots of the field:", state);
    }

    /** Returns the capacity of the storehouse for each thing. */
    int storageCapacity() {
        return count("the storehouse has", "room for");
    }

    /** Returns the amount of a thing to store before the forecast storm; 0 if there is none. */
    int neededBeforeStorm(String thing) {
        return count("until then the storehouse should hold", thing);
    }

    /** Returns the day, from 1; 0 if the prompt does not say. */
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
        return list(NEAR);
    }

    /** Returns the stored amount of a thing. */
    int stored(String thing) {
        return count("the storehouse holds:", thing);
    }

    /** Returns the carried amount of a thing. */
    int carried(String thing) {
        return count("you carry:", thing);
    }

    /** Returns the amount of a thing that can be gathered. */
    int gatherable(String thing) {
        return number(thing + " to gather at the [a-z ]+: (\\d+)");
    }

    /** Returns whether the village has or builds a building. */
    boolean hasBuilding(String building) {
        return count("buildings with those under way:", building) > 0;
    }

    /** Returns the unfinished buildings that have their material. */
    List<String> unfinishedBuildings() {
        return list(UNFINISHED);
    }

    /** Returns the buildings that need material for a repair. */
    List<String> repairs() {
        return list(REPAIRS).stream()
                .map(repair -> repair.replaceFirst(" for wood .*", ""))
                .toList();
    }

    /** Returns how many more of a building the village needs. */
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
        return number(heading + "[^\\n]*\\b" + thing + " (\\d+)");
    }

    private List<String> list(Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? List.of(matcher.group(1).split(", ")) : List.of();
    }
}
