/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/**
 * Receives the events of conversations. Entity ids everywhere; listeners may keep the arrays.
 * Called on the game thread; exceptions propagate to the caller of {@code world.process()} or of
 * the player's speech.
 */
public interface TalkListener {
    /** Identifies the player where villagers have an entity id. */
    int PLAYER = -1;

    /** A conversation begins with two members; the first one speaks. */
    default void began(int[] members) {}

    /** A villager joins; {@code members} are all members now. */
    default void joined(int agent, int[] members) {}

    /**
     * Words were heard: in a conversation, to or by the player, or by everybody around when a
     * meeting is called.
     */
    default void lineSpoken(int speaker, int[] listeners, String text) {}

    /** Words had an effect. */
    default void outcome(TalkOutcome outcome) {}

    /** A member leaves; {@code members} are those who continue. */
    default void left(int agent, int[] members) {}

    /** A conversation ends; {@code members} are the last members. */
    default void ended(int[] members, int turns) {}
}
