/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A villager's words for a step or a reflex, from {@value #FILE}.
 *
 * @param doing what it says while it does it
 * @param reason why
 * @param done what it did, without the subject; empty if that is not worth a word
 */
record StepWords(String doing, String reason, Optional<String> done) {
    private static final String FILE = "reasons.txt";
    private static final List<String[]> ROWS = rows();
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** Returns the words for a step or a reflex as prompts show it. */
    static Optional<StepWords> of(String step) {
        for (String[] row : ROWS) {
            if (step.startsWith(row[0])) {
                return Optional.of(new StepWords(row[1], row[2], done(row, step)));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> done(String[] row, String step) {
        String rest = step.substring(row[0].length()).strip();
        Matcher number = NUMBER.matcher(rest);
        String count = number.find() ? number.group() : "";
        return row.length < 4 || (row[3].contains("@") && rest.isEmpty())
                ? Optional.empty()
                : Optional.of(row[3].replace(count.isEmpty() ? "# " : "#", count)
                        .replace("@", rest.replaceAll(" .*", "")));
    }

    /** Returns what it tries to do; empty if that is not worth a word. */
    Optional<String> attempt() {
        return done.map(words -> doing.substring(2)).filter(words -> !words.contains("this"));
    }

    private static List<String[]> rows() {
        List<String[]> rows = new ArrayList<>();
        for (String line : SmallTalkTopics.resource(FILE).lines().toList()) {
            int colon = line.indexOf(": ");
            if (colon > 0 && !line.startsWith("#")) {
                rows.add((line.substring(0, colon) + " | " + line.substring(colon + 2))
                        .split(" \\| ", -1));
            }
        }
        return rows;
    }
}
