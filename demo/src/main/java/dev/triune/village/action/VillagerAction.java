/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Default;
import dev.triune.action.Help;
import dev.triune.action.Named;
import dev.triune.action.OneOf;
import dev.triune.action.Range;
import dev.triune.village.world.Building;
import dev.triune.village.world.Resource;

/**
 * What a model may order in the village; nothing else can ever be queued. Prompts list the actions
 * in the order of {@code permits}, which the compiler would choose if it were left out.
 */
public sealed interface VillagerAction
        permits VillagerAction.GoTo,
                VillagerAction.Gather,
                VillagerAction.Deposit,
                VillagerAction.Withdraw,
                VillagerAction.Plant,
                VillagerAction.Harvest,
                VillagerAction.Cook,
                VillagerAction.Give,
                VillagerAction.Trade,
                VillagerAction.MakeTool,
                VillagerAction.Assist,
                VillagerAction.Talk,
                VillagerAction.CallMeeting,
                VillagerAction.Follow,
                VillagerAction.Rest,
                VillagerAction.PlanBuild {
    /** The place that is each villager's own. */
    String HOME = "home";

    /** The value of {@link Deposit#where} for the fire. */
    String FIRE = "fire";

    @Help("walk there")
    record GoTo(
            @OneOf({
                HOME,
                "square",
                "storehouse",
                "forest",
                "berry patch",
                "quarry",
                "river",
                "field"
            })
            String place)
            implements VillagerAction {}

    @Help("collect where it grows, 4 min a piece; you carry at most 24")
    record Gather(
            @OneOf({"wood", "stone", "berries", "water"}) String target,
            @Range(min = 1, max = 20) int amount)
            implements VillagerAction {
        /** Returns the target as a resource. */
        Resource resource() {
            return Resource.named(target);
        }
    }

    @Help("bring all you carry to the storehouse (what finds no room spoils), or wood to the fire")
    record Deposit(@Default @OneOf({"storehouse", FIRE}) String where) implements VillagerAction {
        /** Whether the wood goes to the fire, and nothing to the storehouse. */
        boolean isToFire() {
            return where.equals(FIRE);
        }
    }

    @Help("take from the storehouse; some grain stays for sowing")
    record Withdraw(Resource item, @Range(min = 1, max = 20) int amount)
            implements VillagerAction {}

    @Help("sow")
    record Plant(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("reap plots of ripe grain")
    record Harvest(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("bake doughs of grain 2 and water 1: bread 1 each at a burning fire, 2 in a bakery")
    record Cook(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("hand what you carry to somebody awake")
    record Give(
            String to,
            Resource item,
            @Range(min = 1, max = 20) int amount) implements VillagerAction, WithPartner {}

    @Help("offer somebody what you carry for what they carry")
    record Trade(
            String to,
            Resource item,
            @Range(min = 1, max = 20) int amount,
            @Named("for") Resource wanted,
            @Named("for_amount") @Range(min = 1, max = 20) int wantedAmount)
            implements VillagerAction, WithPartner {}

    @Help("make tools, which you then carry, of stored wood 2 and stone 1 each")
    record MakeTool(@Range(min = 1, max = 4) int amount) implements VillagerAction {}

    @Named("help")
    @Help("work with somebody, or look after the ill")
    record Assist(String to) implements VillagerAction, WithPartner {}

    @Help("walk to somebody awake and speak; visitors hear it anywhere")
    record Talk(String to, String text) implements VillagerAction, WithPartner {}

    @Help("tell something to all near a place")
    record CallMeeting(
            @Default
            @OneOf({"square", "storehouse", "forest", "berry patch", "quarry", "river", "field"})
            String place,

            String about)
            implements VillagerAction {}

    @Help("keep somebody company")
    record Follow(String to) implements VillagerAction, WithPartner {}

    @Help("sit for a while; you sleep, eat and drink by yourself when you must")
    record Rest() implements VillagerAction {}

    @Help("build, or go on with a begun one: large ones a shift of an hour at a time")
    record PlanBuild(Building building) implements VillagerAction {}

    /** An action with a partner. */
    interface WithPartner {
        /** Returns the partner's name. */
        String to();
    }
}
