/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A whole village that can be ticked, saved and measured, without a window or a clock of its own.
 *
 * <pre>
 *  VillageBuilder ─&gt; VillageSimulation.tick()
 *                       VillageWorld     Artemis world, minds, systems in order
 *                       VillageBrokers   offline, a model, or a gateway; FaultyProvider for faults
 *                       after each tick: WorldChecksum, StuckDetector, RunStats     change nothing
 *                       VillageSaver     the whole of it, and back; ResumableRunners go on
 * </pre>
 *
 * <p>With virtual time a run depends on its seed alone. Two runs that took the same course have the same {@link
 * dev.triune.village.sim.Fingerprint}, which is how a change of the library shows that it changed nothing:
 * whatever matters in the village is part of it, in an order that is fixed.
 *
 * <p>Everything that observes stands apart from what acts, and is called after the tick. {@link
 * dev.triune.village.sim.Transcript} is all that recorders need to know of a village.
 */
@NullMarked
package dev.triune.village.sim;

import org.jspecify.annotations.NullMarked;
