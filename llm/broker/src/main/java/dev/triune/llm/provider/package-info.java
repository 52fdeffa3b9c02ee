/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The providers of models: a server over HTTP, a gateway, rules in place of a model; and the interface for
 * others.
 *
 * <pre>
 *  broker, on its owner thread                    provider
 *    start(ModelCall, AnswerSink) ──────────────&gt; begins, and returns at once
 *                                                    │ any thread, one at a time
 *    inbox &lt;───────────────────────────── text, text, …, then once: complete or fail
 *    RunningCall.cancel() ──────────────────────&gt; stops; whatever it still says is ignored
 * </pre>
 *
 * <p>A provider makes a call once and reports what became of it. Whether to wait, to try another key or
 * another model is decided by the broker, which must know of every attempt to keep the limits. A {@link
 * dev.triune.llm.provider.CallFailure} therefore says what failed and until when, never what to do.
 *
 * <p>{@link dev.triune.llm.provider.OfflineProvider} behaves as a server would, with latency, limits and
 * faults, from a seed: games develop and test with it without a key, and a run can be repeated.
 */
@NullMarked
package dev.triune.llm.provider;

import org.jspecify.annotations.NullMarked;
