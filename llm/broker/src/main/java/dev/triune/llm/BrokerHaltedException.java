/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * Thrown by a {@link Broker} that cannot go on, by this and every later call: by a replay whose
 * game differs from its tape, for example. Whoever logs what a game's code throws, and continues,
 * must not do so with this exception.
 */
public abstract class BrokerHaltedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates it with a message for the player's log: without keys and prompts. */
    protected BrokerHaltedException(String message) {
        super(message);
    }
}
