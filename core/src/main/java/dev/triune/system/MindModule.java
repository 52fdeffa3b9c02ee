/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

/**
 * A part of minds that a game can have or leave out, such as conversations, habits, or one of the
 * game's own: a planner, a quest director. It is an object of the game, which sets it up, gives it
 * to the plugin, and calls it while the world runs:
 *
 * <pre>{@code
 * QuestDirector quests = new QuestDirector();
 * new MindPlugin(broker, actions).with(quests);
 * quests.begin(mira, wedding);
 * }</pre>
 *
 * <p>One object serves one world. Game thread only.
 */
@FunctionalInterface
public interface MindModule {
    /**
     * Adds the module's systems, listeners and prompt sections to the minds of a world. Called once,
     * while the world is built; modules are installed in the order in which the plugin was given
     * them.
     *
     * @throws IllegalStateException if the module serves another world already
     */
    void install(MindContext minds);
}
