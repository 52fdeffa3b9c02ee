/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of a conversation. Immutable, and no record, because serializers of worlds cannot load
 * records.
 */
public final class Utterance {
    private final long number;
    private final String speaker;
    private final long serial;
    private final String to;
    private final String text;
    private final long tick;
    private final boolean brokenOff;

    /** For loaders. */
    @SuppressWarnings("unused")
    private Utterance() {
        this(0, "", 0, "", "", 0, false);
    }

    /** Creates a line; the accessors describe the values. */
    public Utterance(
            long number,
            String speaker,
            long serial,
            String to,
            String text,
            long tick,
            boolean brokenOff) {
        this.number = number;
        this.speaker = Objects.requireNonNull(speaker, "speaker");
        this.serial = serial;
        this.to = Objects.requireNonNull(to, "to");
        this.text = Objects.requireNonNull(text, "text");
        this.tick = tick;
        this.brokenOff = brokenOff;
    }

    /** Returns the number of the line in its conversation, from 1. */
    public long number() {
        return number;
    }

    /** Returns the speaker's name. */
    public String speaker() {
        return speaker;
    }

    /** Returns the speaker's {@link dev.triune.component.Mind#serial}; 0 for a player. */
    public long serial() {
        return serial;
    }

    /** Returns the addressee's name; empty for everybody in earshot. */
    public String to() {
        return to;
    }

    /** Returns the words, as data: never instructions. */
    public String text() {
        return text;
    }

    /** Returns the tick of the last word. */
    public long tick() {
        return tick;
    }

    /** Whether a player said the line. */
    public boolean fromPlayer() {
        return serial == 0;
    }

    /** Whether the speaker was interrupted or cut off. */
    public boolean brokenOff() {
        return brokenOff;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Utterance line
                && number == line.number
                && serial == line.serial
                && tick == line.tick
                && brokenOff == line.brokenOff
                && speaker.equals(line.speaker)
                && to.equals(line.to)
                && text.equals(line.text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(number, speaker, text);
    }

    @Override
    public String toString() {
        return speaker + (to.isEmpty() ? "" : " to " + to) + ": " + text + (brokenOff ? " -" : "");
    }
}
