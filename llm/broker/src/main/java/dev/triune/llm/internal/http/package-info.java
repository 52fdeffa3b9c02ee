/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Calls of model servers and gateways over HTTP, without a thread of its own.
 *
 * <pre>
 *  owner thread          ModelExchange, GatewayExchange    begin a call: its body is written later
 *                               │
 *                        Transport ── OkHttpTransport, or another found by Services
 *                               │
 *  I/O thread            OneShotJsonBody     serialized here, sent once
 *                        ResponseExchange    head, body piece by piece, one end
 *                               │ bytes
 *                        protocol parsers ─&gt; AnswerSink ─&gt; the broker's inbox
 *                               │ an error
 *                        FailureClassifier ─&gt; CallFailure: what failed, whose fault, until when
 * </pre>
 *
 * <p>A call is sent once. HTTP clients repeat requests on their own where a connection was closed, which
 * the broker would not count against the limits; so the body refuses to be written twice, and {@link
 * dev.triune.llm.internal.http.ConnectionEventListener} closes idle connections as soon as one of them
 * turns out to be dead. Redirects are not followed either, because keys would follow them.
 *
 * <p>What a server does not understand is learned, not configured: a rejection that names an option leads
 * to a {@linkplain dev.triune.llm.internal.http.LearnedDialects dialect} without it, for an hour.
 *
 * <p>Everything a server says reaches messages and logs through {@link
 * dev.triune.llm.internal.http.Redactor}, which knows the keys in use. A gateway has classes of its own
 * where it differs: several requests in one exchange, cancelled singly; a cooldown and a pace that it
 * prescribes; heartbeats while no request is made.
 */
@NullMarked
package dev.triune.llm.internal.http;

import org.jspecify.annotations.NullMarked;
