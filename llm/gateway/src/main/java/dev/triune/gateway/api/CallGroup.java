/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.api.QuotaLedger.Hold;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.Broker;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.SharedLimits.CallBudget;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one client's call, such as the choices of {@code n}. When the first one is about
 * to be sent, all are reserved or all are refused. Broker's thread only.
 */
final class CallGroup {
    private final QuotaLedger quotas;
    private final Broker broker;
    private final int size;

    /** What was reserved for requests that have not been sent. */
    private final Deque<Hold> unused = new ArrayDeque<>();

    /** The requests that have neither been sent nor ended. */
    private int waiting;

    private boolean decided;
    private @Nullable Problem refusal;

    /** What it is going to reserve of limits that gateways share; null if there are none. */
    private SharedSpending.@Nullable Demand demand;

    /** The requests that wait until it is in hand; null before and after. */
    private @Nullable List<Runnable> unfunded;

    private boolean funded;

    /** Creates a group of that many requests, 1 or more. */
    CallGroup(QuotaLedger quotas, Broker broker, int size) {
        this.quotas = quotas;
        this.broker = broker;
        this.size = size;
        this.waiting = size;
    }

    /**
     * Runs an action when this gateway has in hand what the group may use, or cannot have it; at
     * once if no limit is shared.
     *
     * @param later runs {@link #fund} on the broker's thread; called once, on any thread
     * @return whether the action waits
     */
    boolean whenFunded(Request<?> request, Runnable action, Runnable later) {
        if (!funded && unfunded == null) {
            demand = quotas.demand(broker, request, size);
            unfunded = new ArrayList<>();
            if (demand == null || !demand.await(later)) {
                fund();
            }
        }
        if (unfunded == null) {
            action.run();
            return false;
        }
        unfunded.add(action);
        return true;
    }

    /** Lets go the requests that wait. */
    void fund() {
        List<Runnable> actions = unfunded;
        unfunded = null;
        funded = true;
        if (actions != null) {
            actions.forEach(Runnable::run);
        }
    }

    private void releaseDemand() {
        if (demand != null) {
            demand.release();
            demand = null;
        }
    }

    /** Returns the budget of a request of the group, which must be {@linkplain Member#end ended}. */
    Member newMember(Request<?> request) {
        return new Member(request);
    }

    /** The budget of one request. */
    final class Member implements CallBudget {
        private final Request<?> request;
        private boolean called;
        private @Nullable Hold current;
        private @Nullable Problem ownRefusal;
        private BigDecimal cost = BigDecimal.ZERO;

        private Member(Request<?> request) {
            this.request = request;
        }

        @Override
        public int reserve(String provider, String model, long promptTokens, int maxTokens) {
            if (!decided) {
                decided = true;
                releaseDemand();
                refusal = reserve(size, provider, model, promptTokens, maxTokens);
            }
            if (refusal != null) {
                ownRefusal = refusal;
                return 0;
            }
            Hold hold = called ? null : unused.poll();
            leaveWaiting();
            if (hold != null && !hold.suits(provider, model, promptTokens, maxTokens)) {
                quotas.release(hold); // it goes elsewhere than the first one, or is shorter
                hold = null;
            }
            if (hold == null) {
                ownRefusal = reserve(1, provider, model, promptTokens, maxTokens);
                hold = ownRefusal == null ? unused.pollLast() : null;
            }
            current = hold;
            return hold == null
                    ? 0
                    : request.format() == AnswerFormat.EMBEDDINGS ? maxTokens : hold.maxTokens();
        }

        /** Reserves calls; returns why it did not. */
        private @Nullable Problem reserve(
                int calls, String provider, String model, long promptTokens, int maxTokens) {
            boolean answered = request.format() != AnswerFormat.EMBEDDINGS;
            QuotaLedger.Reservation reservation = quotas.reserve(
                    broker,
                    request,
                    provider,
                    model,
                    new Spending.Calls(calls, promptTokens, answered ? maxTokens : 0));
            unused.addAll(reservation.holds());
            return reservation.refusal();
        }

        @Override
        public void settle(Usage used) {
            Hold hold = current;
            if (hold != null) {
                current = null;
                cost = cost.add(quotas.settle(broker, hold, used));
            }
        }

        /** Returns what the calls of the request have cost, in USD. */
        BigDecimal cost() {
            return cost;
        }

        /** Returns why the request was not sent; null if it was. */
        @Nullable
        Problem refusal() {
            return ownRefusal;
        }

        /** Releases what was reserved for the request, if it has not been sent. */
        void end() {
            leaveWaiting();
            while (unused.size() > waiting) {
                quotas.release(unused.remove());
            }
            if (waiting == 0) {
                releaseDemand();
            }
        }

        private void leaveWaiting() {
            if (!called) {
                called = true;
                waiting--;
            }
        }
    }
}
