/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * RequestCounts requests by their end, and collects agents whose answer was rejected. Game thread only.
 */
final class RequestCounts implements MindListener {
    private static final int SECOND_TRIES = 1_000;

    private long submitted;
    private long answered;
    private long unanswered;
    private final Deque<Integer> again = new ArrayDeque<>();

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        submitted++;
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        if (end == AnswerStatus.REJECTED && again.size() < SECOND_TRIES) {
            again.add(agent);
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        if (outcome.kind() == Outcome.Kind.ANSWERED) {
            answered++;
        } else {
            unanswered++;
        }
    }

    /** Returns the next agent whose answer was rejected, for a second try; -1 for none. */
    int nextSecondTry() {
        return again.isEmpty() ? -1 : again.removeFirst();
    }

    /** Returns the number of requests. */
    long submitted() {
        return submitted;
    }

    /** Returns the number of answered requests, including useless answers. */
    long answered() {
        return answered;
    }

    /** Returns the number of requests that ended without an answer. */
    long unanswered() {
        return unanswered;
    }
}
