/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Priority;
import dev.triune.llm.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A named agent has at most one live request. */
class OneLiveRequestTest {
    private static final Outcome BUSY =
            new Outcome.Rejected(RejectReason.AGENT_BUSY, Duration.ofSeconds(1));
    private static final Outcome SUPERSEDED = new Outcome.Superseded();

    private final Stage stage = Stage.ofOne();

    @Test
    void moreUrgentRequestSupersedesQueuedRequestOfItsAgent() {
        FakeProvider.Call holder = stage.holdThePermit();
        Recorder old = stage.submit(ofGuard("old", Priority.MEDIUM));
        Recorder newcomer = stage.submit(ofGuard("new", Priority.HIGH));
        holder.complete();
        stage.settle();

        assertThat(old.heard).containsExactly("ended SUPERSEDED");
        assertThat(old.outcome()).isEqualTo(SUPERSEDED);
        assertThat(newcomer.heard).containsExactly("started first/model-1");
        assertThat(Stage.questions(stage.first)).containsExactly("holds the permit", "new");
    }

    @Test
    void rejectsEquallyOrLessUrgentRequestAsAgentBusy() {
        stage.holdThePermit();
        Recorder old = stage.submit(ofGuard("old", Priority.MEDIUM));
        Recorder asUrgent = stage.submit(ofGuard("as urgent", Priority.MEDIUM));
        Recorder lessUrgent = stage.submit(ofGuard("less urgent", Priority.LOW).interrupting(true));
        stage.settle();

        assertThat(asUrgent.outcome()).isEqualTo(BUSY);
        assertThat(lessUrgent.outcome()).isEqualTo(BUSY);
        assertThat(old.over()).isFalse();
    }

    @Test
    void requestInFlightIsNotSupersededWithoutInterrupting() {
        Recorder flying = stage.submit(ofGuard("flying", Priority.LOW));
        stage.settle();
        Recorder newcomer = stage.submit(ofGuard("new", Priority.CRITICAL));
        stage.settle();

        assertThat(newcomer.outcome()).isEqualTo(BUSY);
        assertThat(flying.over()).isFalse();
        assertThat(stage.first.last().cancels).isZero();
    }

    @Test
    void interruptingMoreUrgentRequestCancelsCallInFlight() {
        Recorder flying = stage.submit(ofGuard("flying", Priority.LOW));
        stage.settle();
        FakeProvider.Call call = stage.first.last();
        call.text("half");
        stage.settle();
        Recorder newcomer = stage.submit(ofGuard("new", Priority.CRITICAL).interrupting(true));
        assertThat(call.cancels).isEqualTo(1);
        assertThat(stage.permitsTaken()).isZero();
        call.text("late").complete();
        stage.settle();

        assertThat(flying.heard)
                .containsExactly("started first/model-1", "part half", "ended SUPERSEDED");
        assertThat(flying.outcome()).isEqualTo(SUPERSEDED);
        assertThat(newcomer.heard).containsExactly("started first/model-1");
        assertThat(stage.permitsTaken()).isEqualTo(1);
    }

    @Test
    void interruptingRequestOfEqualUrgencyIsRejected() {
        Recorder flying = stage.submit(ofGuard("flying", Priority.HIGH));
        stage.settle();
        Recorder newcomer = stage.submit(ofGuard("new", Priority.HIGH).interrupting(true));
        stage.settle();

        assertThat(newcomer.outcome()).isEqualTo(BUSY);
        assertThat(flying.over()).isFalse();
    }

    @Test
    void successorOfDeferredRequestIsDeferredToo() {
        stage.broker.defer("guard", Duration.ofSeconds(5));
        Recorder old = stage.submit(ofGuard("old", Priority.LOW));
        stage.submit(ofGuard("new", Priority.HIGH));
        stage.settle();
        assertThat(old.outcome()).isEqualTo(SUPERSEDED);
        assertThat(stage.first.calls).isEmpty();

        stage.advanceSeconds(5);
        assertThat(Stage.questions(stage.first)).containsExactly("new");
    }

    @Test
    void agentCanSubmitAgainAfterItsRequestEnds() {
        stage.submit(ofGuard("first", Priority.HIGH));
        stage.settle();
        stage.first.last().complete();
        stage.settle();
        stage.broker.cancel(
                stage.broker.submit(ofGuard("second", Priority.HIGH).build(), update -> {}));
        stage.submit(ofGuard("third", Priority.LOW));
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("first", "third");
    }

    @Test
    void rejectedRequestDoesNotFreeItsAgent() {
        stage.holdThePermit();
        stage.submit(ofGuard("live", Priority.MEDIUM));
        stage.submit(ofGuard("turned away", Priority.MEDIUM));
        stage.settle();
        Recorder third = stage.submit(ofGuard("third", Priority.MEDIUM));
        stage.settle();

        assertThat(third.outcome()).isEqualTo(BUSY);
    }

    @Test
    void requestsWithoutAgentAreNotLimited() {
        List<Recorder> recorders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            recorders.add(stage.submit("question " + i));
        }
        stage.settle();

        assertThat(recorders).noneMatch(Recorder::over);
    }

    @Test
    void agentsWithEqualNamesInDifferentTenantsAreIndependent() {
        stage.holdThePermit();
        Recorder one = stage.submit(ofGuard("one", Priority.LOW).tenant("game-1"));
        Recorder other = stage.submit(ofGuard("other", Priority.HIGH).tenant("game-2"));
        Recorder own = stage.submit(ofGuard("own", Priority.HIGH));
        stage.settle();

        assertThat(List.of(one, other, own)).noneMatch(Recorder::over);
    }

    @Test
    void successorTakesPlaceOfSupersededRequestInFullQueue() {
        Stage small = Stage.ofOne(Stage.settings().withQueueLimit(2), builder -> {});
        small.holdThePermit();
        Recorder bystander = small.submit("bystander", Priority.BACKGROUND);
        Recorder old = small.submit(ofGuard("old", Priority.LOW));
        Recorder newcomer = small.submit(ofGuard("new", Priority.MEDIUM));
        small.settle();

        assertThat(old.outcome()).isEqualTo(SUPERSEDED);
        assertThat(newcomer.over()).isFalse();
        assertThat(bystander.over()).isFalse();
    }

    @Test
    void successorRejectedByAFullQueueSupersedesNothing() {
        Stage two = Stage.ofTwo(Stage.settings().withQueueLimit(1), builder -> {});
        two.holdThePermit();
        two.submit("fills the first", Priority.CRITICAL);
        two.submit(Stage.asking("model-2", "holds the second"));
        two.settle();
        Recorder old = two.submit(Stage.asking("model-2", "old").agent("guard"));
        Recorder newcomer = two.submit(ofGuard("new", Priority.HIGH).interrupting(true));
        two.settle();

        assertThat(newcomer.outcome())
                .isEqualTo(new Outcome.Rejected(RejectReason.QUEUE_FULL, Duration.ofSeconds(1)));
        assertThat(old.over()).isFalse();
    }

    private static Request.Builder<String> ofGuard(String question, Priority priority) {
        return Stage.asking(question).agent("guard").priority(priority);
    }
}
