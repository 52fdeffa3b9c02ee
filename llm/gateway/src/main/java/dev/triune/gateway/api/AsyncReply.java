/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ServerExchange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Responds to an HTTP call once the broker's result is available. */
public final class AsyncReply {
    private static final Logger LOG = System.getLogger(AsyncReply.class.getName());
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private AsyncReply() {}

    /** Passes the result to a consumer; responds with a problem if there is none. */
    public static <T> void whenDone(
            CompletableFuture<T> result,
            GatewayService service,
            ServerExchange exchange,
            Consumer<T> answer) {
        var unused = result.thenAccept(answer).handle((none, why) -> {
            if (why != null) {
                exchange.respondWithProblem(problem(cause(why), service));
            }
            return true;
        });
    }

    private static Throwable cause(Throwable why) {
        Throwable cause = why.getCause();
        return why instanceof CompletionException && cause != null ? cause : why;
    }

    private static Problem problem(Throwable why, GatewayService service) {
        if (why instanceof RejectedExecutionException) {
            return service.isDraining()
                    ? Problem.draining()
                    : Problem.retryable(
                            ErrorCode.QUEUE_FULL,
                            "too many calls wait for the broker",
                            RETRY_AFTER);
        }
        if (why instanceof IllegalStateException) { // the broker has no room for another name
            return Problem.retryable(
                    ErrorCode.QUEUE_FULL, String.valueOf(why.getMessage()), RETRY_AFTER);
        }
        LOG.log(Level.ERROR, "a call failed", why);
        return Problem.internal();
    }
}
