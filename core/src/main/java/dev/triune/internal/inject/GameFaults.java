/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import com.artemis.World;
import dev.triune.llm.Broker.BrokerHaltedException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Calls the game's code, so that nothing that it throws changes the course of a tick. The first
 * exception of each of the game's classes in each role is logged. An {@link Error} is {@linkplain
 * ErrorKeeper kept} until the calling system has finished, if this has joined a world, and thrown
 * on otherwise. A broker's halt passes through: it is no fault of the game but ends its run. Game
 * thread only.
 *
 * <p>Code that is called for each agent in each tick is called in a {@code try} of its own, which
 * allocates nothing and leaves what it catches to {@link #report}.
 */
public final class GameFaults {
    /** The maximum number of roles and classes that are told apart. */
    private static final int LIMIT = 256;

    private final Logger log;
    private final Set<String> logged = new HashSet<>();
    private @Nullable ErrorKeeper errors;

    /** Creates a guard with the logger of the class that calls the game's objects. */
    public GameFaults(Class<?> owner) {
        log = Logger.getLogger(owner.getName());
    }

    /** Leaves Errors to the keeper of a world, if it has one. */
    public void join(World world) {
        errors = GameObjects.system(world, ErrorKeeper.class);
    }

    /** Throws the Error that was kept since the last call, if there is one. */
    public void rethrow() {
        if (errors != null) {
            errors.rethrow();
        }
    }

    /** Runs code of the game. */
    public void run(String role, Object gameObject, int agent, Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            report(role, gameObject, agent, e);
        }
    }

    /** Returns the result of the game's code, or a default if that throws. */
    public <T> T get(String role, Object gameObject, int agent, Supplier<T> call, T onFailure) {
        try {
            return call.get();
        } catch (Throwable e) {
            report(role, gameObject, agent, e);
            return onFailure;
        }
    }

    /** Returns the result of the game's predicate, or a default if it throws. */
    public boolean test(String role, IntPredicate condition, int agent, boolean onFailure) {
        try {
            return condition.test(agent);
        } catch (Throwable e) {
            report(role, condition, agent, e);
            return onFailure;
        }
    }

    /**
     * Logs an exception, unless one of that class in that role was logged before, or keeps an
     * Error.
     */
    public void report(String role, Object thrower, int agent, Throwable cause) {
        reportFault(role + " " + thrower.getClass().getName(), "threw an exception", agent, cause);
    }

    /** Reports a fault, as {@link #report}, that is described in words. */
    public void reportFault(String subject, String fault, int agent, @Nullable Throwable cause) {
        if (cause instanceof BrokerHaltedException halt) {
            throw halt;
        }
        if (cause instanceof Error error) {
            if (errors == null) {
                throw error;
            }
            if (errors.keep(error)) {
                return;
            }
        }
        if (logged.size() < LIMIT && logged.add(subject + " " + fault)) {
            String line = subject + " " + fault + " at entity " + agent
                    + "; its further faults are not logged";
            log.log(Level.WARNING, line, cause);
        }
    }
}
