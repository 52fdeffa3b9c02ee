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
    /** Reads the object {@code cooldown}; its times of day are of a clock that is not ours. */
    static GatewayCooldown read(JsonEventReader value) {
        CooldownFields cooldownFields = new CooldownFields();
        value.fields(cooldownFields::field);
        return new GatewayCooldown(
                Duration.ofMillis(cooldownFields.waitMs), cooldownFields.activeGames);
    }

    private static final class CooldownFields {
        private long waitMs;
        private int activeGames;

        void field(String name, JsonEventReader value) {
            switch (name) {
                case "waitMs" -> waitMs = value.tokens();
                case "activeGames" -> activeGames = (int) value.tokens();
                default -> {}
            }
        }
    }
}
