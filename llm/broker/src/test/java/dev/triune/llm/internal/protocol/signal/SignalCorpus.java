/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.FailureCode;
import dev.triune.llm.internal.protocol.signal.Bucket.Resource;
import dev.triune.llm.internal.protocol.signal.Bucket.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Error answers in the spellings of the providers, and what they mean at {@link #NOON}. */
public final class SignalCorpus {
    /** The wall clock of all cases: 4 o'clock in the morning on the Pacific coast. */
    public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    static final RetryAdvice UNKNOWN = unknown(Bucket.UNNAMED);
    static final RetryAdvice NO_LIMIT = new RetryAdvice.NotRateLimited();
    static final Bucket REQUESTS = Bucket.of(Resource.REQUESTS);
    static final Bucket REQUESTS_PER_MINUTE = new Bucket(Resource.REQUESTS, Window.MINUTE);
    static final Bucket REQUESTS_PER_DAY = new Bucket(Resource.REQUESTS, Window.DAY);
    static final Bucket TOKENS = Bucket.of(Resource.TOKENS);
    static final Bucket TOKENS_PER_MINUTE = new Bucket(Resource.TOKENS, Window.MINUTE);
    static final Bucket TOKENS_PER_DAY = new Bucket(Resource.TOKENS, Window.DAY);
    static final Bucket INPUT_TOKENS = Bucket.of(Resource.INPUT_TOKENS);
    static final Bucket INPUT_TOKENS_PER_MINUTE = new Bucket(Resource.INPUT_TOKENS, Window.MINUTE);
    static final Bucket OUTPUT_TOKENS = Bucket.of(Resource.OUTPUT_TOKENS);
    static final Bucket CONCURRENCY = Bucket.of(Resource.CONCURRENCY);
    static final Bucket SPEND = Bucket.of(Resource.SPEND);
    static final Bucket CAPACITY = Bucket.of(Resource.CAPACITY);

    private SignalCorpus() {}

    /** One answer; the name begins with the provider. */
    public record Case(String name, ErrorResponse errorResponse, RetryAdvice expected) {
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
                        BucketCases.names(),
                        BucketCases.codes(),
                        BucketCases.texts(),
                        BucketCases.contradictions())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * A wait of that long for a bucket that nothing names, in the notation of {@link
     * Duration#parse}: "7S" or "2M59.56S".
     */
    static RetryAdvice waits(String duration) {
        return waits(duration, Bucket.UNNAMED);
    }

    static RetryAdvice waits(String duration, Bucket bucket) {
        return new RetryAdvice.Wait(Duration.parse("PT" + duration), bucket);
    }

    static RetryAdvice unknown(Bucket bucket) {
        return new RetryAdvice.WaitUnspecified(bucket);
    }

    /** A limit that is final, for a time that is not told. */
    static RetryAdvice exhausted(Bucket bucket) {
        return new RetryAdvice.Permanent(FailureCode.QUOTA_EXHAUSTED, bucket, Optional.empty());
    }

    static RetryAdvice exhausted(Bucket bucket, String duration) {
        Duration lasts = Duration.parse("PT" + duration);
        return new RetryAdvice.Permanent(FailureCode.QUOTA_EXHAUSTED, bucket, Optional.of(lasts));
    }

    /** The bucket of a limit; that of no limit has no name. */
    static Bucket bucket(RetryAdvice retryAdvice) {
        if (retryAdvice instanceof RetryAdvice.Wait wait) {
            return wait.bucket();
        }
        if (retryAdvice instanceof RetryAdvice.WaitUnspecified wait) {
            return wait.bucket();
        }
        return retryAdvice instanceof RetryAdvice.Permanent end ? end.bucket() : Bucket.UNNAMED;
    }

    static Case answer(
            String name, int status, Map<String, String> headers, String body, RetryAdvice is) {
        return new Case(name, new ErrorResponse(status, headers, body), is);
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
