/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Shared limits that tell a ledger of each call. */
final class ObservedLimits implements SharedLimits {
    private final SharedLimits observed;
    private final GatewayLedger ledger;
    private final Map<SharedReservation, LeaseOracle.Call> calls = new HashMap<>();

    ObservedLimits(SharedLimits observed, GatewayLedger ledger) {
        this.observed = observed;
        this.ledger = ledger;
    }

    @Override
    public SharedBudget budget(String key, Limits limits) {
        return new Budget(observed.budget(key, limits));
    }

    @Override
    public void heartbeat(String game, long now) {
        observed.heartbeat(game, now);
    }

    @Override
    public int activeTenants(int here) {
        return observed.activeTenants(here);
    }

    private final class Budget implements SharedBudget {
        private final SharedBudget budget;

        Budget(SharedBudget budget) {
            this.budget = budget;
        }

        @Override
        public boolean fits(Usage expected, long now) {
            boolean fits = budget.fits(expected, now);
            if (!fits) {
                ledger.refused(expected.total());
            }
            return fits;
        }

        @Override
        public SharedReservation reserve(Usage expected, long now) {
            SharedReservation reservation = budget.reserve(expected, now);
            boolean local = ((LeasedReservation) reservation).local;
            calls.put(reservation, ledger.reserved(expected.total(), local));
            return reservation;
        }

        @Override
        public void settle(SharedReservation reservation, Usage used, long now) {
            budget.settle(reservation, used, now);
            ledger.settled(calls.remove(reservation));
        }

        @Override
        public void release(SharedReservation reservation, long now) {
            budget.release(reservation, now);
            ledger.released(calls.remove(reservation));
        }

        @Override
        public void rateLimited(Duration cooling, long now) {
            budget.rateLimited(cooling, now);
            ledger.cooled(cooling.toMillis());
        }

        @Override
        public Duration remainingCooldown(long now) {
            return budget.remainingCooldown(now);
        }
    }
}
