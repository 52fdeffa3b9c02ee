/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.apply.UnderWay;
import dev.triune.component.Layer;
import dev.triune.llm.Ticket;
import dev.triune.prompt.PromptBuilder;

/** What one request asks, and of whom. Game thread only. */
final class Question {
    final int agent;
    final long serial;
    final Layer layer;
    final PromptBuilder builder;

    /** The layer's last invocation before this one, to be put back if nothing is sent. */
    final long stampBefore;

    /** How much of what was heard it answers; heard anew if the prompt is rendered once more. */
    int attended;

    Question(int agent, long serial, Layer layer, PromptBuilder builder, long stampBefore) {
        this.agent = agent;
        this.serial = serial;
        this.layer = layer;
        this.builder = builder;
        this.stampBefore = stampBefore;
    }

    /** The same as a request under way. */
    UnderWay underWay(Ticket ticket) {
        return new UnderWay(ticket.number(), agent, serial, layer);
    }
}
