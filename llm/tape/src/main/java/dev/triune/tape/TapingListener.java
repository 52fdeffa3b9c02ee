/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes each event to the tape, then notifies the game's listeners. Owner only. */
final class TapingListener implements BrokerListener {
    private final TapeWriter tape;
    private final GameListeners listeners;

    /** The request that the game is submitting, as shown to listeners. */
    @Nullable
    Request<?> submitting;

    long submitted;

    TapingListener(TapeWriter tape, List<BrokerListener> listeners) {
        this.tape = tape;
        this.listeners = new GameListeners(listeners);
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        submitted++;
        Request<?> original = submitting == null ? request : submitting;
        append(of("onSubmitted", ticket), listener -> listener.submitted(ticket, original));
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        append(
                of("onCallStarted", ticket).with("provider", provider).with("waited", waited),
                listener -> listener.callStarted(ticket, provider, waited));
    }

    @Override
    public void firstPart(Ticket ticket, Duration sinceCall) {
        append(
                of("onFirstPart", ticket).with("sinceCall", sinceCall),
                listener -> listener.firstPart(ticket, sinceCall));
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        append(
                of("onCallEnded", ticket).with("provider", provider).with("sinceCall", sinceCall),
                listener -> listener.callEnded(ticket, provider, sinceCall));
    }

    @Override
    public void callFailed(Ticket ticket, String provider, String code, String message) {
        append(
                of("onCallFailed", ticket)
                        .with("provider", provider)
                        .with("code", code)
                        .with("message", message),
                listener -> listener.callFailed(ticket, provider, code, message));
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        append(
                TapeLine.of("onRateLimited").with("provider", provider).with("cooling", cooling),
                listener -> listener.rateLimited(provider, cooling));
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        append(
                of("onFellBack", ticket).with("from", from).with("to", to),
                listener -> listener.fellBack(ticket, from, to));
    }

    @Override
    public void retried(Ticket ticket, int round) {
        append(
                of("onRetried", ticket).with("round", round),
                listener -> listener.retried(ticket, round));
    }

    @Override
    public void keyDisabled(String provider, FailureCode why, Duration time) {
        append(
                TapeLine.of("onKeyMarked")
                        .with("provider", provider)
                        .with("why", why)
                        .with("time", time),
                listener -> listener.keyDisabled(provider, why, time));
    }

    @Override
    public void backlogged(int waiting) {
        append(
                TapeLine.of("onManyWaiting").with("waiting", waiting),
                listener -> listener.backlogged(waiting));
    }

    @Override
    public void batchSent(String provider, int requests) {
        append(
                TapeLine.of("onBatchSent").with("provider", provider).with("requests", requests),
                listener -> listener.batchSent(provider, requests));
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        append(
                of("onMeasured", ticket).with("telemetry", telemetry),
                listener -> listener.measured(ticket, telemetry));
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        append(
                of("onEnded", ticket).with("outcome", outcome),
                listener -> listener.ended(ticket, outcome));
    }

    private static TapeLine of(String event, Ticket ticket) {
        return TapeLine.of(event).with("ticket", ticket.number());
    }

    private void append(TapeLine line, Consumer<BrokerListener> event) {
        tape.append(line);
        listeners.tell(event);
    }

    /** Returns the event of a line, or null; throws a RuntimeException if fields are missing. */
    static @Nullable Consumer<BrokerListener> read(TapeLine line, @Nullable Request<?> submitting) {
        return switch (line.event()) {
            case "onSubmitted" -> {
                Request<?> request = Objects.requireNonNull(submitting, "outside of a submit");
                yield listener -> listener.submitted(line.ticket(), request);
            }
            case "onCallStarted" ->
                listener -> listener.callStarted(
                        line.ticket(), line.text("provider"), line.duration("waited"));
            case "onFirstPart" ->
                listener -> listener.firstPart(line.ticket(), line.duration("sinceCall"));
            case "onCallEnded" ->
                listener -> listener.callEnded(
                        line.ticket(), line.text("provider"), line.duration("sinceCall"));
            case "onCallFailed" ->
                listener -> listener.callFailed(
                        line.ticket(),
                        line.text("provider"),
                        line.text("code"),
                        line.text("message"));
            case "onRateLimited" ->
                listener -> listener.rateLimited(line.text("provider"), line.duration("cooling"));
            case "onFellBack" ->
                listener -> listener.fellBack(line.ticket(), line.text("from"), line.text("to"));
            case "onRetried" -> listener -> listener.retried(line.ticket(), line.count("round"));
            case "onKeyMarked" ->
                listener -> listener.keyDisabled(
                        line.text("provider"),
                        line.value("why", FailureCode.class),
                        line.duration("time"));
            case "onManyWaiting" -> listener -> listener.backlogged(line.count("waiting"));
            case "onBatchSent" ->
                listener -> listener.batchSent(line.text("provider"), line.count("requests"));
            case "onMeasured" ->
                listener ->
                        listener.measured(line.ticket(), line.value("telemetry", Telemetry.class));
            case "onEnded" -> listener -> listener.ended(line.ticket(), line.outcome());
            default -> null;
        };
    }
}
