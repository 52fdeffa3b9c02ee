/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Carries out what an agent does: the current reflex, or else the current step of its queue.
 *
 * <pre>
 *  each tick, each agent that is awake or whose time has come
 *         │
 *         │ a reflex is active?
 *         ├── yes ─&gt; ReflexExecutor  its runner's tick; the queue is paused
 *         │                           failed ─&gt; given up for a while
 *         └── no ──&gt; PlanExecutor
 *                       no step runs ─&gt; the next one begins, if its precondition holds
 *                       a step runs ──&gt; its runner's tick, and the watchdog
 *                                         RUNNING   again next tick, or at wakeAt
 *                                         DONE      the next step begins in this tick
 *                                         FAILED ─&gt; PlanRepair
 *                                                     another target, or steps that bridge the gap,
 *                                                     or the routine; else the reason is noted
 * </pre>
 *
 * <p>A runner is the game's code, shared by all agents of a kind, so it comes in a {@link
 * dev.triune.internal.behavior.GuardedRunner}: what it throws fails that step and nothing else, and is
 * logged once. Which runner an agent has started is in its {@link
 * dev.triune.internal.behavior.RunnerState}, which no save contains: after a load a step begins again.
 *
 * <p>Queues are public lists that a game may change. The executor therefore compares the step that runs
 * with the queue in each tick, and the {@link dev.triune.internal.behavior.StepLedger} compares what it
 * has counted with what is there. Nothing is assumed to be as it was left.
 *
 * <p>A tick of an agent whose step goes on allocates nothing: the {@link
 * dev.triune.internal.behavior.ActingAgent} is reused, and the paths that end steps are apart from those
 * that continue them. Game thread only.
 */
@NullMarked
package dev.triune.internal.behavior;

import org.jspecify.annotations.NullMarked;
