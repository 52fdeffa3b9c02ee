/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Turns an immutable snapshot of an agent into messages for a model, or lets the rules of an offline mind
 * answer it. Knows no Artemis.
 *
 * <pre>
 *  components ─(internal.schedule)─&gt; AgentSnapshot &lt;── Perception, MemoryRetriever
 *                                          │
 *                  ┌───────────────────────┴──────┐
 *                  v                              v
 *           PromptBuilder                    OfflineMind
 *    sections, each with a priority          steps and words, by rules
 *                   │ those that fit the budget
 *                   v
 *    messages: rules and catalog first, because they are the same for
 *    all agents of a layer and providers cache what prompts begin with;
 *    what changes with each tick last
 * </pre>
 *
 * <p>A snapshot is taken when a provider is free, not when the request was made: an agent that waited a
 * minute for its turn is asked about the world as it is now. Only a snapshot reaches a builder, so that
 * builders can be tested with values, can neither change the world nor see ids, and an offline mind is
 * given exactly what a model would read.
 *
 * <p>All text that comes from players, models or games is bounded and put on one line before it gets into
 * a prompt. When sections do not fit, those of the lowest {@link dev.triune.prompt.SectionPriority} lose
 * lines first, so that who the agent is and what it is asked stay whole.
 */
@NullMarked
package dev.triune.prompt;

import org.jspecify.annotations.NullMarked;
