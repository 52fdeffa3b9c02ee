/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OutageProviderTest {
    private static final Outage OUTAGE = new Outage(100, 200);
    private static final ModelCall CALL =
            new ModelCall("any", Prompt.of("What now?"), AnswerFormat.TEXT, 50, 0.5);

    private final VirtualTime time = new VirtualTime();
    private final List<String> heard = new ArrayList<>();
    private final Provider provider = new OutageProvider(
            OfflineProvider.builder((call, random) -> "x".repeat(2_000))
                    .clock(time, time)
                    .build(),
            OUTAGE,
            time);

    @Test
    void beforeAndAfterItAnswersAsEver() {
        ask();
        passTicks(99);
        assertThat(heard).isNotEmpty().containsOnly("text");
        passTicks(101);
        heard.clear();
        ask();
        passTicks(400);
        assertThat(heard).contains("text").last().isEqualTo("whole");
    }

    @Test
    void meanwhileItCannotBeReached() {
        passTicks(100);
        ask();
        passTicks(99);
        ask();
        assertThat(heard).containsExactly("unreachable", "unreachable");
    }

    @Test
    void anAnswerThatIsBeingGivenBreaksOffOnce() {
        passTicks(60);
        ask();
        passTicks(200);
        assertThat(heard).startsWith("text").last().isEqualTo("cut_off");
        assertThat(heard).containsOnlyOnce("cut_off").doesNotContain("whole");
    }

    private void passTicks(int ticks) {
        for (int i = 0; i < ticks; i++) {
            time.advance(Duration.ofMillis(50));
        }
    }

    private void ask() {
        provider.start(CALL, new AnswerSink() {
            @Override
            public void text(String delta) {
                heard.add("text");
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                heard.add("whole");
            }

            @Override
            public void fail(CallFailure failure) {
                heard.add(
                        failure instanceof CallFailure.Failed failed
                                ? failed.code().code()
                                : failure.message());
            }
        });
    }
}
