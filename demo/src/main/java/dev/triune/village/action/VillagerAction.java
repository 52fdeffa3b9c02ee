/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Default;
import dev.triune.action.Help;
import dev.triune.action.Named;
import dev.triune.action.OneOf;
import dev.triune.action.Range;
import dev.triune.village.people.Player;
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

    @Help("up to 15 min")
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

    @Help("4 min each; you carry up to 24")
    record Gather(
            @OneOf({"wood", "stone", "berries", "water"}) String target,
            @Range(min = 1, max = 20) int amount)
            implements VillagerAction {
        /** Returns the target as a resource. */
        Resource resource() {
            return Resource.named(target);
        }
    }

    @Help("all but what a later step gives away; no room: it spoils; fire: wood only")
    record Deposit(
            @Default @OneOf({"storehouse", FIRE}) String where,
            @Default @Nullable Resource item,
            @Default @Range(min = 1, max = 20) @Nullable Integer amount)
            implements VillagerAction {
        /** Whether the wood goes to the fire, and nothing to the storehouse. */
        boolean isToFire() {
            return where.equals(FIRE);
        }
    }

    @Help("stored things; if all plots are bare, the last 4 grain only to plant")
    record Withdraw(Resource item, @Range(min = 1, max = 20) int amount)
            implements VillagerAction {}

    @Help("bare plots, grain 1 each")
    record Plant(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("ripe plots, grain 6 each")
    record Harvest(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    @Help("of grain 2 and water 1 each, 7 min: bread 1 at a burning fire, 2 in a bakery")
    record Cook(@Range(min = 1, max = 6) int amount) implements VillagerAction {}

    record Give(
            String to,
            Resource item,
            @Range(min = 1, max = 20) int amount) implements VillagerAction, WithPartner {}

    @Help("of equal worth: wood 2, grain 2, stone 3, bread 4, tool 8, other 1")
    record Trade(
            String to,
            Resource item,
            @Range(min = 1, max = 20) int amount,
            @Named("for") Resource wanted,
            @Named("for_amount") @Range(min = 1, max = 20) int wantedAmount)
            implements VillagerAction, WithPartner {
        /** Refuses a visitor, who has nothing to trade. */
        public Trade {
            requireVillager(to);
        }
    }

    @Help("stored wood 2, stone 1 each; then in hand")
    record MakeTool(@Range(min = 1, max = 4) int amount) implements VillagerAction {}

    @Named("help")
    @Help("with gathering, field, baking or building; or tend the ill or hurt")
    record Assist(String to) implements VillagerAction, WithPartner {
        /** Refuses a visitor, who does no work. */
        public Assist {
            requireVillager(to);
        }
    }

    @Help("to somebody awake; visitors hear you anywhere")
    record Talk(String to, String text) implements VillagerAction, WithPartner {}

    @Help("at the square, to all near; one in 2 h")
    record CallMeeting(String about) implements VillagerAction {}

    record Follow(String to) implements VillagerAction, WithPartner {
        /** Refuses a visitor, who is on no map. */
        public Follow {
            requireVillager(to);
        }
    }

    @Help("half an hour, or until that hour; you sleep, eat and drink by yourself")
    record Rest(@Default @Range(min = 0, max = 23) @Nullable Integer until)
            implements VillagerAction {}

    @Help("or go on with a begun one; large ones by the hour")
    record PlanBuild(Building building) implements VillagerAction {}

    /** Refuses somebody who is nowhere in the village, in words for the model. */
    private static void requireVillager(String name) {
        if (Player.isVisitor(name)) {
            throw new IllegalArgumentException(name.strip()
                    + " is a visitor whom you only hear (talk or give, or name a villager)");
        }
    }

    /** An action with a partner. */
    interface WithPartner {
        /** Returns the partner's name. */
        String to();
    }
}
