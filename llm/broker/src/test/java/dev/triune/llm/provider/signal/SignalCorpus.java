/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.signal.Bucket.Resource;
import dev.triune.llm.provider.signal.Bucket.Window;
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

    static final Verdict UNKNOWN = unknown(Bucket.UNNAMED);
    static final Verdict NO_LIMIT = new Verdict.NotALimit();
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
    public record Case(String name, Refusal refusal, Verdict expected) {
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
    static Verdict waits(String duration) {
        return waits(duration, Bucket.UNNAMED);
    }

    static Verdict waits(String duration, Bucket bucket) {
        return new Verdict.Wait(Duration.parse("PT" + duration), bucket);
    }

    static Verdict unknown(Bucket bucket) {
        return new Verdict.WaitUnknown(bucket);
    }

    /** A limit that is final, for a time that is not told. */
    static Verdict exhausted(Bucket bucket) {
        return new Verdict.Final(FailureCode.QUOTA_EXHAUSTED, bucket, Optional.empty());
    }

    static Verdict exhausted(Bucket bucket, String duration) {
        Duration lasts = Duration.parse("PT" + duration);
        return new Verdict.Final(FailureCode.QUOTA_EXHAUSTED, bucket, Optional.of(lasts));
    }

    /** The bucket of a limit; that of no limit has no name. */
    static Bucket bucket(Verdict verdict) {
        if (verdict instanceof Verdict.Wait wait) {
            return wait.bucket();
        }
        if (verdict instanceof Verdict.WaitUnknown wait) {
            return wait.bucket();
        }
        return verdict instanceof Verdict.Final end ? end.bucket() : Bucket.UNNAMED;
    }

    static Case answer(
            String name, int status, Map<String, String> headers, String body, Verdict is) {
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
