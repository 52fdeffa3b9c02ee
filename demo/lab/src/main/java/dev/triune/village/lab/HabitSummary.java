/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.MindStats;
import dev.triune.component.Layer;
import dev.triune.village.sim.VillageSimulation;
import java.util.List;

/**
 * Plans used again without a model, and the figures of each day.
 *
 * @param count the number of habits at the end
 * @param plans the number of plans from habits, which saved calls
 * @param steps the number of completed steps of habits
 * @param settledTalks the number of conversations settled without a call
 * @param barks the number of lines reused in these
 */
record HabitSummary(
        int count, long plans, long steps, long settledTalks, long barks, List<DaySummary> days) {
    static HabitSummary of(VillageSimulation village, MindStats stats, RunHistory history) {
        return new HabitSummary(
                village.habits().map(habits -> habits.all().size()).orElse(0),
                stats.plans().ordered(),
                stats.plans().orderedSteps().done(),
                stats.talk().settled(),
                stats.talk().repeatedLines(),
                history.days().stream().map(DaySummary::of).toList());
    }

    /** A complete day; the figures are per villager. */
    record DaySummary(
            long day, double talker, double executor, double tokens, double habits, double steps) {
        private static DaySummary of(RunHistory.Day day) {
            double villagers = day.villagers();
            return new DaySummary(
                    day.day(),
                    round(day.requests().get(Layer.TALKER.ordinal()) / villagers),
                    round(day.requests().get(Layer.EXECUTOR.ordinal()) / villagers),
                    Math.rint(day.tokens() / villagers),
                    round(day.habitPlans() / villagers),
                    round(day.steps() / villagers));
        }

        private static double round(double value) {
            return Math.rint(value * 100) / 100;
        }

        /** Returns the requests of both layers. */
        double calls() {
            return talker + executor;
        }
    }
}
