/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import java.util.concurrent.CompletionException;

/** What went wrong with Redis, in words that hold neither an address nor a password. */
final class RedisFailures {
    private RedisFailures() {}

    static String describe(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < 8 && cause != null; depth++) {
            if (cause instanceof RedisCommandTimeoutException) {
                return "Redis did not answer in time";
            }
            if (cause instanceof RedisCommandExecutionException refusal) {
                return "Redis refused: " + code(String.valueOf(refusal.getMessage()));
            }
            cause = cause.getCause();
        }
        boolean connecting = failure instanceof RedisConnectionException
                || (failure instanceof CompletionException
                        && failure.getCause() instanceof RedisConnectionException);
        return connecting ? "Redis cannot be reached" : "the connection to Redis broke";
    }

    /** The first word of an error of Redis is its code, the rest may repeat what was sent. */
    private static String code(String message) {
        String word = message.split(" ", 2)[0];
        return word.matches("[A-Z]{1,20}") ? word : "an error";
    }
}
