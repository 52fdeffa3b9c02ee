/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import dev.triune.BehaviorListener;
import dev.triune.action.Step;
import dev.triune.system.BehaviorSystem;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * All listeners, told in order. One that throws an exception is logged the first time, and the
 * others are told all the same. Game thread only.
 */
public final class BehaviorListeners implements BehaviorListener {
    private static final Logger LOG = Logger.getLogger(BehaviorSystem.class.getName());

    private final List<BehaviorListener> listeners;
    private final boolean[] logged;

    /** Tells those listeners, in that order. */
    public BehaviorListeners(List<BehaviorListener> listeners) {
        this.listeners = List.copyOf(listeners);
        this.logged = new boolean[listeners.size()];
    }

    @Override
    public void stepStarted(int agent, Step step) {
        notifyListeners(listener -> listener.stepStarted(agent, step));
    }

    @Override
    public void stepDone(int agent, Step step) {
        notifyListeners(listener -> listener.stepDone(agent, step));
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        notifyListeners(listener -> listener.stepFailed(agent, step, reason));
    }

    @Override
    public void stepRemoved(int agent, Step step) {
        notifyListeners(listener -> listener.stepRemoved(agent, step));
    }

    @Override
    public void stepBridged(int agent, Step step, int steps) {
        notifyListeners(listener -> listener.stepBridged(agent, step, steps));
    }

    @Override
    public void planDropped(int agent, int steps, String reason) {
        notifyListeners(listener -> listener.planDropped(agent, steps, reason));
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        notifyListeners(listener -> listener.nextPlanDropped(agent, steps, reason));
    }

    @Override
    public void nextPlanStarted(int agent, int steps) {
        notifyListeners(listener -> listener.nextPlanStarted(agent, steps));
    }

    @Override
    public void queueDone(int agent) {
        notifyListeners(listener -> listener.queueDone(agent));
    }

    @Override
    public void reflexDone(int agent, String behavior) {
        notifyListeners(listener -> listener.reflexDone(agent, behavior));
    }

    @Override
    public void reflexFailed(int agent, String behavior, String reason) {
        notifyListeners(listener -> listener.reflexFailed(agent, behavior, reason));
    }

    private void notifyListeners(Consumer<BehaviorListener> event) {
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
