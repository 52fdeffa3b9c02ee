/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

/** Answers one kind of call. Called on a thread of the server; must not block. */
@FunctionalInterface
public interface RouteHandler {
    /**
     * Answers, now or later.
     *
     * @param requestFields of the body, empty for a call without one
     * @throws ProblemException if the call is wrong or not taken; the client is told so
     */
    void handle(RequestFields requestFields, ServerExchange serverExchange) throws ProblemException;
}
