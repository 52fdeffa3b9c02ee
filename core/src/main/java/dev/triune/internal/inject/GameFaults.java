/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import dev.triune.llm.BrokerHaltedException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Logs the first fault of each of the game's classes in each role. Lets a
 * broker's halt through, which is no fault of the game but ends its run. Game thread only.
 */
public final class GameFaults {
    /** The maximum number of roles and classes that are told apart. */
    private static final int LIMIT = 256;

    private final Logger log;
    private final Set<String> logged = new HashSet<>();

    /** Creates it with the logger of the class that calls the game's objects. */
    public GameFaults(Class<?> owner) {
        log = Logger.getLogger(owner.getName());
    }

    /** Logs an exception, unless one of that class in that role was logged before. */
    public void report(String role, Object thrower, int agent, Exception cause) {
        reportFault(role + " " + thrower.getClass().getName(), "threw an exception", agent, cause);
    }

    /** Returns the result of the game's predicate, or a default if it throws. */
    public boolean test(String role, IntPredicate condition, int agent, boolean onFailure) {
        try {
            return condition.test(agent);
        } catch (RuntimeException e) {
            report(role, condition, agent, e);
            return onFailure;
        }
    }

    /** Logs a fault that is described in words, unless it was logged before. */
    public void reportFault(String subject, String fault, int agent, @Nullable Exception cause) {
        if (cause instanceof BrokerHaltedException halt) {
            throw halt;
        }
        if (logged.size() < LIMIT && logged.add(subject + " " + fault)) {
            String line = subject + " " + fault + " at entity " + agent
                    + "; its further faults are not logged";
            log.log(Level.WARNING, line, cause);
        }
    }
}
