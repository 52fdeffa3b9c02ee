/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import dev.triune.component.Layer;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.village.sim.SimulationObserver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks that nothing ends or arrives twice: at the broker each ticket, in the village each
 * answer of the {@link FakeModel}. Used only by the thread of one village.
 */
final class ExactlyOnceCheck implements BrokerListener, SimulationObserver {
    private static final int MOST_FAULTS = 20;

    private final Set<Ticket> open = new HashSet<>();
    private final Set<Ticket> reportedTickets = new HashSet<>();
    private final Set<String> heard = new HashSet<>();
    private final Map<FailureCode, Long> failures = new EnumMap<>(FailureCode.class);
    private final List<String> faults = new ArrayList<>();

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        check(open.add(ticket), "submitted twice: " + ticket);
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        check(open.remove(ticket), "ended twice, or never submitted: " + ticket);
        if (outcome instanceof Outcome.Failed failed) {
            failures.merge(failed.code(), 1L, Long::sum);
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        check(reportedTickets.add(ticket), "reported to the village twice: " + ticket);
    }

    @Override
    public void unknownKey(int agent, Layer layer, String key) {
        if (key.startsWith(FakeModel.SERIAL)) {
            check(heard.add(key), "arrived twice: " + key);
        }
    }

    private void check(boolean holds, String problem) {
        if (!holds && faults.size() < MOST_FAULTS) {
            faults.add(problem);
        }
    }

    /** Requests without an outcome. */
    int open() {
        return open.size();
    }

    /** The keys of the model's answers that arrived. */
    Set<String> heard() {
        return Collections.unmodifiableSet(heard);
    }

    /** The number of failed requests by code. */
    Map<FailureCode, Long> failures() {
        return Collections.unmodifiableMap(failures);
    }

    /** The duplicates that were found. */
    List<String> faults() {
        return List.copyOf(faults);
    }
}
