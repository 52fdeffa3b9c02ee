/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static dev.triune.plan.Field.oneOf;
import static dev.triune.plan.Field.whole;
import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.behavior.Progress;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.llm.Broker;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.time.VirtualTime;
import dev.triune.plan.ActionCatalog;
import dev.triune.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The embedding that the README shows, with the offline mind in the place of a model. */
final class EmbeddingTest {
    private final List<Step> gathered = new ArrayList<>();

    @Test
    void anEntityWithMindAndNeedsGathersWhatTheModelOrders() {
        VirtualTime time = new VirtualTime();
        OfflineMind answers = OfflineMind.scripted(
                "{\"action\":[{\"type\":\"gather\",\"target\":\"wood\",\"amount\":3}]}");
        Broker broker = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "rules"),
                        OfflineProvider.builder(answers).clock(time, time).build())
                .ticker(time)
                .build();
        ActionCatalog actions = ActionCatalog.builder()
                .action(
                        "gather",
                        "collect a resource that you can see",
                        oneOf("target", "wood", "berries"),
                        whole("amount", 1, 20))
                .build();
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, actions).run("gather", this::gather))
                .build());

        int mira = world.create();
        world.edit(mira).create(Mind.class);
        world.edit(mira).create(Needs.class);
        world.edit(mira).create(Persona.class).name = "Mira";
        for (int tick = 0; tick < 60; tick++) {
            time.advance(Duration.ofMillis(50));
            world.process();
        }

        assertThat(gathered).isNotEmpty();
        assertThat(gathered.get(0)).hasToString("gather wood 3");
    }

    private Progress gather(int agent, Step step) {
        gathered.add(step);
        return Progress.DONE;
    }
}
