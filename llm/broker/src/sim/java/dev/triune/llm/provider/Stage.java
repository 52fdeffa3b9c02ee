/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/**
 * The environment of a {@link ProviderContract}: opens providers with a given behavior, and knows
 * their expected answers. One for each test.
 */
public interface Stage extends AutoCloseable {
    /** A text in every question; no failure may repeat it. */
    String SECRET = "the miller hid the silver under his stove";

    /** The key of providers with keys; no failure may repeat it. */
    String KEY = "gsk_0123456789abcdef";

    /** The behavior of a provider in each call. */
    enum Act {
        /** Answers with text, then with the usage. */
        ANSWER,
        /** Begins to answer and breaks off. */
        BREAK,
        /** Refuses because of a rate limit, with the time to wait. */
        REFUSE_WITH_ADVICE,
        /** Refuses because of a rate limit, without the time to wait. */
        REFUSE_WITHOUT_ADVICE,
        /** Begins to answer and then reports an error. */
        ERROR_IN_MID_ANSWER,
        /** Begins to answer and does not end for a long time. */
        DAWDLE,
        /** Accepts the call and never ends. */
        HANG,
        /** Cannot be reached. */
        UNREACHABLE
    }

    /**
     * An answer.
     *
     * @param text the whole text
     * @param usage the tokens used
     */
    record Reply(String text, Usage usage) {}

    /** Returns the behaviors that the provider supports. */
    Set<Act> repertoire();

    /** Opens a provider with a behavior; the caller closes it. */
    Provider open(Act act) throws Exception;

    /** Returns the expected answer to a call. */
    Reply due(ModelCall call, RecordingSink heard);

    /** Returns the time to wait in the latest refusal. */
    Duration advised();

    /** Waits until a call is in flight, and for its first text if it has any. */
    void untilBegun(RecordingSink sink) throws Exception;

    /** Waits until a call has ended. */
    void untilEnd(RecordingSink sink) throws Exception;

    /** Fails unless the provider has noticed the cancellation of a call with {@link Act#DAWDLE}. */
    void requireHangUp(RecordingSink sink) throws Exception;

    @Override
    void close() throws IOException;
}
