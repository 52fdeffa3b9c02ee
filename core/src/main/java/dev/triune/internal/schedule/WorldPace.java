/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.internal.check.Ranges;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a world's requests, which all kinds of mind share. Immutable.
 *
 * @param requestInterval the least game time between two requests, except the answers to players
 * @param pendingLimit how many requests may be pending, 1 or more
 * @param agentsPerTick how many agents each tick examines in turn, 1 or more
 * @param companyShare the largest share of requests for company while any agent is ready to plan, 0
 *     to 1
 * @param tenant who pays for all requests; empty for nobody in particular
 */
public record WorldPace(
        Duration requestInterval,
        int pendingLimit,
        int agentsPerTick,
        double companyShare,
        String tenant) {
    /** The settings of a world whose plugin sets none. */
    public static final WorldPace STANDARD =
            new WorldPace(Duration.ofMillis(250), 50, 256, 0.25, "");

    /** Refuses numbers out of range. */
    public WorldPace {
        Ranges.notNegative("requestInterval", requestInterval);
        Ranges.within("pendingLimit", pendingLimit, 1, Integer.MAX_VALUE);
        Ranges.within("agentsPerTick", agentsPerTick, 1, Integer.MAX_VALUE);
        Ranges.within("companyShare", companyShare, 0, 1);
        Objects.requireNonNull(tenant, "tenant");
    }

    /** Returns a copy with another interval. */
    public WorldPace withRequestInterval(Duration value) {
        return new WorldPace(value, pendingLimit, agentsPerTick, companyShare, tenant);
    }

    /** Returns a copy with another limit. */
    public WorldPace withPendingLimit(int value) {
        return new WorldPace(requestInterval, value, agentsPerTick, companyShare, tenant);
    }

    /** Returns a copy with another number of turns. */
    public WorldPace withAgentsPerTick(int value) {
        return new WorldPace(requestInterval, pendingLimit, value, companyShare, tenant);
    }

    /** Returns a copy with another share. */
    public WorldPace withCompanyShare(double value) {
        return new WorldPace(requestInterval, pendingLimit, agentsPerTick, value, tenant);
    }

    /** Returns a copy with another tenant. */
    public WorldPace withTenant(String value) {
        return new WorldPace(requestInterval, pendingLimit, agentsPerTick, companyShare, value);
    }
}
