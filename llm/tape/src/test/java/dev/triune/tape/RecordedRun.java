/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.llm.provider.Provider;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** A run with a real broker, recorded: what the game saw, and the tape. */
public final class RecordedRun {
    private static final String[] WORDS = {
        "\"wood\"",
        "12",
        "-0.0",
        "1.0",
        "true",
        "[1, \"ö\", {\"x\": 2.5}]",
        "\"\\ud83d\"",
        "9007199254740993"
    };

    private final long seed;
    private final byte[] tape;
    private final List<Integer> fingerprints;
    private final BrokerStats stats;
    private final int calls;

    private RecordedRun(long seed, byte[] tape, TapedGame game, BrokerStats stats) {
        this.seed = seed;
        this.tape = tape;
        this.fingerprints = game.fingerprints;
        this.stats = stats;
        this.calls = game.calls();
    }

    long seed() {
        return seed;
    }

    byte[] tape() {
        return tape;
    }

    public List<Integer> fingerprints() {
        return fingerprints;
    }

    BrokerStats stats() {
        return stats;
    }

    int calls() {
        return calls;
    }

    public static RecordedRun of(long seed, int ticks) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VirtualTime time = new VirtualTime();
        TapedGame game = new TapedGame(seed);
        TapeRecorder recorder = record(seed, time, game, out);
        game.plays(recorder);
        for (int tick = 0; tick < ticks; tick++) {
            time.advance(Duration.ofMillis(50));
            game.tick();
        }
        game.close();
        BrokerStats stats = recorder.stats();
        return new RecordedRun(seed, out.toByteArray(), game, stats);
    }

    public static TapeRecorder record(
            long seed, VirtualTime time, TapedGame game, OutputStream out) {
        return TapeRecorder.record(out, tape -> broker(seed, time, tape), game);
    }

    /** Two bad providers, each the other's fallback. */
    static Broker broker(long seed, VirtualTime time, BrokerListener listener) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("a", "alpha").withPermits(3).withFallback("b"),
                        provider(time, seed))
                .provider(
                        ProviderSettings.of("b", "beta").withPermits(2).withFallback("a"),
                        provider(time, seed + 1))
                .ticker(time)
                .seed(seed)
                .callTimeout(Duration.ofSeconds(8))
                .listener(listener)
                .build();
    }

    private static Provider provider(VirtualTime time, long seed) {
        OfflineModel mind = (prompt, random) -> plan(random);
        return OfflineProvider.builder(mind)
                .clock(time, time)
                .seed(seed)
                .faultMode(FaultMode.ALL)
                .requestsPerMinute(60)
                .build();
    }

    private static String plan(RandomGenerator random) {
        StringBuilder plan = new StringBuilder("{\"thinking\":\"so\\u00e4\",\"action\":[");
        for (int i = 0; i <= random.nextInt(3); i++) {
            plan.append(i == 0 ? "" : ",").append("{\"type\":\"gather\",\"target\":");
            plan.append(WORDS[random.nextInt(WORDS.length)]).append("}");
        }
        plan.append("],\"speaking\":\"hey").append(random.nextInt(5) == 0 ? "!" : "");
        return plan.append("\",\"other\":1,\"goal\":\"rest\"}").toString();
    }

    /** Replays it with the same game; the game, once its broker is closed. */
    TapedGame replay() {
        return replay(seed, tape, fingerprints.size() - 1);
    }

    /** Plays a tape to its end. */
    static TapedGame replay(long seed, byte[] tape, int ticks) {
        TapedGame game = new TapedGame(seed);
        try (TapeReplay replay =
                TapeReplay.of("tape.jsonl", new ByteArrayInputStream(tape), game)) {
            game.plays(replay);
            for (int tick = 0; tick < ticks; tick++) {
                game.tick();
            }
            game.close();
        }
        return game;
    }
}
