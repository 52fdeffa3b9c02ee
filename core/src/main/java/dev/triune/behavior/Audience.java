/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.plan.Step;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * All listeners, told in order. One that throws an exception is logged the first time, and the
 * others are told all the same. Game thread only.
 */
final class Audience implements BehaviorListener {
    private static final Logger LOG = Logger.getLogger(BehaviorSystem.class.getName());

    private final List<BehaviorListener> listeners;
    private final boolean[] logged;

    /** Tells those listeners, in that order. */
    Audience(List<BehaviorListener> listeners) {
        this.listeners = List.copyOf(listeners);
        this.logged = new boolean[listeners.size()];
    }

    @Override
    public void stepStarted(int agent, Step step) {
        tell(listener -> listener.stepStarted(agent, step));
    }

    @Override
    public void stepDone(int agent, Step step) {
        tell(listener -> listener.stepDone(agent, step));
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        tell(listener -> listener.stepFailed(agent, step, reason));
    }

    @Override
    public void stepTakenAway(int agent, Step step) {
        tell(listener -> listener.stepTakenAway(agent, step));
    }

    @Override
    public void stepBridged(int agent, Step step, int steps) {
        tell(listener -> listener.stepBridged(agent, step, steps));
    }

    @Override
    public void planDropped(int agent, int steps, String reason) {
        tell(listener -> listener.planDropped(agent, steps, reason));
    }

    @Override
    public void aheadDropped(int agent, int steps, String reason) {
        tell(listener -> listener.aheadDropped(agent, steps, reason));
    }

    @Override
    public void planMovedUp(int agent, int steps) {
        tell(listener -> listener.planMovedUp(agent, steps));
    }

    @Override
    public void queueDone(int agent) {
        tell(listener -> listener.queueDone(agent));
    }

    @Override
    public void reflexDone(int agent, String behavior) {
        tell(listener -> listener.reflexDone(agent, behavior));
    }

    @Override
    public void reflexFailed(int agent, String behavior, String reason) {
        tell(listener -> listener.reflexFailed(agent, behavior, reason));
    }

    private void tell(Consumer<BehaviorListener> event) {
        for (int i = 0; i < listeners.size(); i++) {
            try {
                event.accept(listeners.get(i));
            } catch (Exception e) {
                log(i, e);
            }
        }
    }

    private void log(int place, Exception cause) {
        if (!logged[place]) {
            logged[place] = true;
            String line = "listener " + listeners.get(place).getClass().getName()
                    + " threw an exception; its further faults are not logged";
            LOG.log(Level.WARNING, line, cause);
        }
    }
}
