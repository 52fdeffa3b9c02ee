/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import java.time.Duration;

/**
 * What a gateway says of the time that a game must let pass. Immutable.
 *
 * @param left from now until it wants the next call; zero or more
 * @param activeGames that share the gateway's keys, this one among them; 0 if it does not say
 */
public record GatewayCooldown(Duration left, int activeGames) {
    /** Reads the object {@code cooldown}; its times of day are of a clock that is not ours. */
    static GatewayCooldown read(EventReader value) {
        Fields fields = new Fields();
        value.fields(fields::field);
        return new GatewayCooldown(Duration.ofMillis(fields.waitMs), fields.activeGames);
    }

    private static final class Fields {
        private long waitMs;
        private int activeGames;

        void field(String name, EventReader value) {
            switch (name) {
                case "waitMs" -> waitMs = value.tokens();
                case "activeGames" -> activeGames = (int) value.tokens();
                default -> {}
            }
        }
    }
}
