/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.system.MindPlugin;
import dev.triune.village.action.BuildAction;
import dev.triune.village.action.CallMeetingAction;
import dev.triune.village.action.CookAction;
import dev.triune.village.action.DepositAction;
import dev.triune.village.action.DrinkBehavior;
import dev.triune.village.action.FollowAction;
import dev.triune.village.action.GatherAction;
import dev.triune.village.action.GiveAction;
import dev.triune.village.action.GoToAction;
import dev.triune.village.action.HarvestAction;
import dev.triune.village.action.HelpAction;
import dev.triune.village.action.MakeToolAction;
import dev.triune.village.action.PlantAction;
import dev.triune.village.action.RestAction;
import dev.triune.village.action.RetreatBehavior;
import dev.triune.village.action.SeekFoodBehavior;
import dev.triune.village.action.SeekWarmthBehavior;
import dev.triune.village.action.SleepBehavior;
import dev.triune.village.action.StrollBehavior;
import dev.triune.village.action.TalkAction;
import dev.triune.village.action.ThirstReflex;
import dev.triune.village.action.TradeAction;
import dev.triune.village.action.VillagerAction.Assist;
import dev.triune.village.action.VillagerAction.CallMeeting;
import dev.triune.village.action.VillagerAction.Cook;
import dev.triune.village.action.VillagerAction.Deposit;
import dev.triune.village.action.VillagerAction.Follow;
import dev.triune.village.action.VillagerAction.Gather;
import dev.triune.village.action.VillagerAction.Give;
import dev.triune.village.action.VillagerAction.GoTo;
import dev.triune.village.action.VillagerAction.Harvest;
import dev.triune.village.action.VillagerAction.MakeTool;
import dev.triune.village.action.VillagerAction.PlanBuild;
import dev.triune.village.action.VillagerAction.Plant;
import dev.triune.village.action.VillagerAction.Rest;
import dev.triune.village.action.VillagerAction.Talk;
import dev.triune.village.action.VillagerAction.Trade;
import dev.triune.village.action.VillagerAction.Withdraw;
import dev.triune.village.action.WithdrawAction;
import dev.triune.village.talk.StandAndTalkReflex;
import dev.triune.village.world.Place;

/** Adds the runners of the village: one for every action and every reflex. */
final class VillageRunners {
    private static final float NEAR = 5;

    private final MindPlugin minds;
    private final ActionCatalog catalog;
    private final ResumableRunners resumable;

    private VillageRunners(MindPlugin minds, ActionCatalog catalog, ResumableRunners resumable) {
        this.minds = minds;
        this.catalog = catalog;
        this.resumable = resumable;
    }

    static void addTo(MindPlugin minds, ActionCatalog catalog, ResumableRunners resumable) {
        new VillageRunners(minds, catalog, resumable).add();
    }

    private void add() {
        action(GoTo.class, new GoToAction());
        action(Gather.class, new GatherAction());
        action(Deposit.class, new DepositAction());
        action(Withdraw.class, new WithdrawAction());
        action(Cook.class, new CookAction());
        action(Plant.class, new PlantAction());
        action(Harvest.class, new HarvestAction());
        action(MakeTool.class, new MakeToolAction());
        action(Give.class, new GiveAction());
        action(Trade.class, new TradeAction());
        action(Assist.class, new HelpAction());
        action(Talk.class, new TalkAction());
        action(Follow.class, new FollowAction());
        action(CallMeeting.class, new CallMeetingAction());
        action(PlanBuild.class, new BuildAction());
        action(Rest.class, new RestAction());
        reflex("seek_food", new SeekFoodBehavior());
        reflex(ThirstReflex.DRINK, new DrinkBehavior());
        reflex("seek_sleep", new SleepBehavior(true));
        reflex("forced_sleep", new SleepBehavior(false));
        reflex("seek_warmth", new SeekWarmthBehavior());
        reflex("seek_cooling", new RetreatBehavior(Place.RIVER.label()));
        reflex("flee_danger", new RetreatBehavior(Place.SQUARE.label()));
        reflex("flee_to_home", new RetreatBehavior("home"));
        reflex(StandAndTalkReflex.BEHAVIOR, (agent, step) -> Progress.RUNNING);
        reflex("wander", new StrollBehavior(NEAR));
        reflex("explore", new StrollBehavior(Place.MAP_SIZE));
    }

    private <A> void action(Class<A> type, ActionRunner<A> runner) {
        minds.runner(type, resumable.wrap(catalog.nameOf(type), runner));
    }

    private void reflex(String behavior, ActionRunner<Step> runner) {
        minds.runner(behavior, resumable.wrap(behavior, runner));
    }
}
