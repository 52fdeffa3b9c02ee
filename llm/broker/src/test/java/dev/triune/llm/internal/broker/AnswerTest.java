/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The plain path from submit to answer. */
class AnswerTest {
    private final Stage stage = Stage.ofOne();

    @Test
    void deliversStartThenPartsInOrderThenOneEnd() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("one ", "two ").text("three").complete(new Usage(7, 1, 2, 3));
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "part one ",
                        "part two ",
                        "part three",
                        "ended ANSWERED");
        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Answered("first", "model-1", new Usage(7, 1, 2, 3)));
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void sendsAndDeliversOnlyWithinDoWork() {
        Recorder recorder = stage.submit("hello?");
        assertThat(stage.first.calls).isEmpty();
        stage.settle();
        stage.first.last().text("hi").complete();

        assertThat(recorder.heard).containsExactly("started first/model-1");
    }

    @Test
    void deliversPartsAsTheyArrive() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("hi");
        stage.settle();

        assertThat(recorder.heard).endsWith("part hi");
        assertThat(recorder.over()).isFalse();
    }

    @Test
    void gatheredTextIsDeliveredInOnePartAtItsEnd() {
        Recorder recorder = gathered(stage);
        stage.settle();
        assertThat(stage.first.last().asked.nonStreaming())
                .as("the provider may choose, by what the sink says")
                .isFalse();
        assertThat(stage.first.last().sink.gathers()).isTrue();

        stage.first.last().text("one ", "two ");
        stage.settle();
        assertThat(recorder.heard).containsExactly("started first/model-1");

        stage.first.last().text("three").complete();
        stage.settle();
        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part one two three", "ended ANSWERED");
    }

    @Test
    void gatheredTextThatBreaksOffIsAskedForElsewhere() {
        Stage two = Stage.ofTwo();
        Recorder recorder = gathered(two);
        two.settle();
        two.first.last().text("one ").fail(FailureCode.CUT_OFF);
        two.settle();
        two.second.last().text("all of it").complete();
        two.settle();

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "started second/model-2",
                        "part all of it",
                        "ended ANSWERED");
    }

    private static Recorder gathered(Stage stage) {
        Recorder recorder = new Recorder();
        Request<String> request =
                Request.text("model-1").nonStreaming(true).prompt("hello?").build();
        stage.broker.submit(request.gathered(), recorder);
        return recorder;
    }

    @Test
    void providerMayAnswerBeforeStartReturns() {
        stage.first.onStart = call -> call.text("at once").complete();

        Recorder recorder = stage.submit("hello?");
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part at once", "ended ANSWERED");
    }

    @Test
    void callCarriesTheOptionsOfTheRequest() {
        Prompt prompt = Prompt.of("hello?");
        stage.broker.submit(
                Request.text("model-1")
                        .maxTokens(12)
                        .temperature(0.25)
                        .prompt(() -> prompt)
                        .build(),
                new Recorder());
        stage.settle();

        assertThat(stage.first.last().asked)
                .isEqualTo(new ModelCall("model-1", prompt, AnswerFormat.TEXT, 12, 0.25));
    }

    @Test
    void requestWithoutModelUsesDefaultModelOfFirstProvider() {
        Recorder recorder = new Recorder();
        stage.broker.submit(Request.text("").prompt(() -> Prompt.of("?")).build(), recorder);
        stage.settle();

        assertThat(stage.first.last().asked.model()).isEqualTo("model-1");
    }

    @Test
    void routesModelToTheProviderThatListsIt() {
        Stage two = Stage.ofTwo();
        two.broker.submit(
                Request.text("model-2").prompt(() -> Prompt.of("?")).build(), new Recorder());
        two.settle();

        assertThat(two.first.calls).isEmpty();
        assertThat(two.second.calls).hasSize(1);
    }

    @Test
    void dropsWhatArrivesAfterTheEnd() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        FakeProvider.Call call = stage.first.last();
        call.text("hi").complete();
        call.text("late").complete();
        call.rateLimited(100);
        stage.settle();
        call.text("later").complete();
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part hi", "ended ANSWERED");
        assertThat(stage.broker.stats().calls().rateLimited()).isZero();
        assertThat(call.cancels)
                .as("a call that ended by itself is not cancelled")
                .isZero();
    }

    @Test
    void ticketsIncreaseAndAreNeverReused() {
        Ticket first = stage.submit("a", new Recorder());
        stage.broker.cancel(first);
        Ticket second = stage.submit("b", new Recorder());

        assertThat(second).isGreaterThan(first);
    }

    @Test
    void callsInFlightNeverExceedPermits() {
        Stage three = Stage.ofOne(Stage.settings().withPermits(3), builder -> {});
        for (int i = 0; i < 5; i++) {
            three.submit("q" + i);
        }
        three.settle();
        assertThat(three.first.calls).hasSize(3);
        assertThat(three.broker.stats().calls().inFlight()).isEqualTo(3);

        three.first.calls.get(1).complete();
        three.settle();

        assertThat(Stage.questions(three.first)).containsExactly("q0", "q1", "q2", "q3");
        assertThat(three.permitsTaken()).isEqualTo(3);
    }

    @Test
    void fullQueueRejectsInDoWorkWithRetryAfter() {
        Stage small = Stage.ofOne(Stage.settings().withQueueLimit(2), builder -> {});
        small.submit("in flight");
        small.settle();
        small.submit("waiting");
        small.submit("waiting too");

        Recorder refused = small.submit("too many");
        assertThat(refused.heard).isEmpty();
        small.settle();

        assertThat(refused.heard).containsExactly("ended REJECTED");
        assertThat(refused.outcome()).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Outcome.RejectReason.QUEUE_FULL);
            assertThat(rejected.retryAfter()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        });
        assertThat(small.broker.stats().queue().waiting()).isEqualTo(2);
    }
}
