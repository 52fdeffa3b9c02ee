/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits;
import dev.triune.llm.policy.limit.SharedLimits.Slice;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a broker relies on, whoever it shares with. */
abstract class SharedLimitsContract {
    static final Limits LIMITS =
            new Limits(0, 50, 1_000, 10_000, 0, false); // tokens count as they are used

    /** What is tested, with nothing used of it. */
    abstract SharedLimits limits();

    /** The time of its ticker. */
    abstract long now();

    /** Lets what is on its way arrive. */
    abstract void arrive();

    @Test
    void aCallThatFitsIsTakenAndSettled() {
        Slice slice = limits().slice("key", LIMITS);
        assertThat(fits(slice, 100)).isTrue();

        assertThatCode(() -> slice.settle(slice.take(100, now()), 20, 30, now()))
                .doesNotThrowAnyException();
    }

    @Test
    void aCallThatNeverLeftIsReleased() {
        Slice slice = limits().slice("key", LIMITS);
        assertThat(fits(slice, 100)).isTrue();

        assertThatCode(() -> slice.release(slice.take(100, now()), now()))
                .doesNotThrowAnyException();
    }

    @Test
    void withoutALimitEverythingFitsAtOnce() {
        Slice slice = limits().slice("key", Limits.NONE);
        for (int i = 0; i < 100; i++) {
            assertThat(slice.fits(Integer.MAX_VALUE, now())).isTrue();
            slice.settle(slice.take(Integer.MAX_VALUE, now()), 1, 1, now());
        }
    }

    @Test
    void nothingCoolsWithoutARefusal() {
        assertThat(limits().slice("key", LIMITS).cooling(now())).isEqualTo(Duration.ZERO);
    }

    @Test
    void gamesHereAlwaysCount() {
        limits().sign("game", now());

        assertThat(limits().activeGames(7)).isGreaterThanOrEqualTo(7);
    }

    private boolean fits(Slice slice, long tokens) {
        for (int turn = 0; turn < 5 && !slice.fits(tokens, now()); turn++) {
            arrive();
        }
        return slice.fits(tokens, now());
    }
}
