/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

/** Answers the calls of one route. Called on a server thread; must not block. */
@FunctionalInterface
public interface RouteHandler {
    /**
     * Answers a call, now or later.
     *
     * @param fields the fields of the body; empty for a call without a body
     * @throws ProblemException if the call is rejected; the problem is sent to the client
     */
    void handle(RequestFields fields, ServerExchange exchange) throws ProblemException;
}
