/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.CancelToken;
import dev.triune.llm.Request;

/**
 * A request that a client sent, and what its answer goes to. Immutable.
 *
 * @param request the request; has a cancel token
 * @param cancelName the name by which the game can cancel it; empty if it has none
 * @param serverExchange the call of the client, for the access log
 * @param listener receives the answer
 */
public record Submission(
        Request<String> request,
        String cancelName,
        ServerExchange serverExchange,
        AnswerListener listener) {
    /** Checks that the request can be cancelled. */
    public Submission {
        if (request.cancelToken().isEmpty()) {
            throw new IllegalArgumentException("a request without a cancel token");
        }
    }

    /** Cancels the request. May be called on any thread. */
    public void cancel() {
        token().cancel();
    }

    CancelToken token() {
        return request.cancelToken().orElseThrow();
    }
}
