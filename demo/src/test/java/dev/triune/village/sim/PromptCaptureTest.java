/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Message;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.BatchingProvider;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ModelCall.Caller;
import dev.triune.llm.provider.Provider;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PromptCaptureTest {
    private final PromptCapture overheard = new PromptCapture();
    private final List<AnswerSink> sinks = new ArrayList<>();
    private final Provider provider = overheard.wrap((Silent) (call, sink) -> {
        sinks.add(sink);
        return () -> {};
    });
    private final StringBuilder heard = new StringBuilder();

    /** A provider that is one method. */
    private interface Silent extends Provider {}

    @Test
    void theAnswerIsKeptAsItCameAndHandedOn() {
        ask("Mira #1", "What now?");
        AnswerSink sink = sinks.get(0);
        sink.text("<think>hm</think>");
        sink.text("{\"speaking\":");
        PromptCapture.CapturedExchange capturedExchange =
                overheard.of("Mira #1").orElseThrow();
        assertThat(capturedExchange.state()).isEqualTo("under way");
        sink.text("\"Yes.\"}");
        sink.complete(Usage.NONE);

        assertThat(capturedExchange.state()).isEqualTo("complete");
        assertThat(capturedExchange.answer()).isEqualTo("<think>hm</think>{\"speaking\":\"Yes.\"}");
        assertThat(capturedExchange.prompt())
                .isEqualTo("[SYSTEM]\nYou are Mira.\n\n[USER]\nWhat now?");
        assertThat(heard).hasToString(capturedExchange.answer() + "!");
        assertThat(overheard.of("Oren #2")).isEmpty();
    }

    @Test
    void longTextsAreCut() {
        ask("Mira #1", "x".repeat(2 * PromptCapture.MAX_CHARACTERS));
        for (int i = 0; i < 100; i++) {
            sinks.get(0).text("y".repeat(1_000));
        }
        PromptCapture.CapturedExchange capturedExchange =
                overheard.of("Mira #1").orElseThrow();
        assertThat(capturedExchange.prompt())
                .hasSizeBetween(PromptCapture.MAX_CHARACTERS, PromptCapture.MAX_CHARACTERS + 50);
        assertThat(capturedExchange.answer())
                .hasSizeBetween(PromptCapture.MAX_CHARACTERS, PromptCapture.MAX_CHARACTERS + 50)
                .endsWith("(cut at " + PromptCapture.MAX_CHARACTERS + " characters)");
        assertThat(heard).hasSize(100_000);
    }

    @Test
    void theAgentsThatAskedFirstAreForgottenFirst() {
        for (int agent = 0; agent <= PromptCapture.MAX_AGENTS; agent++) {
            ask("agent " + agent, "What now?");
        }
        assertThat(overheard.of("agent 0")).isEmpty();
        assertThat(overheard.of("agent 1")).isPresent();
        assertThat(overheard.of("agent " + PromptCapture.MAX_AGENTS)).isPresent();
    }

    @Test
    void whatBatchesGoesOnBatching() {
        List<ModelCall> batch = new ArrayList<>();
        Provider around = overheard.wrap(new BatchingProvider() {
            @Override
            public List<RunningCall> startBatch(List<BatchCall> calls) {
                calls.forEach(batchCall -> {
                    batch.add(batchCall.call());
                    batchCall
                            .sink()
                            .text("answer to " + batchCall.call().caller().agent());
                });
                return calls.stream().<RunningCall>map(batchCall -> () -> {}).toList();
            }

            @Override
            public RunningCall start(ModelCall call, AnswerSink sink) {
                throw new IllegalStateException("not asked for in this test");
            }
        });
        assertThat(around).isInstanceOf(BatchingProvider.class);
        ((BatchingProvider) around)
                .startBatch(List.of(
                        new BatchingProvider.BatchCall(call("a", "1"), hearing()),
                        new BatchingProvider.BatchCall(call("b", "2"), hearing())));
        assertThat(batch).hasSize(2);
        assertThat(overheard.of("b").orElseThrow().answer()).isEqualTo("answer to b");
    }

    private void ask(String agent, String question) {
        provider.start(call(agent, question), hearing());
    }

    private static ModelCall call(String agent, String question) {
        Prompt prompt = Prompt.of(Message.system("You are Mira."), Message.user(question));
        return new ModelCall("test-model", prompt, AnswerFormat.PLAN, 100, 0)
                .withCaller(new Caller(agent, Priority.MEDIUM, 1));
    }

    private AnswerSink hearing() {
        return new AnswerSink() {
            @Override
            public void text(String delta) {
                heard.append(delta);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                heard.append('!');
            }

            @Override
            public void fail(CallFailure failure) {
                heard.append('?');
            }
        };
    }
}
