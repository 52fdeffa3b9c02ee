/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The formats in which providers refuse requests beyond their limits. */
public enum RefusalStyle {
    /** {@code x-ratelimit-*} with times to a full refill, and {@code retry-after-ms}. */
    OPENAI {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            Map<String, String> headers = new LinkedHashMap<>();
            bucket(
                    headers,
                    "requests",
                    shortage.requests(),
                    units(shortage.requests().full()));
            bucket(headers, "tokens", shortage.tokens(), units(shortage.tokens().full()));
            headers.put("retry-after-ms", String.valueOf(millis(shortage.delay())));
            return refusal(429, headers, error("rate_limit_exceeded", "Rate limit reached."));
        }
    },
    /** {@code retry-after} and {@code anthropic-ratelimit-*} with dates. */
    ANTHROPIC {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("retry-after", String.valueOf(seconds(shortage.delay())));
            headers.put(
                    "anthropic-ratelimit-requests-remaining",
                    String.valueOf(shortage.requests().remaining()));
            headers.put(
                    "anthropic-ratelimit-requests-reset",
                    wallClock.plus(shortage.requests().full()).toString());
            return refusal(429, headers, error("rate_limit_error", "Number of requests."));
        }
    },
    /**
     * OpenAI's names without {@code retry-after}: only the reset of the exhausted bucket shows the
     * wait.
     */
    GROQ {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            Map<String, String> headers = new LinkedHashMap<>();
            bucket(
                    headers,
                    "requests",
                    shortage.requests(),
                    units(shortage.requests().full()));
            bucket(headers, "tokens", shortage.tokens(), units(shortage.tokens().full()));
            return refusal(429, headers, error("rate_limit_exceeded", "Rate limit reached."));
        }
    },
    /** Resets in fractions of seconds, and a flat body. */
    CEREBRAS {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            Map<String, String> headers = new LinkedHashMap<>();
            bucket(
                    headers,
                    "requests-day",
                    shortage.requests(),
                    fraction(shortage.requests().full()));
            bucket(
                    headers,
                    "tokens-minute",
                    shortage.tokens(),
                    fraction(shortage.tokens().full()));
            return refusal(
                    429,
                    headers,
                    "{\"message\":\"Tokens per minute limit exceeded\","
                            + "\"type\":\"too_many_tokens_error\",\"param\":\"quota\","
                            + "\"code\":\"token_quota_exceeded\"}");
        }
    },
    /** A {@code RetryInfo} in the body. */
    GEMINI {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            return refusal(
                    429,
                    Map.of(),
                    "{\"error\":{\"code\":429,\"status\":"
                            + "\"RESOURCE_EXHAUSTED\",\"message\":\"Quota exceeded.\",\"details\":["
                            + "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\","
                            + "\"retryDelay\":\"" + fraction(shortage.delay()) + "s\"}]}}");
        }
    },
    /** Busy, without the time to wait. */
    OLLAMA {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            return refusal(503, Map.of(), "{\"error\":\"server busy, please try again.\"}");
        }
    },
    /** {@code Retry-After} in whole seconds. */
    RETRY_AFTER_SECONDS {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            return refusal(
                    429, Map.of("Retry-After", String.valueOf(seconds(shortage.delay()))), "");
        }
    },
    /** {@code Retry-After} as a date, with the date of the answer. */
    RETRY_AFTER_DATE {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            Instant until = wallClock.plus(shortage.delay()).plusSeconds(1);
            return refusal(
                    429, Map.of("Date", httpDate(wallClock), "Retry-After", httpDate(until)), "");
        }
    },
    /** {@code x-ratelimit-reset} as Unix seconds, with the date of the answer. */
    UNIX_RESET {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            long until = wallClock.plus(shortage.delay()).getEpochSecond() + 1;
            return refusal(
                    429,
                    Map.of(
                            "Date", httpDate(wallClock),
                            "x-ratelimit-remaining", "0",
                            "x-ratelimit-reset", String.valueOf(until)),
                    "");
        }
    },
    /** Only text in the body. */
    BODY_TEXT {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            return refusal(
                    429,
                    Map.of(),
                    error(
                            "rate_limit_exceeded",
                            "Rate limit reached. Please try again in " + millis(shortage.delay())
                                    + "ms."));
        }
    },
    /** No information. */
    NONE {
        @Override
        Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock) {
            return refusal(429, Map.of(), "");
        }
    };

    /**
     * Creates a refusal with correct values.
     *
     * @param wallClock the provider's wall clock
     */
    abstract Refusal write(SimulatedLimits.Shortage shortage, Instant wallClock);

    private static Refusal refusal(int status, Map<String, String> headers, String body) {
        return new Refusal(status, headers, body);
    }

    private static void bucket(
            Map<String, String> headers,
            String name,
            SimulatedLimits.Standing standing,
            String reset) {
        headers.put("x-ratelimit-limit-" + name, String.valueOf(standing.limit()));
        headers.put("x-ratelimit-remaining-" + name, String.valueOf(standing.remaining()));
        headers.put("x-ratelimit-reset-" + name, reset);
    }

    private static String error(String code, String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + code + "\",\"code\":\""
                + code + "\"}}";
    }

    private static long millis(Duration time) {
        return time.plusNanos(999_999).toMillis();
    }

    private static long seconds(Duration time) {
        return time.plusNanos(999_999_999).toSeconds();
    }

    private static String fraction(Duration time) {
        return String.format(Locale.ROOT, "%.6f", millis(time) / 1e3);
    }

    /** Formats a duration like {@code 2m59.560s}. */
    private static String units(Duration time) {
        long millis = millis(time);
        String rest = String.format(Locale.ROOT, "%.3fs", millis % 60_000 / 1e3);
        return millis < 60_000 ? rest : millis / 60_000 + "m" + rest;
    }

    private static String httpDate(Instant time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
    }
}
