/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;

import com.artemis.ComponentMapper;
import dev.triune.llm.Broker;
import dev.triune.village.people.Errand;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VillageSimulationTest {
    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Errand> mErrand;

    @Test
    void closeDisposesOfTheWorldAndStopsAllErrands() {
        VillageSimulation village = new VillageBuilder(SimulationSettings.offline(7)).build();
        village.inject(this);
        for (int i = 0; i < 2_000; i++) {
            village.tick();
        }
        assertThat(errands(village)).as("errands before").isGreaterThan(2);
        String fingerprint = village.fingerprint();

        village.close();

        assertThat(errands(village)).as("errands after").isZero();
        assertThat(village.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void secondCloseHasNoEffect() {
        Broker broker = mock(Broker.class);
        VillageSimulation village = new VillageBuilder(SimulationSettings.offline(7))
                .broker(connection -> broker)
                .build();
        village.close();
        clearInvocations(broker);

        village.close();

        verifyNoInteractions(broker);
    }

    private long errands(VillageSimulation village) {
        return Arrays.stream(village.villagers())
                .filter(agent -> !mErrand.get(agent).doing.isEmpty())
                .count();
    }
}
