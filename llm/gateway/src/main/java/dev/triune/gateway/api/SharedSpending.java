/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.api.Spending.Limit;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.SharedLimits.SharedAmount;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Budgets and quotas that several gateways share through Redis, in units that it can count: tokens,
 * or billionths of a USD. A gateway reserves only what it has in hand, so that together they stay
 * within each limit; what a call needs is fetched before it enters the queue. Broker's thread only.
 *
 * @param limits how to share; shares nothing without Redis
 */
record SharedSpending(SharedLimits limits) {
    /** The decimals of a USD that are counted; a call is charged up to one unit more. */
    static final int SCALE = 9;

    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 53);

    /**
     * The part of a limit that this gateway has in hand. Thread-safe.
     *
     * @param inUsd whether the limit is in USD, otherwise in tokens
     */
    record Slice(SharedAmount amount, boolean inUsd) {
        BigDecimal available() {
            return toDecimal(amount.available());
        }

        BigDecimal left() {
            return toDecimal(amount.left());
        }

        BigDecimal spent() {
            return toDecimal(amount.spent());
        }

        long units(BigDecimal decimal) {
            return toUnits(decimal, inUsd, RoundingMode.CEILING);
        }

        private BigDecimal toDecimal(long units) {
            return BigDecimal.valueOf(units, inUsd ? SCALE : 0);
        }
    }

    private static long toUnits(BigDecimal decimal, boolean inUsd, RoundingMode rounding) {
        return decimal.max(BigDecimal.ZERO)
                .movePointRight(inUsd ? SCALE : 0)
                .setScale(0, rounding)
                .min(MOST)
                .longValueExact();
    }

    /**
     * Returns the slice of a limit; null if it is not shared.
     *
     * @param name the limit and its period, the same at all gateways
     * @param whole the whole limit
     * @param spent what this gateway knows to be spent of it
     * @param life how long Redis keeps what was spent
     */
    @Nullable
    Slice slice(String name, boolean inUsd, BigDecimal whole, BigDecimal spent, Duration life) {
        return limits.amount(
                        name,
                        toUnits(whole, inUsd, RoundingMode.FLOOR),
                        toUnits(spent, inUsd, RoundingMode.CEILING),
                        life)
                .map(amount -> new Slice(amount, inUsd))
                .orElse(null);
    }

    /** What calls are going to reserve, fetched before they enter the queue. */
    static final class Demand {
        private final List<Runnable> releases = new ArrayList<>();
        private final List<SharedAmount> amounts = new ArrayList<>();

        /** Adds calls to the demands of the shared limits that apply to them. */
        Demand(List<Limit> applied, Spending.Calls calls) {
            for (Limit limit : applied) {
                Slice slice = limit.slice();
                if (slice != null) {
                    BigDecimal each = limit.ofPrompt(calls.promptTokens())
                            .add(limit.ofAnswer(calls.maxTokens()));
                    long units = Math.min(
                            slice.units(each.multiply(BigDecimal.valueOf(calls.count()))),
                            slice.amount().left());
                    slice.amount().demand(units);
                    amounts.add(slice.amount());
                    releases.add(() -> slice.amount().demand(-units));
                }
            }
        }

        /** Runs an action, on any thread, when all was granted or refused; false if it is already. */
        boolean await(Runnable action) {
            AtomicInteger open = new AtomicInteger(1);
            Runnable done = () -> {
                if (open.decrementAndGet() == 0) {
                    action.run();
                }
            };
            boolean waits = false;
            for (SharedAmount amount : amounts) {
                open.incrementAndGet();
                if (amount.await(done)) {
                    waits = true;
                } else {
                    open.decrementAndGet();
                }
            }
            if (waits) {
                done.run();
            }
            return waits;
        }

        /** Takes it back, as it is reserved now or no longer needed. */
        void release() {
            releases.forEach(Runnable::run);
            releases.clear();
        }
    }
}
