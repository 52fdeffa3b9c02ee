/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Effects of ended calls on budgets and on the breaker. */
class SettlingTest {
    /** A thousand tokens by the default estimate and by a third of its characters. */
    private static final String THOUSAND = "abc".repeat(1_000);

    private static final BreakerSettings AT_ONCE =
            new BreakerSettings(1, 1, 1, Duration.ofSeconds(30), 1);

    @Test
    void callCancelledAtItsStartUsesNoBudget() {
        Stage stage = one(Stage.settings().withLimits(Limits.perMinute(1)));
        Recorder stopped = new Recorder();
        Ticket[] ticket = new Ticket[1];
        stopped.then = update -> {
            if (update instanceof Update.Started<String>) {
                stage.broker.cancel(ticket[0]);
            }
        };
        ticket[0] = stage.submit("stopped", stopped);
        stage.submit("next");
        stage.settle();

        assertThat(stopped.outcome().kind()).isEqualTo(Outcome.Kind.CANCELLED);
        assertThat(Stage.questions(stage.first)).containsExactly("next");
    }

    @Test
    void callCancelledByListenerIsNotReportedAsStarted() {
        List<Stage> stages = new ArrayList<>();
        Stage stage = Stage.ofOne(new BrokerListener() {
            @Override
            public void callStarted(Ticket ticket, String provider, Duration waited) {
                stages.get(0).broker.cancel(ticket);
            }
        });
        stages.add(stage);
        Recorder stopped = stage.submit("stopped");
        stage.settle();

        assertThat(stopped.heard).containsExactly("ended CANCELLED");
        assertThat(stage.first.calls).isEmpty();
    }

    @Test
    void listenerReceivesTheWaitOfEachCall() {
        List<Duration> waits = new ArrayList<>();
        Stage stage = Stage.ofOne(new BrokerListener() {
            @Override
            public void callStarted(Ticket ticket, String provider, Duration waited) {
                waits.add(waited);
            }
        });
        stage.advanceSeconds(100);
        stage.holdThePermit();
        stage.submit("waits");
        stage.advanceSeconds(7);
        stage.first.last().complete();
        stage.settle();

        assertThat(waits).containsExactly(Duration.ZERO, Duration.ofSeconds(7));
    }

    /**
     * If a provider counts only used tokens, a prompt counts from about when it was sent, an
     * answer from its end: of 3000 a minute, sent at 0 s, the prompt's 1000 are free again at 62 s,
     * the answer's are not before 70 s.
     */
    @Test
    void withoutReportedUsageTheAnswerCountsAsEstimated() {
        Stage stage = answered(Usage.NONE); // by estimate 1000 and 1000
        Recorder fits = ask(stage, 900);
        Recorder doesNot = ask(stage, 1_100);

        stage.advanceSeconds(50);
        assertThat(fits.heard).isEmpty();
        stage.advanceSeconds(2);
        assertThat(fits.heard).containsExactly("started first/small");
        stage.first.last().fail(FailureCode.BAD_REQUEST);
        stage.settle();
        assertThat(doesNot.heard).as("also needs the tokens of the answer").isEmpty();
    }

    @Test
    void withReportedUsageTheAnswerCountsAsReported() {
        Stage stage = answered(new Usage(1_500, 0, 0, 500));
        Recorder next = ask(stage, 1_400);

        stage.advanceSeconds(50);
        assertThat(next.heard).isEmpty();
        stage.advanceSeconds(2);
        assertThat(next.heard).containsExactly("started first/small");
    }

    @Test
    void unusedAnswerTokensAreReleasedAtItsEnd() {
        Stage stage = answered(new Usage(1_000, 0, 0, 500));
        Recorder next = ask(stage, 400);
        stage.settle();

        assertThat(next.heard).containsExactly("started first/small");
    }

    @Test
    void cancelledBreakerTrialCanBeRepeated() {
        Stage stage = one(Stage.settings().withBreaker(AT_ONCE));
        stage.submit("opens the breaker");
        stage.settle();
        stage.first.last().fail(FailureCode.PROVIDER_ERROR);
        stage.advanceSeconds(30);
        Ticket trial = stage.submit("trial", new Recorder());
        stage.submit("next trial");
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("trial");

        stage.broker.cancel(trial);
        stage.settle();

        assertThat(stage.first.last().question()).isEqualTo("next trial");
    }

    @Test
    void breakerTrialEndingAsBadRequestCanBeRepeated() {
        Stage stage = one(Stage.settings().withBreaker(AT_ONCE));
        stage.submit("opens the breaker");
        stage.settle();
        stage.first.last().fail(FailureCode.PROVIDER_ERROR);
        stage.advanceSeconds(30);
        stage.submit("trial");
        stage.submit("next trial");
        stage.settle();

        stage.first.last().fail(FailureCode.BAD_REQUEST);
        stage.settle();

        assertThat(stage.first.last().question()).isEqualTo("next trial");
    }

    /** A call that starts at 0 s and is answered at 10 s. */
    private static Stage answered(Usage usage) {
        Limits limits = Limits.NONE.withTokensPerMinute(3_000).withCountsMaxTokens(false);
        Stage stage = one(Stage.settings().withModels("small").withLimits(limits));
        stage.submit(Stage.asking(THOUSAND).maxTokens(2_000));
        stage.advanceSeconds(10);
        stage.first.last().complete(usage);
        stage.settle();
        return stage;
    }

    /** For a model without observations: needs a thousand tokens plus {@code maxTokens}. */
    private static Recorder ask(Stage stage, int maxTokens) {
        return stage.submit(Stage.asking("small", THOUSAND).maxTokens(maxTokens));
    }

    private static Stage one(ProviderSettings settings) {
        return Stage.ofOne(settings, builder -> {});
    }
}
