/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

/**
 * The game's rules for talk without a model: see {@link SmallTalk}. Called on the game
 * thread, often; it must be quick and change nothing.
 */
@FunctionalInterface
public interface SmallTalkRules {
    /**
     * Whether one of two agents knows something that the other should hear, so that a model is
     * called. Promises, quarrels and episodes {@linkplain dev.triune.component.Episode#about about}
     * a subject are checked as well.
     *
     * @param one an agent
     * @param other an agent with which the first could talk now
     */
    boolean hasNews(int one, int other);

    /**
     * Returns the words with which an agent tells another its news while it may call no model;
     * empty, as unless overridden, to keep them to itself. They have the effects of any other line.
     */
    default String tell(int one, int other) {
        return "";
    }

    /**
     * Whether a line that a talker said may be said again by others; true unless overridden.
     *
     * @param line up to 80 characters, with {@code <partner>} and {@code <self>} in the place of
     *     names
     */
    default boolean mayRepeat(String line) {
        return true;
    }

    /**
     * Whether an agent may say a learned line now, for example because it has not said it of late;
     * true unless overridden.
     *
     * @param line as in {@link #mayRepeat}
     */
    default boolean maySay(int agent, String line) {
        return true;
    }
}
