/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.prompt.Perception.SituationFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A situation in words, which is the key of its habits: {@code free; hunger <0.7; sees oak, tree}.
 * Reusable: allocates only to grow. Equal to another with the same text. Game thread only.
 */
final class SituationText implements SituationFacts {
    /** The maximum length of a situation, in characters; the rest is left out. */
    static final int LIMIT = 1_000;

    /** The separator of two parts. */
    static final String BETWEEN = "; ";

    private char[] text = new char[256];
    private int length;
    private int hash;
    private String part = "";
    private String role = "";
    private boolean empty = true;
    private final List<String> facts = new ArrayList<>();
    private final List<String> slots = new ArrayList<>();

    SituationText() {}

    SituationText(String words) {
        append(words);
    }

    void clear() {
        length = 0;
        hash = 0;
        role = "";
        facts.clear();
        slots.clear();
    }

    /** Begins a part, which is written only if an item follows. */
    void part(String name) {
        part = name;
        empty = true;
    }

    void item(String words) {
        if (empty) {
            append(length == 0 ? "" : BETWEEN);
            append(part);
            append(part.isEmpty() ? "" : " ");
            empty = false;
        } else {
            append(", ");
        }
        append(words);
    }

    void more(String word) {
        append(" ");
        append(word);
    }

    @Override
    public void fact(String name, String value) {
        Objects.requireNonNull(name, "name of a fact");
        Objects.requireNonNull(value, name);
        part(name);
        item(value);
        facts.add(name);
        facts.add(value);
    }

    @Override
    public void slot(String name, String meaning) {
        if (!PlanSlots.isFree(Objects.requireNonNull(name, "name of a slot"))) {
            throw new IllegalArgumentException("slot \"" + name
                    + "\" (expected a name other than self, partner, goal and nearest ...,"
                    + " without < and >, and no number from 2 to 9 as its last word)");
        }
        slots.add(name);
        slots.add(Objects.requireNonNull(meaning, name));
    }

    @Override
    public void role(String name) {
        role = Objects.requireNonNull(name, "role");
    }

    String role() {
        return role;
    }

    /** Returns the names and values of the game's facts in turn. */
    List<String> facts() {
        return facts;
    }

    /** Returns the names and meanings of the game's slots in turn. */
    List<String> slots() {
        return slots;
    }

    private void append(String words) {
        int count = Math.min(words.length(), LIMIT - length);
        if (length + count > text.length) {
            text = Arrays.copyOf(text, Math.max(length + count, 2 * text.length));
        }
        words.getChars(0, count, text, length);
        length += count;
        hash = 0;
    }

    /** Whether another situation differs only in its first part. Allocates nothing. */
    boolean differsInRuleOnly(String other) {
        int mine = 0;
        while (mine < length && text[mine] != BETWEEN.charAt(0)) {
            mine++;
        }
        int theirs = Math.max(0, other.indexOf(BETWEEN));
        boolean same = length - mine == other.length() - theirs;
        for (int i = 0; same && mine + i < length; i++) {
            same = text[mine + i] == other.charAt(theirs + i);
        }
        return same;
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            int sum = 1;
            for (int i = 0; i < length; i++) {
                sum = 31 * sum + text[i];
            }
            hash = sum;
        }
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SituationText situation
                && Arrays.equals(text, 0, length, situation.text, 0, situation.length);
    }

    @Override
    public String toString() {
        return new String(text, 0, length);
    }
}
