/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Several requests in one exchange with a provider that takes batches. */
class BatchTest {
    private final FakeBatchingProvider gateway = new FakeBatchingProvider();
    private final List<String> sent = new ArrayList<>();
    private final BrokerListener noting = new BrokerListener() {
        @Override
        public void batchSent(String provider, int requests) {
            sent.add(provider + " " + requests);
        }
    };

    // ---- what goes into a batch

    @Test
    void batchesRequestsOfOneCycleByPriority() {
        Stage stage = stage(settings());
        stage.submit("low", Priority.LOW);
        stage.submit("critical", Priority.CRITICAL);
        stage.submit("medium", Priority.MEDIUM);
        stage.settle();

        assertThat(gateway.questions()).containsExactly(List.of("critical", "medium", "low"));
        assertThat(gateway.singles()).isEmpty();
    }

    @Test
    void batchNeverExceedsItsMaximumSize() {
        Stage stage = stage(settings().withBatching(new Batching(3, 100, 10)));
        submit(stage, 7);
        stage.settle();

        assertThat(gateway.questions())
                .containsExactly(List.of("0", "1", "2"), List.of("3", "4", "5"), List.of("6"));
    }

    @Test
    void batchHoldsTenRequestsByDefault() {
        Stage stage = stage(settings());
        submit(stage, 11);
        stage.settle();

        assertThat(gateway.questions()).extracting(List::size).containsExactly(10, 1);
    }

    @Test
    void requestTooExpensiveForRemainingCreditsWaitsForTheRefill() {
        Stage stage = stage(settings().withBatching(new Batching(10, 5, 2)));
        stage.submit(Stage.asking("1").priority(Priority.CRITICAL).cost(2));
        stage.submit(Stage.asking("2").priority(Priority.HIGH).cost(1));
        stage.submit(Stage.asking("3").priority(Priority.MEDIUM).cost(3));
        stage.submit(Stage.asking("4").priority(Priority.LOW).cost(1));
        stage.settle();
        assertThat(gateway.questions()).containsExactly(List.of("1", "2", "4"));

        stage.advance(Duration.ofSeconds(1).minusNanos(1)); // one is left, two more a second
        assertThat(gateway.batches).hasSize(1);
        stage.advance(Duration.ofNanos(1));
        assertThat(gateway.questions()).containsExactly(List.of("1", "2", "4"), List.of("3"));
    }

    @Test
    void creditsRefillEvenly() {
        Stage stage = stage(settings().withBatching(new Batching(10, 4, 2)));
        submit(stage, 8);
        stage.settle();
        stage.advance(Duration.ofMillis(500));
        stage.advance(Duration.ofSeconds(1));

        assertThat(gateway.questions())
                .containsExactly(List.of("0", "1", "2", "3"), List.of("4"), List.of("5", "6"));
    }

    @Test
    void eachRequestOfABatchTakesOnePermit() {
        Stage stage = stage(settings().withPermits(2));
        submit(stage, 3);
        stage.settle();
        assertThat(stage.permitsTaken()).isEqualTo(2);
        assertThat(gateway.questions()).containsExactly(List.of("0", "1"));

        gateway.call("0").complete();
        stage.settle();
        assertThat(gateway.questions()).containsExactly(List.of("0", "1"), List.of("2"));
    }

    @Test
    void eachRequestOfABatchCountsAgainstTheRateLimit() {
        Stage stage = stage(settings().withLimits(Limits.perMinute(2)));
        submit(stage, 3);
        stage.settle();
        assertThat(gateway.questions()).containsExactly(List.of("0", "1"));

        gateway.call("0").complete();
        gateway.call("1").complete();
        stage.advanceSeconds(62); // a window is a minute and some, to be sure
        assertThat(gateway.questions()).containsExactly(List.of("0", "1"), List.of("2"));
    }

    @Test
    void priorityDecidesAcrossModelsWithSeparateLimits() {
        Stage stage = stage(settings()
                .withBatching(new Batching(1, 100, 10))
                .withModels("model-b")
                .withLimitsPerModel(true));
        stage.submit("low", Priority.LOW);
        stage.submit(Stage.asking("model-b", "high").priority(Priority.HIGH));
        stage.settle();

        assertThat(gateway.questions()).containsExactly(List.of("high"), List.of("low"));
    }

    @Test
    void tenantsShareABatchFairly() {
        Stage stage = stage(settings().withBatching(new Batching(4, 100, 10)));
        for (int i = 0; i < 6; i++) {
            stage.submit(Stage.asking("large " + i).tenant("large"));
        }
        stage.submit(Stage.asking("small 0").tenant("small"));
        stage.submit(Stage.asking("small 1").tenant("small"));
        stage.settle();

        assertThat(gateway.questions().get(0))
                .containsExactlyInAnyOrder("large 0", "small 0", "large 1", "small 1");
    }

    @Test
    void requestsArrivingDuringABatchFormTheNextBatch() {
        Stage stage = stage(settings());
        stage.submit("a");
        stage.submit("b");
        stage.settle();
        stage.submit("c");
        stage.submit("d");
        stage.settle();

        assertThat(gateway.questions()).containsExactly(List.of("a", "b"), List.of("c", "d"));
    }

    @Test
    void reportsEachBatchOnce() {
        Stage stage = stage(settings().withBatching(new Batching(2, 100, 10)));
        submit(stage, 3);
        stage.settle();

        assertThat(sent).containsExactly("gateway 2", "gateway 1");
    }

    @Test
    void requestWithdrawnAtDispatchCostsNoCredits() {
        Stage stage = stage(settings().withBatching(new Batching(10, 1, 1)));
        Recorder withdrawn = stage.submit(() -> Optional.empty());
        stage.submit("b");
        stage.settle();

        assertThat(withdrawn.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(gateway.questions()).containsExactly(List.of("b"));
    }

    @Test
    void rejectsRequestAboveTotalCreditsWithoutBlockingOthers() {
        Stage stage = stage(settings().withBatching(new Batching(10, 5, 1)));
        Recorder dear = stage.submit(Stage.asking("dear").cost(6));
        stage.submit("cheap");
        stage.settle();

        assertThat(dear.outcome())
                .isEqualTo(new Outcome.Rejected(Outcome.RejectReason.TOO_LARGE, Duration.ZERO));
        assertThat(gateway.questions()).containsExactly(List.of("cheap"));
    }

    // ---- fixtures

    private static ProviderSettings settings() {
        return ProviderSettings.of("gateway", "model-1")
                .withPermits(50)
                .withBatching(Batching.DEFAULT);
    }

    private Stage stage(ProviderSettings settings) {
        return Stage.of(builder -> builder.provider(settings, gateway), noting);
    }

    private static void submit(Stage stage, int requests) {
        for (int i = 0; i < requests; i++) {
            stage.submit(String.valueOf(i));
        }
    }
}
