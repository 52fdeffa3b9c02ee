/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Endpoint;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class TapeRecorderTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void fullDiskStopsTheTapeButNotTheGame() {
        RecordedRun whole = RecordedRun.of(5, 100);
        List<String> warnings = new ArrayList<>();
        Handler handler = collect(warnings);
        Logger logger = Logger.getLogger(TapeWriter.class.getName());
        Level level = logger.getLevel();
        logger.setLevel(Level.WARNING);
        logger.addHandler(handler);
        try {
            TapedGame game = new TapedGame(5);
            TapeRecorder recorder = RecordedRun.record(5, time, game, new FullDisk());
            game.plays(recorder);
            for (int tick = 0; tick < 100; tick++) {
                time.advance(Duration.ofMillis(50));
                game.tick();
            }
            game.close();
            assertThat(game.fingerprints).isEqualTo(whole.fingerprints());
            assertThat(recorder.failure()).get().hasToString("java.io.IOException: disk full");
            assertThat(warnings).hasSize(1);
            assertThat(warnings.get(0)).contains("stopped in turn").contains("disk full");
        } finally {
            logger.removeHandler(handler);
            logger.setLevel(level);
        }
    }

    @Test
    void tapeContainsNeitherPromptsNorKeys() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Broker recorder = TapeRecorder.record(out, tape -> AlwaysAnsweringBroker.of(time, tape));
        Endpoint own = Endpoint.of("http://localhost:1/v1", "m").withKey("sk-secret");
        assertThatThrownBy(() -> recorder.submit(
                        Request.text("")
                                .prompt(() -> Prompt.of("x"))
                                .endpoint(own)
                                .build(),
                        u -> {}))
                .isInstanceOf(RuntimeException.class);
        recorder.submit(TapeReplayTest.request("mira", "the hidden treasure"), update -> {});
        recorder.submit(
                Request.text("")
                        .prompt(() -> {
                            throw new IllegalStateException("the hidden treasure");
                        })
                        .build(),
                update -> {});
        for (int turn = 0; turn < 100; turn++) {
            recorder.doWork();
            time.advance(Duration.ofMillis(50));
        }
        recorder.close();

        assertThat(out.toString(StandardCharsets.US_ASCII))
                .contains("digest", "PROMPT_FAILED", "pieces")
                .doesNotContain("treasure")
                .doesNotContain("sk-secret");
    }

    @Test
    void recordingFailsWithoutTheTapeAsListener() {
        Broker recorder = TapeRecorder.record(
                OutputStream.nullOutputStream(),
                tape -> AlwaysAnsweringBroker.of(time, new BrokerListener() {}));

        assertThatThrownBy(() -> recorder.submit(TapeReplayTest.request("mira", "x"), u -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("(expected .listener(tape)");
    }

    @Test
    void tapeRecordsEveryListenerEvent() {
        List<String> noted = methods(TapingListener.class);
        assertThat(noted).containsAll(methods(BrokerListener.class));
    }

    @Test
    void replaysEveryListenerEvent() throws ReflectiveOperationException {
        List<String> events = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TapeWriter tape = new TapeWriter("events", out);
        TapingListener listener = new TapingListener(tape, List.of(new EventLog(events)));
        sendAllEvents(listener);
        tape.close();
        List<String> first = List.copyOf(events);
        events.clear();

        Request<?> submitting = TapeReplayTest.request("mira", "x");
        for (String line : out.toString(StandardCharsets.US_ASCII).lines().toList()) {
            TapeLine read = TapeLine.parse(line.substring(0, line.length() - 1));
            var event = TapingListener.read(read, submitting);
            if (event != null) {
                event.accept(new EventLog(events));
            }
        }
        assertThat(events)
                .isEqualTo(first)
                .hasSize(methods(BrokerListener.class).size());
    }

    @Test
    void readsOutcomesOfNewerAndOlderTapes() {
        String answered = "'kind':'ANSWERED','provider':'p','model':'m'";
        assertThat(outcome(answered + ",'usage':[1,2,3]"))
                .isEqualTo(new Outcome.Answered("p", "m", new Usage(1, 2, 3, 0)));
        assertThat(outcome(answered + ",'usage':[1,2,3,4,true,6],'added':{'later':1}"))
                .isEqualTo(new Outcome.Answered("p", "m", new Usage(1, 2, 3, 4, true)));
        assertThat(outcome("'kind':'CANCELLED','beforeStart':true"))
                .isEqualTo(new Outcome.Cancelled(true));
        assertThatThrownBy(() -> outcome("'kind':'ANSWERED','provider':'p'"))
                .isInstanceOf(RuntimeException.class);
    }

    private static Outcome outcome(String fields) {
        String line = "{'turn':1,'event':'ended','outcome':{" + fields + "}";
        return TapeLine.parse(line.replace('\'', '"')).outcome();
    }

    @Test
    void writesTheHeaderAtOnceAndFlushesLinesPeriodically() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Broker recorder = TapeRecorder.record(out, tape -> AlwaysAnsweringBroker.of(time, tape));
        int header = out.size();
        assertThat(header).isPositive();
        recorder.submit(TapeReplayTest.request("mira", "x"), update -> {});
        assertThat(out.size()).isEqualTo(header);
        for (int turn = 0; turn < TapeRecorder.FLUSH_TURNS; turn++) {
            recorder.doWork();
        }
        assertThat(out.toString(StandardCharsets.US_ASCII))
                .contains("\"submit\"")
                .endsWith("\n");
    }

    @Test
    void gameErrorsPassThroughRecorderAndReplay() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Broker recorder = TapeRecorder.record(out, tape -> AlwaysAnsweringBroker.of(time, tape));
        List<String> lived = failInPrompt(recorder);
        List<String> replayed = failInPrompt(TapeReplayTest.open(out.toByteArray()));
        assertThat(replayed)
                .isEqualTo(lived)
                .first()
                .asString()
                .contains("AssertionError: on purpose");
        assertThat(lived).last().asString().contains("PROMPT_FAILED");
    }

    @Test
    void replaysClosingFromACallback() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> lived = closeAtStart(
                TapeRecorder.record(out, tape -> AlwaysAnsweringBroker.of(time, tape)));
        List<String> replayed = closeAtStart(TapeReplayTest.open(out.toByteArray()));
        assertThat(replayed).isEqualTo(lived).last().asString().contains("Cancelled");
    }

    private static List<String> closeAtStart(Broker broker) {
        List<String> heard = new ArrayList<>();
        broker.submit(TapeReplayTest.request("mira", "x"), update -> {
            heard.add(update.toString());
            if (update instanceof Update.Started) {
                broker.close();
            }
        });
        broker.doWork();
        broker.doWork();
        broker.close();
        return heard;
    }

    private static List<String> failInPrompt(Broker broker) {
        List<String> heard = new ArrayList<>();
        broker.submit(
                Request.text("")
                        .prompt(() -> {
                            throw new AssertionError("on purpose");
                        })
                        .build(),
                update -> heard.add(update.toString()));
        try {
            broker.doWork();
        } catch (AssertionError e) {
            heard.add(e.toString());
        }
        broker.doWork();
        broker.close();
        return heard;
    }

    private static void sendAllEvents(BrokerListener listener) throws ReflectiveOperationException {
        for (Method method : BrokerListener.class.getDeclaredMethods()) {
            if (!method.isDefault()) {
                continue; // methods added by a coverage tool
            }
            Object[] values = Arrays.stream(method.getParameterTypes())
                    .map(TapeRecorderTest::example)
                    .toArray();
            method.invoke(listener, values);
        }
    }

    private static Object example(Class<?> type) {
        List<Object> examples = List.of(
                new Ticket(7),
                "a provider",
                42,
                Duration.ofNanos(1_234_567_891),
                FailureCode.CUT_OFF,
                TapeReplayTest.request("mira", "x"),
                new Outcome.Failed(FailureCode.UNREACHABLE, "gone", true),
                new Telemetry(
                        "m",
                        1,
                        Duration.ofDays(400),
                        3,
                        Duration.ZERO,
                        new Usage(1, 2, 3, 4),
                        true,
                        "x"));
        return examples.stream()
                .filter(value -> type.isInstance(value) || (type == int.class && value.equals(42)))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(method -> method.getName() + Arrays.toString(method.getParameterTypes()))
                .toList();
    }

    private static Handler collect(List<String> messages) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                messages.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    /** Takes 10,000 bytes. */
    private static final class FullDisk extends OutputStream {
        private int room = 10_000;

        @Override
        public void write(int octet) throws IOException {
            if (--room < 0) {
                throw new IOException("disk full");
            }
        }
    }
}
