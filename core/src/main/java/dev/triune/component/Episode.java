/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** Something that an agent remembers. Mutable: being reminded of it raises its score. */
public class Episode {
    /** The ticks after which an episode is worth half its score: a day of 20 minutes. */
    public static final long FADING = 24_000;

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

    /** For loaders. */
    public Episode() {}

    /** Something that the agent lived through. */
    public Episode(String text, String kind, float score, long tick) {
        this(text, kind, score, tick, "");
    }

    /** Something that the agent was told. */
    public Episode(String text, String kind, float score, long tick, String source) {
        this.text = text;
        this.kind = kind;
        this.score = score;
        this.tick = tick;
        this.source = source;
    }

    /**
     * What it is worth at a time, 0 to 1: its score, half of it after {@value #FADING} ticks, a
     * third after twice as many.
     *
     * @param now a tick; one before the episode counts as the episode's own
     */
    public double worth(long now) {
        double age = Math.max(0, (double) now - tick);
        return score / (1 + age / FADING);
    }
}
