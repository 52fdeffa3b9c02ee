/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A page in which a person answers the prompts of an agent, as its model would.
 *
 * <pre>
 * an agent that a person has taken ─► its own model, "by-hand" ─► the broker ─► Desk, a provider
 *                                                                               │ waits, bounded
 *                                              the page, over loopback  ◄───────┤
 *    a form made from the schema, or JSON ─────────────────────────────► answer │
 *    "let the rules answer" ───────────► fails, and the broker falls back       │
 *                                                                               ▼
 *                 the same reader as for any model ─► events of minds ─► what was made of it
 * </pre>
 *
 * <p>Nothing here judges an answer: the page shows what {@link dev.triune.MindListener} reports.
 */
@NullMarked
package dev.triune.workbench;

import org.jspecify.annotations.NullMarked;
