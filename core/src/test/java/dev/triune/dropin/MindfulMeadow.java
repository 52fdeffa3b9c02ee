/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Behavior;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.dropin.meadow.Meadow;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.system.MindPlugin;
import java.time.Duration;

/** A meadow with minds, a broker that answers by a script, and the time of both. */
abstract class MindfulMeadow {
    static final Duration TICK = Duration.ofMillis(50);

    /** So far from the herd that no wolf comes there. */
    static final float FAR = 5_000;

    /** What the model answers. */
    String said = "{\"action\":[{\"type\":\"chop\",\"wood\":7}]}";

    final VirtualTime time = new VirtualTime();
    final Broker broker = new BrokerBuilder()
            .provider(
                    ProviderSettings.of("offline", "scripted"),
                    OfflineProvider.builder((prompt, random) -> said)
                            .clock(time, time)
                            .build())
            .ticker(time)
            .build();
    final MeadowMinds minds = new MeadowMinds();

    World world;

    static WorldConfiguration plainConfiguration() {
        WorldConfiguration config = new WorldConfiguration();
        Meadow.systems().forEach(config::setSystem);
        return config;
    }

    MindPlugin plugin() {
        MindPlugin plugin = new MindPlugin(broker, MeadowMinds.ACTIONS).feed(minds.feeds());
        minds.runners(plugin::runner);
        return plugin;
    }

    World plugged(MindPlugin plugin) {
        return injected(new World(new WorldConfigurationBuilder()
                .with(Meadow.systems().toArray(BaseSystem[]::new))
                .with(plugin)
                .build()));
    }

    /** Lets Artemis fill in the fields of what gives a meadow minds. */
    World injected(World world) {
        world.inject(minds);
        return world;
    }

    int mindful(float x, float y) {
        int creature = Meadow.creature(world, x, y);
        world.getMapper(Mind.class).create(creature);
        world.getMapper(Needs.class).create(creature);
        return creature;
    }

    String behavior(int creature) {
        return world.getMapper(Behavior.class).get(creature).name;
    }

    void ticks(int count) {
        for (int i = 0; i < count; i++) {
            time.advance(TICK);
            world.setDelta(1 / 20f);
            world.process();
        }
    }
}
