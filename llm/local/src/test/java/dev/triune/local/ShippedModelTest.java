/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The broker of a game that ships a model, and plays by rules without it. */
class ShippedModelTest {
    private String shown = "";

    private String answerByRules(Prompt prompt, RandomGenerator random) {
        return "by rules";
    }

    private void show(String line) {
        shown = line;
    }

    // [sample]
    Broker broker(Path game) {
        BrokerBuilder broker = new BrokerBuilder();
        try {
            broker.provider(
                    ProviderSettings.of("pocket", "small").withPermits(4).withFallback("rules"),
                    ServerProvider.start(
                            game.resolve("bin"),
                            game.resolve("models/small.gguf"),
                            LocalSettings.DEFAULT,
                            List.of()));
        } catch (IOException e) {
            show(e.getMessage()); // one line for the player; rules answer
        }
        return broker.provider(
                        ProviderSettings.of("rules", "rules").withPermits(8),
                        OfflineProvider.builder(this::answerByRules).build())
                .build();
    }
    // [end]

    @Test
    @Timeout(60)
    void playsByRulesIfTheModelIsMissing(@TempDir Path game) {
        StringBuilder answer = new StringBuilder();
        try (Broker broker = broker(game)) {
            Outcome[] end = new Outcome[1];
            broker.submit(Request.text("").prompt("Hello").build(), update -> {
                if (update instanceof Update.Part<String> part) {
                    answer.append(part.value());
                } else if (update instanceof Update.Ended<String> ended) {
                    end[0] = ended.outcome();
                }
            });
            while (end[0] == null) {
                broker.doWork();
                LockSupport.parkNanos(1_000_000);
            }
        }
        assertThat(answer).hasToString("by rules");
        assertThat(shown).contains("bin").contains("there is no such file");
    }

    // [sample]
    /** A model that a player switches off and on; while it is off, calls go to the fallback. */
    static final class SwitchedModel implements Provider {
        private final Callable<Provider> starter;
        private volatile @Nullable Provider running;

        SwitchedModel(Callable<Provider> starter) {
            this.starter = starter;
        }

        /** For a menu: the server loads and ends in the background. Throws what starting throws. */
        synchronized void turn(boolean on) throws Exception {
            Provider before = running;
            if (on && before == null) {
                running = starter.call();
            } else if (!on && before != null) {
                running = null;
                before.close(); // frees its memory; the fallback answers what it was writing
            }
        }

        /** For a screen: what the server does, or that it is off. */
        String state() {
            return running instanceof ServerProvider server ? server.state() : "off";
        }

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            Provider now = running;
            if (now != null) {
                return now.start(call, sink);
            }
            Duration pause = Duration.ofSeconds(1);
            sink.fail(new RateLimited(pause, "the player switched it off", true, false));
            return () -> {};
        }

        @Override
        public synchronized void close() {
            if (running != null) {
                running.close();
            }
        }
    }
    // [end]

    private static final class WrittenModel implements Provider {
        boolean closed;

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            sink.text("by the model");
            sink.complete(FinishReason.STOP, new Usage(1, 1, 0, 0));
            return () -> {};
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void playerSwitchesTheModelOffAndOnWhileTheGameRuns() throws Exception {
        VirtualTime time = new VirtualTime();
        List<WrittenModel> started = new ArrayList<>();
        SwitchedModel model = new SwitchedModel(() -> {
            started.add(new WrittenModel());
            return started.get(started.size() - 1);
        });
        try (Broker broker = new BrokerBuilder()
                .provider(ProviderSettings.of("pocket", "small").withFallback("rules"), model)
                .provider(
                        ProviderSettings.of("rules", "rules"),
                        OfflineProvider.builder(this::answerByRules)
                                .clock(time, time)
                                .build())
                .ticker(time)
                .build()) {
            assertThat(ask(broker, time)).isEqualTo("by rules");
            for (int i = 0; i < 3; i++) {
                model.turn(true);
                model.turn(true);
                int seconds = 0;
                while (!ask(broker, time).equals("by the model")) {
                    time.advance(Duration.ofSeconds(1));
                    assertThat(++seconds).as("seconds until the model answers").isLessThan(60);
                }
                model.turn(false);
                assertThat(started.get(i).closed).isTrue();
                for (int asked = 0; asked < 5; asked++) { // more than would count as an outage
                    assertThat(ask(broker, time)).isEqualTo("by rules");
                }
            }
            model.turn(true);
        }
        assertThat(started).hasSize(4).allMatch(each -> each.closed);
    }

    private static String ask(Broker broker, VirtualTime time) {
        StringBuilder answer = new StringBuilder();
        boolean[] ended = {false};
        broker.submit(Request.text("").prompt("Hello").build(), update -> {
            if (update instanceof Update.Part<String> part) {
                answer.append(part.value());
            }
            ended[0] |= update instanceof Update.Ended<String>;
        });
        for (int i = 0; !ended[0] && i < 1_000; i++) {
            time.advance(Duration.ofMillis(50));
            broker.doWork();
        }
        return answer.toString();
    }
}
