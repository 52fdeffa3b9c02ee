/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every start reported to listeners is followed by exactly one end. */
class EventPairsTest {
    private final Pairs pairs = new Pairs();
    private final Stage stage = Stage.ofTwo(Stage.settings(), builder -> {}, pairs);

    @Test
    void reportsBacklogOnceEachTimeTenWaitingIsExceeded() {
        stage.holdThePermit();
        for (int i = 0; i < 10; i++) {
            stage.submit("question " + i);
        }
        assertThat(pairs.reportedBacklogs).isEmpty();
        stage.submit("the eleventh");
        stage.submit("the twelfth");
        assertThat(pairs.reportedBacklogs).containsExactly(11);
        assertThat(stage.broker.stats().queue().waiting())
                .isGreaterThan(BrokerStats.BACKLOG_THRESHOLD);

        for (int i = 0; i < 3; i++) {
            stage.first.last().complete();
            stage.settle();
        }
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(9);
        stage.submit("ten again");
        assertThat(pairs.reportedBacklogs).containsExactly(11);
        stage.submit("eleven again");
        assertThat(pairs.reportedBacklogs).containsExactly(11, 11);
    }

    @Test
    void everyRequestAndCallEndsExactlyOnce() {
        stage.submit("answered");
        stage.submit(Stage.asking("superseded").agent("guard"));
        stage.submit(Stage.asking("busy").agent("guard"));
        stage.submit(Stage.asking("new").agent("guard").priority(Priority.HIGH));
        stage.submit(Stage.asking("late").usefulFor(Duration.ofSeconds(1)));
        stage.settle();
        stage.submit(Stage.asking("model-2", "interrupted").agent("cook"));
        stage.settle();
        stage.submit(Stage.asking("model-2", "interrupts")
                .agent("cook")
                .priority(Priority.CRITICAL)
                .interrupting(true));
        stage.advanceSeconds(2);
        stage.first.last().complete();
        stage.settle();
        stage.first.last().rateLimited(9);
        stage.settle();
        stage.second.last().fail(FailureCode.PROVIDER_ERROR);
        stage.settle();
        stage.submit("open at the end");
        stage.settle();
        stage.broker.close();

        assertThat(pairs.submitted).hasSize(8);
        assertThat(pairs.ended).isEqualTo(pairs.submitted);
        assertThat(pairs.ended.values()).containsOnly(1);
        assertThat(pairs.measuredTickets).isEqualTo(pairs.submitted);
        assertThat(pairs.callsUnderWay.values()).containsOnly(0);
        assertThat(pairs.breaches).isEmpty();
    }

    /** Counts starts and ends. */
    private static final class Pairs implements BrokerListener {
        final Map<Ticket, Integer> submitted = new HashMap<>();
        final Map<Ticket, Integer> ended = new HashMap<>();
        final Map<Ticket, Integer> measuredTickets = new HashMap<>();
        final Map<Ticket, Integer> callsUnderWay = new HashMap<>();
        final List<Integer> reportedBacklogs = new ArrayList<>();
        final List<String> breaches = new ArrayList<>();

        @Override
        public void submitted(Ticket ticket, Request<?> request) {
            submitted.merge(ticket, 1, Integer::sum);
        }

        @Override
        public void callStarted(Ticket ticket, String provider, Duration waited) {
            if (callsUnderWay.merge(ticket, 1, Integer::sum) != 1) {
                breaches.add("two calls of " + ticket);
            }
        }

        @Override
        public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
            if (callsUnderWay.merge(ticket, -1, Integer::sum) != 0) {
                breaches.add("no call of " + ticket);
            }
        }

        @Override
        public void backlogged(int waiting) {
            reportedBacklogs.add(waiting);
        }

        @Override
        public void measured(Ticket ticket, Telemetry telemetry) {
            measuredTickets.merge(ticket, 1, Integer::sum);
            if (ended.containsKey(ticket)) {
                breaches.add("measured after the end of " + ticket);
            }
        }

        @Override
        public void ended(Ticket ticket, Outcome outcome) {
            ended.merge(ticket, 1, Integer::sum);
            if (!measuredTickets.containsKey(ticket)) {
                breaches.add("ended before it was measured: " + ticket);
            }
        }
    }
}
