/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes what the broker reports about requests, and turns answers into queued steps, speech and goals.
 *
 * <pre>
 *  I/O thread      PlanDecoder: AnswerPart ─catalog─&gt; PlanPart
 *                        │ in an Update, through the broker's inbox
 *                        v
 *  game thread     DecisionContext.receive   by ticket, the oldest first
 *                        │ at most UPDATES_PER_TICK a tick; the rest waits
 *                        v
 *                  is the PendingDecision's serial that of the Mind, and its ticket?
 *                        │ no  ─&gt; the agent is gone, or asks for something else: only counted
 *                        │ yes
 *         ┌── a part ────┴───── the end ──┐
 *         v                               v
 *  PartApplier                     AnswerEnding
 *   step ─&gt; QueueWriter            status: applied, repaired, rejected, expired, …
 *   speech, goal, thought           failures counted; news for the next prompt;
 *                                   a second try, or the routine
 * </pre>
 *
 * <p>Parts take effect while the model still writes, so that an agent sets out before its answer ends. An
 * answer can therefore turn out to be broken when some of it has happened already: what was done stays
 * done, the rest of its steps is withdrawn, and the model reads in its next prompt what was missing.
 *
 * <p>A request is known by its ticket and the serial of its agent, never by the entity id, because the
 * world gives ids to others. A request that an order, a death or a new plan has
 * overtaken is not forgotten: it is {@linkplain
 * dev.triune.internal.apply.PendingDecision.AnswerProgress#overrule overruled}, so that its words may
 * still be heard while its steps are refused with a reason.
 *
 * <p>Everything here runs on the game thread, except the decoder, which is stateless and keeps to the
 * catalog. A listener may do anything, even delete the agent, so whatever follows a call of one looks
 * components up again.
 */
@NullMarked
package dev.triune.internal.apply;

import org.jspecify.annotations.NullMarked;
