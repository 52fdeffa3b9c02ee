/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How fast a server answered lately, by model: whether an answer may be asked for in one piece,
 * which costs less than a stream of events, and yet be late no sooner than the first byte of a
 * stream. It may if the longest answer of its call would take a quarter of that time: the time
 * before the first token counts as if it were the model's speed, so that a model is never taken for
 * faster than it is. After a timeout, answers come in streams until one has been complete.
 * Thread-safe.
 */
public final class AnswerPace {
    static final int MAX_MODELS = 256;

    /** The part of the timeout that the longest answer may take at the speed of the last ones. */
    static final int MARGIN = 4;

    /** The weight of the last answer in the speed, as one of so many. */
    private static final double ANSWERS = 8;

    /** Never quick: of a model that refuses answers in one piece. */
    private static final Speed STREAMED_ONLY = new Speed(Double.MAX_VALUE, 1);

    private final double quickNanos;
    private final Map<String, Speed> speeds = new HashMap<>();

    private record Speed(double nanos, double tokens) {
        Speed after(Speed answer) {
            return new Speed(
                    nanos + (answer.nanos - nanos) / ANSWERS,
                    tokens + (answer.tokens - tokens) / ANSWERS);
        }
    }

    /** Creates the pace of a server that nothing is known of, with the timeout of first bytes. */
    public AnswerPace(Duration firstByteTimeout) {
        this.quickNanos = (double) firstByteTimeout.toNanos() / MARGIN;
    }

    /** Whether the longest answer of a call will be complete long before the timeout. */
    public synchronized boolean isQuick(ModelCall call) {
        Speed known = speeds.get(call.model());
        return known != null && known.nanos / known.tokens * call.maxTokens() <= quickNanos;
    }

    /** Learns from a complete answer, whose tokens are unknown if they are 0. */
    synchronized void answered(String model, long nanos, long tokens) {
        Speed before = speeds.get(model);
        boolean room = before != null || speeds.size() < MAX_MODELS;
        if (tokens > 0 && room && !STREAMED_ONLY.equals(before)) {
            Speed answer = new Speed(nanos, tokens);
            speeds.put(model, before == null ? answer : before.after(answer));
        }
    }

    /** Forgets the speed of a model that did not answer in time. */
    synchronized void late(String model) {
        speeds.remove(model);
    }

    /** Learns that a model refuses answers in one piece. */
    synchronized void streamedOnly(String model) {
        speeds.put(model, STREAMED_ONLY);
    }
}
