/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.answer;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.error;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;

import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Headers and bodies that any provider may send: spellings, bounds, invalid values. */
final class AnyProviderCases {
    private static final Map<String, String> NONE = Map.of();
    private static final String LONGEST = "720H";

    private AnyProviderCases() {}

    static List<Case> retryAfter() {
        return List.of(
                after("7", waits("7S")),
                after(" 7 ", waits("7S")),
                after("0.25", waits("0.25S")),
                after("0", waits("0S")),
                after("-3", waits("0S")),
                after("2592001", waits(LONGEST)),
                after("1e300", waits(LONGEST)),
                after("1e-300", waits("0.000000001S")),
                after("1E3", waits("1000S")),
                after("0.0000000001", waits("0.000000001S")),
                after("Thu, 01 Jan 2026 12:00:30 GMT", waits("30S")),
                after("Thursday, 01-Jan-26 12:00:30 GMT", waits("30S")),
                after("Thu Jan  1 12:00:30 2026", waits("30S")),
                after("Thu, 01 Jan 2026 11:00:00 GMT", waits("0S")),
                after("Fri, 01 Jan 2027 12:00:00 GMT", waits(LONGEST)),
                after("", UNKNOWN),
                after("soon", UNKNOWN),
                after("NaN", UNKNOWN),
                after("Infinity", UNKNOWN),
                after("0x10", UNKNOWN),
                after("1e99999999999", UNKNOWN),
                after("9".repeat(1000), UNKNOWN),
                after("1, 2", waits("2S")),
                after("Thu, 32 Jan 2026 12:00:30 GMT", UNKNOWN),
                answer(
                        "any: half a millisecond",
                        429,
                        headers("retry-after-ms", "0.5"),
                        "",
                        waits("0.0005S")),
                answer(
                        "any: ms is nonsense",
                        429,
                        headers("retry-after-ms", "soon", "retry-after", "2"),
                        "",
                        waits("2S")),
                answer(
                        "any: 503 with retry-after",
                        503,
                        headers("retry-after", "0"),
                        "",
                        waits("0S")),
                answer(
                        "any: 503 with unreadable retry-after",
                        503,
                        headers("retry-after", "soon"),
                        "",
                        UNKNOWN),
                answer(
                        "any: 503 with a retry-after beyond an int",
                        503,
                        headers("retry-after", "99999999999"),
                        "",
                        waits(LONGEST)),
                answer(
                        "any: the date of the answer before the clock",
                        429,
                        headers(
                                "date",
                                "Thu, 01 Jan 2026 12:00:20 GMT",
                                "retry-after",
                                "Thu, 01 Jan 2026 12:00:30 GMT"),
                        "",
                        waits("10S")),
                answer(
                        "any: no advice from a date that is nonsense",
                        429,
                        headers("date", "today", "retry-after", "Thu, 01 Jan 2026 12:00:30 GMT"),
                        "",
                        waits("30S")));
    }

    private static Case after(String value, RetryAdvice expected) {
        String shown = value.length() > 40 ? value.substring(0, 40) + "..." : value;
        return answer(
                "any: retry-after \"" + shown + "\"",
                429,
                headers("Retry-After", value),
                "",
                expected);
    }

    static List<Case> resets() {
        return List.of(
                reset("12ms", waits("0.012S")),
                reset("1s", waits("1S")),
                reset("6m0s", waits("6M")),
                reset("2m59.56s", waits("2M59.56S")),
                reset("1h2m3s", waits("1H2M3S")),
                reset("1d", waits("24H")),
                reset("11.382867", waits("11.382867S")),
                reset("2026-01-01T12:00:45Z", waits("45S")),
                reset("1767268830", waits("30S")),
                reset("1767268830.5", waits("30.5S")),
                reset("1767268830500", waits("30.5S")),
                reset("1767000000", waits("0S")),
                reset("99d", waits(LONGEST)),
                reset("-5", waits("0S")),
                reset("-5s", waits("0S")),
                reset("1e300", UNKNOWN),
                reset("9".repeat(30) + "h", UNKNOWN),
                reset("1h later", UNKNOWN),
                reset("+999999999-12-31T23:59:59Z", UNKNOWN),
                reset("", UNKNOWN),
                answer("any: no reset", 429, headers("x-ratelimit-remaining", "0"), "", UNKNOWN),
                answer(
                        "any: something left",
                        429,
                        headers("x-ratelimit-remaining", "0.5", "x-ratelimit-reset", "9"),
                        "",
                        UNKNOWN),
                answer(
                        "any: less than nothing left",
                        429,
                        headers("x-ratelimit-remaining", "-1", "x-ratelimit-reset", "9"),
                        "",
                        waits("9S")),
                answer(
                        "any: left is nonsense",
                        429,
                        headers("x-ratelimit-remaining", "none", "x-ratelimit-reset", "9"),
                        "",
                        UNKNOWN),
                answer(
                        "any: reset alone",
                        429,
                        headers("x-ratelimit-reset", "9"),
                        "",
                        waits("9S")));
    }

