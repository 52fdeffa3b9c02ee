/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the marks of thoughts in text, character by character, or in its UTF-8, byte by byte: the
 * only place that knows them. Time is linear, memory bounded. Not thread-safe.
 *
 * <p>Of the channels of gpt-oss ("harmony") only {@code final} is no thought. Without its special
 * tokens, which some servers strip, such an answer begins with {@code analysis}, and {@code
 * assistantfinal} ends the thoughts; so a text that begins with that word is only known at its end.
 */
final class ThoughtMarks {
    /** A pair of marks, as regular expressions. */
    private record Pair(String opening, String closing) {}

    private static final String NAMES =
            "(?:think|thinking|thoughts?|reasoning|reflection|scratchpad"
                    + "|(?:seed|ling|antml|mm):think(?:ing)?|longcat_think)";
    private static final String REST = "(?:\\s[^<>{]{0,64})?>";

    private static final List<Pair> PAIRS = List.of(
            new Pair("(?i:<" + NAMES + ")" + REST, "(?i:</" + NAMES + ")" + REST),
            new Pair("<\\|channel>", "<channel\\|>"),
            new Pair("◁think▷", "◁/think▷"),
            new Pair("\\[THINK]", "\\[/THINK]"),
            new Pair("<unused94>", "<unused95>"),
            new Pair("<\\|START_THINKING\\|>", "<\\|(?:END_THINKING|START_RESPONSE)\\|>"),
            new Pair("<\\|begin_of_thought\\|>", "<\\|(?:end_of_thought|begin_of_solution)\\|>"));

    /** The first of those pairs whose answers have an end of their own. */
    private static final int WITH_END = PAIRS.size() - 2;

    /** The number of the channels, which are open between any header and the next final one. */
    private static final int CHANNELS = PAIRS.size();

    private static final int NONE = -1;
    private static final int FINAL = 2 * PAIRS.size() + 1;

    /** The end of a message of a channel, whose text ends there. */
    private static final int MESSAGE_END = FINAL + 2;

    private static final String HEADER = "(?:<\\|start\\|>assistant)?<\\|channel\\|>\\s{0,2}";

    private static final Pattern MARKS = Pattern.compile(IntStream.range(0, PAIRS.size())
                    .mapToObj(i ->
                            "(" + PAIRS.get(i).opening() + ")|(" + PAIRS.get(i).closing() + ")")
                    .collect(Collectors.joining("|"))
            + "|(" + HEADER
            + "final\\b[^<>{]{0,64}(?:<\\|constrain\\|>\\w{0,20}\\s{0,2})?<\\|message\\|>)"
            + "|(" + HEADER
            + "(?!final\\b)[^<>{]{1,64}(?:<\\|constrain\\|>\\w{0,20}\\s{0,2})?<\\|message\\|>)"
            + "|(<\\|(?:end|return|call|END_RESPONSE|end_of_solution)\\|>)");

    private static final Pattern BYTE_MARKS = Pattern.compile(asBytes(MARKS.pattern()));

    /** The beginning of an answer of channels without their tokens. */
    private static final String BARE = "analysis";

    private static final String BARE_FINAL = "assistantfinal";

    private final Pattern marks;
    private final int firstOfTriangle;
    private final StringBuilder candidate = new StringBuilder();
    private int markLength;
    private int open = NONE; // the pair that the text is within
    private boolean closed;
    private boolean channels; // whether there was a channel
    private boolean betweenMessages;
    private boolean onlyChannels;
    private int bare; // the characters of BARE that the text begins with, -1 if it does not
    private int bareFinal;

    /** Creates a finder for the characters of a text, or for its bytes in UTF-8. */
    ThoughtMarks(boolean bytes) {
        marks = bytes ? BYTE_MARKS : MARKS;
        firstOfTriangle = bytes ? '\u00e2' : '◁';
    }

    private static String asBytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Reads the next character or byte; whether it completes a mark, which opens or closes. */
    boolean take(int next) {
        if (bare >= 0 && takeBare((char) next)) {
            return true;
        }
        if (candidate.length() == 0 && !begins(next)) {
            return false;
        }
        candidate.append((char) next);
        while (candidate.length() > 0) {
            Matcher matcher = marks.matcher(candidate);
            if (matcher.matches()) {
                boolean changes = complete(matcher);
                markLength = candidate.length();
                candidate.setLength(0);
                return changes;
            } else if (matcher.hitEnd()) {
                return false;
            } else {
                dropFirst();
            }
        }
        return false;
    }

    private boolean begins(int next) {
        return next == '<' || next == '[' || next == firstOfTriangle;
    }

    private void dropFirst() {
        int from = 1;
        while (from < candidate.length() && !begins(candidate.charAt(from))) {
            from++;
        }
        candidate.delete(0, from);
    }

    /** Applies a whole mark; whether it changes anything. */
    private boolean complete(Matcher matcher) {
        int group = 1;
        while (matcher.group(group) == null) {
            group++;
        }
        if (group >= MESSAGE_END) {
            boolean ends = channels && open == NONE;
            open = ends ? CHANNELS : open;
            betweenMessages |= ends;
            return ends;
        }
        int pair = (group - 1) / 2;
        boolean closes = (group % 2 == 0) != (group >= FINAL);
        if ((open != NONE && open != pair) || (onlyChannels && group < FINAL)) {
            return false; // quoted
        }
        if (group >= FINAL) {
            channels = true;
            betweenMessages = false;
        }
        channels |= closes && pair >= WITH_END;
        boolean changes = closes || open == NONE;
        open = closes ? NONE : pair;
        closed |= closes;
        return changes;
    }

    /** Reads channels without their tokens; whether this ends their thoughts. */
    private boolean takeBare(char next) {
        if (bare < BARE.length()) {
            boolean leading = bare == 0 && (next <= ' ');
            bare = leading ? 0 : next == BARE.charAt(bare) ? bare + 1 : -1;
            return false;
        }
        bareFinal = next == BARE_FINAL.charAt(bareFinal)
                ? bareFinal + 1
                : next == BARE_FINAL.charAt(0) ? 1 : 0;
        if (bareFinal < BARE_FINAL.length()) {
            return false;
        }
        bare = -1;
        closed = true;
        markLength = BARE_FINAL.length();
        candidate.setLength(0);
        return true;
    }

    /** Takes other marks than those of channels for quoted ones from now on. */
    void onlyChannels() {
        onlyChannels = true;
    }

    /** Forgets what may be the beginning of a mark. */
    void reset() {
        candidate.setLength(0);
        bareFinal = 0;
        bare = bare < BARE.length() ? -1 : bare;
    }

    /** Returns the number of last characters that may start a mark. */
    int matched() {
        return candidate.length();
    }

    /** Returns the length of the last complete mark. */
    int markLength() {
        return markLength;
    }

    boolean isThinking() {
        return open != NONE;
    }

    /** Whether the text before may be thoughts, which only a later mark or the end tells. */
    boolean isDoubtful() {
        return bare > 0;
    }

    /** Whether a message has ended, and no other one has begun. */
    boolean isBetweenMessages() {
        return betweenMessages && open != NONE;
    }

    /** Whether the text has channels, whose ends are marks, too. */
    boolean hasChannels() {
        return channels;
    }

    /** Whether there was a closing mark, with or without an opening one. */
    boolean isClosed() {
        return closed;
    }
}
