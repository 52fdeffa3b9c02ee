/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.FailureCode;
import dev.triune.llm.sim.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Error answers in the spellings of the providers, and what they mean at {@link #NOON}. */
public final class SignalCorpus {
    /** The wall clock of all cases: 4 o'clock in the morning on the Pacific coast. */
    public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    static final RetryAdvice UNKNOWN = new RetryAdvice.WaitUnspecified();
    static final RetryAdvice NO_LIMIT = new RetryAdvice.NotRateLimited();

    /** A permanent limit of unknown duration. */
    static final RetryAdvice EXHAUSTED =
            new RetryAdvice.Permanent(FailureCode.QUOTA_EXHAUSTED, null);

    private SignalCorpus() {}

    /** One answer; the name begins with the provider. */
    public record Case(String name, Refusal refusal, RetryAdvice expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    public static List<Case> cases() {
        return Stream.of(
                        OpenAiFamilyCases.openAi(),
                        OpenAiFamilyCases.groq(),
                        CerebrasCases.all(),
                        OtherProviderCases.anthropic(),
                        GeminiCases.delays(),
                        GeminiCases.quotas(),
                        OtherProviderCases.openRouter(),
                        LocalServerCases.ollama(),
                        LocalServerCases.llamaCpp(),
                        AnyProviderCases.retryAfter(),
                        AnyProviderCases.resets(),
                        AnyProviderCases.messages(),
                        AnyProviderCases.noLimits(),
                        AnyProviderCases.serversThatSayWhenTheyAreBack(),
                        AnyProviderCases.severalHints())
                .flatMap(List::stream)
                .toList();
    }

    /** A wait of that long, in the notation of {@link Duration#parse}: "7S" or "2M59.56S". */
    static RetryAdvice waits(String duration) {
        return new RetryAdvice.Wait(Duration.parse("PT" + duration));
    }

    static RetryAdvice exhausted(String duration) {
        Duration lasts = Duration.parse("PT" + duration);
        return new RetryAdvice.Permanent(FailureCode.QUOTA_EXHAUSTED, lasts);
    }

    static Case answer(
            String name, int status, Map<String, String> headers, String body, RetryAdvice is) {
        return new Case(name, new Refusal(status, headers, body), is);
    }

    /** A body of the OpenAI family. */
    static String error(String code, String type, String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + type
                + "\",\"param\":null,\"code\":\"" + code + "\"}}";
    }

    /** Names and values by turns. */
    static Map<String, String> headers(String... namesAndValues) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return headers;
    }
}
