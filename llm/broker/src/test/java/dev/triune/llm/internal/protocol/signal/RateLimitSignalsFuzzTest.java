/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import dev.triune.llm.sim.Refusal;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged answers of the corpus never break the reader, and all times are within bounds. */
class RateLimitSignalsFuzzTest {
    private static final int ROUNDS = Thorough.count(5_000, 20_000);
    private static final List<Integer> STATUSES =
            List.of(200, 400, 402, 413, 429, 500, 503, 524, 529);
    private static final List<String> PIECES = List.of(
            "0",
            "9",
            "99999999999999999999",
            "-",
            ".",
            "e",
            "1e999",
            "s",
            "ms",
            "h",
            "d",
            ":",
            "T",
            "Z",
            " ",
            "\"",
            "{",
            "}",
            "[",
            "]",
            ",",
            "null",
            "NaN",
            "\\",
            "\\u0000",
            "\u00e9",
            "+999999999-12-31T23:59:59Z",
            "try again in ",
            "tokens per ",
            "PerMinute",
            "-day",
            "RPM",
            "_",
            "-999999999-01-01T00:00:00Z");

    private final List<Case> corpus = SignalCorpus.cases();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = 20260101)
    void damagedAnswersNeverBreakTheReader(long seed) {
        Random random = new Random(seed);
        RateLimitSignals signals = new RateLimitSignals(() -> SignalCorpus.NOON);
        int waits = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Refusal damaged = damaged(random);
            String where = "seed " + seed + ", round " + round + ": " + damaged.headers() + " "
                    + damaged.body();
            RetryAdvice retryAdvice = read(signals, damaged, where);
            waits += retryAdvice instanceof RetryAdvice.Wait ? 1 : 0;
        }
        assertThat(waits).as("readable damaged answers").isBetween(ROUNDS / 20, ROUNDS - 1);
    }

    private static RetryAdvice read(RateLimitSignals signals, Refusal refusal, String where) {
        try {
            RetryAdvice retryAdvice = signals.read(refusal.parsed());
            duration(retryAdvice)
                    .ifPresent(time -> assertThat(time)
                            .as(where)
                            .isBetween(Duration.ZERO, RateLimitSignals.MAX_WAIT));
            return retryAdvice;
        } catch (RuntimeException broken) {
            throw new AssertionError(where, broken);
        }
    }

    private static Optional<Duration> duration(RetryAdvice retryAdvice) {
        if (retryAdvice instanceof RetryAdvice.Wait wait) {
            return Optional.of(wait.duration());
        }
        return retryAdvice instanceof RetryAdvice.Permanent end
                ? Optional.ofNullable(end.duration())
                : Optional.empty();
    }

    private Refusal damaged(Random random) {
        Refusal whole = oneOf(corpus, random).refusal();
        Map<String, String> headers = new LinkedHashMap<>();
        whole.headers().forEach((name, value) -> headers.put(name, damaged(value, random)));
        for (int more = random.nextInt(3); more > 0; more--) {
            oneOf(corpus, random)
                    .refusal()
                    .headers()
                    .forEach((name, value) -> headers.put(name, damaged(value, random)));
        }
        int status = random.nextBoolean() ? whole.status() : oneOf(STATUSES, random);
        return new Refusal(status, headers, damaged(whole.body(), random));
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int blows = random.nextInt(4); blows > 0; blows--) {
            int from = random.nextInt(damaged.length() + 1);
            int to = Math.min(damaged.length(), from + random.nextInt(3));
            damaged.replace(from, to, random.nextBoolean() ? oneOf(PIECES, random) : "");
        }
        return damaged.toString();
    }

    private static <T> T oneOf(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
