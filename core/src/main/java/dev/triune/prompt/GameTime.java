/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/** Says when something was, in the game's own words. Called on the game thread. */
@FunctionalInterface
public interface GameTime {
    /**
     * Returns when a tick was, such as {@code 08:40} or {@code yesterday}, as prompts show it.
     *
     * @param tick the tick, not after now
     * @param now the current tick
     */
    String when(long tick, long now);
}
