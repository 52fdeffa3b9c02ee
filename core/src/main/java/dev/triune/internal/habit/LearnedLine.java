/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import java.util.LinkedHashMap;
import java.util.Map;

/** A short line that a talker said, which others may say again. Game thread only. */
public final class LearnedLine {
    /** The most characters of a line. */
    static final int LIMIT = 80;

    /** Stands for whom the line is said to. */
    public static final String PARTNER = "<partner>";

    /** Stands for whoever says the line. */
    public static final String SELF = "<self>";

    final String situation;

    /** What is said, with slots for names. */
    final String text;

    private final long learned;
    private long uses;
    private long used;

    /**
     * A line with its record.
     *
     * @param learned the tick in which a talker said it
     * @param uses how often it was said again
     * @param used the tick in which it was last said
     */
    LearnedLine(String situation, String text, long learned, long uses, long used) {
        this.situation = situation;
        this.text = text;
        this.learned = learned;
        this.uses = uses;
        this.used = used;
    }

    /** Returns the tick in which it was last said. */
    long used() {
        return used;
    }

    /** Whether it was said within some ticks before now; a tick to come is that of another game. */
    boolean isFresh(long now, long ticks) {
        return used <= now && now - used < ticks;
    }

    /** Notes that it is said again. */
    void use(long tick) {
        uses++;
        used = tick;
    }

    /** Returns it as a record of a file. */
    Map<String, Object> record(String kind) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", kind);
        values.put("situation", situation);
        values.put("line", text);
        values.put("learned", learned);
        values.put("uses", uses);
        values.put("used", used);
        return values;
    }
}
