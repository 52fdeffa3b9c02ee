/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import dev.triune.component.Episode;
import dev.triune.component.Memory;
import java.util.List;
import java.util.Locale;

/**
 * A fact that can be known and passed on. Immutable. A villager that knows it has an episode of its
 * kind with its words; the source is who told it, or nobody if the villager saw it.
 *
 * @param kind the kind of the episodes that hold it, one word; no two facts share one
 * @param words as it is remembered, whoever told it in whatever words
 * @param keywords beginnings of words in lower case; who says all of them speaks of it
 */
public record Fact(String kind, String words, List<String> keywords) {
    /** Copies the signs; there must be one. */
    public Fact {
        keywords = List.copyOf(keywords);
        if (keywords.isEmpty()) {
            throw new IllegalArgumentException(kind + " has no signs (expected one or more)");
        }
    }

    /** Returns whether somebody who says that speaks of it. */
    public boolean isMentionedIn(String text) {
        String said = text.toLowerCase(Locale.ROOT);
        for (String sign : keywords) {
            if (!beginsWord(said, sign)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether somebody with that memory knows of it. */
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
