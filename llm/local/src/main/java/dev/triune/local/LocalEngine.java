/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.Message;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A loaded model, independent of the library that runs it. Used by one thread at a time. */
interface LocalEngine extends AutoCloseable {
    /** Joins messages with the model's template, up to the start of its answer. */
    String join(List<Message> messages);

    /** Splits a text into tokens. */
    int[] tokens(String text);

    /**
     * Generates an answer; returns when it has ended or is no longer wanted.
     *
     * @param wanted called before and after each token
     * @param pieces receives the text of each token, which may be empty
     * @return whether the answer is complete
     */
    boolean generate(Generation what, BooleanSupplier wanted, Consumer<String> pieces);

    /** Releases the model, as far as the library can. */
    @Override
    void close();

    /**
     * The parameters of an answer.
     *
     * @param tokens the prompt
     * @param cached the number of them that the slot has from its last prompt
     * @param maxTokens the maximum tokens of the answer, 1 or more
     * @param topP nucleus sampling; null for the library's default
     * @param seed the seed of sampling; null for a random one
     * @param stop texts that end the answer
     * @param grammar the grammar in GBNF; empty for any text
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Generation(
            int[] tokens,
            int slot,
            int cached,
            int maxTokens,
            double temperature,
            @Nullable Double topP,
            @Nullable Long seed,
            List<String> stop,
            String grammar) {}
}
