/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.internal.protocol.signal.Bucket.Resource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket an answer says is exhausted. These are asked in the order of trust: the quota in the
 * details; the exhausted bucket of the headers; code and type; the message. A later one only adds
 * what the earlier ones leave open, such as the window, and only where it does not contradict them.
 */
final class BucketReader {
    private static final Bucket CAPACITY = Bucket.of(Resource.CAPACITY);
    private static final Bucket TOKENS = Bucket.of(Resource.TOKENS);
    private static final Bucket REQUESTS = Bucket.of(Resource.REQUESTS);
    private static final Bucket SPEND = Bucket.of(Resource.SPEND);

    private BucketReader() {}

    /**
     * The exhausted bucket, as far as anything names it.
     *
     * @param now the wall clock, if there is one: some resets are times of day
     */
    static Bucket exhausted(ParsedErrorResponse parsedErrorResponse, @Nullable Instant now) {
        return parsedErrorResponse
                .details()
                .quota()
                .refinedBy(RateLimitHeaders.bucket(parsedErrorResponse.headers(), now))
                .refinedBy(described(parsedErrorResponse));
    }

    /** As {@link #exhausted}; what an overloaded server does not name is its capacity. */
    static Bucket overloaded(ParsedErrorResponse parsedErrorResponse, @Nullable Instant now) {
        Bucket named = exhausted(parsedErrorResponse, now);
        return named.equals(Bucket.UNNAMED) ? CAPACITY : named;
    }

    /** What code, type and message say, whatever the headers tell of the state of other buckets. */
    static Bucket described(ParsedErrorResponse parsedErrorResponse) {
        return coded(parsedErrorResponse).refinedBy(BucketText.read(parsedErrorResponse.text()));
    }

    private static Bucket coded(ParsedErrorResponse parsedErrorResponse) {
        ServerError error = parsedErrorResponse.error();
        if (error.isOverloaded() || error.is("queue_exceeded")) {
            return CAPACITY;
        }
        if (parsedErrorResponse.isSpendLimitReached()) {
            return SPEND;
        }
        if (error.is("token_quota_exceeded") || error.is("tokens")) {
            return TOKENS;
        }
        return error.is("requests") ? REQUESTS : Bucket.UNNAMED;
    }
}
