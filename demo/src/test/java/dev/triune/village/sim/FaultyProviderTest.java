/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class FaultyProviderTest {
    private static final ModelCall CALL =
            new ModelCall("any", Prompt.of("What now?"), AnswerFormat.TEXT, 50, 0.5);

    private final VirtualTime time = new VirtualTime();
    private final List<String> heard = new ArrayList<>();
    private final StringBuilder answer = new StringBuilder();
    private FaultMode fault = FaultMode.NONE;
    private final Provider provider = new FaultyProvider(
            OfflineProvider.builder((call, random) -> "x".repeat(2_000))
                    .clock(time, time)
                    .build(),
            () -> fault,
            time,
            UnaryOperator.identity());

    @Test
    void answersNormallyBeforeAndAfterTheFault() {
        ask();
        passTicks(99);
        assertThat(heard).isNotEmpty().containsOnly("text");
        fault = FaultMode.DEAD;
        passTicks(101);
        fault = FaultMode.NONE;
        heard.clear();
        ask();
        passTicks(400);
        assertThat(heard).contains("text").last().isEqualTo("whole");
    }

    @Test
    void deadProviderIsUnreachable() {
        fault = FaultMode.DEAD;
        ask();
        passTicks(99);
        ask();
        assertThat(heard).containsExactly("unreachable", "unreachable");
    }

    @Test
    void cutsOffRunningAnswerOnce() {
        ask();
        passTicks(40);
        fault = FaultMode.DEAD;
        passTicks(200);
        assertThat(heard).startsWith("text").last().isEqualTo("cut_off");
        assertThat(heard).containsOnlyOnce("cut_off").doesNotContain("whole");
    }

    @Test
    void hangingAnswerStaysSilentAfterRecovery() {
        ask();
        passTicks(40);
        fault = FaultMode.HANG;
        int before = heard.size();
        ask();
        passTicks(100);
        fault = FaultMode.NONE;
        passTicks(400);
        assertThat(heard).hasSize(before).doesNotContain("whole");
    }

    @Test
    void slowProviderDeliversTheSameAnswerLater() {
        fault = FaultMode.SLOW;
        ask();
        passTicks(160);
        assertThat(heard).isEmpty();
        passTicks(400);
        assertThat(heard).last().isEqualTo("whole");
        assertThat(answer.toString()).isEqualTo("x".repeat(2_000));
    }

    @Test
    void garbageReplacesTheWholeText() {
        fault = FaultMode.GARBAGE;
        ask();
        passTicks(400);
        assertThat(heard).containsExactly("text", "whole");
        assertThat(answer.toString()).isEqualTo(FaultyProvider.GARBAGE);
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
                answer.append(delta);
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
