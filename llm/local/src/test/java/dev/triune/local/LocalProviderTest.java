/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.RecordingSink;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LocalProviderTest {
    private final List<LocalEngine.Generation> generations = new CopyOnWriteArrayList<>();

    private final FakeEngine engine = new FakeEngine((what, prompt, wanted, out) -> {
        generations.add(what);
        return FakeEngine.write("an answer", wanted, out);
    });

    static ModelCall call(String agent, String prompt) {
        return new ModelCall(
                "small",
                Prompt.of(prompt),
                AnswerFormat.TEXT,
                100,
                0.5,
                ModelOptions.NONE,
                null,
                new ModelCall.Caller(agent, Priority.MEDIUM, 1),
                false);
    }

    private Usage ask(LocalProvider provider, ModelCall call) throws Exception {
        RecordingSink sink = new RecordingSink();
        provider.start(call, sink);
        return sink.usage();
    }

    @Test
    void agentsKeepTheirSlotAndCachedPromptPrefix() throws Exception {
        try (LocalProvider provider = open(LocalSettings.DEFAULT.withSlots(2))) {
            assertThat(ask(provider, call("ann", "rules, then A"))).isEqualTo(usage(13, 0));
            assertThat(ask(provider, call("bob", "rules, then B"))).isEqualTo(usage(13, 0));
            assertThat(ask(provider, call("ann", "rules, then a"))).isEqualTo(usage(1, 12));
            // Bob's slot was used longest ago; it still has the rules.
            assertThat(ask(provider, call("cid", "rules, or not"))).isEqualTo(usage(6, 7));
        }
        assertThat(generations)
                .extracting(LocalEngine.Generation::slot)
                .containsExactly(0, 1, 0, 1);
    }

    private static Usage usage(int fresh, int cached) {
        return new Usage(fresh, cached, 0, 3);
    }

    private LocalProvider open(LocalSettings settings) {
        return new LocalProvider(engine, settings);
    }

    @Test
    void rejectsCallsBeyondTheMaximumQueueLength() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        FakeEngine endless = new FakeEngine((what, prompt, wanted, out) -> {
            begun.countDown();
            while (wanted.getAsBoolean()) {
                Thread.onSpinWait();
            }
            return false;
        });
        try (LocalProvider provider = new LocalProvider(endless, LocalSettings.DEFAULT)) {
            provider.start(call("ann", "hello"), new RecordingSink());
            begun.await();
            for (int i = 0; i < LocalProvider.MAX_WAITING; i++) {
                provider.start(call("ann", "hello"), new RecordingSink());
            }
            RecordingSink refused = new RecordingSink();
            provider.start(call("ann", "hello"), refused);
            assertThat(refused.failure().toString()).contains("256 calls wait");
        }
    }

    @Test
    void optionsReachTheEngine() throws Exception {
        ModelOptions options = ModelOptions.NONE.topP(0.9).seed(7).stop("\n");
        try (LocalProvider provider = open(LocalSettings.DEFAULT)) {
            ask(provider, call("ann", "hello").withOptions(options));
        }
        LocalEngine.Generation what = generations.get(0);
        assertThat(what.topP()).isEqualTo(0.9);
        assertThat(what.seed()).isEqualTo(7);
        assertThat(what.stop()).containsExactly("\n");
        assertThat(what.temperature()).isEqualTo(0.5);
        assertThat(what.maxTokens()).isEqualTo(100);
        assertThat(what.grammar()).isEmpty();
    }

    @Test
    void plansFollowTheirSchemaAndOtherJsonIsAnObject() throws Exception {
        AnswerSchema schema = new AnswerSchema("word", Map.of("enum", List.of("yes", "no")));
        try (LocalProvider provider = open(LocalSettings.DEFAULT)) {
            for (AnswerSchema form : Arrays.asList(schema, null)) {
                ask(
                        provider,
                        new ModelCall("small", Prompt.of("?"), AnswerFormat.PLAN, 9, 1, form));
            }
        }
        assertThat(generations.get(0).grammar()).contains("yes");
        assertThat(generations.get(1).grammar()).isEqualTo(JsonGrammar.ANY_OBJECT);
    }

    @Test
    void rejectsPromptsThatFillTheContextWithOneLine() throws Exception {
        RecordingSink sink = new RecordingSink();
        try (LocalProvider provider = open(LocalSettings.DEFAULT.withContext(256))) {
            provider.start(call("ann", "x".repeat(255)), sink);
            assertThat(sink.failure())
                    .isEqualTo(failed(
                            FailureCode.BAD_REQUEST,
                            "a prompt of 255 tokens for a local model with a context of 256 (expected a"
                                    + " shorter prompt, or a larger context)"));
            ask(provider, call("ann", "x".repeat(200)));
        }
        assertThat(generations.get(0).maxTokens()).isEqualTo(55);
    }

    private static CallFailure failed(FailureCode code, String message) {
        return new CallFailure.Failed(code, message);
    }

    @Test
    void rejectsTools() throws Exception {
        Tool tool = new Tool("Looks.", new AnswerSchema("look", Map.of("type", "object")));
        RecordingSink sink = new RecordingSink();
        try (LocalProvider provider = open(LocalSettings.DEFAULT)) {
            ModelOptions options = ModelOptions.NONE.tools("auto", List.of(tool));
            provider.start(call("ann", "hello").withOptions(options), sink);
            assertThat(sink.failure())
                    .isEqualTo(failed(FailureCode.BAD_REQUEST, "the local model calls no tools"));
        }
    }

    @Test
    void answerOfMaxTokensEndsWithLength() throws Exception {
        RecordingSink sink = new RecordingSink();
        try (LocalProvider provider = open(LocalSettings.DEFAULT)) {
            ModelCall call = new ModelCall("small", Prompt.of("?"), AnswerFormat.TEXT, 3, 0.5);
            provider.start(call, sink);
            assertThat(sink.finishReason()).isEqualTo(FinishReason.LENGTH);
        }
    }

    @Test
    void callCancelledWhileWaitingIsNeverGenerated() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger written = new AtomicInteger();
        FakeEngine slow = new FakeEngine((what, prompt, wanted, out) -> {
            written.incrementAndGet();
            await(go);
            return FakeEngine.write("an answer", wanted, out);
        });
        try (LocalProvider provider = new LocalProvider(slow, LocalSettings.DEFAULT)) {
            RecordingSink first = new RecordingSink();
            RecordingSink second = new RecordingSink();
            RecordingSink third = new RecordingSink();
            provider.start(call("ann", "1"), first);
            provider.start(call("bob", "2"), second).cancel();
            provider.start(call("cid", "3"), third);
            go.countDown();
            third.awaitEnd();
            assertThat(second.order()).isEmpty();
            assertThat(first.text()).isEqualTo("an answer");
        }
        assertThat(written).hasValue(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closeReleasesTheEngineAfterTheLastAnswer() throws Exception {
        LocalProvider provider = open(LocalSettings.DEFAULT);
        RecordingSink sink = new RecordingSink();
        provider.start(call("ann", "hello"), sink);
        sink.awaitEnd();
        provider.close();
        sink.awaitQuiet();
        assertThat(engine.isClosed()).isTrue();
    }
}
