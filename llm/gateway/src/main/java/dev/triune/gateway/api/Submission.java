/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request of a client, with the recipients of its answer. Immutable.
 *
 * @param request the request; has a cancel token
 * @param cancelName the name with which the game can cancel it; empty if none
 * @param log receives the access log entry of the request when it has ended
 * @param listener receives the answer
 */
public record Submission(
        Request<String> request,
        String cancelName,
        Consumer<Supplier<ObjectNode>> log,
        AnswerListener listener) {
    /** Checks that the request is cancellable. */
    public Submission {
        if (request.cancelToken().isEmpty()) {
            throw new IllegalArgumentException("a request without a cancel token");
        }
    }

    /** Cancels the request. May be called on any thread. */
    public void cancel() {
        token().cancel();
    }

    /** Checks that the client does not forward fields of its own to the provider. */
    void requireNoExtraBody() throws ProblemException {
        if (!request.options().extraBody().isEmpty()) {
            throw new ProblemException(Problem.invalidField(
                    "extraBody",
                    "extraBody is not allowed at this gateway (leave it out; the operator can allow"
                            + " it with gateway.extra-body)"));
        }
    }

    /** Ends its access log entry, since it is not sent to the broker. */
    void logRefusal(Problem problem) {
        log.accept(() -> newLogEntry().put("outcome", problem.code().name()));
    }

    /** Returns the beginning of its access log entry. */
    ObjectNode newLogEntry() {
        return Json.object()
                .put("game", request.tenant())
                .put("agent", request.agent())
                .put("priority", request.priority().level());
    }

    CancelToken token() {
        return request.cancelToken().orElseThrow();
    }
}
