/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes lines from templates such as {@code "{rain|snow} is coming"}, and avoids lines that the
 * prompt shows.
 */
final class Phrases {
    private static final Pattern CHOICE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern END = Pattern.compile("[.!?]$");
    private static final int TRIES = 12;

    private final Set<String> said;
    private final RandomGenerator random;

    Phrases(Set<String> said, RandomGenerator random) {
        this.said = said;
        this.random = random;
    }

    /** Returns a line from one of the templates. */
    String say(List<String> templates) {
        return chat(templates, "");
    }

    /** Returns a line from one of the templates, which sometimes names the addressee. */
    String chat(List<String> templates, String name) {
        String line = "";
        for (int tries = 0; tries < TRIES; tries++) {
            line = expand(templates.get(random.nextInt(templates.size())));
            if (!name.isEmpty() && !line.contains(name)) {
                line = varied(line, name);
            }
            line = line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1);
            if (!said.contains(line)) {
                return line;
            }
        }
        return line;
    }

    private String varied(String line, String name) {
        String begun = random.nextInt(3) == 0
                ? expand("{well|ah|hm|so|oh|yes|now}, ") + uncapitalized(line)
                : line;
        return random.nextInt(3) == 0
                ? END.matcher(begun).replaceFirst(", " + Matcher.quoteReplacement(name) + "$0")
                : begun;
    }

    private static String uncapitalized(String line) {
        boolean self = line.startsWith("I ") || line.startsWith("I'");
        return self ? line : line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
    }

    private String expand(String template) {
        return CHOICE.matcher(template).replaceAll(this::choice);
    }

    private String choice(MatchResult group) {
        String[] options = group.group(1).split("\\|", -1);
        return Matcher.quoteReplacement(options[random.nextInt(options.length)]);
    }
}
