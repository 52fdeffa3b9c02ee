/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How ended calls are charged to the share of their game, seen by the next game served. */
class SettledShareTest {
    private static final String A_IS_CHARGED = "of b";
    private static final String A_IS_NOT_CHARGED = "of a";

    private final Stage stage =
            Stage.ofOne(Stage.settings().withPermits(2), builder -> builder.tokensPerRequest(0));

    @BeforeEach
    void startCallThatNeverEnds() {
        stage.submit(Stage.asking("always in flight").tenant("holder"));
        stage.settle();
    }

    @Test
    void answerWithoutUsageIsChargedAsEstimated() {
        call().complete();

        assertThat(nextOfAAndB()).isEqualTo(A_IS_CHARGED);
    }

    @Test
    void cancelledCallIsChargedAsEstimated() {
        Ticket ticket =
                stage.broker.submit(Stage.asking("stopped").tenant("a").build(), new Recorder());
        stage.settle();
        stage.broker.cancel(ticket);

        assertThat(nextOfAAndB()).isEqualTo(A_IS_CHARGED);
    }

    @Test
    void callCutOffDuringItsAnswerIsChargedAsEstimated() {
        call().text("half an ans").fail(FailureCode.CUT_OFF);

        assertThat(nextOfAAndB()).isEqualTo(A_IS_CHARGED);
    }

    @Test
    void failedCallWithoutAnAnswerIsNotCharged() {
        call().fail(FailureCode.PROVIDER_ERROR);

        assertThat(nextOfAAndB()).isEqualTo(A_IS_NOT_CHARGED);
    }

    @Test
    void badRequestIsNotCharged() {
        call().fail(FailureCode.BAD_REQUEST);

        assertThat(nextOfAAndB()).isEqualTo(A_IS_NOT_CHARGED);
    }

    @Test
    void callCancelledAtItsStartIsNotCharged() {
        Recorder recorder = new Recorder();
        Ticket[] ticket = new Ticket[1];
        recorder.then = update -> {
            if (update instanceof Update.Started<String>) {
                stage.broker.cancel(ticket[0]);
            }
        };
        ticket[0] = stage.broker.submit(Stage.asking("stopped").tenant("a").build(), recorder);
        stage.settle();

        assertThat(recorder.heard).containsExactly("started first/model-1", "ended CANCELLED");
        assertThat(Stage.questions(stage.first)).doesNotContain("stopped");
        assertThat(nextOfAAndB()).isEqualTo(A_IS_NOT_CHARGED);
    }

    @Test
    void reportedUsageReplacesTheEstimate() {
        stage.submit(Stage.asking("expected to take about 500").tenant("b").maxTokens(1_000));
        stage.settle();
        stage.first.last().complete();
        call().complete(new Usage(30, 0, 0, 6)); // expected to take about 2000

        assertThat(nextOfAAndB()).as("36 are less than 500").isEqualTo("of a");
    }

    /** A call of game a. */
    private FakeProvider.Call call() {
        stage.settle();
        stage.submit(Stage.asking("the call").tenant("a"));
        stage.settle();
        return stage.first.last();
    }

    /**
     * Next request when both games wait, a before b. A third game goes before both and keeps them
     * from starting at the same level, as does the call that is always in flight.
     */
    private String nextOfAAndB() {
        stage.settle();
        stage.submit(Stage.asking("of c").tenant("c"));
        stage.submit(Stage.asking("of a").tenant("a"));
        stage.submit(Stage.asking("of b").tenant("b"));
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("of c");
        stage.first.last().complete();
        stage.settle();
        return stage.first.last().question();
    }
}
