/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.time.Duration;

/** The cooldown of a gateway and the number of games that share it, 0 if unknown. Immutable. */
public record GatewayCooldown(Duration left, int activeGames) {
    /** Reads the number of games that share the keys from a heartbeat response; 0 if unknown. */
    public static int activeGames(String body) {
        return GatewayJson.count(GatewayJson.body(body), "activeGames");
    }
}
