/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Priority;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many requests of one session under a quota, and outcomes that compete. */
class SessionContentionTest {
    private final List<FakeProvider.Call> ended = new ArrayList<>();
    private final Stage stage = Stage.ofTwo(
            Stage.settings().withPermits(50),
            builder -> builder.callTimeout(Duration.ofSeconds(60)));

    SessionContentionTest() {
        stage.broker.enableQuota(new QuotaSnapshot(
                "s1", BigDecimal.TEN, TokenPrices.of("1.0", "0.25", "4.0"), "day"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sessionNeverHasTwoCallsInFlight(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Recorder> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(submit("q" + i, Priority.of(1 + random.nextInt(10))));
            stage.advance(Duration.ofMillis(random.nextInt(200)));
            assertThat(stage.permitsTaken()).as("seed %d, step %d", seed, i).isLessThan(2);
            if (random.nextInt(3) > 0) {
                takeOpenCalls().forEach(call -> end(call, random));
            }
        }
        for (int i = 0; i < 1_000 && !all.stream().allMatch(Recorder::over); i++) {
            answerAll();
            stage.advanceSeconds(1);
        }

        assertThat(all).as("seed %d", seed).allMatch(Recorder::over);
        assertThat(stage.first.calls.size() + stage.second.calls.size())
                .as("at most one call each, seed %d", seed)
                .isBetween(30, 100);
    }

    @Test
    void urgentRequestDoesNotOvertakeWithinASession() {
        submit("one", Priority.LOW);
        stage.settle();
        submit("two", Priority.LOW);
        submit("three", Priority.CRITICAL);
        stage.first.last().complete();
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("one", "two");
    }

    @Test
    void timedOutCallIsNotRetried() {
        Recorder slow = submit("slow", Priority.MEDIUM);
        stage.advanceSeconds(3600);

        assertThat(slow.outcome().canonicalCode()).isEqualTo("provider_timeout");
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.second.calls).isEmpty();
    }

    @Test
    void firstOfCancelAndTimeoutDeterminesTheOutcome() {
        Recorder cancelled = new Recorder();
        Ticket ticket = stage.broker.submit(Stage.asking("one").tenant("s1").build(), cancelled);
        stage.settle();
        stage.time.advance(Duration.ofSeconds(60));
        stage.broker.cancel(ticket); // before the turn that would see the timeout
        stage.settle();
        assertThat(cancelled.outcome()).isEqualTo(new Outcome.Cancelled(false));

        Recorder timedOut = new Recorder();
        Ticket late = stage.broker.submit(Stage.asking("two").tenant("s1").build(), timedOut);
        stage.advanceSeconds(60);
        stage.broker.cancel(late);
        stage.settle();
        assertThat(timedOut.outcome().canonicalCode()).isEqualTo("provider_timeout");
    }

    @Test
    void cancellingAWaitingRequestKeepsTheOrderOfOthers() {
        submit("one", Priority.MEDIUM);
        Recorder gone = new Recorder();
        Ticket ticket = stage.broker.submit(Stage.asking("two").tenant("s1").build(), gone);
        submit("three", Priority.MEDIUM);
        submit("four", Priority.MEDIUM);
        stage.settle();
        stage.broker.cancel(ticket);
        stage.first.last().complete();
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(gone.outcome().canonicalCode()).isEqualTo("cancelled_before_start");
        assertThat(Stage.questions(stage.first)).containsExactly("one", "three", "four");
    }

    /** Calls that the test has not ended yet, including those that the broker abandoned. */
    private List<FakeProvider.Call> takeOpenCalls() {
        List<FakeProvider.Call> all = new ArrayList<>(stage.first.calls);
        all.addAll(stage.second.calls);
        all.removeAll(ended);
        ended.addAll(all);
        return all;
    }

    private void answerAll() {
        takeOpenCalls().forEach(FakeProvider.Call::complete);
        stage.settle();
    }

    private Recorder submit(String question, Priority priority) {
        return stage.submit(Stage.asking(question).tenant("s1").priority(priority));
    }

    private void end(FakeProvider.Call call, SplittableRandom random) {
        switch (random.nextInt(20)) {
            case 0 -> call.rateLimited(1);
            case 1, 2 -> call.fail(FailureCode.PROVIDER_ERROR);
            case 3, 4 -> call.text("part").fail(FailureCode.CUT_OFF);
            default -> call.complete(new Usage(10, 0, 0, 10));
        }
        stage.settle();
    }
}
