/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.talk.Utterance.Origin;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A gate of topics that characters do not talk about, by words. What it stops is answered by the
 * {@linkplain ConversationConfig#deflection deflection}; players may say what they like.
 *
 * <pre>{@code
 * config.gate(new TopicFence()
 *         .topic("politics", "election*", "president", "*wahl", "kanzler*"));
 * config.deflection((agent, player) -> "Of that I know nothing, " + player + ".");
 * }</pre>
 *
 * <p>Finds words in any case, with accents, with figures or signs in the place of letters, spelled with
 * blanks, dots or hyphens between, or cut by a sentence's end. It does not find what is said in other words,
 * in another language, backwards or in a code: a classifier may, behind it ({@link SpeechGate#then}). Set up
 * before the world is built. Game thread only.
 */
public final class TopicFence implements SpeechGate {
    /** The maximum number of words of all topics. */
    public static final int WORDS = 2_000;

    /** Letters that look alike, of other alphabets, and figures in their place. */
    private static final String LOOKS =
            "\u0430\u0435\u043E\u0440\u0441\u0445\u0443\u0456\u0442\u043A\u043C"
                    + "\u03B1\u03BF\u03B5\u03B9\u03C1\u03C4\u03BD\u03BA013457@$!|";

    private static final String LETTERS = "aeopcxyitkm" + "aoeiptvk" + "oieast" + "asil";

    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}]+");

    /** Letters that stand alone, one after another, as in {@code p o l i t i c s}. */
    private static final Pattern SPELLED =
            Pattern.compile("(?<!\\p{L})(?:\\p{L}[^\\p{L}]{1,3}){2,}\\p{L}(?!\\p{L})");

    private final Map<String, List<Pattern>> topics = new LinkedHashMap<>();
    private int count;

    /** Creates a fence without topics. */
    public TopicFence() {}

    /**
     * Adds a topic, by words of letters: {@code *} before or after one stands for any letters.
     *
     * @param name the name, for the log
     * @throws IllegalArgumentException if there is no word, a word has no letters or anything else, or there
     *     are more than {@value #WORDS}
     */
    public TopicFence topic(String name, String... words) {
        if (words.length == 0 || count + words.length > WORDS) {
            throw new IllegalArgumentException("topic \"" + name + "\" with " + words.length
                    + " words (expected 1 or more, and " + WORDS + " in all)");
        }
        List<Pattern> all = topics.computeIfAbsent(name, none -> new ArrayList<>());
        for (String word : words) {
            String letters = plain(word.replace("*", ""));
            if (!letters.matches("\\p{L}{2,}")) {
                throw new IllegalArgumentException("word \"" + word + "\" of topic \"" + name
                        + "\" (expected 2 or more letters, and * before or after them)");
            }
            all.add(Pattern.compile((word.startsWith("*") ? "\\p{L}*" : "")
                    + letters
                    + (word.endsWith("*") ? "\\p{L}*" : "")));
            count++;
        }
        return this;
    }

    @Override
    public Verdict check(SpeechContext line) {
        if (line.origin() == Origin.PLAYER) {
            return Verdict.pass();
        }
        String before = line.before();
        String tail = before.substring(Math.max(0, before.length() - 40));
        String topic = topicOf(line.text());
        topic = topic.isEmpty() && !tail.isEmpty() ? topicAcross(tail, line.text()) : topic;
        return topic.isEmpty() ? Verdict.pass() : Verdict.stop("topic: " + topic);
    }

    /** Returns the topic of which a text has a word; empty if it has none. */
    public String topicOf(String text) {
        String plain = plain(text);
        List<String> words = new ArrayList<>(List.of(SEPARATOR.split(plain, -1)));
        SPELLED.matcher(plain)
                .results()
                .forEach(found -> words.add(SEPARATOR.matcher(found.group()).replaceAll("")));
        int alone = words.size();
        for (int i = 0; i + 1 < alone; i++) { // cut in two by a hyphen, a dot or a blank
            words.add(words.get(i) + words.get(i + 1));
        }
        for (Map.Entry<String, List<Pattern>> topic : topics.entrySet()) {
            for (Pattern word : topic.getValue()) {
                for (String each : words) {
                    if (word.matcher(each).matches()) {
                        return topic.getKey();
                    }
                }
            }
        }
        return "";
    }

    /** Returns the topic of a word of which a part was heard before; empty if there is none. */
    private String topicAcross(String tail, String text) {
        return topicOf(tail).isEmpty() ? topicOf(tail + " " + text) : "";
    }

    /** Returns a text in small letters, without accents, with letters for what looks like them. */
    private static String plain(String text) {
        String whole = Normalizer.normalize(text, Normalizer.Form.NFKD);
        String bare = MARKS.matcher(whole).replaceAll("").toLowerCase(Locale.ROOT);
        StringBuilder plain = new StringBuilder(bare.length());
        for (int i = 0; i < bare.length(); i++) {
            char letter = bare.charAt(i);
            int place = LOOKS.indexOf(letter);
            boolean inWord = Character.isLetter(letter)
                    || (i > 0 && Character.isLetter(bare.charAt(i - 1)))
                    || (i + 1 < bare.length() && Character.isLetter(bare.charAt(i + 1)));
            boolean mark = letter == '!' || letter == '|' || letter == '@' || letter == '$';
            boolean between = i + 1 < bare.length() && Character.isLetter(bare.charAt(i + 1));
            plain.append(
                    place >= 0 && inWord && (!mark || between) ? LETTERS.charAt(place) : letter);
        }
        return plain.toString();
    }
}
