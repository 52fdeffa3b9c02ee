/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the events of listeners from the tape, as {@link TapingListener} notes them. Owner only. */
final class ListenerEventReader {
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
    Consumer<BrokerListener> read(TapeEntry tapeEntry) {
        return switch (tapeEntry.event()) {
            case "onSubmitted" -> submitted(tapeEntry);
            case "onCallStarted", "onFirstPart", "onCallEnded" -> call(tapeEntry);
            case "onFellBack", "onRetried" -> detour(tapeEntry);
            case "onRateLimited", "onKeyMarked", "onBatchSent" -> provider(tapeEntry);
            case "onManyWaiting" -> {
                int waiting = tapeEntry.count("waiting");
                yield listener -> listener.backlogged(waiting);
            }
            case "onMeasured", "onEnded" -> end(tapeEntry);
            default -> null;
        };
    }

    private Consumer<BrokerListener> submitted(TapeEntry tapeEntry) {
        Ticket ticket = tapeEntry.ticket();
        Request<?> request = submitting;
        if (request == null) {
            throw new IllegalArgumentException("submitted outside of a submit");
        }
        return listener -> listener.submitted(ticket, request);
    }

    private static Consumer<BrokerListener> call(TapeEntry tapeEntry) {
        Ticket ticket = tapeEntry.ticket();
        if (tapeEntry.is("onCallStarted")) {
            String provider = tapeEntry.text("provider");
            Duration waited = tapeEntry.duration("waited");
            return listener -> listener.callStarted(ticket, provider, waited);
        }
        Duration sinceCall = tapeEntry.duration("sinceCall");
        if (tapeEntry.is("onFirstPart")) {
            return listener -> listener.firstPart(ticket, sinceCall);
        }
        String provider = tapeEntry.text("provider");
        return listener -> listener.callEnded(ticket, provider, sinceCall);
    }

    private static Consumer<BrokerListener> detour(TapeEntry tapeEntry) {
        Ticket ticket = tapeEntry.ticket();
        if (tapeEntry.is("onRetried")) {
            int round = tapeEntry.count("round");
            return listener -> listener.retried(ticket, round);
        }
        String from = tapeEntry.text("from");
        String to = tapeEntry.text("to");
        return listener -> listener.fellBack(ticket, from, to);
    }

    private static Consumer<BrokerListener> provider(TapeEntry tapeEntry) {
        String provider = tapeEntry.text("provider");
        if (tapeEntry.is("onBatchSent")) {
            int requests = tapeEntry.count("requests");
            return listener -> listener.batchSent(provider, requests);
        }
        if (tapeEntry.is("onRateLimited")) {
            Duration cooling = tapeEntry.duration("cooling");
            return listener -> listener.rateLimited(provider, cooling);
        }
        FailureCode why = FailureCode.valueOf(tapeEntry.text("why"));
        Duration time = tapeEntry.duration("time");
        return listener -> listener.keyDisabled(provider, why, time);
    }

    private static Consumer<BrokerListener> end(TapeEntry tapeEntry) {
        Ticket ticket = tapeEntry.ticket();
        if (tapeEntry.is("onMeasured")) {
            Telemetry telemetry = OutcomeJson.telemetry(tapeEntry.field("telemetry"));
            return listener -> listener.measured(ticket, telemetry);
        }
        Outcome outcome = OutcomeJson.outcome(tapeEntry.field("outcome"));
        return listener -> listener.ended(ticket, outcome);
    }
}
