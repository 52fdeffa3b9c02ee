/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds tone and promises in speech, by rules. It matches words, not meaning, and prefers to miss
 * something: questions and denials are not promises.
 */
public final class SpeechAnalyzer {
    /** The maximum length of a remembered promise, in characters. */
    private static final int PROMISE_LIMIT = 120;

    private static final int MAX_SENTENCES = 20;

    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?;])\\s+");
    private static final Pattern SWORN =
            Pattern.compile("\\b(i promise|i swear|count on me|rely on me|leave it to me"
                    + "|you have my word|i give you my word)\\b");
    private static final Pattern WILL = Pattern.compile("\\bi(?:'ll| will| shall)\\s+(?!not\\b"
            + "|never\\b|be\\b(?! there| back| with you)|have\\b|need\\b|see\\b|think\\b|sleep\\b"
            + "|eat\\b|rest\\b|try\\b|go on\\b|stay out\\b)\\w");
    private static final Pattern DENIED =
            Pattern.compile("\\b(not|never|cannot|can't|won't|don't)\\b");
    private static final Pattern KIND = Pattern.compile("\\b(thanks?|thank you|please|glad|gladly"
            + "|good to see you|well done|welcome|dear|my friend|kind of you|sorry|bless you"
            + "|proud of you|lovely|beautiful work)\\b");
    private static final Pattern HARSH = Pattern.compile("\\b(fools?|stupid|idiots?|shut up"
            + "|go away|leave me alone|leave me be|lazy|liars?|useless|hate|nonsense|get lost"
            + "|out of my way|waste of|good-for-nothing|mind your own)\\b");

    private SpeechAnalyzer() {}

    /** Returns the sentence with the speaker's promise, if there is one. */
    public static Optional<String> promise(String text) {
        for (String sentence : SENTENCE.split(normalize(text), MAX_SENTENCES)) {
            String said = sentence.toLowerCase(Locale.ROOT);
            boolean sworn = SWORN.matcher(said).find();
            boolean wants = WILL.matcher(said).find() && !DENIED.matcher(said).find();
            if (!said.endsWith("?") && (sworn || wants)) {
                String words = sentence.strip();
                return Optional.of(
                        words.length() <= PROMISE_LIMIT
                                ? words
                                : words.substring(0, PROMISE_LIMIT) + "…");
            }
        }
        return Optional.empty();
    }

    /**
     * Returns 1 for kind words, -1 for harsh ones, 0 for neither; harsh words outweigh kind ones.
     */
    static int tone(String text) {
        String said = normalize(text).toLowerCase(Locale.ROOT);
        if (HARSH.matcher(said).find()) {
            return -1;
        }
        return KIND.matcher(said).find() ? 1 : 0;
    }

    /** Joins names: "Oren", "Oren and Edda", "Oren, Edda and Wren". */
    static String joinNames(Iterable<String> names) {
        StringBuilder out = new StringBuilder();
        String last = "";
        for (String name : names) {
            if (!last.isEmpty()) {
                out.append(out.isEmpty() ? "" : ", ").append(last);
            }
            last = name;
        }
        return out.isEmpty() ? last : out + " and " + last;
    }

    private static String normalize(String text) {
        return text.replace('\u2019', '\'');
    }
}
