/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.GatewayProvider.CooldownListener;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The status that a gateway reports: the number of games that share it, and the time that this one
 * must wait. All zero without a gateway. Thread-safe.
 */
public final class SharedGatewayStatus implements CooldownListener {
    private final AtomicLong cooldowns = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();
    private volatile Optional<GatewayProvider> gateway = Optional.empty();

    /** Creates the status of a village that uses no gateway yet. */
    public SharedGatewayStatus() {}

    /** Reads the status of a gateway from now on. */
    void connect(GatewayProvider provider) {
        gateway = Optional.of(provider);
    }

    @Override
    public void onCooldown(long ticks, int activeGames) {
        if (ticks > 0) {
            cooldowns.incrementAndGet();
            longest.accumulateAndGet(ticks, Math::max);
        }
    }

    /** Returns whether there is a gateway. */
    public boolean isShared() {
        return gateway.isPresent();
    }

    /** Returns the ticks until the gateway accepts calls; 0 if it accepts them now. */
    public long cooldownTicks() {
        return gateway.map(GatewayProvider::cooldownTicks).orElse(0L);
    }

    /**
     * Returns the number of games that share the gateway, including this one; 0 if it has not
     * reported any.
     */
    public int activeGames() {
        return gateway.map(GatewayProvider::activeGames).orElse(0);
    }

    /** Returns how often the gateway made this game wait. */
    public long cooldowns() {
        return cooldowns.get();
    }

    /** Returns the longest wait, in ticks. */
    public long longestCooldown() {
        return longest.get();
    }
}
