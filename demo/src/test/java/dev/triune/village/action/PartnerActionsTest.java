/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.component.QueuedStep;
import dev.triune.village.TestVillage;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.people.Player;
import dev.triune.village.world.Building;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PartnerActionsTest {
    private final TestVillage hamlet = new TestVillage();
    private final int mira = hamlet.settle("Mira", new Point(24, 26));
    private final int oren = hamlet.settle("Oren", new Point(27, 26));

    PartnerActionsTest() {
        hamlet.run(VillagerAction.Give.class, new GiveAction())
                .run(VillagerAction.Trade.class, new TradeAction())
                .run(VillagerAction.Assist.class, new HelpAction())
                .run(VillagerAction.PlanBuild.class, new BuildAction());
        hamlet.carries(mira).add(Resource.STONE, 3);
        hamlet.carries(oren).add(Resource.BERRIES, 9);
    }

    @Test
    void bothVillagersRememberAFairTrade() {
        assertThat(hamlet.carryOut(mira, trade("stone", 2, "berries", 6)).state)
                .isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.carries(mira)).hasToString("stone 1, berries 6");
        assertThat(hamlet.carries(oren)).hasToString("stone 2, berries 3");
        for (int agent : new int[] {mira, oren}) {
            assertThat(hamlet.of(agent, Memory.class).episodes)
                    .singleElement()
                    .satisfies(episode -> assertThat(episode.kind).isEqualTo("trade"));
        }
        assertThat(liking(mira, "Oren")).isPositive();
        assertThat(liking(oren, "Mira")).isPositive();
    }

    @Test
    void tradeThatBothPlannedIsDoneOnceForBoth() {
        Step half = Step.of("trade")
                .with("to", "Mira")
                .with("item", "berries")
                .with("amount", 3)
                .with("for", "stone")
                .with("for_amount", 1);
        QueuedStep ofOren = hamlet.order(oren, half);
        assertThat(hamlet.carryOut(mira, trade("stone", 1, "berries", 3)).state)
                .isEqualTo(QueuedStep.State.DONE);
        hamlet.pass(200);
        assertThat(ofOren.state).as(ofOren.reason).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.carries(mira)).hasToString("stone 2, berries 3");
        assertThat(hamlet.carries(oren)).hasToString("stone 1, berries 6");
        assertThat(hamlet.of(oren, Journal.class).deeds)
                .extracting(deed -> deed.kind + " " + deed.step)
                .containsExactly("DONE " + half);
    }

    @Test
    void onlyFriendsAcceptAnUnfairTrade() {
        Step cheap = trade("stone", 1, "berries", 4);
        assertThat(hamlet.carryOut(mira, cheap).reason)
                .isEqualTo("Oren says that this is too little: worth 3 for 4");
        assertThat(hamlet.carries(mira).get(Resource.STONE)).isEqualTo(3);
        hamlet.of(oren, Memory.class).relate("Mira", "", 1);
        assertThat(hamlet.carryOut(mira, cheap).state).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void rejectsTradesOfGoodsThatAreNotCarried() {
        assertThat(hamlet.carryOut(mira, trade("wood", 1, "berries", 1)).reason)
                .isEqualTo("needs both to carry it, awake: you carry stone 3");
        ActionPreconditions rules = new ActionPreconditions();
        hamlet.world().inject(rules);
        assertThat(rules.lacksToTrade(
                        mira,
                        new VillagerAction.Trade("Oren", Resource.STONE, 1, Resource.BREAD, 1)))
                .isEqualTo("Oren carries berries 9");
    }

    @Test
    void tradeForWhatIsGoneIsNotNeededAndNoDeed() {
        QueuedStep late = hamlet.carryOut(mira, trade("stone", 1, "bread", 1));
        assertThat(late.state).as(late.reason).isEqualTo(QueuedStep.State.DONE);
        assertThat(late.reason)
                .isEqualTo("when you came to trade, Oren carried berries 9, not bread 1");
        assertThat(hamlet.of(mira, Journal.class).deeds)
                .extracting(deed -> deed.kind + " " + deed.note)
                .containsExactly("EVENT " + late.reason);
    }

    @Test
    void receiverOfAGiftLikesTheGiver() {
        Step give = Step.of("give").with("to", "Oren").with("item", "stone").with("amount", 1);
        assertThat(hamlet.carryOut(mira, give).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(liking(oren, "Mira")).isPositive();
        assertThat(hamlet.of(oren, Memory.class).episodes)
                .singleElement()
                .satisfies(episode -> assertThat(episode.text).isEqualTo("Mira gave you stone"));
    }

    @Test
    void villagersGiveThePlayerNothingWithoutTrust() {
        Step give =
                Step.of("give").with("to", Player.NAME).with("item", "stone").with("amount", 3);
        assertThat(hamlet.carryOut(mira, give).reason)
                .isEqualTo("needs it in hand, and to like a visitor: you do not know Robin well"
                        + " enough to like them");
        assertThat(hamlet.player().bag().total()).isZero();
        hamlet.of(mira, Memory.class).relate(Player.NAME, "", 0.5f);
        assertThat(hamlet.carryOut(mira, give).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.player().bag()).hasToString("stone 3");
    }

    @Test
    void villagersSpeakFirstToThePlayer() {
        hamlet.run(VillagerAction.Talk.class, new TalkAction());
        for (String name : new String[] {Player.NAME, "the player"}) {
            Step talk = Step.of("talk").with("to", name).with("text", "The bread is ready.");
            assertThat(hamlet.carryOut(mira, talk).state).isEqualTo(QueuedStep.State.DONE);
            assertThat(hamlet.talking().transcript(mira).lines)
                    .last()
                    .matches(line -> line.to().equals(Player.NAME));
        }
        Step nobody = Step.of("talk").with("to", "Nobody").with("text", "Hello?");
        assertThat(hamlet.carryOut(mira, nobody).reason).isEqualTo("there is nobody of that name");
    }

    @Test
    void helpingABuilderShortensTheBuild() {
        assertThat(ticksToBuild(true)).isLessThan(ticksToBuild(false) * 3 / 4);
    }

    @Test
    void helpForAVillagerWhoIsWellAndIdleIsNotNeeded() {
        QueuedStep help = hamlet.carryOut(mira, Step.of("help").with("to", "Oren"));
        assertThat(help.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(help.reason).isEqualTo("Oren is well, and has no work to help with");
    }

    @Test
    void visitorsAndSleepersAreNoCompanyAndTheModelLearnsWhy() {
        hamlet.run(VillagerAction.Follow.class, new FollowAction());
        ActionCatalog catalog = VillageActions.catalog(new ActionPreconditions());
        for (String action : List.of("follow", "help")) {
            assertThatThrownBy(() -> catalog.read(action, Map.of("to", Player.NAME)))
                    .hasMessageContaining("Robin is a visitor whom you only hear");
        }
        hamlet.of(oren, Behavior.class).asleep = true;
        assertThat(hamlet.carryOut(mira, Step.of("follow").with("to", "Oren")).reason)
                .isEqualTo("needs a villager awake: Oren is asleep");
    }

    private int ticksToBuild(boolean helped) {
        hamlet.village().addNewcomer();
        hamlet.village().store().add(Resource.WOOD, Building.HOME.wood());
        hamlet.village().store().add(Resource.STONE, Building.HOME.stone());
        QueuedStep build = hamlet.order(oren, Step.of("plan_build").with("building", "home"));
        int ticks = 0;
        while (!build.finished() && ticks < 3_000) {
            if (helped && ticks % 500 == 100) {
                hamlet.order(mira, Step.of("help").with("to", "Oren"));
            }
            hamlet.pass(1);
            ticks++;
        }
        assertThat(build.state).isEqualTo(QueuedStep.State.DONE);
        return ticks;
    }

    private float liking(int of, String whom) {
        return hamlet.of(of, Memory.class).relation(whom).orElseThrow().liking;
    }

    private static Step trade(String item, int amount, String wanted, int forAmount) {
        return Step.of("trade")
                .with("to", "Oren")
                .with("item", item)
                .with("amount", amount)
                .with("for", wanted)
                .with("for_amount", forAmount);
    }
}
