/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.component.Home;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Newcomers to a village. */
final class NewcomersTest {
    private static final SimulationSettings SETTINGS =
            new SimulationSettings(4, 8, true, new MindSource.None());
    private static final int LONGEST_WAIT = 9 * VillageAssertions.DAY;

    private final List<String> news = new ArrayList<>();
    private final VillageSimulation simulation = new VillageBuilder(SETTINGS)
            .listener(new VillageListener() {
                @Override
                public void eventAnnounced(String words) {
                    news.add(words);
                }
            })
            .build();
    private final Village village = simulation.village();

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Home> mHome;

    @Test
    void newcomersMoveIntoAHomeAndSurviveALoad() throws IOException {
        simulation.inject(this);
        passUntil(9);
        assertThat(news)
                .contains("Alba comes to live here and to learn a trade, and stays with others"
                        + " until a home is built");
        assertThat(simulation.tradeOf(simulation.villagers()[8])).isEqualTo("youngster");
        BuildingSite site = village.newcomersHome(1);
        village.buildings().complete(village.buildings().claim(site.building(), site.number()));
        pass(1_001);
        assertThat(news).contains("Alba moves into a new home");
        Home home = mHome.get(simulation.villagers()[8]);
        assertThat(home.x).isEqualTo(site.point().x());
        assertThat(home.y).isEqualTo(site.point().y());
        loadsWith(9);
        simulation.close();
    }

    private void loadsWith(int people) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        simulation.save(out);
        try (VillageSimulation loaded =
                new VillageBuilder(SETTINGS).load(new ByteArrayInputStream(out.toByteArray()))) {
            assertThat(loaded.villagers()).hasSize(people);
            loaded.tick();
            simulation.tick();
            assertThat(loaded.fingerprint()).isEqualTo(simulation.fingerprint());
            assertThat(loaded.village().newcomersHome(1)).isEqualTo(village.newcomersHome(1));
        }
    }

    private void passUntil(int people) {
        while (simulation.villagers().length < people && simulation.ticks() < LONGEST_WAIT) {
            pass(1);
        }
        assertThat(simulation.villagers()).hasSize(people);
    }

    private void pass(int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            village.store().take(Resource.WOOD, 60); // so that no villager builds
            simulation.tick();
        }
    }
}
