/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many calls a turn starts, in which order, and how wrong estimates of prompts are handled. */
class DispatchingTest {
    private final FakeBatchingProvider gateway = new FakeBatchingProvider();
    private final FakeProvider plain = new FakeProvider();

    // ---- prompts that are larger than estimated

    @Test
    void promptLargerThanEstimatedKeepsItsPlaceUntilItFits() {
        Limits limits = Limits.NONE.withTokensPerMinute(3_000);
        Stage stage =
                Stage.ofOne(Stage.settings().withPermits(9).withLimits(limits), builder -> {});
        stage.submit(Stage.asking("small").maxTokens(1_400));
        stage.settle();
        Recorder large = stage.submit(
                Stage.asking("a".repeat(6_000)).maxTokens(500).priority(Priority.HIGH));
        Recorder behind = stage.submit(Stage.asking("behind").maxTokens(10));
        stage.settle();
        assertThat(large.heard).as("estimated as 1000 tokens, really 2000").isEmpty();
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(2);
        assertThat(stage.permitsTaken()).isEqualTo(1);

        stage.first.last().complete();
        stage.advanceSeconds(62);
        assertThat(large.heard).containsExactly("started first/model-1");
        assertThat(stage.first.calls.get(1).question()).hasSize(6_000);
        assertThat(behind.over()).isFalse();
    }

