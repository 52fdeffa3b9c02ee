/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The four Artemis systems of a mind, the {@link dev.triune.system.MindPlugin} that registers them, its
 * modules, and saves. A game that builds its world without plugins can register the systems itself.
 *
 * <pre>
 *  world.process()
 *    clock, arrivals, feeds        small systems, registered by the plugin
 *    DecisionApplySystem   receive   what answers said is queued
 *    AutonomicSystem       reflexes  needs that cannot wait
 *    modules of minds              conversations, memory
 *    LLMSchedulerSystem    think     who asks a model next; the broker works
 *    BehaviorSystem        act       one tick of a reflex or a step
 * </pre>
 *
 * <p>The order is that of a thought: what was answered is known before reflexes look, reflexes interrupt
 * before anybody plans, and what was decided is acted upon in the same tick. Each system is thin: it has
 * the methods that a game calls, asserts the game thread, and leaves the work to a package of its own
 * under {@code internal}.
 *
 * <p>Settings are given before the world is built, on the plugin for the world and in {@link
 * dev.triune.MindKind} for a kind of mind; a later change is refused, with a message that says where it
 * belongs. A {@link dev.triune.system.MindModule} is an object of the game: it is given the systems once,
 * adds its own, and keeps its state in components of its own, so that a save contains it.
 */
@NullMarked
package dev.triune.system;

import org.jspecify.annotations.NullMarked;
