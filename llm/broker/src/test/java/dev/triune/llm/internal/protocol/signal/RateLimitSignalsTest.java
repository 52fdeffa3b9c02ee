/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitSignalsTest {
    private static final String HALF_A_MINUTE_PAST = "Thu, 01 Jan 2026 12:00:30 GMT";
    private static final String PER_DAY = "{\"error\":{\"code\":429,\"details\":[{\"violations\":"
            + "[{\"quotaId\":\"GenerateRequestsPerDay\"}]},{\"retryDelay\":\"36s\"}]}}";

    private final RateLimitSignals withoutClock = new RateLimitSignals(null);

    @Test
    void retryAfterDateNeedsADateHeaderOrAClock() {
        Map<String, String> headers = headers("retry-after", HALF_A_MINUTE_PAST);
        assertThat(withoutClock.read(limit(headers))).isEqualTo(UNKNOWN);
        assertThat(at("2026-01-01T12:00:20Z").read(limit(headers))).isEqualTo(waits("10S"));
        assertThat(at("1970-01-01T00:00:00Z").read(limit(headers))).isEqualTo(waits("720H"));
        headers.put("date", "Thu, 01 Jan 2026 12:00:00 GMT");
        assertThat(withoutClock.read(limit(headers))).isEqualTo(waits("30S"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1767268830", "1767268830000"})
    void retryAfterMayBeUnixTime(String time) {
        Map<String, String> headers = headers("retry-after", time);
        assertThat(withoutClock.read(limit(headers))).isEqualTo(UNKNOWN);
        assertThat(at("2026-01-01T12:00:00Z").read(limit(headers))).isEqualTo(waits("30S"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1767268830", "1767268830000", "2026-01-01T12:00:30Z"})
    void absoluteResetTimeNeedsAClock(String reset) {
        Map<String, String> headers =
                headers("x-ratelimit-remaining", "0", "x-ratelimit-reset", reset);
        assertThat(withoutClock.read(limit(headers))).isEqualTo(UNKNOWN);
        assertThat(at("2026-01-01T12:00:00Z").read(limit(headers))).isEqualTo(waits("30S"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T07:59:59Z, 1S",
        "2026-01-01T08:00:00Z, 24H",
        "2026-07-01T06:59:59.5Z, 0.5S",
        "2026-03-08T08:00:00Z, 23H",
        "2026-11-01T07:00:00Z, 25H",
    })
    void dailyQuotaResetsAtMidnightPacificTime(String now, String wait) {
        assertThat(at(now).read(new ErrorResponse(429, Map.of(), PER_DAY))).isEqualTo(waits(wait));
    }

    @Test
    void dailyQuotaIsRetriedHourlyWithoutAClock() {
        assertThat(withoutClock.read(new ErrorResponse(429, Map.of(), PER_DAY)))
                .isEqualTo(waits("1H"));
    }

    @Test
    void usesTheLargestRelativeResetWithoutAClock() {
        Map<String, String> headers = headers(
                "x-ratelimit-remaining-requests",
                "0",
                "x-ratelimit-reset-requests",
                "2026-01-01T12:00:30Z",
                "x-ratelimit-remaining-tokens",
                "0",
                "x-ratelimit-reset-tokens",
                "9s");
        assertThat(withoutClock.read(limit(headers))).isEqualTo(waits("9S"));
        assertThat(at("2026-01-01T12:00:00Z").read(limit(headers))).isEqualTo(waits("30S"));
    }

    @Test
    void absoluteRetryAfterOfServerErrorsNeedsAClock() {
        ErrorResponse badGateway =
                new ErrorResponse(502, headers("retry-after", HALF_A_MINUTE_PAST), "");
        assertThat(withoutClock.read(badGateway)).isEqualTo(NO_LIMIT);
        assertThat(at("2026-01-01T12:00:20Z").read(badGateway)).isEqualTo(waits("10S"));
    }

    @Test
    void readsOnlyTheBeginningOfALongBody() {
        String late = "x".repeat(64 * 1024) + " try again in 3s";
        assertThat(withoutClock.read(new ErrorResponse(429, Map.of(), late))).isEqualTo(UNKNOWN);
        String early = "try again in 3s " + "x".repeat(1024 * 1024);
        assertThat(withoutClock.read(new ErrorResponse(429, Map.of(), early)))
                .isEqualTo(waits("3S"));
    }

    @Test
    void errorResponseCopiesHeadersAndHidesThemAndTheBody() {
        Map<String, String> given =
                new LinkedHashMap<>(Map.of("RETRY-AFTER", "7", "X-Key", "hush-1"));
        ErrorResponse errorResponse = new ErrorResponse(429, given, "hush-2");
        given.clear();
        assertThat(withoutClock.read(errorResponse)).isEqualTo(waits("7S"));
        assertThat(errorResponse.toString()).contains("429").doesNotContain("hush");
        assertThat(new ServerError("hush-3", "c", "t").toString()).doesNotContain("hush");
    }

    private static ErrorResponse limit(Map<String, String> headers) {
        return new ErrorResponse(429, headers, "");
    }

    private static RateLimitSignals at(String now) {
        return new RateLimitSignals(() -> Instant.parse(now));
    }
}
