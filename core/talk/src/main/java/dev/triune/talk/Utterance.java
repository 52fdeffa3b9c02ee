/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of a conversation. Immutable, and no record, because serializers of worlds cannot load
 * records.
 */
public final class Utterance {
    /** Where the words of a line come from. */
    public enum Origin {
        /** A player. */
        PLAYER,
        /** A model, for this line. */
        MODEL,
        /** A model, for an earlier line, which a habit says again. */
        HABIT,
        /** A rule of the game that settles talk: news. */
        RULE,
        /** People: a line of a {@link LineCatalog}, which a model chose. */
        LINE,
        /** The game: words of {@link Conversations#address}, a busy line, an excuse. */
        GAME,
        /** The game: what an agent calls out, of {@link Conversations#bark}. */
        BARK,
        /** The game, in the place of words that the {@link SpeechGate} changed or stopped. */
        GATE;

        /** Whether a model wrote the words, now or for an earlier line, or some of them. */
        public boolean isGenerated() {
            return this == MODEL || this == HABIT || this == GATE;
        }
    }

    /** How far a line carries. */
    public enum Loudness {
        /** Only whoever is addressed hears it. */
        WHISPER,
        /** Who takes part in the conversation hears it; of an agent's line, also those nearby. */
        NORMAL,
        /** All agents in earshot hear it, and remember it. */
        LOUD
    }

    /** The maximum length of a statement that is not worth remembering, in characters. */
    private static final int SMALL_TALK_LENGTH = 20;

    private final long number;
    private final String speaker;
    private final long serial;
    private final String to;
    private final String text;
    private final long tick;
    private final boolean brokenOff;
    private final Origin origin;

    private final String model;
    private final String prompt;
    private final Loudness loudness;

    /** Each on a line of its own; not a list, which loaders could not fill. */
    private final String gestures;

    /** For loaders. */
    @SuppressWarnings("unused")
    private Utterance() {
        this(0, "", 0, "", "", 0, false);
    }

    /** Creates a line of a player, or one of a model without gestures; see the accessors. */
    public Utterance(
            long number,
            String speaker,
            long serial,
            String to,
            String text,
            long tick,
            boolean brokenOff) {
        this(
                number,
                speaker,
                serial,
                to,
                text,
                tick,
                brokenOff,
                serial == 0 ? Origin.PLAYER : Origin.MODEL,
                List.of(),
                "",
                "",
                Loudness.NORMAL);
    }

    /** Creates a line; the accessors describe the values. */
    public Utterance(
            long number,
            String speaker,
            long serial,
            String to,
            String text,
            long tick,
            boolean brokenOff,
            Origin origin,
            List<String> gestures,
            String model,
            String prompt,
            Loudness loudness) {
        this.loudness = Objects.requireNonNull(loudness, "loudness");
        this.model = Objects.requireNonNull(model, "model");
        this.prompt = Objects.requireNonNull(prompt, "prompt");
        this.origin = Objects.requireNonNull(origin, "origin");
        this.gestures = String.join("\n", gestures);
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

    /** Returns where the words come from. */
    public Origin origin() {
        return origin;
    }

    /**
     * Returns the provider and the model that wrote the line, such as {@code groq/llama-3.3-70b}; empty if
     * none did, or it is not known any more.
     */
    public String model() {
        return model;
    }

    /**
     * Returns the {@linkplain dev.triune.llm.Prompt#digest digest} of the prompt that the line answers,
     * as a tape has it; empty if there is none.
     */
    public String promptDigest() {
        return prompt;
    }

    /** Returns how far the line carries. */
    public Loudness loudness() {
        return loudness;
    }

    /** Whether a participant of the conversation, by name, hears the line, which others may not. */
    boolean isFor(String name) {
        return loudness != Loudness.WHISPER || to.equals(name) || speaker.equals(name);
    }

    /**
     * Returns the stage directions that the model wrote into the line, at most four, for example {@code
     * smiles}; they are not part of the text. Data in the model's words: show an animation for those
     * that the game knows.
     */
    public List<String> gestures() {
        return gestures.isEmpty() ? List.of() : List.of(gestures.split("\n"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Utterance line
                && number == line.number
                && serial == line.serial
                && tick == line.tick
                && brokenOff == line.brokenOff
                && origin == line.origin
                && loudness == line.loudness
                && model.equals(line.model)
                && prompt.equals(line.prompt)
                && gestures.equals(line.gestures)
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

    /** Whether the line is worth remembering: whole, no question, and more than a greeting. */
    boolean isStatement() {
        boolean isQuestion = text.endsWith("?") || text.endsWith("\uFF1F");
        return !isQuestion && !brokenOff && text.length() > SMALL_TALK_LENGTH;
    }

    /** Returns the same line, said loudly. */
    Utterance loud() {
        return new Utterance(
                number,
                speaker,
                serial,
                to,
                text,
                tick,
                brokenOff,
                origin,
                gestures(),
                model,
                prompt,
                Loudness.LOUD);
    }
}
