/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.MakeTool;
import dev.triune.village.people.Villager;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;

/** {@code make_tool}: makes tools from wood and stone at the storehouse, and carries them. */
public final class MakeToolAction extends WalkingBehavior<MakeTool> {
    /** The wood for a tool. */
    public static final int WOOD = 2;

    /** The stone for a tool. */
    public static final int STONE = 1;

    /** The tools that the village keeps in store. */
    public static final int ENOUGH = 2;

    private static final int TICKS = 200;

    /** Returns whether a stock contains the material for a tool. */
    public static boolean hasMaterial(Stock stock) {
        return stock.get(Resource.WOOD) >= WOOD && stock.get(Resource.STONE) >= STONE;
    }

    /**
     * Returns whether a villager's tool is worn out, or tools are few in store and in its hands.
     */
    static boolean isShort(Village village, Villager villager) {
        int carried = villager.carries.get(Resource.TOOL);
        return village.store().get(Resource.TOOL) + carried < ENOUGH
                || (villager.tool == 0 && carried == 0);
    }

    @Override
    public Progress start(int agent, MakeTool action) {
        beginPieces(agent, action.amount());
        boolean done = finishedPieces(agent) > 0 && !isShort(village, mVillager.get(agent));
        return done
                ? Progress.DONE
                : hasMaterial(village.store()) ? Progress.RUNNING : missingMaterial(agent);
    }

    @Override
    public Progress tick(int agent, MakeTool action) {
        if (!walk(agent, Place.STOREHOUSE) || !work(agent, TICKS)) {
            return Progress.RUNNING;
        }
        Stock store = village.store();
        if (!hasMaterial(store)) {
            return missingMaterial(agent);
        }
        store.take(Resource.WOOD, WOOD);
        store.take(Resource.STONE, STONE);
        Villager villager = mVillager.get(agent);
        provide(agent, Resource.TOOL, 1);
        village.chronicle().add(Chronicle.Change.TOOLS_MADE);
        boolean last = finishPiece(agent) <= 0 || !isShort(village, villager);
        return last ? Progress.DONE : Progress.RUNNING;
    }

    private Progress missingMaterial(int agent) {
        return endPieces(
                agent,
                "a tool takes wood " + WOOD + " and stone " + STONE + "; the storehouse has "
                        + village.store().having(Resource.WOOD, Resource.STONE));
    }
}
