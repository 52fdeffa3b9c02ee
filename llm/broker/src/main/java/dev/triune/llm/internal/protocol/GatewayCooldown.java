/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.time.Duration;

/**
 * What a gateway says of the time that a game must let pass. Immutable.
 *
 * @param left from now until it wants the next call; zero or more
 * @param activeGames that share the gateway's keys, this one among them; 0 if it does not say
 */
public record GatewayCooldown(Duration left, int activeGames) {
    /** How many games share the keys by an answer to a sign of life; 0 if it does not say. */
    public static int activeGames(String body) {
        return GatewayJson.count(GatewayJson.body(body), "activeGames");
    }
}
