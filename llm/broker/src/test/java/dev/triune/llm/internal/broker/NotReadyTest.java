/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider that loads its model or is switched off says so, and is asked as soon as it says. */
class NotReadyTest {
    private static final Duration ADVICE = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 42, 113, 400})
    void asksWithinTheAdvisedTimeAfterALoadOfAnyLength(int loadSeconds) {
        Loading loading = new Loading(Stage.settings().withPermits(4), loadSeconds);
        for (int step = 0; loading.served.isEmpty(); step++) {
            if (step % 50 == 0) {
                loading.stage.submit("question of second " + step / 10);
            }
            loading.stage.advance(Duration.ofMillis(100));
        }

        assertThat(Duration.ofNanos(loading.served.get(0)).minusSeconds(loadSeconds))
                .as("time from ready to the first call")
                .isLessThanOrEqualTo(Duration.ofMillis(1_200));
    }

    @Test
    void loadLowersNoPermits() {
        Loading loading = new Loading(Stage.settings().withPermits(8), 60);
        loading.stage.submit("early");
        for (int second = 0; second < 62; second++) {
            loading.stage.advanceSeconds(1);
        }
        loading.stage.first.onStart = call -> {};
        int before = loading.stage.first.calls.size();
        for (int i = 0; i < 20; i++) {
            loading.stage.submit("question " + i);
        }
        loading.stage.settle();

        assertThat(loading.stage.first.calls.size() - before).isEqualTo(8);
    }

    @Test
    void waitingRequestIsAnsweredAfterALongLoad() {
        Loading loading = new Loading(Stage.settings().withMaxWait(Duration.ofMinutes(10)), 120);
        Recorder early = loading.stage.submit("early");
        for (int second = 0; second < 123; second++) {
            loading.stage.advanceSeconds(1);
        }

        assertThat(early.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 3})
    void adviceOfNoTimeIsNoBusyLoop(long millis) {
        Loading loading = new Loading(Stage.settings(), 10, Duration.ofMillis(millis));
        loading.stage.submit("impatient");
        for (int step = 0; step < 100; step++) {
            loading.stage.advance(Duration.ofMillis(10));
        }

        assertThat(loading.refused).as("calls in a second").hasSizeBetween(5, 10);
    }

    @Test
    void rateLimitAfterALoadStartsWithTheShortestBackoff() {
        Loading loading = new Loading(Stage.settings(), 30);
        loading.stage.submit("early");
        for (int second = 0; second < 29; second++) {
            loading.stage.advanceSeconds(1);
        }
        loading.stage.first.onStart = FakeProvider.Call::rateLimited;
        loading.stage.advanceSeconds(2);

        assertThat(loading.stage.broker.stats().providers().get(0).cooldown())
                .isLessThanOrEqualTo(Duration.ofMillis(1_100));
    }

    /** A stage whose provider refuses all calls until its model is loaded. */
    private static class Loading {
        final Stage stage;
        final List<Long> refused = new ArrayList<>();
        final List<Long> served = new ArrayList<>();

        Loading(ProviderSettings settings, int loadSeconds) {
            this(settings, loadSeconds, ADVICE);
        }

        Loading(ProviderSettings settings, int loadSeconds, Duration advice) {
            stage = Stage.ofOne(settings, builder -> builder.retryRounds(1));
            long start = stage.time.nanos();
            stage.first.onStart = call -> {
                long at = stage.time.nanos() - start;
                boolean ready = at >= Duration.ofSeconds(loadSeconds).toNanos();
                (ready ? served : refused).add(at);
                if (ready) {
                    call.complete();
                } else {
                    call.notReady(advice);
                }
            };
        }
    }
}
