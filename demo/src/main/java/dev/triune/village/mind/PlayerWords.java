/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.village.people.VillagerProfiles;
import dev.triune.village.world.Building;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The words of a player reduced to senses, in any order: {@code "fetch us some logs"} is
 * {@code bring me wood}. Names and long words may contain one typo. The senses are in
 * {@value #FILE}. Immutable.
 */
final class PlayerWords {
    private static final String FILE = "requests.txt";
    private static final Map<String, Set<String>> SENSES = read();
    private static final Pattern WORD = Pattern.compile("[\\p{L}']+|\\d{1,4}");
    private static final Pattern ASKS = Pattern.compile(
            "^(what|where|when|why|who|how|which|do|does|did|is|are|am|have|has|should)\\b.*"
                    + "|.*\\?\\s*$");
    private static final Pattern ASKS_KINDLY =
            Pattern.compile("\\b((can|could|would|will|won't) you (?!like|know)|i want you to"
                    + "|i'd like you to|i need you to|you should|why don't you|go and)\\b");
    private static final int NAMES = 24;
    private static final int MIN_LONG = 6;
    private static final int MAX_NUMBER = 20;

    private final String text;
    private final Set<String> senses = new LinkedHashSet<>();
    private final String name;
    private final String afterName;
    private final int number;

    /**
     * Parses a line.
     *
     * @param line the player's words
     * @param known the names that the listener knows, the most likely first
     * @param own the name of the listener, which is ignored
     */
    PlayerWords(String line, List<String> known, String own) {
        text = line.toLowerCase(Locale.ROOT).replace('\u2019', '\'').strip();
        List<String> names = Stream.concat(
                        known.stream(), IntStream.range(0, NAMES).mapToObj(VillagerProfiles::name))
                .distinct()
                .toList();
        String found = "";
        String rest = "";
        int count = 0;
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String plain = word.group().replaceAll("'s?$", "");
            if (Character.isDigit(plain.charAt(0))) {
                count = Integer.parseInt(plain);
                continue;
            }
            Set<String> meant = senses(plain);
            senses.addAll(meant);
            Optional<String> person = meant.isEmpty() ? person(plain, names) : Optional.empty();
            if (person.isPresent() && found.isEmpty() && !person.get().equals(own)) {
                found = person.get();
                rest = line.strip().substring(Math.min(line.strip().length(), word.end()));
            }
        }
        name = found;
        afterName = rest.replaceAll("^[\\s,:]*(that\\b|to\\b)?[\\s,:\"]*|[\\s\"]+$", "");
        number = Math.min(MAX_NUMBER, count);
    }

    /** Returns whether the line contains all of the senses. */
    boolean has(String... wanted) {
        return senses.containsAll(List.of(wanted));
    }

    /** Returns whether the line contains one of the senses. */
    boolean hasAny(String... wanted) {
        return Stream.of(wanted).anyMatch(senses::contains);
    }

    boolean contains(Pattern words) {
        return words.matcher(text).find();
    }

    /** Returns whether it is a question and not a polite order. */
    boolean isQuestion() {
        return ASKS.matcher(text).matches() && !contains(ASKS_KINDLY) && !has("polite");
    }

    /** Returns the first villager named, with correct spelling; empty if there is none. */
    String name() {
        return name;
    }

    /** Returns the text after the name. */
    String afterName() {
        return afterName;
    }

    /** Returns the number in the line, at most {@value #MOST}; the given one if there is none. */
    int numberOr(int defaultNumber) {
        return number == 0 ? defaultNumber : number;
    }

    /** Returns the resource that is mentioned. */
    Optional<String> resource() {
        return Stream.of(Resource.labels()).filter(senses::contains).findFirst();
    }

    /** Returns the building that is mentioned. */
    Optional<Building> building() {
        return Stream.of(Building.values())
                .filter(each ->
                        senses.contains(each.label()) || (each == Building.CAMPFIRE && has("fire")))
                .findFirst();
    }

    /** Returns the place that is mentioned, possibly by its resource or fire. */
    Optional<Place> place() {
        return Stream.of(Place.values())
                .filter(each -> senses.contains(each.label()))
                .findFirst()
                .or(() ->
                        hasAny("patch", "berries") ? Optional.of(Place.BERRIES) : Optional.empty())
                .or(() -> has("wood") ? Optional.of(Place.FOREST) : Optional.empty())
                .or(() -> has("stone") ? Optional.of(Place.QUARRY) : Optional.empty())
                .or(() -> has("water") ? Optional.of(Place.RIVER) : Optional.empty())
                .or(() -> has("grain") ? Optional.of(Place.FIELD) : Optional.empty())
                .or(() -> has("fire") ? Optional.of(Place.SQUARE) : Optional.empty());
    }

    private static Set<String> senses(String word) {
        Set<String> exact = SENSES.get(word);
        if (exact != null || word.length() < MIN_LONG) {
            return exact == null ? Set.of() : exact;
        }
        return SENSES.keySet().stream()
                .filter(known -> known.length() >= MIN_LONG - 1 && isAlike(word, known))
                .sorted()
                .findFirst()
                .map(SENSES::get)
                .orElse(Set.of());
    }

    private static Optional<String> person(String word, List<String> names) {
        return names.stream()
                .filter(each -> each.equalsIgnoreCase(word))
                .findFirst()
                .or(() -> names.stream()
                        .filter(each -> isAlike(word, each.toLowerCase(Locale.ROOT)))
                        .findFirst());
    }

    /**
     * Returns whether two words differ by one letter that is added, missing, different or swapped
     * with the next.
     */
    private static boolean isAlike(String word, String other) {
        int commonPrefix = 0;
        int shorter = Math.min(word.length(), other.length());
        while (commonPrefix < shorter && word.charAt(commonPrefix) == other.charAt(commonPrefix)) {
            commonPrefix++;
        }
        if (commonPrefix == 0 || shorter < 3) {
            return false;
        }
        String rest = word.substring(commonPrefix);
        String otherRest = other.substring(commonPrefix);
        boolean transposed = rest.length() > 1
                && otherRest.length() > 1
                && rest.charAt(0) == otherRest.charAt(1)
                && rest.charAt(1) == otherRest.charAt(0)
                && rest.substring(2).equals(otherRest.substring(2));
        return transposed
                || withoutFirstLetter(rest).equals(withoutFirstLetter(otherRest))
                || withoutFirstLetter(rest).equals(otherRest)
                || rest.equals(withoutFirstLetter(otherRest));
    }

    private static String withoutFirstLetter(String word) {
        return word.isEmpty() ? word : word.substring(1);
    }

    private static Map<String, Set<String>> read() {
        Map<String, Set<String>> senses = new HashMap<>();
        for (String line : SmallTalkTopics.resource(FILE).lines().toList()) {
            int colon = line.indexOf(": ");
            if (!line.startsWith("#") && colon > 0) {
                for (String word : line.substring(colon + 2).split(" ", -1)) {
                    senses.computeIfAbsent(word, none -> new LinkedHashSet<>())
                            .add(line.substring(0, colon));
                }
            }
        }
        return senses.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> Set.copyOf(each.getValue())));
    }
}
