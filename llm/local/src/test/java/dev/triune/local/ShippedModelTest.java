/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.provider.OfflineProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
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
}
