/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample of docs/broker.md: the code between the marks appears there word for word. */
class TapeSampleTest {
    private final VirtualTime time = new VirtualTime();
    private final List<Update<String>> log = new ArrayList<>();

    @Test
    void replaysATapeWithoutAProvider(@TempDir Path folder) throws Exception {
        BrokerBuilder builder = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "gemma4:e4b"),
                        OfflineProvider.builder(OfflineModel.scripted("Shut it, quick!"))
                                .clock(time, time)
                                .build())
                .ticker(time);
        Path file = folder.resolve("run.tape");
        // [sample]
        Broker broker = TapeRecorder.record(file, tape -> builder.listener(tape).build());
        // [end]
        ask(broker);
        play(broker);
        broker.close();
        List<Update<String>> recorded = List.copyOf(log);
        log.clear();
        // [sample]
        Broker again = TapeReplay.of(file); // the same updates, turn by turn, or a clear error
        // [end]
        ask(again);
        play(again);
        assertThat(log).isEqualTo(recorded).isNotEmpty();
        assertThatThrownBy(() -> ask(again)).isInstanceOf(TapeMismatchException.class);
        again.close();
    }

    private void ask(Broker broker) {
        broker.submit(
                Request.text("").prompt(() -> Prompt.of("The gate is open.")).build(), log::add);
    }

    private void play(Broker broker) {
        for (int turn = 0; turn < 100; turn++) {
            broker.doWork();
            time.advance(Duration.ofMillis(50));
        }
        assertThat(log).last().isInstanceOf(Update.Ended.class);
    }
}
