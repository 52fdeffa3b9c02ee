/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Broker.TenantCooldown;
import java.time.Duration;

/**
 * Tells a game when to send its next request. Immutable.
 *
 * @param nextAllowedAt when the game should send it, in milliseconds since 1970
 * @param waitMs the time until then, rounded up
 * @param activeGames the number of games that share the provider
 * @param requestsPerMinute the provider's limit, 0 if it is not known
 * @param effectiveRpm the game's own share of it, rounded to hundredths
 */
public record CooldownNotice(
        long nextAllowedAt,
        long waitMs,
        int activeGames,
        int requestsPerMinute,
        double effectiveRpm) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Converts a cooldown of the broker.
     *
     * @param nowMillis the wall clock
     */
    public static CooldownNotice of(TenantCooldown cooldown, long nowMillis) {
        long wait = roundUpMillis(cooldown.remaining());
        double rounded = Math.round(cooldown.sharePerMinute() * 100) / 100.0;
        return new CooldownNotice(
                nowMillis + wait,
                wait,
                cooldown.activeTenants(),
                cooldown.requestsPerMinute(),
                rounded);
    }

    /** Copies this notice with a wait of at most that time, as another provider recovers earlier. */
    public CooldownNotice atMost(long millis) {
        return waitMs <= millis
                ? this
                : new CooldownNotice(
                        nextAllowedAt - waitMs + millis,
                        millis,
                        activeGames,
                        requestsPerMinute,
                        effectiveRpm);
    }

    /** Converts to milliseconds, rounded up so that no request is too early. */
    public static long roundUpMillis(Duration time) {
        return Math.addExact(time.toMillis(), time.toNanosPart() % NANOS_PER_MILLI == 0 ? 0 : 1);
    }
}
