/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After each tick every step that was queued is done, failed, dropped or still queued, and every
 * answer has one status, whatever a game, its models and its levels do. Two worlds share a broker,
 * and each is disposed and begun anew again and again. A million ticks with {@code
 * -Dtriune.thorough=true}; {@code -Dledger.seed=7} runs that seed alone.
 */
class StepLedgerTest {
    private static final int SEEDS = Thorough.count(3, 20);
    private static final int TICKS = Thorough.count(1_000, 25_000); // of two worlds each
    private static final int LEVEL = 800;
    private static final FaultMode[] FAULTS = {
        FaultMode.ALL, FaultMode.CUT, FaultMode.SLOW, FaultMode.RATELIMIT, FaultMode.GARBAGE
    };

    private final Logger log = Logger.getLogger("dev.triune");
    private Level level = Level.INFO;

    @BeforeEach
    void silenceTheLog() {
        level = log.getLevel();
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void restoreTheLog() {
        log.setLevel(level);
    }

    static LongStream seeds() {
        Long one = Long.getLong("ledger.seed");
        return one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void stepCountsAddUpAfterEveryTick(long seed) {
        new Levels(seed).run(TICKS);
    }

    @Test
    void sameSeedGivesTheSameRun() {
        assertThat(new Levels(1).run(500)).isEqualTo(new Levels(1).run(500));
    }

    /** A long run in which as many agents are created as deleted leaks no memory. */
    @Test
    void memoryStaysFlat() {
        Levels levels = new Levels(99);
        int part = Thorough.count(1_000, 30_000);
        levels.run(2 * part);
        long before = usedMemory();
        levels.run(2 * part);
        assertThat(usedMemory() - before).as("bytes more").isLessThan(3_000_000);
    }

    private static long usedMemory() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Two worlds on one broker, each with one level after the other. */
    private static final class Levels {
        private final long seed;
        private final Random random;
        private final VirtualTime time = new VirtualTime();
        private final Map<String, Object> names = new HashMap<>();
        private final Broker broker;
        private final ChaosWorld[] worlds = new ChaosWorld[2];
        private int tick;
        private long steps;

        Levels(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            OfflineModel mind = Levels::answer;
            broker = new BrokerBuilder()
                    .provider(
                            ProviderSettings.of("calm", "calm").withPermits(8),
                            provider(mind, FaultMode.NONE))
                    .provider(
                            ProviderSettings.of("wild", "wild").withPermits(8),
                            provider(mind, FAULTS[(int) (seed % FAULTS.length)]))
                    .ticker(time)
                    .build();
            begin(0);
            begin(1);
        }

        private OfflineProvider provider(OfflineModel mind, FaultMode faults) {
            return OfflineProvider.builder(mind)
                    .clock(time, time)
                    .seed(seed)
                    .faultMode(faults)
                    .build();
        }

        private void begin(int place) {
            worlds[place] = new ChaosWorld(random, broker, names, place == 0);
        }

        /** Runs so many ticks of either world; returns what came of them. */
        String run(int ticks) {
            try {
                for (int end = tick + ticks; tick < end; tick++) {
                    tick();
                }
                return worlds[0].stats() + " " + worlds[1].stats() + " " + steps;
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("tick " + tick + "; rerun with -Dledger.seed=" + seed, e);
            }
        }

        private void tick() {
            time.advance(Duration.ofMillis(50));
            for (int i = 0; i < worlds.length; i++) {
                worlds[i].tick();
                if (random.nextInt(LEVEL) == 0) {
                    ChaosWorld gone = worlds[i];
                    steps += gone.stats().steps().queued();
                    gone.dispose();
                    begin(i);
                    while (broker.doWork() > 0) {
                        // its cancellations are delivered
                    }
                    gone.checkEnd();
                }
            }
        }

        private static String answer(Object prompt, RandomGenerator random) {
            return switch (random.nextInt(16)) {
                case 0 -> "{}";
                case 1 -> "no JSON at all";
                case 2 -> "{\"action\":{\"type\":\"invented" + random.nextInt() + "\"}}";
                case 3 ->
                    "{\"action\":[{\"type\":\"short\"},{\"type\":\"cancel_plan\"},"
                            + "{\"type\":\"long\"}]}";
                case 4 ->
                    "{\"action\":[{\"type\":\"sleep_until_queue_complete\"},"
                            + "{\"type\":\"rest\"}],\"thinking\":\"Hm.\"}";
                case 6 -> throw new IllegalStateException("the model's machine is on fire");
                case 5 -> "{\"speaking\":\"Hello!\",\"key" + random.nextInt() + "\":1}";
                default ->
                    "{\"action\":[" + String.join(",", plan(random))
                            + "],\"speaking\":\"Off I go.\"}";
            };
        }

        private static List<String> plan(RandomGenerator random) {
            return random.ints(random.nextInt(1, 7), 0, 4)
                    .mapToObj(each -> "{\"type\":\""
                            + List.of("gather", "rest", "short", "long").get(each) + "\"}")
                    .toList();
        }
    }
}
