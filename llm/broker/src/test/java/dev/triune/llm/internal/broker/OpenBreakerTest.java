/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits for a circuit breaker delays nothing else, and not forever. */
class OpenBreakerTest {
    private static final ProviderSettings SETTINGS = ProviderSettings.of("groq", "ok")
            .withModels("broken")
            .withPermits(8)
            .withFallback();

    private final FakeProvider groq = new FakeProvider();
    private final FakeProvider spare = new FakeProvider();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestForABrokenModelDoesNotDelayOtherModels(boolean queuePerProvider) {
        Stage stage = stage(
                builder -> builder.provider(SETTINGS, groq).queuePerProvider(queuePerProvider));
        openBreaker(stage);
        for (int i = 0; i < 3; i++) {
            stage.submit(Stage.asking("broken", "urgent").priority(Priority.CRITICAL));
        }
        stage.settle();
        int calls = groq.calls.size();

        stage.submit(Stage.asking("ok", "later"));
        stage.settle();

        assertThat(groq.calls).hasSize(calls + 1);
        assertThat(groq.last().asked.model()).isEqualTo("ok");
    }

    @Test
    void waitingRequestsAreSentByUrgencyOnceTheBreakerCloses() {
        Stage stage = stage(builder -> builder.provider(SETTINGS.withPermits(1), groq));
        openBreaker(stage);
        stage.submit(Stage.asking("broken", "low").priority(Priority.LOW));
        stage.submit(Stage.asking("broken", "high").priority(Priority.HIGH));
        stage.submit(Stage.asking("broken", "medium").priority(Priority.MEDIUM));
        stage.settle();
        int before = groq.calls.size();
        stage.advance(Duration.ofSeconds(30));
        for (int i = 0; i < 3; i++) {
            groq.last().text("yes").complete();
            stage.settle();
        }

        assertThat(groq.calls.subList(before, groq.calls.size()))
                .extracting(FakeProvider.Call::question)
                .containsExactly("high", "medium", "low");
    }

    @Test
    void singleRoundRequestIsRejectedAtOnceWithTheTimeUntilTheNextTrial() {
        Stage stage = stage(builder -> builder.provider(SETTINGS, groq));
        openBreaker(stage);
        stage.advance(Duration.ofSeconds(10)); // and a second since it opened

        Recorder recorder = stage.submit(Stage.asking("broken", "hello?").singleRound(true));
        stage.settle();

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Rejected(
                        RejectReason.PROVIDERS_UNAVAILABLE, Duration.ofSeconds(19)));
    }

    @Test
    void singleRoundRequestsThatWaitForAPermitAreRejectedWhenTheBreakerOpens() {
        Stage stage = stage(builder -> builder.provider(SETTINGS.withPermits(1), groq));
        List<Recorder> recorders = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            recorders.add(stage.submit(Stage.asking("broken", "hello?").singleRound(true)));
        }
        stage.settle();
        for (int i = 0; i < 5; i++) {
            groq.last().fail(FailureCode.UNREACHABLE);
            stage.settle();
        }

        assertThat(groq.calls).hasSize(5);
        assertThat(recorders).allMatch(Recorder::over);
    }

    @Test
    void singleRoundRequestUsesAFallbackWhoseBreakerIsClosed() {
        Stage stage = stage(builder -> builder.provider(SETTINGS.withFallback("spare"), groq)
                .provider(ProviderSettings.of("spare", "other"), spare));
        openBreaker(stage);

        stage.submit(Stage.asking("broken", "hello?").singleRound(true));
        stage.settle();

        assertThat(spare.last().asked.model()).isEqualTo("other");
    }

    @Test
    void requestWaitsForBreakersNoLongerThanTheLongestWait() {
        Stage stage = stage(
                builder -> builder.provider(SETTINGS.withMaxWait(Duration.ofMinutes(2)), groq));
        groq.onStart = call -> call.fail(FailureCode.UNREACHABLE);
        List<Recorder> recorders = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            recorders.add(stage.submit(Stage.asking("broken", "hello?")));
        }
        for (int i = 0; i < 130; i++) {
            stage.advanceSeconds(1);
        }

        assertThat(recorders).allMatch(Recorder::over);
        assertThat(recorders.get(39).outcome())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.reason())
                                .isEqualTo(RejectReason.PROVIDERS_UNAVAILABLE));
    }

    private static Stage stage(Consumer<BrokerBuilder> how) {
        return Stage.of(how.andThen(builder -> builder.retryRounds(0)));
    }

    private void openBreaker(Stage stage) {
        for (int i = 0; i < 20 && !isOpen(stage); i++) {
            stage.submit(Stage.asking("broken", "hello?"));
            stage.settle();
            groq.last().fail(FailureCode.PROVIDER_ERROR);
            stage.settle();
            if (!spare.calls.isEmpty()) {
                spare.last().complete();
            }
            stage.advanceSeconds(1);
        }
    }

    private static boolean isOpen(Stage stage) {
        return stage.stats("groq").breakerOpen();
    }
}
