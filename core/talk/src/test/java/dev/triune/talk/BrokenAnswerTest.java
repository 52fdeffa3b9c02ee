/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.apply.PlanPart.QueueableStep;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.internal.apply.PlanPart.UnreadableRest;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import org.junit.jupiter.api.Test;

/** Answers that break off after their words: the next prompt says that the deeds were lost. */
class BrokenAnswerTest {
    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int player = talk.player("Robin");

    @Test
    void answerWhoseActionsCannotBeReadIsReportedInTheNextPrompt() {
        Asked asked = ask();
        talk.broker.deliver(asked, new SpokenText("Well, I have seen nobody."));
        talk.broker.answer(asked, new UnreadableRest("the JSON object is not complete"));
        talk.tick();

        assertThat(nextPrompt()).contains("your last answer broke off, and no action of it came");
    }

    @Test
    void answerWhoseConnectionBreaksIsReportedInTheNextPrompt() {
        Asked asked = ask();
        talk.broker.deliver(asked, new SpokenText("Well, I have seen nobody."));
        talk.broker.end(asked, new Outcome.Failed(FailureCode.CUT_OFF, "cut off", true));
        talk.tick();

        assertThat(nextPrompt()).contains("your last answer broke off, and no action of it came");
    }

    @Test
    void answerThatReachesTheLengthLimitIsReportedOnce() {
        Asked asked = ask();
        talk.broker.deliver(asked, new SpokenText("Well, I have seen nobody."));
        talk.broker.end(
                asked,
                new Outcome.Incomplete("fake", "model", FinishReason.LENGTH, true, Usage.NONE));
        talk.tick();

        assertThat(nextPrompt())
                .contains("it reached the length limit")
                .doesNotContain("broke off");
    }

    @Test
    void reportCountsTheActionsThatCame() {
        Asked asked = ask();
        talk.broker.deliver(
                asked,
                new SpokenText("I come."),
                new QueueableStep(Step.of("come")),
                new UnreadableRest("the JSON object is not complete"));
        talk.broker.answer(asked);
        talk.tick();

        assertThat(nextPrompt())
                .contains("your last answer broke off, and only 1 of its actions came");
    }

    @Test
    void wholeAnswerIsNotReported() {
        Asked asked = ask();
        talk.broker.answer(asked, new SpokenText("Well, I have seen nobody."));
        talk.tick();

        assertThat(nextPrompt()).doesNotContain("broke off");
    }

    @Test
    void answerOfWhichNothingCameIsNotReportedAsBroken() {
        Asked asked = ask();
        PlanPart nothing = new UnreadableRest("no JSON object in the answer");
        talk.broker.answer(asked, nothing);
        talk.tick();

        assertThat(nextPrompt()).doesNotContain("broke off").contains("no JSON object");
    }

    private Asked ask() {
        talk.ticks(2);
        talk.talks.say(player, ada, "Take these coins, and tell me whom you saw.");
        return talk.granted(ada);
    }

    private String nextPrompt() {
        talk.talks.say(player, ada, "And the coins?");
        talk.untilAsks(ada);
        return talk.prompt(ada);
    }
}
