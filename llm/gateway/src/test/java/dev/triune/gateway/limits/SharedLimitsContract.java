/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.SharedLimits.SharedBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a broker relies on, whoever it shares with. */
abstract class SharedLimitsContract {
    static final Limits LIMITS =
            new Limits(0, 50, 1_000, 10_000, 0, false); // tokens count as they are used

    /** Returns the budget under test, unused. */
    abstract SharedLimits limits();

    /** Returns the time of the budget's ticker. */
    abstract long now();

    /** Waits for requests in flight. */
    abstract void arrive();

    @Test
    void aCallThatFitsIsTakenAndSettled() {
        SharedBudget sharedBudget = limits().budget("key", LIMITS);
        assertThat(fits(sharedBudget, 100)).isTrue();

        assertThatCode(() -> sharedBudget.settle(sharedBudget.reserve(100, now()), 20, 30, now()))
                .doesNotThrowAnyException();
    }

    @Test
    void aCallThatNeverLeftIsReleased() {
        SharedBudget sharedBudget = limits().budget("key", LIMITS);
        assertThat(fits(sharedBudget, 100)).isTrue();

        assertThatCode(() -> sharedBudget.release(sharedBudget.reserve(100, now()), now()))
                .doesNotThrowAnyException();
    }

    @Test
    void withoutALimitEverythingFitsAtOnce() {
        SharedBudget sharedBudget = limits().budget("key", Limits.NONE);
        for (int i = 0; i < 100; i++) {
            assertThat(sharedBudget.fits(Integer.MAX_VALUE, now())).isTrue();
            sharedBudget.settle(sharedBudget.reserve(Integer.MAX_VALUE, now()), 1, 1, now());
        }
    }

    @Test
    void nothingCoolsWithoutARefusal() {
        assertThat(limits().budget("key", LIMITS).remainingCooldown(now()))
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void gamesHereAlwaysCount() {
        limits().heartbeat("game", now());

        assertThat(limits().activeTenants(7)).isGreaterThanOrEqualTo(7);
    }

    private boolean fits(SharedBudget sharedBudget, long tokens) {
        for (int turn = 0; turn < 5 && !sharedBudget.fits(tokens, now()); turn++) {
            arrive();
        }
        return sharedBudget.fits(tokens, now());
    }
}
