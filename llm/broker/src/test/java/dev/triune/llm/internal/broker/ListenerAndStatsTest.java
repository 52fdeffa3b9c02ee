/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenerAndStatsTest {
    private final List<String> events = new ArrayList<>();
    private final Stage stage = Stage.ofTwo(new EventLog(events));

    @Test
    void reportsEventsOfAnAnswerInOrderWithTimes() {
        stage.submit("hello?");
        stage.advanceSeconds(0);
        stage.advanceSeconds(2);
        stage.first.last().text("hi", "ho");
        stage.advanceSeconds(1);
        stage.first.last().complete();
        stage.settle();

        assertThat(events)
                .containsExactly(
                        "submitted 1",
                        "callStarted 1 first after 0",
                        "firstPart 1 after 2000",
                        "callEnded 1 first after 3000",
                        "ended 1 ANSWERED");
    }

    @Test
    void reportsFallbackAndRetryRound() {
        stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(5);
        stage.settle();
        stage.second.last().rateLimited(50);
        stage.advanceSeconds(6);
        stage.first.last().fail(FailureCode.BAD_REQUEST);
        stage.settle();

        assertThat(events)
                .containsExactly(
                        "submitted 1",
                        "callStarted 1 first after 0",
                        "callEnded 1 first after 0",
                        "rateLimited first",
                        "fellBack 1 first second",
                        "callStarted 1 second after 0",
                        "callEnded 1 second after 0",
                        "rateLimited second",
                        "retried 1 round 1",
                        "callStarted 1 first after 6000",
                        "callEnded 1 first after 0",
                        "ended 1 FAILED");
    }

    @Test
    void notifiesListenersInOrderOfRegistrationBeforeTheSubmitter() {
        List<String> order = new ArrayList<>();
        Stage two = Stage.ofOne(new Signature(order, "a"), new Signature(order, "b"));
        two.broker.cancel(two.submit("hello?", update -> order.add("submitter")));
        two.settle();

        assertThat(order).containsExactly("a", "b", "submitter");
    }

    @Test
    void statsCountEveryOutcome() {
        stage.submit("answered");
        stage.submit("failed");
        stage.submit("waiting");
        stage.broker.cancel(stage.submit("cancelled", new Recorder()));
        stage.settle();
        stage.first.last().complete(new Usage(10, 20, 30, 40));
        stage.settle();
        stage.first.last().fail(FailureCode.BAD_REQUEST);
        stage.settle();

        BrokerStats stats = stage.broker.stats();
        assertThat(stats.requests().submitted()).isEqualTo(4);
        assertThat(stats.requests().outcomes()).containsOnlyKeys(Outcome.Kind.values());
        assertThat(stats.requests().count(Outcome.Kind.ANSWERED)).isEqualTo(1);
        assertThat(stats.requests().count(Outcome.Kind.FAILED)).isEqualTo(1);
        assertThat(stats.requests().count(Outcome.Kind.CANCELLED)).isEqualTo(1);
        assertThat(stats.requests().ended()
                        + stats.queue().waiting()
                        + stats.calls().inFlight())
                .isEqualTo(4);
        assertThat(stats.calls().inFlight()).isEqualTo(1);
        assertThat(stats.queue().maxWaiting()).isEqualTo(4);
        assertThat(stats.calls().usage()).isEqualTo(new Usage(10, 20, 30, 40));
        assertThat(stats.providers())
                .extracting(BrokerStats.ProviderStats::name)
                .containsExactly("first", "second");
    }

    @Test
    void waitTimeEndsAtTheFirstCall() {
        stage.submit("a");
        stage.submit("b");
        stage.advanceSeconds(10);
        stage.first.last().rateLimited(100); // a second call is not a second wait
        stage.settle();
        stage.second.last().complete();
        stage.settle();

        BrokerStats stats = stage.broker.stats();
        assertThat(stats.queue().meanWait()).hasSeconds(5);
        assertThat(stats.queue().p95Wait())
                .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
    }

    @Test
    void statsSnapshotDoesNotChange() {
        BrokerStats before = stage.broker.stats();
        stage.submit("hello?");
        stage.settle();

        assertThat(before.requests().submitted()).isZero();
        assertThat(before.queue().waiting()).isZero();
        assertThat(before.requests().ended()).isZero();
    }

    private record Signature(List<String> order, String name) implements BrokerListener {
        @Override
        public void ended(Ticket ticket, Outcome outcome) {
            order.add(name);
        }
    }

    /** Records every event. */
    private record EventLog(List<String> events) implements BrokerListener {
        @Override
        public void submitted(Ticket ticket, Request<?> request) {
            events.add("submitted " + ticket.number());
        }

        @Override
        public void callStarted(Ticket ticket, String provider, Duration waited) {
            events.add("callStarted " + ticket.number() + " " + provider + " after "
                    + waited.toMillis());
        }

        @Override
        public void firstPart(Ticket ticket, Duration sinceCall) {
            events.add("firstPart " + ticket.number() + " after " + sinceCall.toMillis());
        }

        @Override
        public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
            events.add("callEnded " + ticket.number() + " " + provider + " after "
                    + sinceCall.toMillis());
        }

        @Override
        public void rateLimited(String provider, Duration cooling) {
            events.add("rateLimited " + provider);
        }

        @Override
        public void fellBack(Ticket ticket, String from, String to) {
            events.add("fellBack " + ticket.number() + " " + from + " " + to);
        }

        @Override
        public void retried(Ticket ticket, int round) {
            events.add("retried " + ticket.number() + " round " + round);
        }

        @Override
        public void ended(Ticket ticket, Outcome outcome) {
            events.add("ended " + ticket.number() + " " + outcome.kind());
        }
    }
}
