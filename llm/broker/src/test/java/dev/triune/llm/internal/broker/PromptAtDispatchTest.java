/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.PromptSource;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a prompt is rendered, and what happens if that goes wrong. */
class PromptAtDispatchTest {
    private final Stage stage = Stage.ofOne();

    @Test
    void rendersPromptAtDispatchNotAtSubmission() {
        List<String> world = new ArrayList<>(List.of("day"));
        stage.submit("in front");
        stage.settle();
        stage.submit(() -> Optional.of(Prompt.of("it is " + world.get(0))));
        stage.settle();

        world.set(0, "night");
        stage.first.last().complete();
        stage.settle();

        assertThat(stage.first.last().question()).isEqualTo("it is night");
    }

    @Test
    void leavesTheWritingOfALaterPromptToItsCall() {
        boolean[] written = new boolean[1];
        stage.submit(() -> Optional.of(Prompt.later(() -> {
            written[0] = true;
            return Prompt.of("late");
        })));
        stage.settle();
        assertThat(stage.first.calls).hasSize(1);
        assertThat(written[0]).as("written while it was dispatched").isFalse();

        assertThat(stage.first.last().question()).isEqualTo("late");
        stage.first.last().complete(new Usage(100, 0, 0, 10));
        stage.settle();

        assertThat(written[0]).isTrue();
    }

    @Test
    void rendersPromptAgainForARetry() {
        int[] renders = {0};
        stage.submit(() -> Optional.of(Prompt.of("render " + ++renders[0])));
        stage.settle();
        stage.first.last().rateLimited(1);
        stage.advanceSeconds(2);

        assertThat(Stage.questions(stage.first)).containsExactly("render 1", "render 2");
    }

    @Test
    void emptyPromptCancelsTheRequestWithoutACallOrPermit() {
        Recorder recorder = stage.submit(Optional::<Prompt>empty);
        Recorder next = stage.submit("next");
        stage.settle();

        assertThat(recorder.heard).containsExactly("ended CANCELLED");
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(Stage.questions(stage.first)).containsExactly("next");
        assertThat(next.over()).isFalse();
        assertThat(stage.permitsTaken()).isEqualTo(1);
    }

    @Test
    void emptyPromptAtARetryCountsAsCancelledAfterStart() {
        List<Optional<Prompt>> prompts =
                new ArrayList<>(List.of(Optional.of(Prompt.of("a")), Optional.empty()));
        Recorder recorder = stage.submit(() -> prompts.remove(0));
        stage.settle();
        stage.first.last().rateLimited(1);
        stage.advanceSeconds(2);

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
    }

    @Test
    void promptSourceExceptionFailsOnlyItsRequest() {
        Recorder recorder = stage.submit(() -> {
            throw new IllegalStateException("a secret of the prompt");
        });
        stage.submit("next");
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(FailureCode.PROMPT_FAILED);
            assertThat(failed.message()).contains("IllegalStateException").doesNotContain("secret");
            assertThat(failed.partial()).isFalse();
        });
        assertThat(Stage.questions(stage.first)).containsExactly("next");
    }

    @Test
    void promptSourceReturningNullFailsTheRequest() {
        Recorder recorder = stage.submit(nullSource());
        stage.settle();

        assertThat(recorder.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(FailureCode.PROMPT_FAILED));
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void promptSourceErrorIsRethrownAndFailsTheRequest() {
        Recorder recorder = stage.submit(() -> {
            throw new StackOverflowError();
        });

        assertThatThrownBy(() -> stage.broker.doWork()).isInstanceOf(StackOverflowError.class);
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.FAILED);
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void requestCanBeSubmittedWhileAPromptIsRendered() {
        List<Recorder> inner = new ArrayList<>();
        stage.submit(() -> {
            inner.add(stage.submit("inner"));
            return Optional.of(Prompt.of("outer"));
        });
        stage.settle();
        stage.first.last().complete();
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("outer", "inner");
        assertThat(inner.get(0).outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void requestCanCancelItselfWhileItsPromptIsRendered() {
        List<Ticket> ticket = new ArrayList<>();
        Recorder recorder = new Recorder();
        PromptSource source = () -> {
            assertThat(stage.broker.cancel(ticket.get(0))).isTrue();
            return Optional.of(Prompt.of("too late"));
        };
        ticket.add(stage.broker.submit(
                Request.text("model-1").promptSource(source).build(), recorder));
        stage.settle();

        assertThat(stage.first.calls).isEmpty();
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void anotherRequestCanBeCancelledWhileAPromptIsRendered() {
        Recorder other = new Recorder();
        List<Ticket> ticket = new ArrayList<>();
        stage.submit(() -> {
            stage.broker.cancel(ticket.get(0));
            return Optional.of(Prompt.of("a"));
        });
        ticket.add(stage.submit("b", other));
        stage.settle();

        assertThat(other.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(Stage.questions(stage.first)).containsExactly("a");
    }

    @Test
    void brokerCanBeClosedWhileAPromptIsRendered() {
        Recorder recorder = stage.submit(() -> {
            stage.broker.close();
            return Optional.of(Prompt.of("too late"));
        });
        stage.settle();

        assertThat(stage.first.calls).isEmpty();
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(true));
    }

    @Test
    void nestedDoWorkWhileAPromptIsRenderedDoesNothing() {
        stage.submit(() -> {
            assertThat(stage.broker.doWork()).isZero();
            return Optional.of(Prompt.of("a"));
        });
        stage.submit("b");

        assertThat(stage.broker.doWork()).isEqualTo(1);
        assertThat(Stage.questions(stage.first)).containsExactly("a");
    }

    @SuppressWarnings("NullAway") // what a caller without null checks might do
    private static PromptSource nullSource() {
        return () -> null;
    }
}
