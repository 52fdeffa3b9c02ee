/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import dev.triune.component.Episode;
import dev.triune.component.Memory;
import java.util.List;
import java.util.Locale;

/**
 * A fact that villagers can know and pass on. Immutable. A villager that knows it has an episode of
 * its kind with its words; the source is the villager who told it, or empty if it was seen.
 *
 * @param kind the kind of its episodes, one word, unique among facts
 * @param words the text that is remembered, however it was told
 * @param keywords beginnings of words in lower case; a line that contains all of them mentions it
 */
public record Fact(String kind, String words, List<String> keywords) {
    /** Copies the keywords; at least one is required. */
    public Fact {
        keywords = List.copyOf(keywords);
        if (keywords.isEmpty()) {
            throw new IllegalArgumentException(kind + " has no signs (expected one or more)");
        }
    }

    /** Returns whether a text mentions it. */
    public boolean isMentionedIn(String text) {
        String said = text.toLowerCase(Locale.ROOT);
        for (String sign : keywords) {
            if (!beginsWord(said, sign)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a memory contains it. */
    public boolean isKnownBy(Memory memory) {
        for (Episode episode : memory.episodes) {
            if (episode.kind.equals(kind)) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsWord(String said, String sign) {
        int at = said.indexOf(sign);
        while (at > 0 && Character.isLetter(said.charAt(at - 1))) {
            at = said.indexOf(sign, at + 1);
        }
        return at >= 0;
    }
}
