/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Ticket;
import dev.triune.llm.internal.broker.ListenerNotifier;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Notes each event, then tells the game's listeners. Owner only. */
public final class TapingListener implements BrokerListener {
    private final TapeWriter tape;
    private final ListenerNotifier listeners;

    /** The game's request that is being submitted: what listeners are shown of it. */
    @Nullable
    public Request<?> submitting;

    /** How many requests this was told of. */
    public long submitted;

    public TapingListener(TapeWriter tape, List<BrokerListener> listeners) {
        this.tape = tape;
        this.listeners = new ListenerNotifier(listeners, thrown -> thrown instanceof Error);
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        submitted++;
        Request<?> original = submitting == null ? request : submitting;
        note("onSubmitted", ticket, json -> {});
        listeners.notifyListeners(listener -> listener.submitted(ticket, original));
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        note(
                "onCallStarted",
                ticket,
                json -> json.writeStringProperty("provider", provider)
                        .writeStringProperty("waited", waited.toString()));
        listeners.notifyListeners(listener -> listener.callStarted(ticket, provider, waited));
    }

    @Override
    public void firstPart(Ticket ticket, Duration sinceCall) {
        note(
                "onFirstPart",
                ticket,
                json -> json.writeStringProperty("sinceCall", sinceCall.toString()));
        listeners.notifyListeners(listener -> listener.firstPart(ticket, sinceCall));
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        note(
                "onCallEnded",
                ticket,
                json -> json.writeStringProperty("provider", provider)
                        .writeStringProperty("sinceCall", sinceCall.toString()));
        listeners.notifyListeners(listener -> listener.callEnded(ticket, provider, sinceCall));
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        note(
                "onRateLimited",
                json -> json.writeStringProperty("provider", provider)
                        .writeStringProperty("cooling", cooling.toString()));
        listeners.notifyListeners(listener -> listener.rateLimited(provider, cooling));
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        note(
                "onFellBack",
                ticket,
                json -> json.writeStringProperty("from", from).writeStringProperty("to", to));
        listeners.notifyListeners(listener -> listener.fellBack(ticket, from, to));
    }

    @Override
    public void retried(Ticket ticket, int round) {
        note("onRetried", ticket, json -> json.writeNumberProperty("round", round));
        listeners.notifyListeners(listener -> listener.retried(ticket, round));
    }

    @Override
    public void keyDisabled(String provider, FailureCode why, Duration time) {
        note(
                "onKeyMarked",
                json -> json.writeStringProperty("provider", provider)
                        .writeStringProperty("why", why.name())
                        .writeStringProperty("time", time.toString()));
        listeners.notifyListeners(listener -> listener.keyDisabled(provider, why, time));
    }

    @Override
    public void backlogged(int waiting) {
        note("onManyWaiting", json -> json.writeNumberProperty("waiting", waiting));
        listeners.notifyListeners(listener -> listener.backlogged(waiting));
    }

    @Override
    public void batchSent(String provider, int requests) {
        note(
                "onBatchSent",
                json -> json.writeStringProperty("provider", provider)
                        .writeNumberProperty("requests", requests));
        listeners.notifyListeners(listener -> listener.batchSent(provider, requests));
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        note("onMeasured", ticket, json -> OutcomeJson.write(json, "telemetry", telemetry));
        listeners.notifyListeners(listener -> listener.measured(ticket, telemetry));
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        note("onEnded", ticket, json -> OutcomeJson.write(json, "outcome", outcome));
        listeners.notifyListeners(listener -> listener.ended(ticket, outcome));
    }

    private void note(String event, Ticket ticket, Consumer<JsonGenerator> rest) {
        note(event, json -> rest.accept(json.writeNumberProperty("ticket", ticket.number())));
    }

    private void note(String event, Consumer<JsonGenerator> fields) {
        tape.note(new TapeEvent(event, fields));
    }
}
