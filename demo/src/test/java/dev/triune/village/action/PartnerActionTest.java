/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.talk.Utterance;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class PartnerActionTest {
    private final TestVillage hamlet = new TestVillage();
    private final int mira = hamlet.settle("Mira", new Point(10, 10));
    private final int oren = hamlet.settle("Oren", new Point(20, 10));

    PartnerActionTest() {
        hamlet.run(VillagerAction.Talk.class, new TalkAction())
                .run(VillagerAction.Give.class, new GiveAction())
                .run(VillagerAction.Follow.class, new FollowAction())
                .run(VillagerAction.Assist.class, new HelpAction());
    }

    @Test
    void talkWalksToThePartnerAndSpeaks() {
        assertThat(hamlet.carryOut(mira, talk("oren")).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(Objects.requireNonNull(hamlet.talking().transcript(oren)).lines)
                .extracting(Utterance::toString)
                .containsExactly("Mira to Oren: Good day.");
        assertThat(distance()).isLessThan(2);
    }

    @Test
    void rejectsUnknownPartnersAndOneself() {
        assertThat(hamlet.carryOut(mira, talk("Nobody")).reason)
                .isEqualTo("there is nobody of that name");
        assertThat(hamlet.carryOut(mira, talk("Mira")).reason).isEqualTo("that is yourself");
    }

    @Test
    void rejectsSleepingPartners() {
        hamlet.of(oren, Behavior.class).asleep = true;
        assertThat(hamlet.carryOut(mira, talk("Oren")).reason).isEqualTo("Oren is asleep");
    }

    @Test
    void joinsARunningConversationOrWaitsForAPlaceInIt() {
        for (String name : List.of("Bram", "Wren", "Edda")) {
            hamlet.settle(name, new Point(21, 10));
        }
        hamlet.pass(10);
        int bram = hamlet.villagerDirectory().find("Bram").orElseThrow();
        hamlet.talking().address(bram, oren, "Psst.");
        assertThat(hamlet.carryOut(mira, talk("Oren")).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.of(mira, Conversation.class).partners.size()).isEqualTo(2);
        int wren = hamlet.villagerDirectory().find("Wren").orElseThrow();
        assertThat(hamlet.talking().address(wren, oren, "Me, too.")).isTrue();
        int edda = hamlet.villagerDirectory().find("Edda").orElseThrow();
        QueuedStep waiting = hamlet.order(edda, talk("Oren"));
        hamlet.pass(100);
        assertThat(waiting.state)
                .as("waits for a place in the talk")
                .isEqualTo(QueuedStep.State.CURRENT);
        hamlet.talking().end(oren);
        hamlet.pass(100);
        assertThat(waiting.state).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void talkWaitsUntilThoseWhoTalkHaveFinished() {
        for (String name : List.of("Bram", "Wren", "Edda")) {
            hamlet.settle(name, new Point(21, 10));
        }
        hamlet.pass(10);
        for (String name : List.of("Bram", "Wren")) {
            int other = hamlet.villagerDirectory().find(name).orElseThrow();
            hamlet.talking().address(other, oren, "Psst.");
        }
        int edda = hamlet.villagerDirectory().find("Edda").orElseThrow();
        assertThat(hamlet.carryOut(edda, talk("Oren")).state).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void giveTransfersAtMostTheCarriedAmount() {
        hamlet.carries(mira).add(Resource.BREAD, 2);
        Step give = Step.of("give").with("to", "Oren").with("item", "bread").with("amount", 5);
        assertThat(hamlet.carryOut(mira, give).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.carries(mira).total()).isZero();
        assertThat(hamlet.carries(oren)).hasToString("bread 2");
        assertThat(hamlet.carryOut(mira, give).reason)
                .isEqualTo("needs it in hand, and to like a visitor: you carry nothing");
    }

    @Test
    void giftToASleeperLiesBeside() {
        hamlet.carries(mira).add(Resource.BREAD, 2);
        hamlet.of(oren, Behavior.class).asleep = true;
        Step give = Step.of("give").with("to", "Oren").with("item", "bread").with("amount", 1);
        assertThat(hamlet.carryOut(mira, give).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.carries(oren)).hasToString("bread 1");
    }

    @Test
    void helpTendsTheHurtAlsoAsleep() {
        hamlet.of(oren, Needs.class).health = 0.4f;
        hamlet.of(oren, Behavior.class).asleep = true;
        assertThat(hamlet.carryOut(mira, Step.of("help").with("to", "Oren")).state)
                .isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.of(oren, Needs.class).health).isBetween(0.58f, 0.7f);
    }

    @Test
    void helpIsDoneWhenThePatientGetsWellOrTheWorkEnds() {
        hamlet.of(oren, Villager.class).ill = true;
        QueuedStep help = hamlet.order(mira, Step.of("help").with("to", "Oren"));
        hamlet.pass(150);
        hamlet.of(oren, Behavior.class).asleep = true;
        hamlet.of(oren, Villager.class).ill = false;
        hamlet.pass(5);
        assertThat(help.state).as(help.reason).isEqualTo(QueuedStep.State.DONE);
        hamlet.of(oren, Behavior.class).asleep = false;

        hamlet.run(VillagerAction.Gather.class, new GatherAction());
        Step wood = Step.of("gather").with("target", "wood").with("amount", 3);
        QueuedStep work = hamlet.order(oren, wood);
        QueuedStep joined = hamlet.order(mira, Step.of("help").with("to", "Oren"));
        for (int i = 0; i < 1_000 && !work.finished(); i++) {
            hamlet.pass(1);
        }
        hamlet.pass(5);
        assertThat(joined.state).as(joined.reason).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void followStaysCloseAndEndsAfterAWhile() {
        QueuedStep step = hamlet.order(mira, Step.of("follow").with("to", "Oren"));
        hamlet.pass(100);
        assertThat(distance()).isLessThan(2);
        assertThat(step.finished()).isFalse();
        hamlet.pass(250);
        assertThat(step.state).isEqualTo(QueuedStep.State.DONE);
    }

    private float distance() {
        Position there = hamlet.of(oren, Position.class);
        return hamlet.of(mira, Position.class).distance(there.x, there.y);
    }

    private static Step talk(String to) {
        return Step.of("talk").with("to", to).with("text", "Good day.");
    }
}
