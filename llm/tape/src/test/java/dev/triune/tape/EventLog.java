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

/** Records all listener events. */
public final class EventLog implements BrokerListener {
    private final List<String> heard;

    public EventLog(List<String> heard) {
        this.heard = heard;
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        heard.add("submitted " + ticket + request);
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        heard.add("callStarted " + ticket + provider + waited);
    }

    @Override
    public void firstPart(Ticket ticket, Duration sinceCall) {
        heard.add("firstPart " + ticket + sinceCall);
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        heard.add("callEnded " + ticket + provider + sinceCall);
    }

    @Override
    public void callFailed(Ticket ticket, String provider, String code, String message) {
        heard.add("callFailed " + ticket + provider + code + message);
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        heard.add("rateLimited " + provider + cooling);
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        heard.add("fellBack " + ticket + from + to);
    }

    @Override
    public void retried(Ticket ticket, int round) {
        heard.add("retried " + ticket + round);
    }

    @Override
    public void keyDisabled(String provider, FailureCode why, Duration marked) {
        heard.add("keyMarked " + provider + why + marked);
    }

    @Override
    public void backlogged(int waiting) {
        heard.add("manyWaiting " + waiting);
    }

    @Override
    public void batchSent(String provider, int requests) {
        heard.add("batchSent " + provider + requests);
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        heard.add("measured " + ticket + telemetry);
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        heard.add("ended " + ticket + outcome);
    }
}
