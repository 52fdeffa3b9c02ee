/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.llm.CancelToken;
import dev.triune.llm.Request;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that a client sent, and what its answer goes to. Immutable.
 *
 * @param request the request; has a cancel token
 * @param cancelName the name by which the game can cancel it; empty if it has none
 * @param log receives what the access log says of the request once it is over
 * @param listener receives the answer
 */
public record Submission(
        Request<String> request,
        String cancelName,
        Consumer<ObjectNode> log,
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
