/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What servers say about limits and faults, read from errors and headers.
 *
 * <pre>
 *  status, headers, body ─&gt; ErrorResponse ─&gt; RateLimitSignals   until when to wait
 *                                         ─&gt; ErrorRules         whose fault, and does it pass?
 *                                         ─&gt; RetryAdvice        both
 * </pre>
 *
 * <p>Providers agree on 429 and on little else: one uses 503 for a full server, another 429 for an empty
 * account, which no waiting will fill. So the status counts only where no rule knows better, and delays are
 * taken from the most precise source that is there. Texts come from outside: patterns are bounded, and
 * nothing here can fail; what is not understood counts as no advice.
 */
@NullMarked
package dev.triune.llm.internal.protocol.signal;

import org.jspecify.annotations.NullMarked;
