/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.BrokerListener;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Logger;

/**
 * The listeners of a game. As in a broker, what they throw is logged; errors and mismatches, which
 * end the game's call, are thrown on. Owner only.
 */
final class GameListeners {
    private static final Logger LOG = Logger.getLogger(GameListeners.class.getName());

    private final List<BrokerListener> listeners;

    GameListeners(List<BrokerListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Notifies all of them, in order. */
    void tell(Consumer<BrokerListener> event) {
        for (BrokerListener listener : listeners) {
            guarded(() -> event.accept(listener));
        }
    }

    /** Runs a callback of the game, treating its exceptions like those of listeners. */
    void guarded(Runnable call) {
        try {
            call.run();
        } catch (TapeMismatchException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.severe("a listener of the broker threw " + place(e));
        }
    }

    /** Returns the type without the message, which may contain a prompt. */
    private static String place(RuntimeException e) {
        StackTraceElement[] frames = e.getStackTrace();
        return e.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
    }
}
