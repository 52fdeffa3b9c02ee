/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import java.util.Objects;

/** An episode that an agent remembers. Each recall raises its score; its text is final. */
public class Episode {
    /** The kind of episodes that an agent concluded from others. */
    public static final String INSIGHT = "insight";

    /** The ticks after which an episode is worth half its score: a day of 20 minutes. */
    public static final long FADING = 24_000;

    /** The most uses that slow its fading down, so that not always the same comes to mind. */
    private static final int COUNTED_USES = 7;

    /** The text: what happened, in words. */
    public String text = "";

    /** The kind, for example {@code promise}; may be empty, which is a kind, too. */
    public String kind = "";

    /** The importance, 0 to 1. */
    public float score;

    /** The tick of the event, or in which the agent was last reminded of it. */
    public long tick;

    /** The name of the source; empty if the agent lived it. */
    public String source = "";

    /** The subject of a fact, such as {@code the well}, with one belief each; often empty. */
    public String about = "";

    /** The earlier belief about the subject, in words; empty if there was none. */
    public String earlier = "";

    /** The name of the earlier belief's source; empty if the agent lived it. */
    public String earlierSource = "";

    /** The texts from which an insight was drawn, with semicolons between them; otherwise empty. */
    public String because = "";

    /** The number of prompts that showed the episode. */
    public int uses;

    /** The number of insights drawn from this episode or from its own sources. */
    public int reflections;

    private transient int textHash;

    /** Creates an empty episode for loaders. */
    public Episode() {}

    /** Creates an episode that the agent lived through. */
    public Episode(String text, String kind, float score, long tick) {
        this(text, kind, score, tick, "");
    }

    /** Creates an episode that the agent was told. */
    public Episode(String text, String kind, float score, long tick, String source) {
        this.text = Objects.requireNonNull(text, "text");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.score = score;
        this.tick = tick;
        this.source = Objects.requireNonNull(source, "source");
    }

    /** Sets the subject; case does not matter. Of two facts about one subject, the newer stays. */
    public Episode about(String subject) {
        this.about = subject;
        return this;
    }

    /** Whether both have the same words about the same subject; case does not matter. */
    boolean says(Episode other) {
        return textHash() == other.textHash()
                && text.equalsIgnoreCase(other.text)
                && about.equalsIgnoreCase(other.about);
    }

    /**
     * Returns a hash of the text regardless of case, because comparing with 10,000 texts would take
     * long.
     */
    int textHash() {
        if (textHash == 0) {
            for (int i = 0; i < text.length(); i++) {
                char letter = Character.toLowerCase(Character.toUpperCase(text.charAt(i)));
                textHash = 31 * textHash + letter;
            }
        }
        return textHash;
    }

    /**
     * Returns how fresh the episode is at a time, 0 to 1: a half after {@value #FADING} ticks, a
     * third after twice as many. Each use, up to seven, lengthens these times by their first
     * length.
     *
     * @param now a tick; one before the episode counts as the episode's own
     */
    public double recency(long now) {
        double fading = FADING * (1.0 + Math.min(uses, COUNTED_USES));
        return fading / (fading + Math.max(0, (double) now - tick));
    }

    /** Returns the worth of the episode at a time, 0 to 1: its score times its freshness. */
    public double worth(long now) {
        return score * recency(now);
    }
}
