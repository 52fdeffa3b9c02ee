/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Agents whose requests are held back for a while. */
class DeferTest {
    private static final Duration FIVE = Duration.ofSeconds(5);

    private final Stage stage = Stage.ofOne();

    @Test
    void defaultDeferralIsFiveSeconds() {
        assertThat(Broker.DEFAULT_DEFERRAL).isEqualTo(FIVE);
    }

    @Test
    void holdsBackQueuedRequestsOfTheAgent() {
        Recorder recorder = stage.submit(Stage.asking("hello?").agent("guard"));
        stage.broker.defer("guard", FIVE);
        stage.advance(FIVE.minusNanos(1));
        assertThat(recorder.heard).isEmpty();
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(1);

        stage.advance(Duration.ofNanos(1));
        assertThat(recorder.heard).containsExactly("started first/model-1");
    }

    @Test
    void holdsBackRequestsSubmittedDuringTheDeferral() {
        stage.broker.defer("guard", FIVE);
        stage.advanceSeconds(3);
        Recorder recorder = stage.submit(Stage.asking("hello?").agent("guard"));
        stage.advance(Duration.ofSeconds(2).minusNanos(1));
        assertThat(recorder.heard).isEmpty();

        stage.advance(Duration.ofNanos(1));
        assertThat(recorder.heard).containsExactly("started first/model-1");
    }

    @Test
    void otherAgentsContinueDuringADeferral() {
        stage.broker.defer("guard", FIVE);
        stage.submit(Stage.asking("of the guard").agent("guard"));
        stage.submit(Stage.asking("of the cook").agent("cook"));
        stage.submit("of nobody");
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("of the cook", "of nobody");
    }

    @Test
    void deferredRequestKeepsItsPlaceInTheQueue() {
        FakeProvider.Call holder = stage.holdThePermit();
        stage.submit(Stage.asking("a").agent("guard"));
        stage.submit("b");
        stage.broker.defer("guard", Duration.ofSeconds(2));
        stage.advanceSeconds(2);
        holder.complete();
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("holds the permit", "a", "b");
    }

    @Test
    void deferringAgainMayLengthenTheDeferral() {
        Recorder recorder = stage.submit(Stage.asking("hello?").agent("guard"));
        stage.broker.defer("guard", FIVE);
        stage.advanceSeconds(4);
        stage.broker.defer("guard", FIVE);
        stage.advanceSeconds(4);
        assertThat(recorder.heard).isEmpty();

        stage.advanceSeconds(1);
        assertThat(recorder.heard).hasSize(1);
    }

    @Test
    void deferringAgainMayShortenTheDeferral() {
        Recorder recorder = stage.submit(Stage.asking("hello?").agent("guard"));
        stage.broker.defer("guard", Duration.ofHours(1));
        stage.settle();
        stage.broker.defer("guard", Duration.ofSeconds(1));
        stage.advanceSeconds(1);

        assertThat(recorder.heard).hasSize(1);
        stage.first.last().complete();
        stage.settle();
        stage.time.advance(Duration.ofHours(2));
        assertThat(stage.broker.doWork()).as("the earlier timer is gone").isZero();
    }

    @Test
    void zeroDurationEndsADeferral() {
        Recorder recorder = stage.submit(Stage.asking("hello?").agent("guard"));
        stage.broker.defer("guard", FIVE);
        stage.settle();
        stage.broker.defer("guard", Duration.ZERO);
        stage.settle();

        assertThat(recorder.heard).containsExactly("started first/model-1");
    }

    @Test
    void callInFlightContinuesDuringADeferral() {
        Recorder recorder = stage.submit(Stage.asking("hello?").agent("guard"));
        stage.settle();
        stage.broker.defer("guard", FIVE);
        stage.settle();
        stage.first.last().text("hi").complete();
        stage.settle();

        assertThat(stage.first.last().cancels).isZero();
        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void holdsBackRequestRequeuedAfterARateLimit() {
        stage.submit(Stage.asking("hello?").agent("guard"));
        stage.settle();
        stage.broker.defer("guard", Duration.ofSeconds(20));
        stage.first.last().rateLimited(1);
        stage.advanceSeconds(19);
        assertThat(stage.first.calls).hasSize(1);

        stage.advanceSeconds(1);
        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void holdsBackAgentDeferredWhileRenderingItsPrompt() {
        boolean[] asked = {false};
        stage.submit(Stage.asking("hello?").agent("guard").promptSource(() -> {
            if (!asked[0]) {
                asked[0] = true;
                stage.broker.defer("guard", FIVE);
            }
            return Optional.of(Prompt.of("hello?"));
        }));
        stage.settle();
        assertThat(stage.first.calls).isEmpty();
        assertThat(stage.permitsTaken()).isZero();

        stage.advance(FIVE);
        assertThat(stage.first.calls).hasSize(1);
    }

    @Test
    void doesNotHoldBackSameAgentNameOfAnotherTenant() {
        stage.broker.defer("game-1", "guard", FIVE);
        Recorder held = stage.submit(Stage.asking("a").tenant("game-1").agent("guard"));
        Recorder other = stage.submit(Stage.asking("b").tenant("game-2").agent("guard"));
        stage.settle();

        assertThat(held.heard).isEmpty();
        assertThat(other.heard).containsExactly("started first/model-1");
    }

    @Test
    void deferredRequestCanBeCancelled() {
        stage.broker.defer("guard", FIVE);
        Recorder recorder = new Recorder();
        stage.broker.cancel(
                stage.broker.submit(Stage.asking("hello?").agent("guard").build(), recorder));
        stage.settle();
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(stage.broker.stats().queue().waiting()).isZero();

        stage.advance(FIVE);
        assertThat(stage.first.calls).isEmpty();
    }

    @Test
    void rejectsInvalidDeferrals() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.broker.defer("", FIVE))
                .withMessageContaining("expected the name of an agent");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.broker.defer("guard", Duration.ofSeconds(-1)))
                .withMessageContaining("zero to a day");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.broker.defer("guard", Duration.ofDays(1).plusNanos(1)))
                .withMessageContaining("zero to a day");
    }

    @Test
    void deferralsOfOneTenantDoNotExhaustTheRoomOfOthers() {
        Duration day = Duration.ofDays(1);
        for (int i = 0; i < 10_000; i++) {
            stage.broker.defer("greedy", "agent-" + i, day);
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> stage.broker.defer("greedy", "one too many", day))
                .withMessage("no room to defer one too many: 10000 agents are deferred (wait until"
                        + " some are resumed)");
        Recorder oldest = stage.submit(Stage.asking("oldest").tenant("greedy").agent("agent-0"));
        stage.broker.defer("honest", "guard", FIVE);
        Recorder held = stage.submit(Stage.asking("held").tenant("honest").agent("guard"));
        stage.settle();

        assertThat(oldest.heard).as("gave up its place").containsExactly("started first/model-1");
        assertThat(held.heard).isEmpty();
    }

    @Test
    void deferralsEndWhenTheirTenantExpires() {
        stage.submit(Stage.asking("hello?").tenant("game").agent("guard"));
        stage.settle();
        stage.first.last().complete();
        stage.broker.defer("game", "guard", Duration.ofDays(1));
        stage.advance(Duration.ofSeconds(60));
        Recorder back = stage.submit(Stage.asking("back").tenant("game").agent("guard"));
        stage.settle();

        assertThat(back.heard).containsExactly("started first/model-1");
    }
}
