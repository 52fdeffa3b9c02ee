/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Providers with more than one key: each has its own limits. */
class SeveralKeysTest {
    private final List<String> events = new ArrayList<>();
    private final FakeProvider one = new FakeProvider();
    private final FakeProvider two = new FakeProvider();
    private final FakeProvider spare = new FakeProvider();

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

    private Stage twoKeys(ProviderSettings settings) {
        return Stage.of(builder -> builder.provider(settings, one, two), listener);
    }

    private Stage oneKey(ProviderSettings settings) {
        return Stage.of(builder -> builder.provider(settings, one), listener);
    }

    @Test
    void alternatesBetweenKeys() {
        Stage stage = twoKeys(Stage.settings().withPermits(4));
        for (int i = 0; i < 4; i++) {
            stage.submit("question " + i);
        }
        stage.settle();

        assertThat(one.calls).hasSize(2);
        assertThat(two.calls).hasSize(2);
    }

    @Test
    void rateLimitCoolsOneKeyAndContinuesWithTheNext() {
        Stage stage = twoKeys(Stage.settings());
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        one.last().rateLimited(30);
        stage.settle();
        assertThat(two.calls).hasSize(1);
        two.last().text("hi").complete();
        stage.settle();
        stage.submit("next");
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(events).as("another key is neither a fallback nor a retry").isEmpty();
        assertThat(Stage.questions(one)).containsExactly("hello?");
        assertThat(Stage.questions(two)).containsExactly("hello?", "next");
        assertThat(stage.stats("first").cooldown()).as("one key is available").isZero();
        List<KeyStats> keys = stage.stats("first").keys();
        assertThat(keys).extracting(KeyStats::name).containsExactly("first#1", "first#2");
        assertThat(keys.get(0).cooldown())
                .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(33));
        assertThat(keys.get(1).cooldown()).isZero();
    }

    @Test
    void keyIsUsedAgainAfterItsCooldown() {
        Stage stage = twoKeys(Stage.settings().withPermits(2));
        stage.submit("a");
        stage.settle();
        one.last().rateLimited(30);
        stage.advanceSeconds(34);
        stage.submit("b");
        stage.settle();

        assertThat(Stage.questions(two)).containsExactly("a");
        assertThat(Stage.questions(one)).containsExactly("a", "b");
    }

    @Test
    void fallsBackOnlyWhenAllKeysAreRateLimited() {
        Stage stage = Stage.of(
                builder -> builder.provider(Stage.settings().withFallback("spare"), one, two)
                        .provider(ProviderSettings.of("spare", "spare-model"), spare),
                listener);
        stage.submit("hello?");
        stage.settle();
        one.last().rateLimited(30);
        stage.settle();
        assertThat(spare.calls).isEmpty();
        two.last().rateLimited(30);
        stage.settle();

        assertThat(spare.calls).hasSize(1);
        assertThat(events).containsExactly("fell back from first to spare");
    }

    @Test
    void requestWaitsForTheFirstRecoveringKey() {
        Stage stage = twoKeys(Stage.settings());
        stage.submit("hello?");
        stage.settle();
        one.last().rateLimited(60);
        stage.settle();
        two.last().rateLimited(20);
        stage.settle();
        assertThat(stage.stats("first").cooldown())
                .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(22));
        stage.advanceSeconds(23);

        assertThat(one.calls).hasSize(1);
        assertThat(two.calls).hasSize(2);
        assertThat(events).containsExactly("round 1");
    }

    // ---- limits for each model

    @Test
    void withLimitsPerModelRateLimitCoolsOnlyThatModel() {
        Stage stage = oneKey(
                Stage.settings().withModels("model-b").withLimitsPerModel(true).withPermits(2));
        stage.submit("a");
        stage.settle();
        one.last().rateLimited(30);
        stage.settle();
        stage.submit(Stage.asking("model-b", "b"));
        stage.submit("c");
        stage.settle();

        assertThat(Stage.questions(one)).containsExactly("a", "b");
        assertThat(stage.stats("first").cooldown()).as("model-b is served").isZero();
        assertThat(stage.stats("first").keys().get(0).cooldown()).isPositive();
    }

    @Test
    void withoutLimitsPerModelRateLimitCoolsAllModels() {
        Stage stage = oneKey(Stage.settings().withModels("model-b").withPermits(2));
        stage.submit("a");
        stage.settle();
        one.last().rateLimited(30);
        stage.settle();
        stage.submit(Stage.asking("model-b", "b"));
        stage.settle();

        assertThat(Stage.questions(one)).containsExactly("a");
    }
}
