/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.clock.GameClock;
import dev.triune.component.Layer;
import dev.triune.component.Mind;

/**
 * When each layer of an agent may be invoked again, in game time. Game thread only; allocates
 * nothing when asked.
 */
final class LayerCooldowns {
    private final GameClock clock;
    private final LayerConfig[] configs = new LayerConfig[Layer.COUNT];
    private final long[] ticks = new long[Layer.COUNT];

    LayerCooldowns(GameClock clock) {
        this.clock = clock;
        for (Layer layer : Layer.values()) {
            set(layer, LayerConfig.defaultOf(layer));
        }
    }

    LayerConfig get(Layer layer) {
        return configs[layer.ordinal()];
    }

    void set(Layer layer, LayerConfig config) {
        configs[layer.ordinal()] = config;
        ticks[layer.ordinal()] = clock.ticks(config.cooldown());
    }

    boolean ready(Mind mind, Layer layer) {
        return configs[layer.ordinal()].enabled() && ticksLeft(mind, layer) == 0;
    }

    long ticksLeft(Mind mind, Layer layer) {
        long elapsed = clock.tick() - mind.lastInvoked[layer.ordinal()];
        return Math.max(0, ticks[layer.ordinal()] - elapsed);
    }

    void stamp(Mind mind, Layer layer) {
        mind.lastInvoked[layer.ordinal()] = clock.tick();
    }
}
