/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import java.util.ArrayList;
import java.util.List;

/** A sink that records all events with their times. */
public final class CallRecorder implements AnswerSink {
    public final List<String> log = new ArrayList<>();
    public final List<String> pieces = new ArrayList<>();
    public final List<CallFailure> failures = new ArrayList<>();
    public final List<Usage> usages = new ArrayList<>();
    private final Ticker ticker;

    /** Notes the time of that ticker. */
    public CallRecorder(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public void text(String delta) {
        note("text " + delta);
        pieces.add(delta);
    }

    @Override
    public void complete(FinishReason reason, Usage usage) {
        note("complete " + usage);
        usages.add(usage);
    }

    @Override
    public void fail(CallFailure failure) {
        note("fail " + failure);
        failures.add(failure);
    }

    /** The pieces joined. */
    public String text() {
        return String.join("", pieces);
    }

    /** How often the call has ended. */
    public int ends() {
        return failures.size() + usages.size();
    }

    /** The one failure. */
    public CallFailure failure() {
        assertThat(failures).as("failures in %s", log).hasSize(1);
        return failures.get(0);
    }

    /** When the first word came, in milliseconds. */
    public long firstAt() {
        return Long.parseLong(log.get(0).substring(0, log.get(0).indexOf(' '))) / 1_000_000;
    }

    private void note(String event) {
        assertThat(ends()).as("no event after the end: %s", log).isZero();
        log.add(ticker.nanos() + " " + event);
    }
}
