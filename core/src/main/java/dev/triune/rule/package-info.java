/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Everything that is decided without a model: reflexes, and the selection rules that choose which layer
 * of an agent thinks next. A game adds its own rules to both.
 *
 * <pre>
 *  ReflexTable                              SelectionTable
 *    Reflex, ReflexRule                      StandardSelectionRule, SelectionRule
 *    all rows that are active,                   the first rule that matches,
 *    the highest priority wins                   from the top
 *         │ in each tick                              │ in each examination
 *         v                                           v
 *    Behavior: what the body does                layer, urgency, reason, Purpose
 *                                                     │ Readiness: may it now? if not, why
 *                                                     v
 *                                                a request to a model
 * </pre>
 *
 * <p>Both tables are values: changed copies of the standard ones, given to the settings of a kind of mind.
 * The purpose of a selection rule, not the rule itself, tells the scheduler how to treat it: whether it
 * ages, in which lane it waits, whether it delays plans and may be settled by rules. So a game's rule can
 * do whatever a standard one does.
 *
 * <p>Rules are called on the game thread for very many agents. They must be quick, must allocate nothing
 * and must change nothing; one that throws is reported once, and the standard table decides instead.
 */
@NullMarked
package dev.triune.rule;

import org.jspecify.annotations.NullMarked;
