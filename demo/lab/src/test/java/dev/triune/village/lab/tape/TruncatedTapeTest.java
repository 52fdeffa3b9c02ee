/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.tape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tape whose recording was killed is replayed to where it breaks off, wherever that is. */
final class TruncatedTapeTest {
    private static final Pattern EVENT = Pattern.compile("\"event\":\"(\\w+)\"");
    private static final int TICKS = 1_500;

    @TempDir
    private Path folder;

    @Test
    void endsQuietlyBeforeAndAfterEachKindOfEvent() throws Exception {
        Path whole = folder.resolve("whole.jsonl");
        try (VillageSimulation village = VillageTape.record(
                        new VillageBuilder(SimulationSettings.offline(7)), whole)
                .build()) {
            for (int i = 0; i < TICKS; i++) {
                village.tick();
                if (i % 400 <= 40 && i % 8 == 0) { // so that some answers are cancelled
                    village.inputs().say(village.villagers()[i / 400], "Hello?");
                }
            }
        }
        List<String> lines = Files.readAllLines(whole);
        Path cut = folder.resolve("cut.jsonl");
        for (int length : lengths(lines)) {
            Files.write(cut, lines.subList(0, length));
            List<String> logged = new ArrayList<>();
            String status = replay(VillageTape.read(cut), logged);

            assertThat(logged).as("log of a tape of %d lines", length).isEmpty();
            assertThat(status)
                    .as("tape of %d lines", length)
                    .matches("replayed to where it breaks off, tick \\d+: its recording was stopped"
                            + " there");
        }
    }

    /** Returns the numbers of lines before and after the first and a later event of each kind. */
    private static List<Integer> lengths(List<String> lines) {
        Map<String, List<Integer>> places = new LinkedHashMap<>();
        for (int at = 2; at < lines.size() - 1; at++) {
            Matcher event = EVENT.matcher(lines.get(at));
            assertThat(event.find()).isTrue();
            places.computeIfAbsent(event.group(1), kind -> new ArrayList<>()).add(at);
        }
        assertThat(places).containsKeys("submit", "turn", "render", "part", "ended", "cancel");
        return places.values().stream()
                .flatMap(all -> List.of(all.get(0), all.get(all.size() / 2)).stream())
                .flatMap(at -> List.of(at, at + 1).stream())
                .sorted()
                .distinct()
                .toList();
    }

    private static String replay(VillageTape tape, List<String> logged) {
        Logger logger = Logger.getLogger("dev.triune");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        VillageSimulation village = new VillageBuilder(tape.settings(true)).build();
        try (village) {
            while (!village.isOver()) {
                village.tick();
            }
        } finally {
            logger.removeHandler(handler);
        }
        return village.transcript().status().orElseThrow();
    }
}
