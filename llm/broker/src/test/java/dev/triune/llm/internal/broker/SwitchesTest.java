/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Fallback, wait-and-retry and queues per provider can be switched off. */
class SwitchesTest {
    @Test
    void withoutFallbackRateLimitedRequestWaitsForItsProvider() {
        Stage stage = Stage.ofTwo(Stage.settings(), builder -> builder.fallback(false));
        stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(5);
        stage.advanceSeconds(6);

        assertThat(stage.first.calls).hasSize(2);
        assertThat(stage.second.calls).isEmpty();
    }

    @Test
    void withoutFallbackAndRetryServerErrorFailsTheRequest() {
        Stage stage =
                Stage.ofTwo(Stage.settings(), builder -> builder.fallback(false).retryRounds(0));
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().fail(FailureCode.PROVIDER_ERROR);
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.FAILED);
        assertThat(stage.second.calls).isEmpty();
    }

    @Test
    void withoutRetryRejectsWhenAllProvidersAreRateLimited() {
        Stage stage = Stage.ofTwo(Stage.settings(), builder -> builder.retryRounds(0));
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(20);
        stage.settle();
        stage.second.last().rateLimited(40);
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(RejectReason.PROVIDERS_EXHAUSTED);
            assertThat(rejected.retryAfter())
                    .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(22));
        });
        assertThat(stage.broker.stats().requests().retries()).isZero();
    }

    @Test
    void sharedQueueBlocksBehindItsFirstRequest() {
        Stage stage = Stage.ofTwo(Stage.settings(), builder -> builder.queuePerProvider(false));
        FakeProvider.Call holder = stage.holdThePermit();
        stage.submit("head");
        Recorder behind = stage.submit(Stage.asking("model-2", "behind"));
        stage.settle();
        assertThat(behind.heard)
                .as("second provider is free, the first request is not")
                .isEmpty();

        holder.complete();
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("holds the permit", "head");
        assertThat(behind.heard).containsExactly("started second/model-2");
    }

    @Test
    void separateQueuesDoNotBlockEachOther() {
        Stage stage = Stage.ofTwo();
        stage.holdThePermit();
        stage.submit("head");
        Recorder behind = stage.submit(Stage.asking("model-2", "behind"));
        stage.settle();

        assertThat(behind.heard).containsExactly("started second/model-2");
    }

    @Test
    void sharedQueueEndsEveryRequestOnce() {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Stage stage = Stage.ofTwo(
                    Stage.settings().withPermits(2).withQueueLimit(20),
                    builder -> builder.queuePerProvider(false).retryRounds(1));
            List<Recorder> recorders = new ArrayList<>();
            for (int step = 0; step < 300; step++) {
                if (step < 100) {
                    String model = random.nextBoolean() ? "model-1" : "model-2";
                    recorders.add(stage.submit(Stage.asking(model, "question " + step)
                            .usefulFor(Duration.ofSeconds(1 + random.nextInt(60)))));
                }
                stage.settle();
                FakeProvider provider = random.nextBoolean() ? stage.first : stage.second;
                if (!provider.calls.isEmpty()) {
                    answer(provider.last(), random);
                }
                stage.advance(Duration.ofMillis(random.nextInt(2_000)));
            }
            stage.advanceSeconds(600); // unanswered calls time out

            assertThat(recorders)
                    .as("seed %d: outcomes", seed)
                    .allSatisfy(recorder -> assertThat(recorder.outcomes).hasSize(1));
            assertThat(stage.permitsTaken()).as("seed %d: permits", seed).isZero();
            assertThat(stage.broker.stats().queue().waiting())
                    .as("seed %d: waiting", seed)
                    .isZero();
        }
    }

    private static void answer(FakeProvider.Call call, SplittableRandom random) {
        switch (random.nextInt(4)) {
            case 0 -> call.rateLimited(1 + random.nextInt(5));
            case 1 -> call.fail(FailureCode.PROVIDER_ERROR);
            default -> call.text("hi").complete();
        }
    }
}
