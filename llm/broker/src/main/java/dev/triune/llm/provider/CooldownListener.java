/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

/** Is told what a gateway says of the time that a game must let pass. */
@FunctionalInterface
public interface CooldownListener {
    /**
     * The gateway told its cooldown: with an answer, or as it refused a request.
     *
     * <p>Called on the I/O thread that read it, several at a time where several answers come in; it
     * must not block, and does not touch the game's world but through what is made for that.
     *
     * @param ticks of 50 ms until it wants the next call, rounded up; 0 if it may come now
     * @param activeGames that share the gateway, this one among them; 0 if it never said
     */
    void onCooldown(long ticks, int activeGames);
}
