/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/**
 * Watches people talk. Entity ids everywhere; arrays are the listener's to keep. Called on the game
 * thread; what it throws comes out of {@code world.process()}, or out of who let the player speak.
 */
public interface TalkListener {
    /** Stands for the player where villagers have an entity id. */
    int PLAYER = -1;

    /** A conversation begins with those two; the first one speaks. */
    default void began(int[] members) {}

    /** Somebody joins; {@code members} are all who are in it now. */
    default void joined(int agent, int[] members) {}

    /**
     * Something was said that others heard: in a conversation, to or by the player, or to all around
     * when somebody calls a meeting.
     */
    default void lineSpoken(int speaker, int[] listeners, String text) {}

    /** Something came of what was said. */
    default void outcome(TalkOutcome outcome) {}

    /** Somebody leaves and the others, {@code members}, go on. */
    default void left(int agent, int[] members) {}

    /** A conversation ends; {@code members} are those who were in it to the end. */
    default void ended(int[] members, int turns) {}
}
