/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
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
import dev.triune.village.action.WithdrawAction;
import dev.triune.village.talk.StandAndTalkReflex;
import dev.triune.village.world.Place;
import java.util.LinkedHashMap;
import java.util.Map;

/** The runners of the village: every action and every reflex by name. */
final class VillageRunners {
    private static final float NEAR = 5;

    private VillageRunners() {}

    static Map<String, ActionRunner<Step>> all() {
        Map<String, ActionRunner<Step>> runners = new LinkedHashMap<>();
        runners.put("go_to", new GoToAction());
        runners.put("gather", new GatherAction());
        runners.put("deposit", new DepositAction());
        runners.put("withdraw", new WithdrawAction());
        runners.put("cook", new CookAction());
        runners.put("plant", new PlantAction());
        runners.put("harvest", new HarvestAction());
        runners.put("make_tool", new MakeToolAction());
        runners.put("give", new GiveAction());
        runners.put("trade", new TradeAction());
        runners.put("help", new HelpAction());
        runners.put("talk", new TalkAction());
        runners.put("follow", new FollowAction());
        runners.put("call_meeting", new CallMeetingAction());
        runners.put("plan_build", new BuildAction());
        runners.put("rest", new RestAction());
        runners.put("seek_food", new SeekFoodBehavior());
        runners.put(ThirstReflex.DRINK, new DrinkBehavior());
        runners.put("seek_sleep", new SleepBehavior(true));
        runners.put("forced_sleep", new SleepBehavior(false));
        runners.put("seek_warmth", new SeekWarmthBehavior());
        runners.put("seek_cooling", new RetreatBehavior(Place.RIVER.label()));
        runners.put("flee_danger", new RetreatBehavior(Place.SQUARE.label()));
        runners.put("flee_to_home", new RetreatBehavior("home"));
        runners.put(StandAndTalkReflex.BEHAVIOR, (agent, step) -> Progress.RUNNING);
        runners.put("wander", new StrollBehavior(NEAR));
        runners.put("explore", new StrollBehavior(Place.MAP_SIZE));
        return runners;
    }
}
