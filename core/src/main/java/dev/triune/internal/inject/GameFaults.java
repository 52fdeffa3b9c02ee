/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import java.util.HashSet;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Logs exceptions of a game's own objects: the first of each class in each of its roles, with the
 * agent. Game thread only.
 */
public final class GameFaults {
    /** The most roles and classes that are kept apart. */
    private static final int LIMIT = 256;

    private final Logger log;
    private final Set<String> logged = new HashSet<>();

    /**
     * Logs under the name of a class.
     *
     * @param owner the class that calls the game's objects
     */
    public GameFaults(Class<?> owner) {
        log = Logger.getLogger(owner.getName());
    }

    /**
     * Logs an exception, unless one of the same class in the same role was logged before.
     *
     * @param role what the object is to the game, for example {@code "reflex rule"}
     * @param thrower the object that threw it
     * @param agent the entity id
     */
    public void report(String role, Object thrower, int agent, Exception cause) {
        String who = role + " " + thrower.getClass().getName();
        if (logged.size() < LIMIT && logged.add(who)) {
            String line = who + " threw an exception at entity " + agent
                    + "; its further faults are not logged";
            log.log(Level.WARNING, line, cause);
        }
    }
}
