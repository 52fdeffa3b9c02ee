/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.protocol.signal.ErrorResponse;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.internal.protocol.signal.RetryAdvice;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The production reader extracts correct waits from the refusals of each style. */
class RefusalStyleTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @ParameterizedTest
    @EnumSource(
            value = RefusalStyle.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OLLAMA", "NONE"})
    void adviceIsNeverShorterThanTheWait(RefusalStyle style) {
        for (long seed = 0; seed < 300; seed++) {
            SimulatedLimits.Shortage shortage = shortage(seed);
            Instant now = NOON.plusNanos(seed * 123_456_789);

            Duration advice = advice(style, shortage, now, now);

            assertThat(advice).as("seed %d", seed).isGreaterThanOrEqualTo(shortage.delay());
            if (style != RefusalStyle.GROQ && style != RefusalStyle.CEREBRAS) {
                assertThat(advice)
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(shortage.delay().plusSeconds(2));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RefusalStyle.class,
            names = {"OPENAI", "GROQ", "CEREBRAS"})
    void resetOfTheExhaustedBucketIsAtLeastTheWait(RefusalStyle style) {
        for (long seed = 0; seed < 300; seed++) {
            SimulatedLimits.Shortage shortage = shortage(seed);
            Refusal refusal = style.write(shortage, NOON);
            var resets = new TreeMap<>(refusal.headers());
            resets.keySet().removeIf(name -> !name.startsWith("x-ratelimit-"));

            RetryAdvice retryAdvice =
                    new RateLimitSignals(null).read(new ErrorResponse(429, resets, ""));

            assertThat(((RetryAdvice.Wait) retryAdvice).duration())
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(shortage.delay());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RefusalStyle.class,
            names = {"OLLAMA", "NONE"})
    void ollamaAndNoneGiveNoAdvice(RefusalStyle style) {
        RetryAdvice retryAdvice = new RateLimitSignals(() -> NOON)
                .read(style.write(shortage(1), NOON).parsed());

        assertThat(retryAdvice).isInstanceOf(RetryAdvice.WaitUnspecified.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = RefusalStyle.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OLLAMA", "NONE"})
    void clockStepsOfTheProviderDoNotChangeTheAdvice(RefusalStyle style) {
        SimulatedLimits.Shortage shortage = shortage(3);
        Duration expected = advice(style, shortage, NOON, NOON);

        for (int hours : new int[] {-30, -1, 1, 30}) {
            Instant stepped = NOON.plus(Duration.ofHours(hours));
            assertThat(advice(style, shortage, stepped, NOON)).isEqualTo(expected);
        }
    }

    private static Duration advice(
            RefusalStyle style, SimulatedLimits.Shortage shortage, Instant theirs, Instant ours) {
        RetryAdvice retryAdvice = new RateLimitSignals(() -> ours)
                .read(style.write(shortage, theirs).parsed());
        return ((RetryAdvice.Wait) retryAdvice).duration();
    }

    /** A shortage of randomly chosen and exhausted limits. */
    private static SimulatedLimits.Shortage shortage(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        SimulatedLimitKind kind =
                SimulatedLimitKind.values()[random.nextInt(SimulatedLimitKind.values().length)];
        SimulatedPlan plan = SimulatedPlan.of(
                kind, random.nextInt(1, 60), random.nextInt(200, 10_000), random.nextBoolean());
        plan = random.nextBoolean() ? plan.withPerDay(random.nextInt(1, 60)) : plan;
        SimulatedLimits limits =
                new SimulatedLimits(random.nextBoolean() ? plan.withRefusedCount() : plan);
        long now = 0;
        while (true) {
            now += random.nextLong(300_000_000);
            var shortage = limits.admit("m", random.nextInt(1, 100), random.nextInt(1, 100), now);
            if (shortage.isPresent()) {
                return shortage.get();
            }
        }
    }
}
