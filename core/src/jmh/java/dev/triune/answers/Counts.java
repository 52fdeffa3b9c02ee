/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.AnswerStatus;
import dev.triune.MindListener;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts what became of requests, and whose answer was of no use. Game thread only. */
final class Counts implements MindListener {
    private static final int SECOND_TRIES = 1_000;

    private long asked;
    private long answered;
    private long unanswered;
    private final Deque<Integer> again = new ArrayDeque<>();

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        asked++;
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

    /** The next agent whose answer was of no use, so that a second try may be due; -1 for none. */
    int nextSecondTry() {
        return again.isEmpty() ? -1 : again.removeFirst();
    }

    /** Requests so far. */
    long requestSubmitted() {
        return asked;
    }

    /** Those that were answered, whatever the answer was worth. */
    long answerEnded() {
        return answered;
    }

    /** Those that ended without an answer. */
    long unanswered() {
        return unanswered;
    }
}
