/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.logging.Logger;

/** Logs once, with the first request of a mind, that nobody has read the section of its layers. */
final class UnreadLayers implements BrokerListener {
    private final Logger log;
    private final String message;
    private volatile boolean done;

    UnreadLayers(Logger log, String message) {
        this.log = log;
        this.message = message;
    }

    void read() {
        done = true;
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        if (!done && !request.layer().isBlank()) {
            done = true;
            log.warning(message);
        }
    }
}
