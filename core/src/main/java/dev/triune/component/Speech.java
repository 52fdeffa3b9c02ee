/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of speech. Immutable, and no record, because serializers of worlds cannot load records.
 */
public final class Speech {
    private final String speaker;
    private final String text;
    private final long tick;
    private final boolean overheard;

    /** For loaders. */
    @SuppressWarnings("unused")
    private Speech() {
        this("", "", 0);
    }

    /** Creates a line of a speaker, by name; the text is data, never an instruction. */
    public Speech(String speaker, String text, long tick) {
        this(speaker, text, tick, false);
    }

    private Speech(String speaker, String text, long tick, boolean overheard) {
        this.speaker = Objects.requireNonNull(speaker, "speaker");
        this.text = Objects.requireNonNull(text, "text");
        this.tick = tick;
        this.overheard = overheard;
    }

    /** Returns a copy with another tick. */
    public Speech at(long otherTick) {
        return new Speech(speaker, text, otherTick, overheard);
    }

    /** Returns a copy that is marked as said to others. */
    public Speech asOverheard() {
        return new Speech(speaker, text, tick, true);
    }

    /** Whether the line was said to others. */
    public boolean overheard() {
        return overheard;
    }

    /** Returns the speaker's name. */
    public String speaker() {
        return speaker;
    }

    /** Returns the words, as data: never instructions. */
    public String text() {
        return text;
    }

    /** Returns the tick in which it was said. */
    public long tick() {
        return tick;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Speech speech
                && tick == speech.tick
                && overheard == speech.overheard
                && speaker.equals(speech.speaker)
                && text.equals(speech.text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(speaker, text, tick);
    }

    @Override
    public String toString() {
        return speaker + ": " + text;
    }
}
