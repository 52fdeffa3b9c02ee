/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.village.action.VillagerAction.Harvest;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Resource;

/** {@code harvest}: reaps plots whose grain is ripe. */
public final class HarvestAction extends FieldAction<Harvest> {
    private static final int TICKS = 150;

    /** Creates the runner. */
    public HarvestAction() {
        super(TICKS);
    }

    @Override
    boolean isWorkable(FieldPlot fieldPlot) {
        return fieldPlot.ripe();
    }

    @Override
    void workPlot(int agent, FieldPlot fieldPlot) {
        provide(agent, Resource.GRAIN, fieldPlot.reap());
    }

    @Override
    String obstacle(int agent) {
        return GatherAction.fullHands(mVillager.get(agent).carries);
    }

    @Override
    String nothingToDo() {
        return "no grain is ripe";
    }

    @Override
    int amount(Harvest action) {
        return action.amount();
    }
}
