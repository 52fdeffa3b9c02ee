/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.component.Layer;

/** The rows of the selection table, in order: the first one that matches wins. */
public enum SelectionRule {
    /** Hunger, energy or temperature below 0.2. Binding. */
    CRITICAL_NEEDS(Layer.AUTONOMIC, 10, "critical needs"),
    /** In conversation, or speech heard. Binding. */
    CONVERSATION(Layer.TALKER, 8, "conversation"),
    /** Other agents nearby. An offer: passed over while the talker cools down. */
    COMPANY(Layer.TALKER, 6, "others nearby"),
    /** The behaviour is completed. */
    COMPLETED(Layer.EXECUTOR, 7, "task completed"),
    /** Idle or wandering. */
    IDLE(Layer.EXECUTOR, 5, "idle"),
    /** Hunger and energy above 0.7. */
    THRIVING(Layer.EXECUTOR, 4, "needs met"),
    /** Nothing else holds. */
    OTHERWISE(Layer.AUTONOMIC, 3, "nothing to decide");

    private final Layer layer;
    private final int urgency;
    private final String reason;

    SelectionRule(Layer layer, int urgency, String reason) {
        this.layer = layer;
        this.urgency = urgency;
        this.reason = reason;
    }

    /** Which layer thinks. */
    public Layer layer() {
        return layer;
    }

    /** How urgent it is, 3 to 10; also the priority of the request. */
    public int urgency() {
        return urgency;
    }

    /** Why, in words. */
    public String reason() {
        return reason;
    }
}
