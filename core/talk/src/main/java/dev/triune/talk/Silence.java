/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.Objects;

/**
 * Why an agent gave a player no answer of a model: what {@link Conversations#say} returns at once, and
 * {@link Conversations#whySilent} at any time. Immutable.
 *
 * @param cause the kind of reason
 * @param detail more about it, for logs and tools: the provider's error, the gate's reason, the rule
 *     that came first; may be empty, never holds words of a player or a model
 * @param heard whether the agent heard the player's line
 */
public record Silence(Cause cause, String detail, boolean heard) {
    /** The kinds of reasons. */
    public enum Cause {
        /** There is no silence: a model answered, or is asked, or no player has spoken. */
        NONE("it is answered, or will be"),
        /** The player's line had no visible character. */
        NO_WORDS("the line has no words"),
        /** The entity is no agent, or is excluded by the plugin's aspect, or has just gone. */
        NO_AGENT("it is no agent"),
        /** The agent is dead. */
        DEAD("it is dead"),
        /** The agent does not hear the player, by the game's earshot, or one of the two walked away. */
        OUT_OF_EARSHOT("out of earshot"),
        /** The conversation is full, and another player waits there for an answer. */
        FULL("its conversation is full"),
        /** The gate stopped the player's line, or all words of the answer. */
        GATE("the gate stopped it"),
        /** A limit: a full queue, a rate limit, too many lines that wait for the gate. */
        LIMITS("a limit"),
        /** A budget or quota of the provider or the gateway is used up. */
        BUDGET("the budget is used up"),
        /** The agent sleeps. */
        ASLEEP("it sleeps"),
        /** The agent is in danger. */
        IN_DANGER("it is in danger"),
        /** The agent starves, freezes or is exhausted. */
        IN_NEED("it is in critical need"),
        /** The game holds the agent. */
        HELD("the game holds it"),
        /** The game directs the agent, as in a scene. */
        SCENE("it is in a scene"),
        /** The game has deferred the agent's requests. */
        DEFERRED("its requests are deferred"),
        /** The agent's rules choose something else first. */
        OTHER_MATTER("something else comes first"),
        /** The talker is disabled, or has no prompt. */
        TALKER_OFF("its talker is off"),
        /** The agent may call no model, or none could be called: the detail has the error. */
        NO_MODEL("no model"),
        /** No words came within the patience of the player. */
        TOO_SLOW("the model is too slow"),
        /** The model answered, but said nothing. */
        SAID_NOTHING("the model said nothing"),
        /** The answer could not be read, or nothing in it was usable. */
        UNUSABLE("the answer is unusable"),
        /** The agent cannot do what it ordered with its words, which were dropped. */
        DEED_FAILED("it cannot do what it says"),
        /** The agent would only have repeated itself. */
        REPEATED("it would repeat itself"),
        /** The player left before the answer. */
        PLAYER_LEFT("the player left"),
        /** The conversation ended before the answer. */
        ENDED("the conversation ended");

        private final String words;

        Cause(String words) {
            this.words = words;
        }
    }

    /** No silence. */
    public static final Silence NONE = new Silence(Cause.NONE, "", true);

    /** Creates a reason. */
    public Silence {
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(detail, "detail");
    }

    static Silence of(Cause cause) {
        return new Silence(cause, "", true);
    }

    static Silence of(Cause cause, String detail) {
        return new Silence(cause, detail, true);
    }

    static Silence unheard(Cause cause, String detail) {
        return new Silence(cause, detail, false);
    }

    /** Whether there is a reason at all: false if a model answered, or may still answer. */
    public boolean isSilent() {
        return cause != Cause.NONE;
    }

    /** Returns the reason in English, for logs and tools. */
    @Override
    public String toString() {
        return detail.isEmpty() ? cause.words : cause.words + ": " + detail;
    }
}
