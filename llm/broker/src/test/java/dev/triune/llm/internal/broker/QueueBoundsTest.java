/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounded queues: which requests are accepted, rejected or pushed out. */
class QueueBoundsTest {
    private static final Outcome PUSHED_OUT =
            new Outcome.Rejected(RejectReason.PUSHED_OUT, Duration.ofSeconds(1));
    private static final Outcome FULL =
            new Outcome.Rejected(RejectReason.QUEUE_FULL, Duration.ofSeconds(1));

    @Test
    void fullQueueRejectsNewRequestWithRetryAfter() {
        Stage stage = full(2);
        Recorder newcomer = stage.submit("newcomer");
        assertThat(newcomer.heard).as("reported by the next turn only").isEmpty();
        stage.settle();

        assertThat(newcomer.outcome()).isEqualTo(FULL);
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(2);
    }

    @Test
    void retryAfterIsTheMeanQueueWait() {
        Stage stage = full(1);
        stage.advanceSeconds(40);
        stage.first.last().complete();
        stage.settle();
        stage.submit("fills the queue");
        Recorder newcomer = stage.submit("newcomer");
        stage.settle();

        assertThat(newcomer.outcome())
                .as("one waited 0 s, one 40 s")
                .isEqualTo(new Outcome.Rejected(RejectReason.QUEUE_FULL, Duration.ofSeconds(20)));
    }

    @Test
    void queueLimitDefaultsToOneHundred() {
        Stage stage = Stage.ofOne();
        stage.holdThePermit();
        List<Recorder> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(stage.submit("waiting " + i));
        }
        Recorder newcomer = stage.submit("newcomer");
        stage.settle();

        assertThat(newcomer.outcome()).isEqualTo(FULL);
        assertThat(waiting).noneMatch(Recorder::over);
    }

    @Test
    void queueLimitAppliesPerProvider() {
        Stage stage = Stage.ofTwo(Stage.settings().withQueueLimit(1), builder -> {});
        stage.holdThePermit();
        stage.submit("fills the queue of the first");
        Recorder other = stage.submit(Stage.asking("model-2", "to the second"));
        stage.settle();

        assertThat(other.heard).containsExactly("started second/model-2");
    }

    @Test
    void moreUrgentRequestPushesOutTheLeastUrgent() {
        Stage stage = full(0);
        Recorder high = stage.submit("high", Priority.HIGH);
        Recorder low = stage.submit("low", Priority.LOW);
        Recorder newcomer = stage.submit("newcomer", Priority.MEDIUM);
        stage.settle();

        assertThat(low.outcome()).isEqualTo(PUSHED_OUT);
        assertThat(high.over()).isFalse();
        assertThat(newcomer.over()).isFalse();
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(2);
    }

    @Test
    void youngestOfEquallyUrgentRequestsIsPushedOut() {
        Stage stage = full(0);
        Recorder elder = stage.submit("elder", Priority.LOW);
        Recorder younger = stage.submit("younger", Priority.LOW);
        stage.submit("newcomer", Priority.MEDIUM);
        stage.settle();

        assertThat(elder.over()).isFalse();
        assertThat(younger.outcome()).isEqualTo(PUSHED_OUT);
    }

    @Test
    void requestIsPushedOutOnlyAboveItsAgedLevel() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        stage.holdThePermit();
        Recorder patient = stage.submit("patient", Priority.LOW);
        stage.advanceSeconds(5);
        Recorder asUrgent = stage.submit("as urgent by now", Priority.MEDIUM);
        stage.settle();
        assertThat(asUrgent.outcome()).isEqualTo(FULL);
        assertThat(patient.over()).isFalse();

        stage.submit("more urgent", Priority.of(6));
        stage.settle();
        assertThat(patient.outcome()).isEqualTo(PUSHED_OUT);
    }

    @Test
    void requestInFlightIsNeverPushedOut() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        Recorder flying = stage.submit("flying", Priority.BACKGROUND);
        stage.settle();
        stage.submit("waiting", Priority.CRITICAL);
        Recorder newcomer = stage.submit("newcomer", Priority.CRITICAL);
        stage.settle();

        assertThat(flying.over()).isFalse();
        assertThat(newcomer.outcome()).isEqualTo(FULL);
    }

    @Test
    void pushedOutRequestReleasesItsTimerAndAgent() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        stage.holdThePermit();
        stage.submit(Stage.asking("pushed out")
                .agent("guard")
                .priority(Priority.LOW)
                .usefulFor(Duration.ofSeconds(9)));
        stage.submit("newcomer", Priority.HIGH);
        stage.settle();
        stage.time.advance(Duration.ofSeconds(10));
        assertThat(stage.broker.doWork()).as("its timer was removed").isZero();

        stage.first.last().complete();
        stage.settle();
        Recorder again = stage.submit(Stage.asking("again").agent("guard"));
        stage.settle();
        assertThat(again.over()).as("its agent is free").isFalse();
    }

    @Test
    void deferredRequestsCountAsWaitingAndAreNotPushedOut() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        stage.broker.defer("sleeper", Duration.ofMinutes(1));
        Recorder deferred =
                stage.submit(Stage.asking("deferred").agent("sleeper").priority(Priority.LOW));
        Recorder newcomer = stage.submit("newcomer", Priority.HIGH);
        stage.settle();

        assertThat(newcomer.outcome()).isEqualTo(FULL);
        assertThat(deferred.over()).isFalse();
    }

    @Test
    void pushesOutTheLeastUrgentRequestOfTheLargestGame() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(4), builder -> {});
        stage.holdThePermit();
        of(stage, "large", "a", Priority.HIGH);
        of(stage, "large", "b", Priority.HIGH);
        Recorder least = of(stage, "large", "c", Priority.MEDIUM);
        Recorder other = of(stage, "other", "d", Priority.BACKGROUND);
        Recorder newcomer = of(stage, "small", "e", Priority.BACKGROUND);
        stage.settle();

        assertThat(least.outcome()).isEqualTo(PUSHED_OUT);
        assertThat(other.over()).as("less urgent, but of a small game").isFalse();
        assertThat(newcomer.over()).isFalse();
    }

    @Test
    void fullQueueIsSharedEquallyBetweenGames() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(4), builder -> {});
        stage.holdThePermit();
        List<Recorder> large = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            large.add(of(stage, "large", "large " + i, Priority.MEDIUM));
        }
        List<Recorder> small = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            small.add(of(stage, "small", "small " + i, Priority.MEDIUM));
        }
        stage.settle();

        assertThat(large).extracting(Recorder::over).containsExactly(false, false, true, true);
        assertThat(small).extracting(Recorder::over).containsExactly(false, false, true, true);
        assertThat(small.get(2).outcome()).isEqualTo(FULL);
    }

    /** A queue full of that many requests; with zero, an empty queue with room for two. */
    private static Stage full(int waiting) {
        Stage stage = Stage.ofOne(
                Stage.settings().withQueueLimit(waiting == 0 ? 2 : waiting), builder -> {});
        stage.holdThePermit();
        for (int i = 0; i < waiting; i++) {
            stage.submit("waiting " + i);
        }
        return stage;
    }

    private static Recorder of(Stage stage, String game, String question, Priority priority) {
        return stage.submit(Stage.asking(question).tenant(game).priority(priority));
    }
}
