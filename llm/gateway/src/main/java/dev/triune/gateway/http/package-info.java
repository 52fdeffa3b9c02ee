/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The HTTP server: access, limits and the life of an exchange; knows nothing of models.
 *
 * <pre>
 *  ConnectionTracker   slow heads, too many connections of one address
 *        v
 *  GatewayHandler ─&gt; AccessFilter   Host, Origin, token; WrongTokens slow down guessing
 *        │          HttpRoutes     literal paths: nothing is decoded
 *        │          BodyReader     as it arrives, within size and time
 *        v
 *  RouteHandler ─&gt; ServerExchange: one body, or an EventStream
 *                      ended by the answer, the client, or the Reaper
 *                      AccessLog: one line, whichever it was
 * </pre>
 *
 * <p>No thread waits for a client. A body that is late or an answer that nobody reads is ended by the {@link
 * dev.triune.gateway.http.Reaper}, which looks at all exchanges several times a second, rather than by a
 * timeout for each. A stream has one write in flight; what comes meanwhile is buffered up to a limit for the
 * client and one for all of them.
 *
 * <p>Errors are a {@link dev.triune.gateway.http.Problem} until they are written: each protocol has its own
 * form, while code, field and remedy are the same. No message contains a key or a prompt.
 */
@NullMarked
package dev.triune.gateway.http;

import org.jspecify.annotations.NullMarked;
