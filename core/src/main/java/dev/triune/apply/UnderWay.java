/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.apply;

import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import org.jspecify.annotations.Nullable;

/** A request of an agent that has no outcome yet. Game thread only. */
public final class UnderWay {
    private final long ticket;
    private final int agent;
    private final long serial;
    private final Layer layer;

    /** Steps of this answer that were queued so far. */
    int steps;

    /** The last of them. */
    @Nullable
    QueuedStep last;

    /** Whether anything of this answer took effect so far. */
    boolean applied;

    /**
     * A request that was just submitted.
     *
     * @param agent the entity id: a hint where to look, proof of nothing
     * @param serial the agent's own number
     */
    public UnderWay(long ticket, int agent, long serial, Layer layer) {
        this.ticket = ticket;
        this.agent = agent;
        this.serial = serial;
        this.layer = layer;
    }

    /** The broker's number for it. */
    public long ticket() {
        return ticket;
    }

    /** The entity id at the time of asking. */
    public int agent() {
        return agent;
    }

    /** The agent's own number. */
    public long serial() {
        return serial;
    }

    /** Which layer asked. */
    public Layer layer() {
        return layer;
    }
}
