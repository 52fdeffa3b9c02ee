/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/**
 * Where a {@link ProviderContract} plays: it opens providers that do as told, and knows what is due
 * from them. One for each test.
 */
public interface Stage extends AutoCloseable {
    /** Stands in every question; no failure may repeat it. */
    String SECRET = "the miller hid the silver under his stove";

    /** The key that providers with keys are opened with; no failure may repeat it. */
    String KEY = "gsk_0123456789abcdef";

    /** What a provider does at each of its calls. */
    enum Act {
        /** Answers with text, then with what it took. */
        ANSWER,
        /** Begins to answer and breaks off. */
        BREAK,
        /** Refuses because of a rate limit and says how long to wait. */
        REFUSE_WITH_ADVICE,
        /** Refuses because of a rate limit without a word on how long. */
        REFUSE_WITHOUT_ADVICE,
        /** Begins to answer and then reports an error of its own. */
        ERROR_IN_MID_ANSWER,
        /** Begins to answer and comes to no end for a long while. */
        DAWDLE,
        /** Takes the call and comes to no end at all. */
        HANG,
        /** Is not there. */
        UNREACHABLE
    }

    /**
     * An answer.
     *
     * @param text all of it
     * @param usage what it took
     */
    record Reply(String text, Usage usage) {}

    /** What its provider can do. */
    Set<Act> repertoire();

    /** Opens a provider that does so at each call; the caller closes it. */
    Provider open(Act act) throws Exception;

    /** The answer that is due to that call. */
    Reply due(ModelCall call, RecordingSink heard);

    /** How long the latest refusal said to wait. */
    Duration advised();

    /** Comes back once a call is under way, and with its first words if it has any. */
    void untilBegun(RecordingSink sink) throws Exception;

    /** Comes back once a call has ended. */
    void untilEnd(RecordingSink sink) throws Exception;

    /** Fails unless the provider of a call that dawdled has noticed that it was cancelled. */
    void requireHangUp(RecordingSink sink) throws Exception;

    @Override
    void close() throws IOException;
}
