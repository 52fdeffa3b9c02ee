/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetryAdviceTest {
    private static final String AT_NOON = "Thu, 01 Jan 2026 12:00:00 GMT";
    private static final String HALF_A_MINUTE_LATER = "Thu, 01 Jan 2026 12:00:30 GMT";

    private final RetryAdvice withoutClock = new RetryAdvice(null);

    @ParameterizedTest
    @CsvSource({
        "retry-after, 7, PT7S",
        "Retry-After, 0.25, PT0.25S",
        "retry-after, 0, PT0S",
        "retry-after, -3, PT0S",
        "retry-after, 1e300, PT720H",
        "retry-after-ms, 456, PT0.456S",
        "retry-after-ms, 0.5, PT0.0005S",
    })
    void aNumberIsTheWait(String header, String value, Duration wait) {
        assertThat(withoutClock.of(Headers.of(header, value))).contains(wait);
        assertThat(RetryAdvice.isIn(Headers.of(header, value))).isTrue();
    }

    @Test
    void theFinerHeaderCounts() {
        assertThat(withoutClock.of(Headers.of("retry-after", "2", "retry-after-ms", "1500")))
                .contains(Duration.ofMillis(1500));
        assertThat(withoutClock.of(Headers.of("retry-after", "2", "retry-after-ms", "soon")))
                .contains(Duration.ofSeconds(2));
    }

    @Test
    void aDateCountsFromTheDateOfTheAnswer() {
        Headers headers = Headers.of("date", AT_NOON, "retry-after", HALF_A_MINUTE_LATER);
        assertThat(withoutClock.of(headers)).contains(Duration.ofSeconds(30));
        RetryAdvice wrongClock = new RetryAdvice(() -> Instant.EPOCH);
        assertThat(wrongClock.of(headers)).contains(Duration.ofSeconds(30));
    }

    @Test
    void aDateWithoutADateOfTheAnswerNeedsAClock() {
        Headers headers = Headers.of("retry-after", HALF_A_MINUTE_LATER);
        assertThat(withoutClock.of(headers)).isEmpty();
        assertThat(at("2026-01-01T12:00:20Z").of(headers)).contains(Duration.ofSeconds(10));
        assertThat(at("2026-01-01T13:00:00Z").of(headers)).contains(Duration.ZERO);
        assertThat(at("1970-01-01T00:00:00Z").of(headers)).contains(RetryAdvice.LONGEST);
    }

    @Test
    void whatCannotBeReadIsNoAdvice() {
        assertThat(withoutClock.of(Headers.of())).isEqualTo(Optional.empty());
        assertThat(withoutClock.of(Headers.of("retry-after", "soon"))).isEmpty();
        assertThat(withoutClock.of(Headers.of("retry-after", "NaN"))).isEmpty();
        assertThat(RetryAdvice.isIn(Headers.of())).isFalse();
    }

    private static RetryAdvice at(String now) {
        return new RetryAdvice(() -> Instant.parse(now));
    }
}
