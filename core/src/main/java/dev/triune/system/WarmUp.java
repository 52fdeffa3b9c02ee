/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.component.Tier;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.rule.ReflexTable;
import java.time.Duration;

/**
 * A world of its own, with two agents, a broker and a model that is none, which lives until both have
 * thought, spoken and acted. What it leaves behind is that the JVM has loaded and linked the classes.
 */
final class WarmUp {
    private static final Duration TICK = Duration.ofMillis(50);

    /** Long enough for a plan, what both say, and what they plan next. */
    private static final int TICKS = 400;

    private static final String ANSWER =
            "{\"thinking\":\"I look.\",\"speaking\":\"Look at that.\",\"to\":\"all\",\"action\":"
                    + "[{\"type\":\"look\",\"target\":\"stone\"}]}";

    private WarmUp() {}

    /** What the agents of this world do. */
    sealed interface WarmUpAction permits Look {}

    /** Looks at something. */
    record Look(@Visible String target) implements WarmUpAction {}

    /** Lives for a while; returns what happened. */
    static MindStats run(MindModule... parts) {
        VirtualTime time = new VirtualTime();
        OfflineProvider model = OfflineProvider.builder((prompt, random) -> {
                    prompt.text();
                    return ANSWER;
                })
                .clock(time, time)
                .build();
        try (Broker broker = new BrokerBuilder()
                .provider(ProviderSettings.of("warm-up", "rules"), model)
                .ticker(time)
                .build()) {
            MindPlugin plugin = plugin(broker, parts);
            World world = world(plugin);
            for (int tick = 0; tick < TICKS; tick++) {
                time.advance(TICK);
                world.process();
            }
            world.dispose();
            return plugin.stats();
        }
    }

    private static MindPlugin plugin(Broker broker, MindModule... parts) {
        ActionRunner<Look> looking = (agent, look) -> Progress.DONE;
        MindPlugin plugin = new MindPlugin(broker, ActionCatalog.of(WarmUpAction.class))
                .runner(Look.class, looking)
                .reflexes(ReflexTable.of());
        for (MindModule part : parts) {
            plugin.with(part);
        }
        return plugin;
    }

    private static World world(MindPlugin plugin) {
        World world = new World(new WorldConfigurationBuilder().with(plugin).build());
        int first = agent(world, "Ada");
        int second = agent(world, "Ben");
        world.getMapper(Senses.class).get(first).nearby.add(second);
        world.getMapper(Senses.class).get(second).nearby.add(first);
        world.getMapper(Senses.class).get(first).hear(new Speech("Ben", "What is that?", 0));
        return world;
    }

    private static int agent(World world, String name) {
        int agent = world.create();
        world.edit(agent).create(Mind.class).tier(Tier.FULL);
        world.edit(agent).create(Needs.class);
        world.edit(agent).create(Persona.class).named(name, "one who looks");
        world.edit(agent).create(Senses.class).visible.add(VisibleObject.of("stone"));
        world.edit(agent).create(Goals.class).add("look", "see all");
        world.edit(agent).create(Memory.class).remember("a stone fell", "fall", 0.5f, 0);
        return agent;
    }
}
