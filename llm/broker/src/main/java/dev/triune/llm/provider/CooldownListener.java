/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

/** Listens to the cooldowns of a gateway. */
@FunctionalInterface
public interface CooldownListener {
    /**
     * Receives a cooldown in ticks of 50 ms, rounded up, 0 for none, and the number of games that
     * share the gateway, 0 if unknown. Called on several I/O threads; must not block, nor touch the
     * game's world.
     */
    void onCooldown(long ticks, int activeGames);
}
