/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.internal.policy.KnownProviders;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Complete scenarios with providers that are known by name. */
class WorkedExamplesTest {
    private static final String MODEL = "openai/gpt-oss-20b";

    private final FakeProvider groq = new FakeProvider();
    private final FakeProvider cerebras = new FakeProvider();
    private final FakeProvider openai = new FakeProvider();
    private final Endpoints endpoints = new Endpoints();
    private final Stage stage = Stage.of(builder -> {
        known(builder, "groq", groq);
        known(builder, "cerebras", cerebras);
        known(builder, "openai", openai);
        builder.endpoints(endpoints);
    });

    @Test
    void fallbackAnswersWhenTheProviderIsRateLimited() {
        Recorder agent = stage.submit(Stage.asking(MODEL, "A"));
        stage.settle();
        groq.last().rateLimited();
        stage.settle();
        cerebras.last().text("success").complete();
        stage.settle();

        assertThat(agent.heard).contains("part success").endsWith("ended ANSWERED");
        assertThat(groq.calls).hasSize(1);
    }

    @Test
    void retriesFirstProviderWhenBothAreRateLimited() {
        Recorder agent = stage.submit(Stage.asking(MODEL, "A"));
        stage.settle();
        groq.last().rateLimited(1);
        stage.settle();
        cerebras.last().rateLimited(2);
        stage.advance(Duration.ofSeconds(1).minusNanos(1));
        assertThat(groq.calls).as("not a nanosecond too early").hasSize(1);
        stage.advance(Duration.ofMillis(101)); // at most a tenth of jitter
        groq.last().text("success").complete();
        stage.settle();

        assertThat(groq.calls).hasSize(2);
        assertThat(agent.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(agent.telemetry().waited()).isZero();
    }

    @Test
    void customEndpointUsesTheQueueOfItsKnownProvider() {
        Endpoint own = Endpoint.of("https://api.openai.com/v1", "gpt-6-luna");
        stage.submit(Stage.asking(MODEL, "A"));
        stage.submit(Stage.asking("", "B").endpoint(own));
        stage.submit(Stage.asking("gpt-6-luna", "C"));
        stage.settle();

        assertThat(Stage.questions(groq)).containsExactly("A");
        assertThat(Stage.questions(endpoints.provider(own))).containsExactly("B");
        assertThat(openai.calls).as("its only permit is in use").isEmpty();
        endpoints.provider(own).last().complete();
        stage.settle();
        assertThat(Stage.questions(openai)).containsExactly("C");
    }

    @Test
    void deferredAgentSendsItsRequestAfterTenSeconds() {
        stage.broker.defer("agentC", Duration.ofSeconds(10));
        stage.submit(Stage.asking(MODEL, "C").agent("agentC"));
        stage.advance(Duration.ofSeconds(10).minusNanos(1));
        assertThat(groq.calls).isEmpty();
        stage.advance(Duration.ofNanos(1));

        assertThat(Stage.questions(groq)).containsExactly("C");
    }

    @Test
    void batchOrdersRequestsByPriority() {
        FakeBatchingProvider gateway = new FakeBatchingProvider();
        Stage batching = Stage.of(builder -> builder.provider(batches(), gateway));
        batching.submit("idle 1", Priority.BACKGROUND);
        batching.submit("combat 1", Priority.CRITICAL);
        batching.submit("trade", Priority.HIGH);
        batching.submit("craft", Priority.MEDIUM);
        batching.submit("idle 2", Priority.BACKGROUND);
        batching.submit("combat 2", Priority.CRITICAL);
        batching.settle();

        assertThat(gateway.questions())
                .containsExactly(
                        List.of("combat 1", "combat 2", "trade", "craft", "idle 1", "idle 2"));
    }

    @Test
    void oneHundredRequestsAreSentInTenBatches() {
        FakeBatchingProvider gateway = new FakeBatchingProvider();
        Stage batching = Stage.of(builder -> builder.provider(batches(), gateway));
        List<Recorder> agents = IntStream.range(0, 100)
                .mapToObj(i -> batching.submit(Stage.asking("agent " + i)))
                .toList();
        batching.settle();
        gateway.batches.forEach(batch -> batch.forEach(FakeProvider.Call::complete));
        batching.settle();

        assertThat(gateway.batches).hasSize(10).allMatch(batch -> batch.size() == 10);
        assertThat(agents).allMatch(Recorder::over);
    }

    private static ProviderSettings batches() {
        return ProviderSettings.of("gateway", "model-1")
                .withPermits(100)
                .withBatching(ProviderSettings.Batching.DEFAULT);
    }

    private static void known(BrokerBuilder builder, String name, Provider provider) {
        builder.provider(KnownProviders.named(name).orElseThrow(), provider);
    }
}
