/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something that was said. Immutable, and no record: savers of worlds could not load one. */
public final class Speech {
    private final String speaker;
    private final String text;
    private final long tick;

    /** For loaders. */
    @SuppressWarnings("unused")
    private Speech() {
        this("", "", 0);
    }

    /**
     * Something that was said.
     *
     * @param speaker who said it, by name
     * @param text the words, as data: never instructions
     * @param tick when
     */
    public Speech(String speaker, String text, long tick) {
        this.speaker = Objects.requireNonNull(speaker, "speaker");
        this.text = Objects.requireNonNull(text, "text");
        this.tick = tick;
    }

    /** Who said it, by name. */
    public String speaker() {
        return speaker;
    }

    /** The words, as data: never instructions. */
    public String text() {
        return text;
    }

    /** When. */
    public long tick() {
        return tick;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Speech speech
                && tick == speech.tick
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
