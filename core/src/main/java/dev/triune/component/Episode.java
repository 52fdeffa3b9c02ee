/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import java.util.Objects;

/** Something that an agent remembers. Being reminded raises its score; its text is final. */
public class Episode {
    /** The kind of what an agent concluded from other episodes. */
    public static final String INSIGHT = "insight";

    /** The ticks after which an episode is worth half its score: a day of 20 minutes. */
    public static final long FADING = 24_000;

    /** The most uses that slow its fading down, so that not always the same comes to mind. */
    private static final int COUNTED_USES = 7;

    /** What happened, in words. */
    public String text = "";

    /** What kind it is, for example {@code promise}; may be empty, which is a kind too. */
    public String kind = "";

    /** How much it matters, 0 to 1. */
    public float score;

    /** The tick in which it happened, or in which the agent was last reminded of it. */
    public long tick;

    /** Who told it, by name; empty if the agent lived it. */
    public String source = "";

    /** What a fact is about, such as {@code the well}: there is one belief about it; often empty. */
    public String about = "";

    /** What was believed about it before, in words; empty if nothing else was. */
    public String earlier = "";

    /** Who told that, by name; empty if the agent lived it. */
    public String earlierSource = "";

    /** The texts that an insight was drawn from, with semicolons between them; empty for others. */
    public String because = "";

    /** How many prompts showed it. */
    public int uses;

    /** How often an insight was drawn from it, or from those that it was drawn from itself. */
    public int reflections;

    /** For loaders. */
    public Episode() {}

    /** Something that the agent lived through. */
    public Episode(String text, String kind, float score, long tick) {
        this(text, kind, score, tick, "");
    }

    /** Something that the agent was told. */
    public Episode(String text, String kind, float score, long tick, String source) {
        this.text = Objects.requireNonNull(text, "text");
        this.kind = kind;
        this.score = score;
        this.tick = tick;
        this.source = source;
    }

    /** Sets what it is about, without case: of two facts about the same, the newer stays. */
    public Episode about(String subject) {
        this.about = subject;
        return this;
    }

    /**
     * Returns how fresh it is at a time, 0 to 1: a half after {@value #FADING} ticks, a third after
     * twice as many. Each use, up to seven, lengthens these times by their first length.
     *
     * @param now a tick; one before the episode counts as the episode's own
     */
    public double recency(long now) {
        double fading = FADING * (1.0 + Math.min(uses, COUNTED_USES));
        return fading / (fading + Math.max(0, (double) now - tick));
    }

    /** Returns what it is worth at a time, 0 to 1: its score, as far as it is fresh. */
    public double worth(long now) {
        return score * recency(now);
    }
}
