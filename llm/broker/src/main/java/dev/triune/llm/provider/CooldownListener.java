/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

/** Is told what a gateway says of the time that a game must let pass. */
@FunctionalInterface
public interface CooldownListener {
    /**
     * The gateway told its cooldown, in ticks of 50 ms rounded up, 0 if a call may come now, and
     * how many games share it, this one among them, 0 if it never said. Called on the I/O thread
     * that read it, several at a time; it must not block, nor touch the game's world.
     */
    void onCooldown(long ticks, int activeGames);
}
