/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The gateway's own endpoints, and the operations on which those of all protocols rest.
 *
 * <pre>
 *  GenerateHandler, ChatHandler, BatchHandler      SessionHandler, QuotaHandler, StatsHandler
 *           │ Submission
 *           v
 *  AdmissionLimiter   too many open requests: refused at once
 *           v
 *  GatewayService ─&gt; QuotaLedger   reserves what prompt and longest answer may cost;
 *           │          │           trims the answer to what is left, or refuses
 *           │          └ SharedSpending, where several gateways share the limits
 *           v
 *  GatewayCall   in the broker until its outcome ─&gt; AnswerListener
 *                  AnswerCollector, StreamedAnswer: one body, or a stream
 * </pre>
 *
 * <p>Money is reserved before a call is sent and settled after it ended, so that calls which run at the same
 * time cannot together exceed a budget. Requests that belong together, such as the choices of one
 * completion, are reserved together or not at all: see {@link dev.triune.gateway.api.CallGroup}. Batches
 * wait for credits in {@link dev.triune.gateway.api.CreditQueue}, in which games get equal shares of each
 * window.
 *
 * <p>Classes that say "broker's thread only" are called by its listeners and need no locks; the others are
 * thread-safe and are called by threads of the server.
 */
@NullMarked
package dev.triune.gateway.api;

import org.jspecify.annotations.NullMarked;
