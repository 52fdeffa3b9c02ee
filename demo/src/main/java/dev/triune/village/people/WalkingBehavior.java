/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Home;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.Place;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.Objects;

/**
 * Base class of all runners, with walking and working.
 *
 * @param <A> the record of an action, or a step for the behavior of a reflex
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public abstract class WalkingBehavior<A> implements ActionRunner<A> {
    private static final float SPEED = 0.2f;

    /** The pieces of a resource after which a villager's work is announced again. */
    private static final int MILESTONE = 100;

    /** The village. */
    @Wire
    protected Village village;

    protected ComponentMapper<Position> mPosition;
    protected ComponentMapper<Villager> mVillager;
    protected ComponentMapper<Errand> mErrand;
    protected ComponentMapper<Needs> mNeeds;
    protected ComponentMapper<Home> mHome;
    protected ComponentMapper<Persona> mPersona;
    protected ComponentMapper<BehaviorQueue> mQueue;

    /** Releases what the villager has reserved. */
    @Override
    public final void stop(int agent, A action) {
        release(agent);
    }

    /** Releases what the villager has reserved, also if the step that began it is gone. */
    public void release(int agent) {}

    /** Moves a step towards a spot; returns whether it is reached. */
    protected boolean walk(int agent, float x, float y) {
        Position at = mPosition.get(agent);
        float left = at.distance(x, y);
        if (left <= SPEED) {
            at.x = x;
            at.y = y;
            return true;
        }
        at.x += (x - at.x) / left * SPEED;
        at.y += (y - at.y) / left * SPEED;
        return false;
    }

    /** Moves a step towards a spot; returns whether it is reached. */
    protected boolean walk(int agent, Point point) {
        return walk(agent, point.x(), point.y());
    }

    /** Moves a step towards the villager's spot at a place, so that villagers spread out there. */
    protected boolean walk(int agent, Place place) {
        int number = mVillager.get(agent).number;
        return walk(agent, place.x() + number * 7 % 5 - 2, place.y() + number * 3 % 5 - 2);
    }

    /** Moves a step towards a named place or {@code home}; returns whether it is reached. */
    protected boolean walk(int agent, String place) {
        return place.equals("home") ? walkHome(agent) : walk(agent, Place.named(place));
    }

    /** Moves a step towards the villager's home; returns whether it is reached. */
    protected boolean walkHome(int agent) {
        Home home = mHome.get(agent);
        return walk(agent, home.x, home.y);
    }

    /**
     * Works with a tool for a tick, at half speed if the tool is worn out and no other is carried;
     * returns whether that completes a piece of work of the given duration, which wears the tool.
     */
    protected boolean workWithTool(int agent, int ticks) {
        Villager villager = mVillager.get(agent);
        takeUpTool(villager);
        if (!work(agent, villager.tool > 0 ? ticks : 2 * ticks)) {
            return false;
        }
        if (villager.tool > 0 && --villager.tool == 0) {
            village.chronicle()
                    .add(
                            Chronicle.Change.TOOLS_WORN,
                            mPersona.get(agent).name + "'s tool is worn out");
        }
        return true;
    }

    /** Replaces a worn tool by one that the villager carries; returns whether it had to. */
    protected static boolean takeUpTool(Villager villager) {
        boolean replaced = villager.tool == 0 && villager.carries.take(Resource.TOOL, 1) == 1;
        villager.tool = replaced ? Villager.TOOL_LASTS : villager.tool;
        return replaced;
    }

    /** Hands the villager a product of its work. */
    protected void provide(int agent, Resource resource, int amount) {
        Villager villager = mVillager.get(agent);
        villager.carries.add(resource, amount);
        villager.provided[resource.ordinal()] += amount;
        int before = villager.lifetime[resource.ordinal()];
        int now = before + amount;
        villager.lifetime[resource.ordinal()] = now;
        if (resource != Resource.WATER && now / MILESTONE > before / MILESTONE) {
            int hundreds = now / MILESTONE * MILESTONE;
            village.chronicle()
                    .announce(mPersona.get(agent).name + " has " + resource.obtained(hundreds)
                            + " in all");
        }
    }

    /** Begins a step of a number of pieces, or goes on with one that was interrupted. */
    protected void beginPieces(int agent, int amount) {
        mErrand.get(agent).clear();
        mErrand.get(agent).count = amount - finishedPieces(agent);
    }

    /** Counts a finished piece; returns how many are left. */
    protected int finishPiece(int agent) {
        ordered(agent).done++;
        return --mErrand.get(agent).count;
    }

    /** Returns the pieces that a step had finished when it was interrupted. */
    protected int finishedPieces(int agent) {
        return ordered(agent).done;
    }

    /** Ends a step that cannot go on: done if it finished a piece, failed if it did nothing. */
    protected Progress endPieces(int agent, String obstacle) {
        return finishedPieces(agent) > 0 ? Progress.DONE : Progress.failed(obstacle);
    }

    /** Returns the step that is carried out. */
    private QueuedStep ordered(int agent) {
        QueuedStep next = mQueue.get(agent).next();
        return Objects.requireNonNull(next, "a step that runs is in the queue");
    }

    /** Works for a tick; returns whether that completes a piece of work of the given duration. */
    protected boolean work(int agent, int ticks) {
        Errand errand = mErrand.get(agent);
        errand.work++;
        if (errand.work < ticks) {
            return false;
        }
        errand.work = 0;
        return true;
    }
}
