/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.village.sim.VillageSimulation;
import java.util.function.BiConsumer;

/**
 * A command of a browser. Immutable.
 *
 * @param changesVillage whether it affects the village, so that a replay must reject it
 * @param action what it does, on the game thread
 */
record ViewCommand(boolean changesVillage, BiConsumer<VillageSimulation, FixedStepPacer> action) {}
