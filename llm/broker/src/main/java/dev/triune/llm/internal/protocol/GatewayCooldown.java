/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.time.Duration;

/**
 * What a gateway says of the time until it wants the next call, zero or more, and how many games
 * share its keys, this one among them; 0 if it does not say. Immutable.
 */
public record GatewayCooldown(Duration left, int activeGames) {
    /** How many games share the keys by an answer to a sign of life; 0 if it does not say. */
    public static int activeGames(String body) {
        return GatewayJson.count(GatewayJson.body(body), "activeGames");
    }
}
