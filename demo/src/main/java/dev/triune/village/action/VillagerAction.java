/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Default;
import dev.triune.action.Help;
import dev.triune.action.Named;
import dev.triune.action.OneOf;
import dev.triune.action.Range;
import dev.triune.village.world.Building;
import dev.triune.village.world.Resource;
import org.jspecify.annotations.Nullable;

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

    @Help("walk there, 15 min at most")
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

    @Help("walk there and collect, 4 min each; you carry 24 at most")
    record Gather(
            @OneOf({"wood", "stone", "berries", "water"}) String target,
            @Range(min = 1, max = 20) int amount)
            implements VillagerAction {
        /** Returns the target as a resource. */
        Resource resource() {
            return Resource.named(target);
        }
    }

    @Help("all you carry to the storehouse (what finds no room spoils), or all wood to the fire")
    record Deposit(@Default @OneOf({"storehouse", FIRE}) String where) implements VillagerAction {
        /** Whether the wood goes to the fire, and nothing to the storehouse. */
        boolean isToFire() {
            return where.equals(FIRE);
        }
    }

    @Help("take from the storehouse; 4 grain stay as seed while all plots are bare")
    record Withdraw(Resource item, @Range(min = 1, max = 20) int amount)
            implements VillagerAction {}

    @Help("sow bare plots, grain 1 each; ripe after 10 h")
    record Plant(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("reap ripe plots, grain 6 each")
    record Harvest(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("doughs of grain 2 and water 1, 7 min each: bread 1 at a burning fire, 2 in a bakery")
    record Cook(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("hand what you carry to somebody awake")
    record Give(
            String to,
            Resource item,
            @Range(min = 1, max = 20) int amount) implements VillagerAction, WithPartner {}

    @Help("offer what you carry for what they carry")
    record Trade(
            String to,
            Resource item,
            @Range(min = 1, max = 20) int amount,
            @Named("for") Resource wanted,
            @Named("for_amount") @Range(min = 1, max = 20) int wantedAmount)
            implements VillagerAction, WithPartner {}

    @Help("of stored wood 2 and stone 1 each; you then carry them")
    record MakeTool(@Range(min = 1, max = 4) int amount) implements VillagerAction {}

    @Named("help")
    @Help("somebody who gathers, sows, reaps, bakes or builds just then; or tend the ill")
    record Assist(String to) implements VillagerAction, WithPartner {}

    @Help("walk to somebody awake and speak; visitors hear it anywhere")
    record Talk(String to, String text) implements VillagerAction, WithPartner {}

    @Help("tell something to all near a place; one in about 2 hours")
    record CallMeeting(
            @Default
            @OneOf({"square", "storehouse", "forest", "berry patch", "quarry", "river", "field"})
            String place,

            String about)
            implements VillagerAction {}

    @Help("keep somebody company")
    record Follow(String to) implements VillagerAction, WithPartner {}

    @Help("half an hour, or wait until that hour; you sleep, eat and drink by yourself")
    record Rest(@Default @Range(min = 0, max = 23) @Nullable Integer until)
            implements VillagerAction {}

    @Help("build, or go on with a begun one; large ones in shifts of an hour")
    record PlanBuild(Building building) implements VillagerAction {}

    /** An action with a partner. */
    interface WithPartner {
        /** Returns the partner's name. */
        String to();
    }
}
