/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Gather;
import dev.triune.village.people.Position;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Resource;
import dev.triune.village.world.ResourcePatch;
import dev.triune.village.world.Stock;

/** {@code gather}: collects a resource where it grows, up to the requested amount. */
public final class GatherAction extends WalkingBehavior<Gather> {
    /** The number of carried pieces from which a villager stops gathering. */
    public static final int CARRY_LIMIT = 24;

    private static final int TICKS_PER_PIECE = 60;

    @Override
    public Progress start(int agent, Gather action) {
        beginPieces(agent, action.amount());
        return patch(action).remaining() == 0 ? endPieces(agent, none(action)) : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Gather action) {
        ResourcePatch resourcePatch = patch(action);
        String full = fullHands(mVillager.get(agent).carries);
        if (!full.isEmpty()) {
            return endPieces(agent, full);
        }
        if (!reach(agent, resourcePatch) || !collect(agent, resourcePatch.resource())) {
            return Progress.RUNNING;
        }
        if (!resourcePatch.takeOne()) {
            return endPieces(agent, none(action));
        }
        provide(agent, resourcePatch.resource(), 1);
        return finishPiece(agent) <= 0 ? Progress.DONE : Progress.RUNNING;
    }

    /** Works for a tick, with a tool for wood and stone; returns whether that completes a piece. */
    private boolean collect(int agent, Resource resource) {
        boolean tool = resource == Resource.WOOD || resource == Resource.STONE;
        return tool ? workWithTool(agent, TICKS_PER_PIECE) : work(agent, TICKS_PER_PIECE);
    }

    /** Returns that hands are full, in words; empty if they are not. */
    static String fullHands(Stock carries) {
        return carries.total() < CARRY_LIMIT ? "" : "you carry " + carries + ", as much as you can";
    }

    private static String none(Gather action) {
        return "there is no " + action.target() + " left";
    }

    /** Walks to the resource, for water to the nearest place; returns whether it is reached. */
    private boolean reach(int agent, ResourcePatch resourcePatch) {
        Position at = mPosition.get(agent);
        return resourcePatch.resource() == Resource.WATER
                ? walk(agent, village.nearestWater(at.x, at.y))
                : walk(agent, resourcePatch.place());
    }

    private ResourcePatch patch(Gather action) {
        return village.patch(action.resource())
                .orElseThrow(() -> new IllegalStateException("nothing grows: " + action));
    }
}
