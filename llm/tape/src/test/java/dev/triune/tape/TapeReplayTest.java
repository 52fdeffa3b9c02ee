/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.llm.Broker;
import dev.triune.llm.Broker.TenantCooldown;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.Provider;
import dev.triune.testsupport.Thorough;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failure names its seed; {@code RecordedRun.of(seed, TICKS).replay()} reruns it. */
public class TapeReplayTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm");
    private static final int SEEDS = Thorough.count(20, 50);
    private static final int TICKS = 300;

    static {
        QUIET.setLevel(Level.OFF);
    }

    @Test
    void replayYieldsTheSameWorldInEveryTick() {
        Set<Outcome.Kind> seen = EnumSet.noneOf(Outcome.Kind.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            RecordedRun recordedRun = RecordedRun.of(seed, TICKS);
            TapedGame game = recordedRun.replay();
            assertThat(game.fingerprints).as("seed %d", seed).isEqualTo(recordedRun.fingerprints());
            assertThat(game.calls()).as("seed %d", seed).isEqualTo(recordedRun.calls());
            recordedRun.stats().requests().outcomes().forEach((kind, count) -> {
                if (count > 0) {
                    seen.add(kind);
                }
            });
        }
        assertThat(seen)
                .as("the runs reach every outcome")
                .containsExactlyInAnyOrder(Outcome.Kind.values());
    }

    @Test
    void sameRunYieldsTheSameTape() {
        assertThat(RecordedRun.of(3, 100).tape())
                .isEqualTo(RecordedRun.of(3, 100).tape());
    }

    @Test
    void replayReportsTheSameStats() {
        for (long seed = 0; seed < Thorough.count(3, 10); seed++) {
            RecordedRun recordedRun = RecordedRun.of(seed, TICKS);
            TapedGame game = new TapedGame(seed);
            TapeReplay replay = open(recordedRun.tape(), game);
            game.plays(replay);
            for (int tick = 0; tick < TICKS; tick++) {
                game.tick();
            }
            game.close();
            BrokerStats live = recordedRun.stats();
            BrokerStats played = replay.stats();
            assertThat(played.requests().outcomes())
                    .as("seed %d", seed)
                    .isEqualTo(live.requests().outcomes());
            assertThat(played.layers()).as("seed %d", seed).isEqualTo(live.layers());
            assertThat(played.calls().usage())
                    .as("seed %d", seed)
                    .isEqualTo(live.calls().usage());
            assertThat(played.requests().submitted())
                    .as("seed %d", seed)
                    .isEqualTo(live.requests().submitted());
            assertThat(played.requests().fallbacks())
                    .as("seed %d", seed)
                    .isEqualTo(live.requests().fallbacks());
            assertThat(played.calls().rateLimited())
                    .as("seed %d", seed)
                    .isEqualTo(live.calls().rateLimited());
            assertThat(played.requests().retries())
                    .as("seed %d", seed)
                    .isEqualTo(live.requests().retries());
            assertThat(played.calls().inFlight()).as("seed %d", seed).isZero();
            assertThat(played.queue().waiting()).as("seed %d", seed).isZero();
        }
    }

    @Test
    void mismatchNamesTheFirstDifferingCall() {
        byte[] tape = oneRequest("mira", "What now?");
        TapeReplay replay = open(tape);

        TapeMismatchException mismatch = catchThrowableOfType(
                TapeMismatchException.class,
                () -> replay.submit(request("oren", "What now?"), u -> {}));

        assertThat(mismatch)
                .hasMessageStartingWith("tape.jsonl:2: turn 0: expected submit of request 1,"
                        + " agent mira, session none, layer none, model none, format TEXT,"
                        + " priority 8")
                .hasMessageContaining("but the game did submit of request 1, agent oren");
        assertThat(mismatch.line()).isEqualTo(2);
        assertThat(mismatch.isEndOfTape()).isFalse();
        assertThatThrownBy(replay::doWork).as("thrown again").isSameAs(mismatch);
        replay.close();
    }

    @Test
    void changedPromptIsAMismatch() {
        TapeReplay replay = open(oneRequest("mira", "What now?"));
        replay.submit(request("mira", "What then?"), update -> {});

        assertThatThrownBy(replay::doWork)
                .isInstanceOf(TapeMismatchException.class)
                .hasMessageMatching(
                        "tape.jsonl:7: turn 1: expected rendered of request 1, digest [0-9a-f]{16},"
                                + " but the game did rendered of request 1, digest [0-9a-f]{16}");
    }

    @Test
    void missingCallIsAMismatch() {
        TapeReplay replay = open(oneRequest("mira", "What now?"));

        assertThatThrownBy(replay::doWork)
                .isInstanceOf(TapeMismatchException.class)
                .hasMessageContaining("tape.jsonl:2: turn 1: expected submit of request 1")
                .hasMessageEndingWith("in turn 0, but the game did doWork");
    }

    @Test
    void swallowedMismatchIsThrownAgain() {
        TapeReplay replay = open(oneRequest("mira", "What now?"));
        replay.submit(request("mira", "What now?"), update -> {
            try {
                replay.cancel(update.ticket());
            } catch (TapeMismatchException swallowed) {
                assertThat(swallowed).hasMessageContaining("cancel of ticket 1");
            }
        });

        assertThatThrownBy(replay::doWork).isInstanceOf(TapeMismatchException.class);
    }

    @Test
    void changedDecoderIsAMismatch() {
        byte[] tape = oneRequest("mira", "What now?");
        Request<String> silent = request("mira", "What now?")
                .with((part, out) -> {}, () -> Optional.of(Prompt.of("What now?")));
        Request<String> twice = request("mira", "What now?")
                .with(
                        (part, out) -> {
                            out.accept("one");
                            out.accept("two");
                        },
                        () -> Optional.of(Prompt.of("What now?")));

        assertThatThrownBy(() -> finish(tape, silent))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessageContaining("the decoder gave 0");
        assertThatThrownBy(() -> finish(tape, twice))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessageContaining("the decoder gave 2");
    }

    @Test
    void idleTurnsTakeNoSpaceOnTheTape() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VirtualTime time = new VirtualTime();
        Broker recorder = TapeRecorder.record(out, tape -> RecordedRun.broker(1, time, tape));
        for (int turn = 0; turn < 10_000; turn++) {
            recorder.doWork();
        }
        recorder.close();
        assertThat(out.size()).isLessThan(500);

        TapeReplay replay = open(out.toByteArray());
        int turns = 0;
        while (!replay.isAtEnd()) {
            assertThat(replay.doWork()).isZero();
            turns++;
        }
        assertThat(turns).isEqualTo(10_000);
        replay.close();
        assertThat(replay.doWork()).as("closed").isZero();
        assertThat(replay.cancel(new Ticket(1))).as("closed").isFalse();
    }

    @Test
    void extraTurnIsAMismatchAtTheEndOfTheTape() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Broker recorder =
                TapeRecorder.record(out, tape -> RecordedRun.broker(1, new VirtualTime(), tape));
        recorder.doWork();
        recorder.close();
        TapeReplay replay = open(out.toByteArray());
        replay.doWork();

        assertThatThrownBy(replay::doWork)
                .isInstanceOf(TapeMismatchException.class)
                .hasMessage(
                        "tape.jsonl:2: turn 2: expected close in turn 1, but the game did doWork");
    }

    @Test
    void rejectsCallsFromOtherThreads() throws InterruptedException {
        TapeReplay replay = open(oneRequest("mira", "What now?"));
        replay.stats();
        Throwable[] thrown = new Throwable[1];
        Thread other = new Thread(() -> {
            try {
                replay.doWork();
            } catch (IllegalStateException e) {
                thrown[0] = e;
            }
        });
        other.start();
        other.join();
        assertThat(thrown[0]).hasMessageContaining("owns it (call it on that thread only)");
    }

    @Test
    void cooldownsOfTheBrokerAreReplayed() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VirtualTime time = new VirtualTime();
        Broker[] inner = new Broker[1];
        TapeRecorder recorder = TapeRecorder.record(
                out, tape -> inner[0] = AlwaysAnsweringBroker.strict(time, tape));
        Request<String> request = Request.text("")
                .tenant("a")
                .prompt(() -> Prompt.of("What now?"))
                .build();
        recorder.submit(request, update -> {});
        recorder.doWork();
        TenantCooldown recorded = recorder.cooldown(request);
        assertThat(recorded).isEqualTo(inner[0].cooldown(request));
        assertThat(recorded.remaining()).isPositive();
        recorder.close();

        TapeReplay replay = open(out.toByteArray());
        replay.submit(request, update -> {});
        replay.doWork();
        assertThat(replay.cooldown(request)).isEqualTo(recorded);
        replay.close();
        assertThat(replay.cooldown(request).remaining()).as("closed").isZero();
    }

    @Test
    void longNonLatinAnswersAreRecordedAndReplayed() {
        String answer = "\u706b".repeat(4 << 20);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VirtualTime time = new VirtualTime();
        TapeRecorder recorder = TapeRecorder.record(
                out, tape -> AlwaysAnsweringBroker.of(time, tape, inOnePiece(answer)));
        recorder.submit(request("mira", "What now?"), update -> {});
        recorder.doWork();
        recorder.doWork();
        recorder.close();
        assertThat(recorder.failure()).isEmpty();

        List<Update<String>> updates = new ArrayList<>();
        TapeReplay replay = open(out.toByteArray());
        replay.submit(request("mira", "What now?"), updates::add);
        replay.doWork();
        replay.doWork();
        replay.close();
        assertThat(updates)
                .anyMatch(update -> update instanceof Update.Part<String> part
                        && part.value().equals(answer));
    }

    private static Provider inOnePiece(String answer) {
        return (call, sink) -> {
            sink.text(answer);
            sink.complete(Usage.NONE);
            return () -> {};
        };
    }

    @Test
    void recordsToAndReplaysFromFiles(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("run.jsonl");
        VirtualTime time = new VirtualTime();
        TapeRecorder recorder =
                TapeRecorder.record(file, tape -> RecordedRun.broker(1, time, tape));
        recorder.doWork();
        recorder.close();
        assertThat(Files.readString(file)).endsWith("\"}\n");
        assertThat(recorder.failure()).isEmpty();

        try (TapeReplay replay = TapeReplay.of(file)) {
            replay.doWork();
        }
        assertThatThrownBy(() -> TapeReplay.of(folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
    }

    public static TapeReplay open(byte[] tape, BrokerListener... listeners) {
        return TapeReplay.of("tape.jsonl", new ByteArrayInputStream(tape), listeners);
    }

    private static void finish(byte[] tape, Request<String> request) {
        TapeReplay replay = open(tape);
        replay.submit(request, update -> {});
        while (!replay.isAtEnd()) {
            replay.doWork();
        }
        replay.close();
    }

    public static Request<String> request(String agent, String prompt) {
        return Request.text("")
                .agent(agent)
                .priority(Priority.HIGH)
                .prompt(() -> Prompt.of(prompt))
                .build();
    }

    /** The tape of a run with one answered request. */
    static byte[] oneRequest(String agent, String prompt) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VirtualTime time = new VirtualTime();
        TapeRecorder recorder =
                TapeRecorder.record(out, tape -> AlwaysAnsweringBroker.of(time, tape));
        recorder.submit(request(agent, prompt), update -> {});
        for (int turn = 0; turn < 100; turn++) {
            recorder.doWork();
            time.advance(Duration.ofMillis(50));
        }
        recorder.close();
        return out.toByteArray();
    }
}