    @Test
    void rejectsPromptTooLargeForItsFallback() {
        FakeProvider narrow = new FakeProvider();
        Stage stage = Stage.of(builder -> builder.provider(
                        ProviderSettings.of("wide", "model-1").withFallback("narrow"), plain)
                .provider(
                        ProviderSettings.of("narrow", "model-2")
                                .withLimits(Limits.NONE.withTokensPerMinute(500)),
                        narrow));
        Recorder recorder = stage.submit(Stage.asking("hello?").maxTokens(600));
        Recorder behind = stage.submit(Stage.asking("model-2", "small").maxTokens(100));
        stage.settle();
        plain.last().fail(FailureCode.PROVIDER_ERROR);
        stage.settle();

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Rejected(RejectReason.TOO_LARGE, Duration.ZERO));
        assertThat(behind.heard).containsExactly("started narrow/model-2");
        assertThat(Stage.questions(narrow)).containsExactly("small");
    }

    @Test
    void doesNotRenderPromptOfRequestCancelledByListener() {
        int[] renders = {0};
        List<Stage> stages = new ArrayList<>();
        Stage stage = Stage.ofTwo(
                Stage.settings().withPermits(2).withLimits(Limits.perMinute(1)),
                builder -> {},
                new BrokerListener() {
                    @Override
                    public void fellBack(Ticket ticket, String from, String to) {
                        stages.get(0).broker.cancel(ticket);
                    }
                });
        stages.add(stage);
        stage.submit("uses up the minute");
        stage.settle();
        Recorder recorder = stage.submit(() -> {
            renders[0]++;
            return Optional.of(Prompt.of("hello?"));
        });
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(renders[0]).isZero();
        assertThat(stage.second.calls).isEmpty();
    }

    // ---- how many

    @Test
    void maxCallsPerCycleAppliesToAllProvidersTogether() {
        FakeProvider other = new FakeProvider();
        Stage stage = Stage.of(builder -> builder.maxCallsPerCycle(3)
                .provider(ProviderSettings.of("first", "model-1").withPermits(9), plain)
                .provider(ProviderSettings.of("other", "model-2").withPermits(9), other));
        submit(stage, "model-1", 2);
        submit(stage, "model-2", 9);

        assertThat(stage.broker.doWork()).isEqualTo(3);
        assertThat(plain.calls).hasSize(2);
        assertThat(other.calls).hasSize(1);
    }

    @Test
    void maxCallsPerCycleAppliesToBatches() {
        Stage stage = Stage.of(builder -> builder.maxCallsPerCycle(3)
                .provider(ProviderSettings.of("first", "model-1").withPermits(9), plain)
                .provider(batching("gateway", "model-2"), gateway));
        submit(stage, "model-1", 2);
        submit(stage, "model-2", 9);

        assertThat(stage.broker.doWork()).isEqualTo(3);
        assertThat(gateway.batches).hasSize(1);
        assertThat(gateway.batches.get(0)).hasSize(1);
    }

    // ---- which

    @Test
    void sendsMoreUrgentRequestFirstAcrossModelsWithSeparateLimits() {
        for (boolean urgentFirst : new boolean[] {true, false}) {
            Stage stage = Stage.ofOne(
                    Stage.settings().withModels("small").withLimitsPerModel(true), builder -> {});
            stage.holdThePermit();
            ask(stage, "model-1", urgentFirst ? Priority.HIGH : Priority.LOW);
            ask(stage, "small", urgentFirst ? Priority.LOW : Priority.HIGH);
            stage.settle();
            stage.first.last().complete();
            stage.settle();

            assertThat(stage.first.last().question()).isEqualTo("HIGH");
        }
    }

    @Test
    void batchTakesOnlyRequestsOfItsProviderFromASharedQueue() {
        Stage stage = Stage.of(builder -> builder.queuePerProvider(false)
                .fallback(false)
                .provider(batching("gateway", "model-1"), gateway)
                .provider(ProviderSettings.of("plain", "model-2"), plain));
        submit(stage, "model-2", 1);
        stage.settle();
        stage.submit(Stage.asking("model-2", "of the other").priority(Priority.HIGH));
        stage.submit(Stage.asking("model-1", "own"));
        stage.settle();

        assertThat(gateway.questions()).containsExactly(List.of("own"));
    }

    @Test
    void batchSkipsRequestsOfAModelAtItsLimit() {
        Stage stage = Stage.of(builder -> builder.provider(
                batching("gateway", "model-1")
                        .withModels("small")
                        .withLimits(Limits.perMinute(1))
                        .withLimitsPerModel(true),
                gateway));
        stage.submit(Stage.asking("model-1", "one"));
        stage.submit(Stage.asking("model-1", "too many").priority(Priority.LOW));
        stage.submit(Stage.asking("small", "small").priority(Priority.BACKGROUND));
        stage.settle();

        assertThat(gateway.questions()).containsExactly(List.of("one", "small"));
    }

    @Test
    void callCancelledAtItsStartCostsNoCredits() {
        Stage stage = Stage.of(builder -> builder.provider(
                batching("gateway", "model-1").withBatching(new Batching(10, 5, 1)), gateway));
        Ticket[] ticket = new Ticket[1];
        ticket[0] = stage.broker.submit(Stage.asking("stopped").cost(5).build(), update -> {
            if (update instanceof Update.Started<String>) {
                stage.broker.cancel(ticket[0]);
            }
        });
        stage.submit(Stage.asking("next").cost(5));
        stage.settle();

        assertThat(gateway.questions()).containsExactly(List.of("next"));
    }

    @Test
    void ownerMaySleepWhileAFallbackCouldNeverHaveTheCredits() {
        Stage stage = Stage.of(builder -> builder.provider(
                        Stage.settings().withLimits(Limits.perMinute(1)).withFallback("gateway"),
                        new FakeProvider())
                .provider(batching("gateway", "m").withBatching(new Batching(10, 5, 1)), gateway));
        stage.submit(Stage.asking("one"));
        stage.submit(Stage.asking("costly").cost(6));
        stage.settle();

        assertThat(((SingleOwnerBroker) stage.broker).nanosUntilWork())
                .isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    // ---- batches whose requests end meanwhile

    @Test
    void batchOmitsCallsCancelledBeforeSending() {
        Stage stage = Stage.of(builder -> builder.provider(batching("gateway", "m"), gateway));
        Ticket first = stage.broker.submit(Stage.asking("m", "first").build(), update -> {});
        stage.broker.submit(Stage.asking("m", "second").build(), update -> {
            if (update instanceof Update.Started<String>) {
                stage.broker.cancel(first);
            }
        });
        stage.settle();

        assertThat(gateway.questions()).containsExactly(List.of("second"));
    }

    @Test
    void doesNotStartCallCancelledEarlierInTheSameTurn() {
        Stage stage = Stage.of(builder -> builder.provider(batching("plain", "m"), plain));
        List<Ticket> tickets = new ArrayList<>();
        plain.onStart = call -> stage.broker.cancel(tickets.get(1));
        tickets.add(stage.broker.submit(Stage.asking("m", "one").build(), update -> {}));
        tickets.add(stage.broker.submit(Stage.asking("m", "two").build(), update -> {}));
        stage.settle();

        assertThat(Stage.questions(plain)).containsExactly("one");
        assertThat(stage.permitsTaken()).isEqualTo(1);
    }

    @Test
    void batchCallCountsAsStarted() {
        Stage stage = Stage.of(builder -> builder.provider(batching("gateway", "m"), gateway));
        Recorder stopped = new Recorder();
        Ticket ticket = stage.broker.submit(Stage.asking("m", "a").build(), stopped);
        Recorder answered = stage.submit(Stage.asking("m", "b").maxTokens(77));
        stage.settle();
        stage.broker.cancel(ticket);
        gateway.call("b").complete();
        stage.settle();

        assertThat(stopped.outcome()).isEqualTo(new Outcome.Cancelled(false));
        assertThat(answered.telemetry().maxTokens()).isEqualTo(77);
    }

    private static ProviderSettings batching(String name, String model) {
        return ProviderSettings.of(name, model).withPermits(20).withBatching(Batching.DEFAULT);
    }

    private static void submit(Stage stage, String model, int count) {
        for (int i = 0; i < count; i++) {
            stage.submit(Stage.asking(model, "question " + i));
        }
    }

    private static void ask(Stage stage, String model, Priority priority) {
        String question = priority.equals(Priority.HIGH) ? "HIGH" : "LOW";
        stage.submit(Request.text(model).prompt(() -> Prompt.of(question)).priority(priority));
    }
}