    private static Case reset(String value, RetryAdvice expected) {
        Map<String, String> headers =
                headers("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", value);
        return answer("any: reset \"" + value + "\"", 429, headers, "", expected);
    }

    static List<Case> messages() {
        return List.of(
                message("Please try again in 2m59.56s.", waits("2M59.56S")),
                message("try again in 456ms", waits("0.456S")),
                message("Please retry after 20 seconds", waits("20S")),
                message("Please wait 1 minute and 30 seconds.", waits("1M30S")),
                message("Wait for 2 hours, 5 min", waits("2H5M")),
                message("Please retry in 45.837906927s. Thank you", waits("45.837906927S")),
                message("Retry 3 times. Try again in 9s", waits("9S")),
                message("try again in 99999 days", waits(LONGEST)),
                message("try again in 5", UNKNOWN),
                message("try again in 5 smiles", UNKNOWN),
                message("limit 30s, used 20s", UNKNOWN),
                message("try again in a moment", UNKNOWN),
                answer(
                        "any: a body that is text",
                        429,
                        NONE,
                        "Slow down: try again in 3s",
                        waits("3S")),
                answer(
                        "any: a body that is cut off",
                        429,
                        NONE,
                        "{\"error\":{\"message\":\"try again in 3s",
                        waits("3S")),
                answer(
                        "any: a message elsewhere",
                        429,
                        NONE,
                        "{\"detail\":\"try again in 3s\"}",
                        waits("3S")));
    }

    private static Case message(String text, RetryAdvice expected) {
        return answer(
                "any: \"" + text + "\"", 429, NONE, SignalCorpus.error("", "", text), expected);
    }

    static List<Case> noLimits() {
        Map<String, String> retry = headers("retry-after", "5");
        return List.of(
                answer("any: 400", 400, retry, "", NO_LIMIT),
                answer("any: 401", 401, retry, "", NO_LIMIT),
                answer("any: 408", 408, retry, "", NO_LIMIT),
                answer("any: 501", 501, retry, "", NO_LIMIT),
                answer("any: 525", 525, retry, "", NO_LIMIT),
                answer("any: 503", 503, NONE, "try again in 3s", NO_LIMIT),
                answer("any: 200 without a body", 200, NONE, "", NO_LIMIT),
                answer("any: a deep body", 429, NONE, "[".repeat(10_000), UNKNOWN),
                answer("any: a body of null", 429, NONE, "null", UNKNOWN),
                answer("any: a body of HTML", 429, NONE, "<html>429</html>", UNKNOWN));
    }

    /** Without a readable time these are ordinary errors, whatever else they contain. */
    static List<Case> serversThatSayWhenTheyAreBack() {
        List<Case> cases = new ArrayList<>();
        for (int status : new int[] {500, 502, 504, 520, 521, 522, 523, 524}) {
            Map<String, String> retry =
                    headers("retry-after", "5", "x-ratelimit-remaining-tokens", "0");
            cases.add(answer("any: " + status, status, retry, "", waits("5S")));
            Map<String, String> soon = headers(
                    "retry-after",
                    "soon",
                    "x-ratelimit-remaining-tokens",
                    "0",
                    "x-ratelimit-reset-tokens",
                    "9");
            cases.add(answer(
                    "any: " + status + ", not readable",
                    status,
                    soon,
                    "try again in 3s",
                    NO_LIMIT));
        }
        cases.add(answer(
                "any: 502 with milliseconds",
                502,
                headers("retry-after-ms", "250"),
                "",
                waits("0.25S")));
        cases.add(answer(
                "any: 502 with a date",
                502,
                headers("retry-after", "Thu, 01 Jan 2026 12:00:30 GMT"),
                "",
                waits("30S")));
        cases.add(answer(
                "any: 502 within a stream",
                200,
                NONE,
                "{\"error\":{\"code\":502,\"metadata\":{\"headers\":{\"Retry-After\":8}}}}",
                waits("8S")));
        return cases;
    }

    /** Which of several hints counts. */
    static List<Case> severalHints() {
        Map<String, String> soon = headers("retry-after", "2");
        Map<String, String> resets = headers(
                "x-ratelimit-remaining-tokens",
                "0",
                "x-ratelimit-reset-tokens",
                "1",
                "x-ratelimit-remaining",
                "0",
                "x-ratelimit-reset",
                "60");
        return List.of(
                answer(
                        "any: a reset without a name is the largest",
                        429,
                        resets,
                        error("requests", "", "x"),
                        waits("60S")),
                answer(
                        "any: no quota under an overload's status",
                        503,
                        soon,
                        error("insufficient_quota", "", ""),
                        waits("2S")),
                answer(
                        "any: a limit under an overload's status",
                        503,
                        soon,
                        error("", "", "5 RPM"),
                        waits("2S")));
    }
}
