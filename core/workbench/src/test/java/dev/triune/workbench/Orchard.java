/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Help;
import dev.triune.action.OneOf;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Step;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.List;

/** A small game that is not the village: two gardeners, and rules that answer for them. */
final class Orchard implements AutoCloseable {
    /** What a gardener may do. */
    sealed interface Work permits Pick, Prune {}

    @Help("pick fruit from a tree")
    record Pick(
            @Visible String tree, @Range(min = 1, max = 9) int amount) implements Work {}

    @Help("cut dry wood")
    record Prune(@OneOf({"lightly", "hard"}) String how) implements Work {}

    static final Duration PATIENCE = Duration.ofMinutes(10);

    private final VirtualTime time = new VirtualTime();
    final Workbench bench;
    final World world;
    final int mira;
    final int oren;

    Orchard(Duration patience) {
        bench = new Workbench(patience);
        OfflineProvider usual = OfflineProvider.builder(OfflineProvider.OfflineModel.scripted(
                        "{\"action\":[{\"type\":\"prune\",\"how\":\"hard\"}]}"))
                .clock(time, time)
                .build();
        BrokerBuilder builder = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("rules", "rules")
                                .withModels(ProviderSettings.ANY_MODEL),
                        usual)
                .callTimeout(Duration.ofSeconds(20))
                .ticker(time);
        Broker broker = bench.addTo(builder).build();
        world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, ActionCatalog.of(Work.class))
                        .runner(Pick.class, (agent, pick) -> Progress.RUNNING)
                        .runner(Prune.class, (agent, prune) -> Progress.RUNNING)
                        .with(bench))
                .build());
        mira = gardener("Mira <b>bold</b>");
        oren = gardener("Oren");
        ticks(1);
    }

    private int gardener(String name) {
        int agent = world.create();
        world.edit(agent).create(Mind.class);
        world.edit(agent).create(Needs.class);
        world.edit(agent).create(Persona.class).named(name, "a gardener");
        world.edit(agent).create(Senses.class).visible.add(VisibleObject.of("apple tree"));
        return agent;
    }

    void ticks(int count) {
        for (int i = 0; i < count; i++) {
            time.advance(Duration.ofMillis(50));
            world.process();
        }
    }

    List<Step> plan(int agent) {
        return world.getMapper(BehaviorQueue.class).get(agent).steps.stream()
                .map(queued -> queued.step)
                .toList();
    }

    @Override
    public void close() {
        bench.close();
        world.dispose();
    }
}
