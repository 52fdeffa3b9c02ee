/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.testsupport.TinyGguf;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a model that writes without pause does to the tick of a village: in the same process, or with
 * {@code -Dtriune.llama-server=PATH} in a server's. Rounds of ticks with and without it alternate, so
 * that other programs slow both down alike. The result is for people to read: the machine decides
 * it. {@code -Dtriune.beside=ROUNDS} runs it, {@code -Dtriune.period=50} with 20 ticks a second.
 */
@EnabledIfSystemProperty(named = "triune.beside", matches = "[0-9]+")
final class TickBesideModelTest {
    private static final int ROUNDS = Integer.getInteger("triune.beside", 1);
    private static final int TICKS = 2_000;
    private static final long PERIOD =
            TimeUnit.MILLISECONDS.toNanos(Long.getLong("triune.period", 5));
    private static final String SERVER = System.getProperty("triune.llama-server", "");

    @TempDir
    private Path folder;

    private boolean writes;
    private boolean idle = true;
    private int answers;

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void measuresTheTickBesideAModelThatWrites() throws Exception {
        Path model = TinyGguf.write(folder.resolve("tiny.gguf"), 7);
        String family = SERVER.isEmpty() ? "local" : "llama-server, server: '" + SERVER + "'";
        String yaml =
                "providers: {tiny: {family: " + family + ", threads: 1, file: '" + model + "'}}";
        double[] alone = new double[ROUNDS];
        double[] beside = new double[ROUNDS];
        try (Broker broker = BrokerConfig.parse("test", yaml, name -> Optional.empty())
                        .open();
                VillageSimulation village =
                        new VillageBuilder(SimulationSettings.offline(7)).build()) {
            IntStream.range(0, 24_000).forEach(warmUp -> village.tick());
            for (writes = true; answers == 0; ) { // until it has loaded
                tick(village, broker);
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (boolean writing : new boolean[] {round % 2 == 1, round % 2 == 0}) {
                    writes = writing;
                    (writing ? beside : alone)[round] = p99(village, broker);
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "p99 of %d times %d ticks, median (quartiles): alone %s ms, beside the model %s ms,"
                        + " %s times%n",
                ROUNDS,
                TICKS,
                quartiles(alone),
                quartiles(beside),
                quartiles(IntStream.range(0, ROUNDS)
                        .mapToDouble(round -> beside[round] / alone[round])
                        .toArray()));
        System.out.printf("%d answers while it wrote%n", answers);
        assertThat(answers).isPositive();
    }

    /** Returns the milliseconds that one of a hundred ticks exceeds. */
    private double p99(VillageSimulation village, Broker broker) {
        do {
            IntStream.range(0, TICKS / 10).forEach(settle -> tick(village, broker));
        } while (!writes && !idle);
        long[] times = IntStream.range(0, TICKS)
                .mapToLong(i -> tick(village, broker))
                .sorted()
                .toArray();
        return times[TICKS * 99 / 100] / 1e6;
    }

    private static String quartiles(double[] values) {
        double[] sorted = DoubleStream.of(values).sorted().toArray();
        return String.format(
                Locale.ROOT,
                "%.2f (%.2f to %.2f)",
                sorted[sorted.length / 2],
                sorted[sorted.length / 4],
                sorted[sorted.length * 3 / 4]);
    }

    /** Runs a tick, waits for the next, and returns how long it took. */
    private long tick(VillageSimulation village, Broker broker) {
        long before = System.nanoTime();
        village.tick();
        long took = System.nanoTime() - before;
        if (writes && idle) {
            idle = false;
            broker.submit(Request.text("").prompt("Go on.").maxTokens(500).build(), update -> {
                idle = update instanceof Update.Ended;
                answers += idle ? 1 : 0;
            });
        }
        broker.doWork();
        LockSupport.parkNanos(PERIOD - took);
        return took;
    }
}
