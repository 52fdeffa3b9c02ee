/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import java.util.List;

/**
 * Ends an answer before the first of the texts that end it, for servers that refuse to. Holds back
 * at most what may be the beginning of one. Not thread-safe.
 */
final class StoppingSink implements AnswerSink {
    private final AnswerSink sink;
    private final List<String> stops;
    private final StringBuilder held = new StringBuilder();
    private Usage soFar = Usage.NONE;
    private boolean stopped;

    /** Creates it for a sink; texts that end the answer are not empty. */
    StoppingSink(AnswerSink sink, List<String> stops) {
        this.sink = sink;
        this.stops = List.copyOf(stops);
    }

    /** Whether the answer has ended, so that no more of it is wanted. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns the tokens that were last reported. */
    Usage usageSoFar() {
        return soFar;
    }

    @Override
    public void text(String delta) {
        if (stopped) {
            return;
        }
        held.append(delta);
        int end = held.length();
        for (String stop : stops) {
            int at = held.indexOf(stop);
            if (at >= 0 && (!stopped || at < end)) {
                end = at;
                stopped = true;
            }
        }
        release(stopped ? end : held.length() - mayBegin());
    }

    /** Returns the length of the longest end of the held text with which one of them begins. */
    private int mayBegin() {
        int longest = 0;
        for (String stop : stops) {
            int length = Math.min(stop.length() - 1, held.length());
            while (length > longest
                    && held.indexOf(stop.substring(0, length), held.length() - length) < 0) {
                length--;
            }
            longest = Math.max(longest, length);
        }
        return longest;
    }

    private void release(int length) {
        if (length > 0) {
            sink.text(held.substring(0, length));
        }
        held.delete(0, stopped ? held.length() : length);
    }

    @Override
    public boolean gathers() {
        return sink.gathers();
    }

    @Override
    public void toolCall(AnswerPart.ToolCall call) {
        sink.toolCall(call);
    }

    @Override
    public void refusal(String delta) {
        sink.refusal(delta);
    }

    @Override
    public void logprobs(String json) {
        sink.logprobs(json);
    }

    @Override
    public void usage(Usage usage) {
        soFar = usage;
        sink.usage(usage);
    }

    @Override
    public void complete(FinishReason reason, Usage usage) {
        release(held.length());
        sink.complete(stopped ? FinishReason.STOP : reason, usage);
    }

    @Override
    public void fail(CallFailure failure) {
        release(held.length());
        sink.fail(failure);
    }
}
