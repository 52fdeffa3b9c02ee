/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callbacks that call the broker, or throw. */
class ReentranceTest {
    private final List<String> events = new ArrayList<>();
    private BiConsumer<String, Ticket> atEvent = (event, ticket) -> {};
    private final Stage stage = Stage.ofTwo(new Hook());

    @AfterEach
    void allPermitsAreReleasedAndNoRequestRemains() {
        stage.broker.close();
        BrokerStats stats = stage.broker.stats();
        assertThat(stage.permitsTaken()).isZero();
        assertThat(stats.calls().inFlight()).isZero();
        assertThat(stats.queue().waiting()).isZero();
        assertThat(stats.requests().ended()).isEqualTo(stats.requests().submitted());
    }

    @Test
    void updateCallbackCanSubmitARequest() {
        Recorder next = new Recorder();
        Recorder recorder = new Recorder();
        recorder.then = update -> {
            if (update instanceof Update.Ended) {
                stage.submit("next", next);
            }
        };
        stage.submit("hello?", recorder);
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("hello?", "next");
    }

    @ParameterizedTest
    @ValueSource(strings = {"started first/model-1", "part hi", "part ho"})
    void updateCallbackCanCancelItsRequest(String when) {
        Recorder recorder = new Recorder();
        recorder.then = update -> {
            if (recorder.heard.get(recorder.heard.size() - 1).equals(when)) {
                assertThat(stage.broker.cancel(update.ticket())).isTrue();
            }
        };
        stage.submit("hello?", recorder);
        stage.settle();
        stage.first.calls.forEach(call -> call.text("hi", "ho").complete());
        stage.settle();

        assertThat(recorder.heard.get(recorder.heard.size() - 2)).isEqualTo(when);
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(when.startsWith("started")));
    }

    @Test
    void requestCancelledInStartedUpdateCallsNoProvider() {
        Recorder recorder = new Recorder();
        recorder.then = update -> stage.broker.cancel(update.ticket());
        stage.submit("hello?", recorder);
        stage.settle();

        assertThat(stage.first.calls).isEmpty();
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "submitted",
                "callStarted",
                "firstPart",
                "callEnded",
                "rateLimited",
                "fellBack",
                "retried",
                "ended"
            })
    void listenerCanCancelTheReportedRequest(String when) {
        Recorder recorder = playThrough(when, ticket -> stage.broker.cancel(ticket));

        assertThat(recorder.outcomes).hasSize(1);
        assertThat(recorder.heard).last().asString().startsWith("ended");
        assertThat(stage.broker.stats().queue().waiting()).isZero();
        assertThat(events.subList(events.indexOf(when) + 1, events.size()))
                .as("no further call, fallback or retry")
                .isSubsetOf("callEnded", "rateLimited", "ended");
        if (!when.equals("ended")) {
            assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.CANCELLED);
            assertThat(recorder.heard)
                    .as("nothing is delivered after a cancel")
                    .doesNotContain("part hi");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "submitted",
                "callStarted",
                "firstPart",
                "callEnded",
                "rateLimited",
                "fellBack",
                "retried",
                "ended"
            })
    void listenerCanCloseTheBroker(String when) {
        Recorder recorder = playThrough(when, ticket -> stage.broker.close());

        assertThat(recorder.outcomes).hasSize(1);
        assertThat(stage.first.closed).isEqualTo(1);
        assertThat(stage.second.closed).isEqualTo(1);
        assertThat(stage.broker.doWork()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "submitted",
                "callStarted",
                "firstPart",
                "callEnded",
                "rateLimited",
                "fellBack",
                "retried",
                "ended"
            })
    void listenerExceptionDoesNotAffectTheRequest(String when) {
        Recorder recorder = playThrough(when, ticket -> {
            throw new IllegalStateException("scripted");
        });

        assertThat(recorder.heard).endsWith("part hi", "ended ANSWERED");
    }

    @Test
    void updateCallbackExceptionDoesNotAffectTheRequest() {
        Recorder recorder = new Recorder();
        recorder.then = update -> {
            throw new IllegalStateException("scripted");
        };
        stage.submit("hello?", recorder);
        stage.settle();
        stage.first.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part hi", "ended ANSWERED");
    }

    @Test
    void nestedDoWorkInACallbackDoesNothing() {
        Recorder recorder = new Recorder();
        recorder.then = update -> assertThat(stage.broker.doWork()).isZero();
        stage.submit("hello?", recorder);
        stage.settle();
        stage.first.last().text("o", "b").complete();
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part o", "part b", "ended ANSWERED");
    }

    @Test
    void updateCallbackCanCloseTheBroker() {
        Recorder recorder = new Recorder();
        recorder.then = update -> stage.broker.close();
        stage.submit("hello?", recorder);
        Recorder other = stage.submit("other");
        stage.settle();

        assertThat(recorder.heard).containsExactly("started first/model-1", "ended CANCELLED");
        assertThat(other.heard).containsExactly("ended CANCELLED");
    }

    /** Plays a request that is rate limited by both providers, retried and answered. */
    private Recorder playThrough(String when, Consumer<Ticket> action) {
        Recorder recorder = new Recorder();
        int[] done = {0};
        atEvent = (event, ticket) -> {
            if (event.equals(when) && done[0]++ == 0) {
                action.accept(ticket);
            }
        };
        stage.submit("hello?", recorder);
        stage.settle();
        stage.first.calls.forEach(call -> call.rateLimited(5));
        stage.settle();
        stage.second.calls.forEach(call -> call.rateLimited(9));
        stage.advanceSeconds(6);
        if (stage.first.calls.size() > 1) {
            stage.first.last().text("hi").complete();
        }
        stage.settle();
        assertThat(events).contains(when);
        return recorder;
    }

    /** Reports each event by name to the test, with the ticket of its only request. */
    private final class Hook implements BrokerListener {
        private final List<Ticket> tickets = new ArrayList<>();

        private void at(String event) {
            events.add(event);
            atEvent.accept(event, tickets.get(0));
        }

        @Override
        public void submitted(Ticket ticket, Request<?> request) {
            tickets.add(ticket);
            at("submitted");
        }

        @Override
        public void callStarted(Ticket ticket, String provider, Duration waited) {
            at("callStarted");
        }

        @Override
        public void firstPart(Ticket ticket, Duration sinceCall) {
            at("firstPart");
        }

        @Override
        public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
            at("callEnded");
        }

        @Override
        public void rateLimited(String provider, Duration cooling) {
            at("rateLimited");
        }

        @Override
        public void fellBack(Ticket ticket, String from, String to) {
            at("fellBack");
        }

        @Override
        public void retried(Ticket ticket, int round) {
            at("retried");
        }

        @Override
        public void ended(Ticket ticket, Outcome outcome) {
            at("ended");
        }
    }

    @Test
    void closeDuringDeliveryDeliversEachOutcomeOnce() {
        List<String> deliveries = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            Ticket ticket = stage.submit("hello?", update -> {
                if (update instanceof Update.Ended<?>) {
                    deliveries.add(name);
                    stage.broker.close();
                }
            });
            stage.broker.cancel(ticket);
        }
        stage.broker.doWork();
        assertThat(deliveries).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void updateCallbackErrorIsRethrownAndLosesNoRequest() {
        Recorder recorder = new Recorder();
        recorder.then = update -> {
            if (update instanceof Update.Part) {
                throw new AssertionError("scripted");
            }
        };
        stage.submit("hello?", recorder);
        stage.settle();
        stage.first.last().text("hi").complete();

        assertThatThrownBy(stage::settle).isInstanceOf(AssertionError.class);
        stage.settle();
        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(stage.permitsTaken()).isZero();
    }
}
