/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract that a broker relies on, for every implementation. */
abstract class SharedLimitsContract {
    static final Limits LIMITS = Limits.perMinute(50)
            .withPerDay(1_000)
            .withTokensPerMinute(10_000)
            .withCountsMaxTokens(false); // tokens count as they are used

    /** Returns the budget under test, unused. */
    abstract SharedLimits limits();

    /** Returns the time of the budget's ticker. */
    abstract long now();

    /** Waits for requests in flight. */
    abstract void arrive();

    @Test
    void fittingCallCanBeReservedAndSettled() {
        SharedBudget sharedBudget = limits().budget("key", LIMITS);
        assertThat(fits(sharedBudget, 100)).isTrue();

        assertThatCode(() -> sharedBudget.settle(
                        sharedBudget.reserve(new Usage(100, 0, 0, 0), now()),
                        new Usage(20, 0, 0, 30),
                        now()))
                .doesNotThrowAnyException();
    }

    @Test
    void unsentCallCanBeReleased() {
        SharedBudget sharedBudget = limits().budget("key", LIMITS);
        assertThat(fits(sharedBudget, 100)).isTrue();

        assertThatCode(() -> sharedBudget.release(
                        sharedBudget.reserve(new Usage(100, 0, 0, 0), now()), now()))
                .doesNotThrowAnyException();
    }

    @Test
    void everythingFitsWithoutALimit() {
        SharedBudget sharedBudget = limits().budget("key", Limits.NONE);
        for (int i = 0; i < 100; i++) {
            assertThat(sharedBudget.fits(new Usage(Integer.MAX_VALUE, 0, 0, 0), now()))
                    .isTrue();
            sharedBudget.settle(
                    sharedBudget.reserve(new Usage(Integer.MAX_VALUE, 0, 0, 0), now()),
                    new Usage(1, 0, 0, 1),
                    now());
        }
    }

    @Test
    void thereIsNoCooldownWithoutARefusal() {
        assertThat(limits().budget("key", LIMITS).remainingCooldown(now()))
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void localGamesAlwaysCount() {
        limits().heartbeat("game", now());

        assertThat(limits().activeTenants(7)).isGreaterThanOrEqualTo(7);
    }

    private boolean fits(SharedBudget sharedBudget, long tokens) {
        for (int turn = 0;
                turn < 5 && !sharedBudget.fits(new Usage(tokens, 0, 0, 0), now());
                turn++) {
            arrive();
        }
        return sharedBudget.fits(new Usage(tokens, 0, 0, 0), now());
    }
}
