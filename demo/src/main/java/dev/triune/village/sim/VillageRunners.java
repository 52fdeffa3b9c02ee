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
import dev.triune.village.people.Player;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.talk.StandAndTalkReflex;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The runners of the village: every action and every reflex by name. */
final class VillageRunners {
    private static final float NEAR = 5;

    private VillageRunners() {}

    static Map<String, ActionRunner<Step>> of(
            Village village,
            VillagerDirectory villagerDirectory,
            Player player,
            RandomGenerator random) {
        Map<String, ActionRunner<Step>> runners = new LinkedHashMap<>();
        runners.put("go_to", new GoToAction(village));
        runners.put("gather", new GatherAction(village));
        runners.put("deposit", new DepositAction(village));
        runners.put("withdraw", new WithdrawAction(village));
        runners.put("cook", new CookAction(village));
        runners.put("plant", new PlantAction(village));
        runners.put("harvest", new HarvestAction(village));
        runners.put("make_tool", new MakeToolAction(village));
        runners.put("give", new GiveAction(village, villagerDirectory, player));
        runners.put("trade", new TradeAction(village, villagerDirectory));
        runners.put("help", new HelpAction(village, villagerDirectory));
        runners.put("talk", new TalkAction(village, villagerDirectory));
        runners.put("follow", new FollowAction(village, villagerDirectory));
        runners.put("call_meeting", new CallMeetingAction(village));
        runners.put("plan_build", new BuildAction(village));
        runners.put("rest", new RestAction(village));
        runners.put("seek_food", new SeekFoodBehavior(village));
        runners.put(ThirstReflex.DRINK, new DrinkBehavior(village));
        runners.put("seek_sleep", new SleepBehavior(village, true));
        runners.put("forced_sleep", new SleepBehavior(village, false));
        runners.put("seek_warmth", new SeekWarmthBehavior(village));
        runners.put("seek_cooling", RetreatBehavior.to(village, Place.RIVER));
        runners.put("flee_danger", RetreatBehavior.to(village, Place.SQUARE));
        runners.put("flee_to_home", RetreatBehavior.home(village));
        runners.put(StandAndTalkReflex.BEHAVIOR, (agent, step) -> Progress.RUNNING);
        runners.put("wander", new StrollBehavior(village, random, NEAR));
        runners.put("explore", new StrollBehavior(village, random, Place.MAP_SIZE));
        return runners;
    }
}
