/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Templates for {@link Phrases}, by occasion, read from {@value #FILE}. */
final class SmallTalkTopics {
    private static final String FILE = "small-talk.txt";
    private static final Map<String, List<String>> TOPICS = parse(resource(FILE));

    private SmallTalkTopics() {}

    /** Returns the templates of an occasion, which must be in the file. */
    static List<String> of(String occasion) {
        return Objects.requireNonNull(TOPICS.get(occasion), occasion);
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

    private static Map<String, List<String>> parse(String text) {
        Map<String, List<String>> topics = new HashMap<>();
        List<String> last = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("[")) {
                last = new ArrayList<>();
                topics.put(line.substring(1, line.indexOf(']')), last);
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                last.add(line);
            }
        }
        return topics;
    }
}
