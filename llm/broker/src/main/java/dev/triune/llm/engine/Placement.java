/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

/** Puts requests where they wait: set aside while something keeps them, else in line. Owner only. */
final class Placement {
    private final Agents agents;
    private final QuotaSessions quotas;
    private final Queues queues;

    Placement(Agents agents, QuotaSessions quotas, Queues queues) {
        this.agents = agents;
        this.quotas = quotas;
        this.queues = queues;
    }

    /** Places a request at a stop. */
    void place(Pending<?> pending, Stop stop) {
        pending.stop = stop;
        if (agents.isDeferred(pending) || !quotas.enter(pending)) {
            queues.setAside(pending);
        } else {
            queues.enqueue(pending, stop);
        }
    }

    /** Sets a request aside whose agent was deferred while it waited. */
    void hold(Pending<?> pending) {
        if (pending.room != null) {
            queues.remove(pending);
            queues.setAside(pending);
        }
    }

    /** Lets a request go on that was set aside, if nothing else keeps it. */
    void resume(Pending<?> pending) {
        if (pending.aside) {
            queues.remove(pending);
            place(pending, pending.stop);
        }
    }
}
