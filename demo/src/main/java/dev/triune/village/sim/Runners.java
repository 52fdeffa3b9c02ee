/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.behavior.BehaviorRunner;
import dev.triune.behavior.Progress;
import dev.triune.village.action.Build;
import dev.triune.village.action.CallMeeting;
import dev.triune.village.action.Cook;
import dev.triune.village.action.Deposit;
import dev.triune.village.action.Follow;
import dev.triune.village.action.Gather;
import dev.triune.village.action.Give;
import dev.triune.village.action.GoTo;
import dev.triune.village.action.Harvest;
import dev.triune.village.action.Help;
import dev.triune.village.action.Plant;
import dev.triune.village.action.Talk;
import dev.triune.village.action.Trade;
import dev.triune.village.action.Withdraw;
import dev.triune.village.people.People;
import dev.triune.village.people.Player;
import dev.triune.village.places.Place;
import dev.triune.village.places.Village;
import dev.triune.village.reflex.Drink;
import dev.triune.village.reflex.Retreat;
import dev.triune.village.reflex.SeekFood;
import dev.triune.village.reflex.SeekWarmth;
import dev.triune.village.reflex.Sleep;
import dev.triune.village.reflex.Stroll;
import dev.triune.village.reflex.Thirst;
import dev.triune.village.talk.StandTogether;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Who carries out what in the village: every action and every reflex by name. */
final class Runners {
    private static final float NEAR = 5;

    private Runners() {}

    static Map<String, BehaviorRunner> of(
            Village village, People people, Player player, RandomGenerator random) {
        Map<String, BehaviorRunner> runners = new LinkedHashMap<>();
        runners.put("go_to", new GoTo(village));
        runners.put("gather", new Gather(village));
        runners.put("deposit", new Deposit(village));
        runners.put("withdraw", new Withdraw(village));
        runners.put("cook", new Cook(village));
        runners.put("plant", new Plant(village));
        runners.put("harvest", new Harvest(village));
        runners.put("give", new Give(village, people, player));
        runners.put("trade", new Trade(village, people));
        runners.put("help", new Help(village, people));
        runners.put("talk", new Talk(village, people));
        runners.put("follow", new Follow(village, people));
        runners.put("call_meeting", new CallMeeting(village));
        runners.put("plan_build", new Build(village));
        runners.put("seek_food", new SeekFood(village));
        runners.put(Thirst.DRINK, new Drink(village));
        runners.put("seek_sleep", new Sleep(village, true));
        runners.put("forced_sleep", new Sleep(village, false));
        runners.put("seek_warmth", new SeekWarmth(village));
        runners.put("seek_cooling", Retreat.to(village, Place.RIVER));
        runners.put("flee_danger", Retreat.to(village, Place.SQUARE));
        runners.put("flee_to_home", Retreat.home(village));
        runners.put(StandTogether.BEHAVIOR, (agent, step) -> Progress.RUNNING);
        runners.put("wander", new Stroll(village, random, NEAR));
        runners.put("explore", new Stroll(village, random, Place.MAP_SIZE));
        return runners;
    }
}
