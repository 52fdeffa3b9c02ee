/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.component.Layer;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.VillageSimulation;
import org.jspecify.annotations.Nullable;

/** A command of a browser. Immutable. Villagers are identified by their numbers, from 0. */
sealed interface ViewCommand {
    /** The maximum length of a line, in characters. */
    int MAX_TEXT_LENGTH = 500;

    /** Executes the command. Game thread only. */
    void execute(VillageSimulation village, TimeControls controls);

    /** Returns whether it affects the village, so that a replay must reject it. */
    default boolean changesVillage() {
        return false;
    }

    /** Pauses or resumes time. */
    record Pause(boolean paused) implements ViewCommand {
        @Override
        public void execute(VillageSimulation village, TimeControls controls) {
            controls.pause(paused);
        }
    }

    /** Runs one tick. */
    record StepOnce() implements ViewCommand {
        @Override
        public void execute(VillageSimulation village, TimeControls controls) {
            controls.step();
        }
    }

    /** Sets the speed, times real time; {@link TimeControls#UNLIMITED} for no limit. */
    record Speed(int times) implements ViewCommand {
        @Override
        public void execute(VillageSimulation village, TimeControls controls) {
            controls.speed(times);
        }
    }

    /** Overrides the selected layer of a villager; null removes the override. */
    record OverrideLayer(int villager, @Nullable Layer layer) implements ViewCommand {
        @Override
        public void execute(VillageSimulation village, TimeControls controls) {
            village.inputs().override(village.villagers()[villager], layer);
        }

        @Override
        public boolean changesVillage() {
            return true;
        }
    }

    /** Simulates a fault of the model, or ends it. */
    record BreakModel(FaultMode fault) implements ViewCommand {
        @Override
        public void execute(VillageSimulation village, TimeControls controls) {
            village.inputs().breakModel(fault);
        }

        @Override
        public boolean changesVillage() {
            return true;
        }
    }

    /** Has the player say something to a villager. */
    record Say(int villager, String text) implements ViewCommand {
        @Override
        public void execute(VillageSimulation village, TimeControls controls) {
            village.inputs().say(village.villagers()[villager], text);
        }

        @Override
        public boolean changesVillage() {
            return true;
        }
    }
}
