/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Plans that succeeded and are used again without a model, for a game that gives its plugin {@link
 * dev.triune.habits.Habits}.
 *
 * <p>A <b>situation</b> is one line of text: why the agent plans, its worst need, its goal, what it
 * sees, and the facts that the game tells. A <b>habit</b> is a plan with slots in place of names that
 * is known to work in one situation. Until it has proved itself it is a <b>candidate</b>.
 *
 * <pre>
 *   a model's plan ──► learn ──► candidate ──► admit ──► habit ──► choose ──► order ──► its steps end
 *    in a situation      │      (completed once)  ▲        ▲  │        │                     │
 *                  names become                   │        │  │        └─► explore: a model  │
 *                     slots                       │        │  │            plans instead     │
 *                                                 │        │  ▼                              │
 *                               2, 4, 8 … in a row└─────── demote ◄── fails too often ◄──────┘
 *                                                          │    ▲
 *                                                          └────┘ no model: one try in 5 minutes
 * </pre>
 *
 * <p><b>Learn.</b> When the prompt of a plan is written, {@code HabitLearning} notes the situation;
 * when the plan is queued unchanged, {@code PlanSlots} writes {@code <nearest tree>} for {@code old
 * oak}. The plan is watched until its last step is done (a success), one fails or is dropped (a
 * failure), or another plan takes its place (neither). Plans that differ in amounts alone, or in the
 * order of neighbouring steps of a type, are the same plan.
 *
 * <p><b>Admit.</b> A candidate that was completed twice in a row, unless set, becomes a habit. Both are
 * kept in a {@code HabitTable} for each kind of mind, at most {@code Habits.limit}; the candidate or
 * habit that was unused for longest gives way.
 *
 * <p><b>Choose.</b> Before the scheduler calls a model for a plan, it asks {@code HabitSystem}. Those
 * habits of the situation apply whose slots can be filled and whose first step is possible. {@code
 * HabitChooser} draws one by success, freshness, persona and role, from the agent's own random
 * sequence. A habit that was just used three times makes room for another. A model is called all the
 * same if a player watches, if something has happened (a failure, a goal, a player), or to explore,
 * from every fifth time while a habit is new to every fiftieth. If the call does not begin within 2 s,
 * or end within 4, the habit is used meanwhile. Where no model may be called, candidates and habits of
 * similar situations serve, too.
 *
 * <p><b>Demote.</b> The last ten ends count. A habit is given up when the lower bound of its success
 * rate falls below a half, unless set: four failures in ten end a good habit, one ends a new one.
 * It then needs twice as many completions as before. While no model may be called, it is tried again
 * every five minutes, and one success makes it a habit again.
 *
 * <p>What an agent's choices depend on (its random sequence, its last habit, whether it wants a model)
 * is in the component {@code HabitState}, and is saved with it; the table is saved as text, in the same
 * form as the file. Lines of {@linkplain dev.triune.habits.smalltalk.SmallTalk small talk} are kept
 * beside plans, in a table of their own.
 */
@NullMarked
package dev.triune.habits;

import org.jspecify.annotations.NullMarked;
