/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final Duration TOOK = Duration.ofSeconds(1);
    private static final Duration OPEN = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final Breaker breaker =
            new Breaker("groq", new BreakerSettings(10, 0.5, 4, OPEN, 2), time);

    @Test
    void startsClosed() {
        assertThat(breaker.allows()).isTrue();
        assertThat(breaker.remainingOpen()).isZero();
    }

    @Test
    void opensAtTheFailureRateOnceMinimumCallsAreReached() {
        fail();
        fail();
        fail();
        assertThat(breaker.allows()).isTrue();

        fail();

        assertThat(breaker.allows()).isFalse();
        assertThat(breaker.remainingOpen()).isEqualTo(OPEN);
        assertThatIllegalStateException().isThrownBy(breaker::begin);
    }

    @Test
    void staysClosedWhileMostCallsSucceed() {
        for (int i = 0; i < 50; i++) {
            succeed();
            succeed();
            fail();
        }
        assertThat(breaker.allows()).isTrue();
    }

    @Test
    void slowCallsDoNotOpenTheBreaker() {
        for (int i = 0; i < 50; i++) {
            breaker.begin();
            time.advance(Duration.ofMinutes(10));
            breaker.succeeded(Duration.ofMinutes(10));
        }
        assertThat(breaker.allows()).isTrue();
    }

    @Test
    void staysOpenForExactlyTheConfiguredTime() {
        open();
        time.advance(OPEN.minusNanos(1));
        assertThat(breaker.allows()).isFalse();
        assertThat(breaker.remainingOpen()).isEqualTo(Duration.ofNanos(1));

        time.advance(Duration.ofNanos(1));

        assertThat(breaker.remainingOpen()).isZero();
        assertThat(breaker.allows()).isTrue();
        breaker.begin();
    }

    @Test
    void checkingAllowsDoesNotUseATrial() {
        openAndWait();
        for (int i = 0; i < 10; i++) {
            assertThat(breaker.allows()).isTrue();
        }
        breaker.begin();
        breaker.begin();
        assertThat(breaker.allows()).isFalse();
        assertThat(breaker.remainingOpen()).isZero();
    }

    @Test
    void successfulTrialsCloseTheBreaker() {
        openAndWait();
        succeed();
        succeed();

        for (int i = 0; i < 5; i++) {
            assertThat(breaker.allows()).isTrue();
            breaker.begin();
        }
    }

    @Test
    void failedTrialsReopenTheBreaker() {
        openAndWait();
        fail();
        fail();

        assertThat(breaker.allows()).isFalse();
        assertThat(breaker.remainingOpen()).isEqualTo(OPEN);
    }

    @Test
    void abandonedTrialsCanBeRepeated() {
        openAndWait();
        for (int i = 0; i < 10; i++) {
            breaker.begin();
            breaker.begin();
            assertThat(breaker.allows()).isFalse();
            breaker.abandoned();
            breaker.abandoned();
        }
        assertThat(breaker.allows()).isTrue();
    }

    @Test
    void callsStartedBeforeOpeningDoNotCountAsTrials() {
        breaker.begin();
        breaker.begin();
        breaker.begin();
        open();
        time.advance(OPEN);
        breaker.begin();

        Duration veryLong = OPEN.plusSeconds(4);
        breaker.failed(veryLong);
        breaker.failed(veryLong);
        breaker.succeeded(veryLong);

        assertThat(breaker.allows()).isTrue();
        time.advance(TOOK);
        breaker.succeeded(TOOK);
        succeed();
        breaker.begin();
        breaker.begin();
        breaker.begin();
        assertThat(breaker.allows()).as("closed").isTrue();
    }

    @Test
    void failuresWhileOpenDoNotExtendTheOpenTime() {
        breaker.begin();
        open();
        time.advance(Duration.ofSeconds(10));
        breaker.failed(Duration.ofSeconds(14));

        assertThat(breaker.remainingOpen()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void allowsCallsAgainAfterAnySequenceOfCalls() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            VirtualTime clock = new VirtualTime();
            Breaker any = new Breaker("any", new BreakerSettings(6, 0.5, 3, OPEN, 2), clock);
            ArrayDeque<Long> underWay = new ArrayDeque<>();
            for (int step = 0; step < 500; step++) {
                if (random.nextBoolean() && any.allows()) {
                    any.begin();
                    underWay.add(clock.nanos());
                } else if (!underWay.isEmpty()) {
                    end(any, random.nextInt(3), clock.nanos() - underWay.remove());
                }
                clock.advance(Duration.ofMillis(random.nextInt(4_000)));
            }
            while (!underWay.isEmpty()) {
                end(any, random.nextInt(3), clock.nanos() - underWay.remove());
            }
            clock.advance(any.remainingOpen());
            assertThat(any.allows()).as("seed %d", seed).isTrue();
        }
    }

    private static void end(Breaker breaker, int how, long nanos) {
        Duration took = Duration.ofNanos(nanos);
        switch (how) {
            case 0 -> breaker.succeeded(took);
            case 1 -> breaker.failed(took);
            default -> breaker.abandoned();
        }
    }

    @Test
    void startsNoThreads() {
        openAndWait();
        fail();
        fail();

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("CircuitBreaker") || name.contains("resilience"));
    }

    @Test
    void rejectsInvalidSettings() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(0, 0.5, 1, OPEN, 1))
                .withMessage("window 0 (expected 1 or more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(5, Double.NaN, 1, OPEN, 1))
                .withMessage("failure rate NaN (expected above 0 and at most 1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(5, 0.5, 6, OPEN, 1))
                .withMessage("minimum calls 6 (expected 1 to the window of 5)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(5, 0.5, 5, Duration.ZERO, 1))
                .withMessage("open for PT0S (expected PT0.001S to PT24H)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(5, 0.5, 5, OPEN, 0))
                .withMessage("trials 0 (expected 1 or more)");
    }

    private void openAndWait() {
        open();
        time.advance(OPEN);
    }

    private void open() {
        for (int i = 0; i < 4; i++) {
            fail();
        }
        assertThat(breaker.allows()).isFalse();
    }

    private void fail() {
        breaker.begin();
        time.advance(TOOK);
        breaker.failed(TOOK);
    }

    private void succeed() {
        breaker.begin();
        time.advance(TOOK);
        breaker.succeeded(TOOK);
    }
}
