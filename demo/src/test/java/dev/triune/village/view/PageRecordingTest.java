/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The size limit of a recorded page. */
final class PageRecordingTest {
    @TempDir
    private Path folder;

    @Test
    void truncatesLargeRunsAndReportsTheLimit() {
        Path file = folder.resolve("page.html");
        PageRecording recording = new PageRecording(file, "nobody", 20_000);
        VillageBuilder builder = new VillageBuilder(SimulationSettings.offline(8));
        recording.addTo(builder, VillageListener.SILENT);
        try (VillageSimulation village = builder.build()) {
            recording.attach(village);
            for (int i = 0; i < 2_000; i++) {
                village.tick();
                recording.tickEnded();
            }
            recording.showLastFrame();
        }
        assertThatThrownBy(() -> recording.ended(List.of("the report")))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("the page ends at tick \\d{3,4}, where its events reach 20000"
                        + " bytes \\(record fewer days or villagers\\)");
        assertThat(file).isNotEmptyFile();
    }
}
