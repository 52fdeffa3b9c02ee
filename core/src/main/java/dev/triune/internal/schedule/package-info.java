/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Decides which agent's layer calls a model next, and makes the request.
 *
 * <pre>
 *  events, game ──mark──&gt; DIRTY &lt;──markAt── the tick in which time alone may change the answer
 *                           │
 *                           │ each tick: the marked, the due, and some others in turn
 *                           v
 *                       CANDIDATE   choose: override, or policy; player; second try ─&gt; SelectionRule
 *                           │       habit or settled talk instead ─&gt; done, no request
 *                           │       readiness: READY? else a reason, and nothing waits
 *                           v
 *      URGENT  PLAN  TALK  COMPANY  the LANES, a heap each: urgency, layer, longest wait
 *                           │
 *                           │ one turn in each request interval; examined again if it was not in
 *                           │ this tick
 *                           v
 *                        REQUEST    waits at the broker, may be replaced by a more urgent one
 *                           │
 *                           │ a provider is free: the broker asks for the prompt
 *                           v
 *                         GRANT     isStillNeeded? no ─&gt; returned unused, costs nothing
 *                           │       yes ─&gt; snapshot and prompt of this tick
 *                           v
 *                         PLAN      steps are queued while the answer arrives (internal.apply)
 * </pre>
 *
 * <p>{@link dev.triune.internal.schedule.AgentPicker} is the loop: it takes agents from {@link
 * dev.triune.internal.apply.DirtyAgents}, examines each, keeps those that are ready in {@link
 * dev.triune.internal.schedule.RequestLanes}, and submits the first one. A pass over a crowd in which
 * nothing happens therefore costs nothing but the turns of {@code agentsPerTick}, which are there for
 * changes that nobody reported.
 *
 * <p>{@link dev.triune.internal.schedule.KindSchedule} answers the questions about one agent, by the
 * settings of its kind of mind: what it would think about ({@code choose}), how urgently, and whether
 * it may ({@link dev.triune.rule.SelectionRule.Readiness}). The policy is the game's code, so it is evaluated once
 * in an examination, and once more when a request is granted, because the world has moved on in
 * between. It is asked a second question, not the first one again, where talk must not keep an agent
 * from planning ({@code planBeside}). What was found is a {@code Candidate}, which is carried to the
 * request; the lane keeps its rule. What a rule means to the scheduler is in its purpose, never in
 * its identity, so that a game's rules can do what the standard ones can.
 *
 * <p>{@link dev.triune.internal.schedule.LayerCooldowns} is the arithmetic of time: when a layer is
 * ready, how long it has waited, until when talk delays a plan, and {@code nextChange}, the first tick
 * in which the answer to an examination may differ although nothing has happened. An agent is due
 * again then; if {@code nextChange} left out a case, agents in a crowd would oversleep.
 *
 * <p>Nobody starves: what has waited for three cooldowns is overdue and goes before all else in every
 * other turn; plans have half of the turns, and company at most its share of them.
 *
 * <p>{@link dev.triune.internal.schedule.RequestSubmitter} turns a rule into a call and renders its
 * prompt when it is granted. All of this runs on the game thread, and examinations allocate nothing.
 */
@NullMarked
package dev.triune.internal.schedule;

import org.jspecify.annotations.NullMarked;
