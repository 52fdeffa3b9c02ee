/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.session.ErrorCode;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Answers a call once the broker has said what there is to say. */
final class Later {
    private static final Logger LOG = System.getLogger(Later.class.getName());
    private static final Duration SOON = Duration.ofSeconds(1);

    private Later() {}

    /** Passes the result on, or answers with a problem if there is none. */
    static <T> void then(
            CompletableFuture<T> result, Gateway gateway, Exchange exchange, Consumer<T> answer) {
        var unused = result.thenAccept(answer).handle((none, why) -> {
            if (why != null) {
                exchange.problem(problem(cause(why), gateway));
            }
            return true;
        });
    }

    private static Throwable cause(Throwable why) {
        Throwable cause = why.getCause();
        return why instanceof CompletionException && cause != null ? cause : why;
    }

    private static Problem problem(Throwable why, Gateway gateway) {
        if (why instanceof RejectedExecutionException) {
            return gateway.isDraining()
                    ? Problem.draining()
                    : Problem.passing(
                            ErrorCode.QUEUE_FULL, "too many calls wait for the broker", SOON);
        }
        if (why instanceof IllegalStateException) { // it has no room for another name
            return Problem.passing(ErrorCode.QUEUE_FULL, String.valueOf(why.getMessage()), SOON);
        }
        LOG.log(Level.ERROR, "a call failed", why);
        return Problem.of(ErrorCode.INTERNAL, "a fault of the gateway");
    }
}
