/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What villagers perceive, and the rules that decide for them where there is no model.
 *
 * <pre>
 *  world ─&gt; VillageSituation ─┬─ as words ─&gt; VillagePerception ─&gt; prompts
 *                             └─ as values ─&gt; VillagerOfflineMind
 *                                               Outlook: only what a prompt would show
 *                                               OfflinePlanner, WorkPlanner, BuildingChooser   plans
 *                                               DialogueLines, StepWords, Phrases              talk
 *                                               PlayerWords, PlayerOrders, PlayerReplies       players
 * </pre>
 *
 * <p>The offline mind is a stand-in for a model, so it must neither know more nor be better behaved: it sees
 * what a prompt would show, sometimes makes a model's mistakes, and its answers pass through the same checks.
 * It draws from a random sequence seeded for each call, so that answers do not depend on which villager was
 * asked first.
 */
@NullMarked
package dev.triune.village.mind;

import org.jspecify.annotations.NullMarked;
