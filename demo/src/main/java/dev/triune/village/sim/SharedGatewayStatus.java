/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.provider.CooldownListener;
import dev.triune.llm.provider.GatewayProvider;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a gateway says of the games that share it: how many they are, and how long this one is to
 * wait. Nothing where there is none. Thread-safe.
 */
public final class SharedGatewayStatus implements CooldownListener {
    private final AtomicLong cooldowns = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();
    private volatile Optional<GatewayProvider> gateway = Optional.empty();

    SharedGatewayStatus() {}

    /** Listens to that gateway from now on. */
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

    /** Whether there is a gateway. */
    public boolean isShared() {
        return gateway.isPresent();
    }

    /** How many ticks the gateway wants no call; 0 if it may come now. */
    public long cooldownTicks() {
        return gateway.map(GatewayProvider::cooldownTicks).orElse(0L);
    }

    /** How many games share the gateway, this one among them; 0 if it never said. */
    public int activeGames() {
        return gateway.map(GatewayProvider::activeGames).orElse(0);
    }

    /** How often the gateway told this game to wait. */
    public long cooldowns() {
        return cooldowns.get();
    }

    /** The longest that it was told to wait, in ticks. */
    public long longestCooldown() {
        return longest.get();
    }
}
