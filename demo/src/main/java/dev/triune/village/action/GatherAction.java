/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.Position;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Resource;
import dev.triune.village.world.ResourcePatch;
import dev.triune.village.world.Stock;

/** {@code gather}: collects a resource where it grows, up to the requested amount. */
public final class GatherAction extends WalkingBehavior {
    /** The number of carried pieces from which a villager stops gathering. */
    public static final int CARRY_LIMIT = 24;

    private static final int DEFAULT_AMOUNT = 5;
    private static final int TICKS_PER_PIECE = 60;

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        mErrand.get(agent).count = step.whole("amount", DEFAULT_AMOUNT);
        return patch(step).remaining() == 0 ? Progress.failed(none(step)) : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        ResourcePatch resourcePatch = patch(step);
        Stock carries = mVillager.get(agent).carries;
        if (carries.total() >= CARRY_LIMIT) {
            return Progress.DONE;
        }
        if (!reach(agent, resourcePatch) || !collect(agent, resourcePatch.resource())) {
            return Progress.RUNNING;
        }
        if (!resourcePatch.takeOne()) {
            boolean needsMore = mErrand.get(agent).count < step.whole("amount", DEFAULT_AMOUNT);
            return needsMore ? Progress.DONE : Progress.failed(none(step));
        }
        provide(agent, resourcePatch.resource(), 1);
        return --mErrand.get(agent).count <= 0 ? Progress.DONE : Progress.RUNNING;
    }

    /** Works for a tick, with a tool for wood and stone; returns whether that completes a piece. */
    private boolean collect(int agent, Resource resource) {
        boolean tool = resource == Resource.WOOD || resource == Resource.STONE;
        return tool ? workWithTool(agent, TICKS_PER_PIECE) : work(agent, TICKS_PER_PIECE);
    }

    private static String none(Step step) {
        return "there is no " + step.text("target") + " left";
    }

    /** Walks to the resource, for water to the nearest place; returns whether it is reached. */
    private boolean reach(int agent, ResourcePatch resourcePatch) {
        Position at = mPosition.get(agent);
        return resourcePatch.resource() == Resource.WATER
                ? walk(agent, village.nearestWater(at.x, at.y))
                : walk(agent, resourcePatch.place());
    }

    private ResourcePatch patch(Step step) {
        return village.patch(Resource.named(step.text("target")))
                .orElseThrow(() -> new IllegalStateException("nothing grows: " + step));
    }
}
