/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What villagers can do: one runner for each record of {@link dev.triune.village.action.VillagerAction} and
 * for each reflex.
 *
 * <pre>
 *  VillagerAction.Gather ─catalog─&gt; a step ─&gt; ActionPreconditions: may it begin?
 *                                               │
 *                                         GatherAction.start, then tick after tick:
 *                                           walk ─&gt; work ─&gt; done, or failed with a reason
 *                                               │ an interruption stops it
 *                                         Errand: how far it has come, in a component
 * </pre>
 *
 * <p>A runner serves all villagers and keeps nothing itself; it picks up an errand where it was left. Reasons
 * of failures are written for the model, which reads them in its next prompt. {@link
 * dev.triune.village.action.VillageRoutine} and {@link dev.triune.village.action.RoutineSystem} keep the
 * village going when no model answers: the same steps, chosen by trade.
 */
@NullMarked
package dev.triune.village.action;

import org.jspecify.annotations.NullMarked;
