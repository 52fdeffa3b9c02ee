/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.util.regex.Pattern;

/** Turns untrusted free text into one bounded line. */
public final class BoundedText {
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

    private static final String THOUGHT =
            "(?:(?:seed:)?think(?:ing)?|thoughts?|reasoning|reflection)";

    /** Reasoning blocks in a model's text, closed or not. */
    private static final Pattern THOUGHTS = Pattern.compile("(?is)<" + THOUGHT
            + "(?:\\s[^<>]{0,64})?>.*?(?:</" + THOUGHT + "\\s*>|\\z)|</" + THOUGHT + "\\s*>");

    /** The tokens of chat templates, at which a model's line ends. */
    private static final Pattern TEMPLATE =
            Pattern.compile("(?s)(?:<\\|(?:im_end|im_start|end|return"
                    + "|eot_id|eom_id|endoftext|end_of_text|end_of_turn|start_header_id|END_OF_TURN_TOKEN"
                    + "|user|assistant|system)\\|>|</s>|<(?:start|end)_of_turn>|<\\|turn>|<turn\\|>|<eos>"
                    + "|\\[/?INST]|<\uff5cend\u2581of\u2581sentence\uff5c>).*");

    private BoundedText() {}

    /**
     * Returns text as one line of at most a number of characters, 1 or more, cut between surrogate
     * pairs; empty if none of them is visible.
     */
    public static String of(String raw, int limit) {
        String text = BLANKS.matcher(raw).replaceAll(" ").strip();
        if (!isVisible(text)) {
            return "";
        }
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end).stripTrailing(); // so that bounding it again changes nothing
    }

    /**
     * Bounds text like {@link #of}, to 2 characters or more, but ends with a whole sentence, or
     * else a whole word and an ellipsis, if that leaves half of it or more.
     */
    public static String words(String raw, int limit) {
        String text = of(raw, Math.max(1, raw.length()));
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
        String whole = wholeWords(text, end);
        return isSentence(whole) ? whole : whole + '\u2026';
    }

    /** Returns the first whole sentences, or else words, of at most a number of characters. */
    static String wholeWords(String text, int limit) {
        int words = limit;
        for (int end = limit; end > limit / 2; end--) {
            boolean blank = end < text.length() && text.charAt(end) == ' ';
            if (blank && isSentence(text.substring(0, end))) {
                return text.substring(0, end);
            }
            words = blank && words == limit ? end : words;
        }
        return text.substring(0, words).stripTrailing();
    }

    /** Whether text ends as a sentence does. */
    static boolean isSentence(String text) {
        return !text.isEmpty() && ".!?\u2026\u3002".indexOf(text.charAt(text.length() - 1)) >= 0;
    }

    /** Whether a text has a character that can be seen. */
    public static boolean isVisible(String text) {
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            if (PromptText.isVisible(text.codePointAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Bounds text like {@link #of}, without thoughts, and up to a token of a chat template. */
    public static String withoutThoughts(String raw, int limit) {
        if (raw.indexOf('<') < 0 && raw.indexOf('[') < 0) { // the common case
            return of(raw, limit);
        }
        String said = THOUGHTS.matcher(raw).replaceAll(" ");
        return of(TEMPLATE.matcher(said).replaceFirst(""), limit);
    }
}
