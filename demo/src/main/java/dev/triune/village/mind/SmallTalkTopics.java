/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Topics of small talk, by trade and general ones, with templates for {@link Phrases}. They are
 * read from {@value #FILE}.
 */
final class SmallTalkTopics {
    private static final String FILE = "small-talk.txt";
    private static final Map<String, List<Topic>> TOPICS = parse(resource(FILE));

    /** The topic when the fire is low. */
    static final Topic FIRE = of("fire");

    /** The topic when food is short. */
    static final Topic FOOD = of("food");

    /** The general topics. */
    static final List<Topic> ANY = Objects.requireNonNull(TOPICS.get("any"));

    private SmallTalkTopics() {}

    /**
     * Returns the topic with a name, for example of a trade; that of youngsters if there is none.
     */
    static Topic of(String trade) {
        List<Topic> known = TOPICS.get(trade);
        return known == null ? of("youngster") : known.get(0);
    }

    /** Returns the text of a resource of this package. */
    static String resource(String file) {
        try (InputStream in = SmallTalkTopics.class.getResourceAsStream(file)) {
            byte[] bytes = Objects.requireNonNull(in, file).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, List<Topic>> parse(String text) {
        Map<String, List<Topic>> topics = new HashMap<>();
        Topic last = new Topic(Pattern.compile(""), List.of(), List.of());
        for (String line : text.lines().toList()) {
            if (line.startsWith("[")) {
                int end = line.indexOf("] ");
                Pattern signs = Pattern.compile("\\b(?:" + line.substring(end + 2) + ")\\b");
                last = new Topic(signs, new ArrayList<>(), new ArrayList<>());
                topics.computeIfAbsent(line.substring(1, end), none -> new ArrayList<>())
                        .add(last);
            } else if (line.startsWith("? ")) {
                last.openings().add(line.substring(2));
            } else if (line.startsWith("- ")) {
                last.replies().add(line.substring(2));
            }
        }
        return topics;
    }

    /** A topic: a pattern that recognizes it, openings and replies. */
    record Topic(Pattern signs, List<String> openings, List<String> replies) {
        boolean isIn(String text) {
            return signs.matcher(text.toLowerCase(Locale.ROOT)).find();
        }
    }
}
