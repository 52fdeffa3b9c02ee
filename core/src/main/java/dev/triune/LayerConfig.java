/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import java.time.Duration;
import java.util.Objects;

/**
 * Cooldown and priority of a layer. Immutable.
 *
 * @param cooldown game time between two invocations for an agent, zero or more
 * @param priority the rank of the layer among equally urgent agents: the higher one goes first
 * @param enabled whether the layer is ever invoked
 */
public record LayerConfig(Duration cooldown, int priority, boolean enabled) {
    /** Refuses a negative cooldown. */
    public LayerConfig {
        if (Objects.requireNonNull(cooldown, "cooldown").isNegative()) {
            throw new IllegalArgumentException(
                    "layer cooldown " + cooldown + " (expected zero or more)");
        }
    }

    /** Returns the defaults: autonomic 1 s and 10, talker 5 s and 5, executor 10 s and 1. */
    public static LayerConfig defaultOf(Layer layer) {
        return switch (layer) {
            case AUTONOMIC -> new LayerConfig(Duration.ofSeconds(1), 10, true);
            case TALKER -> new LayerConfig(Duration.ofSeconds(5), 5, true);
            case EXECUTOR -> new LayerConfig(Duration.ofSeconds(10), 1, true);
        };
    }

    /** Returns a copy with another cooldown. */
    public LayerConfig withCooldown(Duration value) {
        return new LayerConfig(value, priority, enabled);
    }

    /** Returns a copy that is enabled or not. */
    public LayerConfig withEnabled(boolean value) {
        return new LayerConfig(cooldown, priority, value);
    }
}
