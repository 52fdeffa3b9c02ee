/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.village.action.VillagerAction.Assist;
import dev.triune.village.action.VillagerAction.Cook;
import dev.triune.village.action.VillagerAction.Give;
import dev.triune.village.action.VillagerAction.MakeTool;
import dev.triune.village.action.VillagerAction.PlanBuild;
import dev.triune.village.action.VillagerAction.Plant;
import dev.triune.village.action.VillagerAction.Trade;
import dev.triune.village.action.VillagerAction.WithPartner;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.OptionalInt;

/**
 * Preconditions of actions, which plans of models cannot bypass. Artemis fills in the mappers. Game
 * thread only; changes nothing.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class ActionPreconditions {
    /** From how much liking on villagers give to a visitor. */
    public static final float TRUSTED = 0.2f;

    @Wire
    private Village village;

    @Wire
    private VillagerDirectory people;

    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Errand> mErrand;
    private ComponentMapper<BehaviorQueue> mQueue;

    /** Returns whether the villager carries grain and water for a dough. */
    public boolean hasDough(int agent, Cook action) {
        return isResumed(agent, "cook")
                || CookAction.hasDoughIngredients(mVillager.get(agent).carries);
    }

    /** Returns in words what the villager carries for a dough. */
    public String carriedDough(int agent, Cook action) {
        return "you carry " + mVillager.get(agent).carries.having(Resource.GRAIN, Resource.WATER);
    }

    /** Returns in words the material for a building, and what the storehouse has of it. */
    public String missingMaterial(int agent, PlanBuild action) {
        return village.buildings().cost(action.building()) + ", and it has "
                + village.store().having(Resource.WOOD, Resource.STONE);
    }

    /** Returns whether the storehouse is short of tools, or the villager's own is worn out. */
    public boolean isShortOfTools(int agent, MakeTool action) {
        return isResumed(agent, "make_tool")
                || MakeToolAction.isShort(village, mVillager.get(agent));
    }

    /** Returns whether the villager carries grain to sow. */
    public boolean hasSeed(int agent, Plant action) {
        return isResumed(agent, "plant") || mVillager.get(agent).carries.get(Resource.GRAIN) > 0;
    }

    /**
     * Returns whether the step goes on after a load or an interruption: its precondition held when it
     * began, and it has used up what that asks for.
     */
    private boolean isResumed(int agent, String type) {
        QueuedStep next = mQueue.get(agent).next();
        return mErrand.get(agent).left.equals(type)
                || (next != null && next.done > 0 && next.step.type().equals(type));
    }

    /** Returns whether somebody of that name is in the village, and awake. */
    public boolean isAwake(int agent, WithPartner action) {
        OptionalInt other = people.find(action.to());
        return other.isPresent() && !mBehavior.get(other.getAsInt()).asleep;
    }

    /** Returns why somebody is no company now. */
    public String asleep(int agent, WithPartner action) {
        return people.find(action.to()).isEmpty()
                ? "there is nobody named " + action.to()
                : action.to() + " is asleep";
    }

    /** Returns whether somebody of that name is in the village, and awake, or to be tended. */
    public boolean isAwakeOrHurt(int agent, Assist action) {
        OptionalInt other = people.find(action.to());
        return isAwake(agent, action)
                || (other.isPresent()
                        && (mVillager.get(other.getAsInt()).ill
                                || mNeeds.get(other.getAsInt()).health < Villager.HURT));
    }

    /**
     * Returns whether the villager has what it gives, and may: villagers give to each other, but to a
     * visitor only if they like the visitor, even if a model was persuaded otherwise.
     */
    public boolean mayGive(int agent, Give action) {
        boolean trusted = !GiveAction.isToPlayer(action)
                || mMemory.get(agent)
                        .relation(action.to().strip())
                        .map(known -> known.liking >= TRUSTED)
                        .orElse(false);
        return trusted && mVillager.get(agent).carries.get(action.item()) > 0;
    }

    /** Returns in words why the villager cannot give. */
    public String carried(int agent, Give action) {
        Stock carries = mVillager.get(agent).carries;
        return carries.get(action.item()) > 0
                ? "you do not know " + action.to() + " well enough to like them"
                : "you carry " + carries;
    }

    /**
     * Returns whether both have what they exchange, as far as the villager sees it, and the other is
     * awake.
     */
    public boolean canTrade(int agent, Trade action) {
        return lacksToTrade(agent, action).isEmpty();
    }

    /** Returns what a trade lacks, in words; empty if nothing. */
    public String lacksToTrade(int agent, Trade action) {
        Stock own = mVillager.get(agent).carries;
        if (own.get(action.item()) < action.amount()) {
            return "you carry " + own;
        }
        if (!isAwake(agent, action)) {
            return asleep(agent, action);
        }
        int other = people.find(action.to()).orElseThrow();
        Position at = mPosition.get(agent);
        Position there = mPosition.get(other);
        Stock theirs = mVillager.get(other).carries;
        boolean seen = at.distance(there.x, there.y) <= SensesSystem.EARSHOT;
        QueuedStep next = mQueue.get(agent).next();
        boolean begins = next != null && next.step.type().equals("trade"); // no longer a choice
        return seen && !begins && theirs.get(action.wanted()) < action.wantedAmount()
                ? action.to() + " carries " + theirs
                : "";
    }

    /**
     * Returns whether the storehouse has the material for a building, or an unfinished site has it.
     */
    public boolean affordable(int agent, PlanBuild action) {
        return isResumed(agent, "plan_build") || village.buildings().isPayable(action.building());
    }
}
