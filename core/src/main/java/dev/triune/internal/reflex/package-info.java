/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Evaluates reflexes for all agents in each tick, without a model call and without allocation.
 *
 * <pre>
 *  Needs, Behavior ─&gt; StandardReflexEvaluator ─┐ one bit each, the standard
 *  game's rules ────&gt; CustomReflexEvaluator ───┤ rows before the game's
 *                                              v
 *                    TriggerRanking: the active bit of the highest priority
 *                                              │ above that of the behaviour, if it may be interrupted?
 *                                              v
 *                    the Behavior begins; the queue is paused, not dropped
 *                                              │
 *                    ReflexForecast: before which tick can none of this change?
 * </pre>
 *
 * <p>A set of active reflexes is an {@code int}, so that most agents are done with a few comparisons:
 * those that carry out a step, have no need near a threshold, and had none before. A reflex that has
 * started stays active until its need passes the second, easier threshold; its bit is kept in {@code
 * Behavior.latched}. Without this, an agent would eat one bite, leave, and come back.
 *
 * <p>All agents are checked in each tick, unless the table declares how fast needs change: then the
 * forecast says for each agent when its needs can reach a threshold at the earliest. What changes at
 * once, such as danger, the game reports, and nobody is left unchecked for longer than {@code
 * ReflexForecast.LONGEST}.
 */
@NullMarked
package dev.triune.internal.reflex;

import org.jspecify.annotations.NullMarked;
