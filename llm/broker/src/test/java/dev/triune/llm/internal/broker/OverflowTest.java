/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticket;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Requests of a provider that is in cooldown or has used up its budget. */
class OverflowTest {
    private final List<String> events = new ArrayList<>();
    private final BrokerListener listener = new BrokerListener() {
        @Override
        public void fellBack(Ticket ticket, String from, String to) {
            events.add("fell back from " + from + " to " + to);
        }

        @Override
        public void retried(Ticket ticket, int round) {
            events.add("round " + round);
        }
    };

    @Test
    void requestsUseAFreeFallbackDuringCooldown() {
        Stage stage = Stage.ofTwo(listener);
        coolTheFirst(stage);
        Recorder recorder = stage.submit("b");
        stage.settle();

        assertThat(recorder.heard).containsExactly("started second/model-2");
        assertThat(events).hasSize(2).allMatch("fell back from first to second"::equals);
        assertThat(stage.broker.stats().requests().fallbacks()).isEqualTo(2);
        assertThat(stage.stats("second").fallbacks()).isEqualTo(2);
    }

    @Test
    void overflowWaitsBehindRequestsOfTheFallback() {
        Stage stage = Stage.ofTwo();
        coolTheFirst(stage);
        stage.submit(Stage.asking("model-2", "in flight at the second"));
        stage.submit(Stage.asking("model-2", "waits at the second"));
        stage.submit("overflow");
        stage.settle();
        stage.second.last().complete();
        stage.settle();
        assertThat(stage.second.last().question()).isEqualTo("waits at the second");

        stage.second.last().complete();
        stage.settle();
        assertThat(stage.second.last().question()).isEqualTo("overflow");
    }

    @Test
    void busyProviderDoesNotOverflow() {
        Stage stage = Stage.ofTwo();
        stage.holdThePermit();
        stage.submit("waits for a permit");
        stage.settle();

        assertThat(stage.second.calls).isEmpty();
    }

    @Test
    void requestsBeyondTheBudgetUseAFreeFallback() {
        Stage stage = Stage.ofTwo(
                Stage.settings().withPermits(4).withLimits(Limits.perMinute(2)), builder -> {});
        for (String question : List.of("a", "b", "c", "d")) {
            stage.submit(question);
        }
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("a", "b");
        assertThat(Stage.questions(stage.second)).containsExactly("c");
        assertThat(stage.stats("first").waiting()).isEqualTo(1);
    }

    @Test
    void overflowSendsMoreUrgentRequestsFirst() {
        Stage stage = Stage.ofTwo();
        coolTheFirst(stage);
        stage.submit(Stage.asking("low").priority(Priority.LOW));
        stage.submit(Stage.asking("high").priority(Priority.HIGH));
        stage.settle();

        assertThat(stage.second.last().question()).isEqualTo("high");
    }

    // ---- models

    @Test
    void triesAnotherModelBeforeAnotherProvider() {
        Stage stage = Stage.ofTwo(
                Stage.settings().withLimitsPerModel(true).withModelFallback("model-b"),
                builder -> {},
                listener);
        stage.submit("a");
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();
        assertThat(models(stage.first)).containsExactly("model-1", "model-b");
        assertThat(stage.second.calls).isEmpty();

        stage.first.last().rateLimited(30);
        stage.settle();
        assertThat(models(stage.second)).containsExactly("model-2");
        assertThat(events)
                .containsExactly(
                        "fell back from first/model-1 to first/model-b",
                        "fell back from first to second");
    }

    @Test
    void waitingRequestsOverflowToTheModelFallback() {
        Stage stage = Stage.ofTwo(
                Stage.settings()
                        .withPermits(2)
                        .withLimitsPerModel(true)
                        .withModelFallback("model-b"),
                builder -> {});
        stage.submit("a");
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();
        stage.submit("b");
        stage.settle();

        assertThat(models(stage.first)).containsExactly("model-1", "model-b", "model-b");
        assertThat(stage.second.calls).isEmpty();
    }

    @Test
    void skipsModelFallbackWhenTheKeyCoolsForAllModels() {
        Stage stage = Stage.ofTwo(Stage.settings().withModelFallback("model-b"), builder -> {});
        stage.submit("a");
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();

        assertThat(models(stage.first)).containsExactly("model-1");
        assertThat(models(stage.second)).containsExactly("model-2");
    }

    @Test
    void doesNotTryOtherModelsWithoutModelFallback() {
        Stage stage = Stage.ofTwo(
                Stage.settings().withLimitsPerModel(true).withModels("model-b"), builder -> {});
        stage.submit("a");
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();

        assertThat(models(stage.first)).containsExactly("model-1");
        assertThat(stage.second.calls).hasSize(1);
    }

    // ---- bounds

    @Test
    void retriesRateLimitedProviderAfterTheFallbackFailed() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(5);
        stage.settle();
        stage.second.last().fail(FailureCode.UNREACHABLE);
        stage.advanceSeconds(6);
        stage.first.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(stage.first.calls).hasSize(2);
        assertThat(stage.second.calls).hasSize(1);
    }

    @Test
    void rejectsWithRetryAfterWhenRetryRoundsAreExhausted() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(5);
        stage.settle();
        stage.second.last().fail(FailureCode.UNREACHABLE);
        for (int round = 0; round < 3; round++) {
            stage.advanceSeconds(6);
            stage.first.last().rateLimited(5);
            stage.settle();
        }

        assertThat(stage.first.calls).hasSize(4);
        assertThat(stage.second.calls).as("failed provider is not retried").hasSize(1);
        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(RejectReason.PROVIDERS_EXHAUSTED);
            assertThat(rejected.retryAfter()).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
        });
    }

    @Test
    void callsPerRequestAreBounded() {
        int rounds = 2;
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            FakeProvider one = new FakeProvider();
            FakeProvider two = new FakeProvider();
            FakeProvider other = new FakeProvider();
            Stage stage = Stage.of(builder -> builder.retryRounds(rounds)
                    .provider(
                            Stage.settings()
                                    .withLimitsPerModel(true)
                                    .withModelFallback("model-b")
                                    .withFallback("other"),
                            one,
                            two)
                    .provider(ProviderSettings.of("other", "model-2"), other));
            for (FakeProvider provider : List.of(one, two, other)) {
                provider.onStart = call -> misbehave(call, random);
            }
            Recorder recorder = stage.submit("hello?");
            for (int i = 0; i < 100 && !recorder.over(); i++) {
                stage.advanceSeconds(30);
            }

            assertThat(recorder.outcomes).as("seed %d: outcomes", seed).hasSize(1);
            assertThat(one.calls.size() + two.calls.size() + other.calls.size())
                    .as("seed %d: calls with 3 targets, 5 keys in all, 3 rounds", seed)
                    .isBetween(1, 5 * (rounds + 1));
        }
    }

    private static void misbehave(FakeProvider.Call call, SplittableRandom random) {
        switch (random.nextInt(8)) {
            case 0 -> call.fail(FailureCode.PROVIDER_ERROR);
            case 1 -> call.rateLimited();
            default -> call.rateLimited(1 + random.nextInt(20));
        }
    }

    private static List<String> models(FakeProvider provider) {
        return provider.calls.stream()
                .map(call -> call.asked)
                .map(ModelCall::model)
                .toList();
    }

    private static void coolTheFirst(Stage stage) {
        stage.submit("a");
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();
        stage.second.last().complete();
        stage.settle();
    }
}
