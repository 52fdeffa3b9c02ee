/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.time.Duration;

/** The cooldown of a gateway, and the games that share it, 0 if unknown. Immutable. */
public record GatewayCooldown(Duration left, int activeGames) {
    /** How many games share the keys by an answer to a sign of life; 0 if it does not say. */
    public static int activeGames(String body) {
        return GatewayJson.count(GatewayJson.body(body), "activeGames");
    }
}
