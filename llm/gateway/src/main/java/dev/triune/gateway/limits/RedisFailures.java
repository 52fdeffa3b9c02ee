/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import java.util.concurrent.CompletionException;

/** Describes failures of Redis without addresses and passwords. */
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

    /** Returns the first word of an error, which is its code; the rest may contain arguments. */
    private static String code(String message) {
        String word = message.split(" ", 2)[0];
        return word.matches("[A-Z]{1,20}") ? word : "an error";
    }
}
