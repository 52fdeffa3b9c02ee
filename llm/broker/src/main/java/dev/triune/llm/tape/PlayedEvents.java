/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the events of listeners from the tape, as {@link TapeListener} notes them. Owner only. */
final class PlayedEvents {
    /** The request that is being submitted. */
    @Nullable
    Request<?> submitting;

    /**
     * What listeners are to be told.
     *
     * @return null if the line is none of this kind
     * @throws RuntimeException if its fields are not those of its kind
     */
    @Nullable
    Consumer<BrokerListener> read(Entry entry) {
        return switch (entry.event()) {
            case "onSubmitted" -> submitted(entry);
            case "onCallStarted", "onFirstPart", "onCallEnded" -> call(entry);
            case "onFellBack", "onRetried" -> detour(entry);
            case "onRateLimited", "onKeyMarked", "onBatchSent" -> provider(entry);
            case "onManyWaiting" -> {
                int waiting = entry.count("waiting");
                yield listener -> listener.manyWaiting(waiting);
            }
            case "onMeasured", "onEnded" -> end(entry);
            default -> null;
        };
    }

    private Consumer<BrokerListener> submitted(Entry entry) {
        Ticket ticket = entry.ticket();
        Request<?> request = submitting;
        if (request == null) {
            throw new IllegalArgumentException("submitted outside of a submit");
        }
        return listener -> listener.submitted(ticket, request);
    }

    private static Consumer<BrokerListener> call(Entry entry) {
        Ticket ticket = entry.ticket();
        if (entry.is("onCallStarted")) {
            String provider = entry.text("provider");
            Duration waited = entry.time("waited");
            return listener -> listener.callStarted(ticket, provider, waited);
        }
        Duration sinceCall = entry.time("sinceCall");
        if (entry.is("onFirstPart")) {
            return listener -> listener.firstPart(ticket, sinceCall);
        }
        String provider = entry.text("provider");
        return listener -> listener.callEnded(ticket, provider, sinceCall);
    }

    private static Consumer<BrokerListener> detour(Entry entry) {
        Ticket ticket = entry.ticket();
        if (entry.is("onRetried")) {
            int round = entry.count("round");
            return listener -> listener.retried(ticket, round);
        }
        String from = entry.text("from");
        String to = entry.text("to");
        return listener -> listener.fellBack(ticket, from, to);
    }

    private static Consumer<BrokerListener> provider(Entry entry) {
        String provider = entry.text("provider");
        if (entry.is("onBatchSent")) {
            int requests = entry.count("requests");
            return listener -> listener.batchSent(provider, requests);
        }
        if (entry.is("onRateLimited")) {
            Duration cooling = entry.time("cooling");
            return listener -> listener.rateLimited(provider, cooling);
        }
        FailureCode why = FailureCode.valueOf(entry.text("why"));
        Duration time = entry.time("time");
        return listener -> listener.keyMarked(provider, why, time);
    }

    private static Consumer<BrokerListener> end(Entry entry) {
        Ticket ticket = entry.ticket();
        if (entry.is("onMeasured")) {
            Telemetry telemetry = EndJson.telemetry(entry.field("telemetry"));
            return listener -> listener.measured(ticket, telemetry);
        }
        Outcome outcome = EndJson.outcome(entry.field("outcome"));
        return listener -> listener.ended(ticket, outcome);
    }
}
