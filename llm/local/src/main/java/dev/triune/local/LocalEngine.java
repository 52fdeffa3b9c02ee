/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.Message;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A loaded model: all that is known of the library that runs it. Used by one thread at a time. */
interface LocalEngine extends AutoCloseable {
    /** Joins messages by the model's template, up to where its answer begins. */
    String join(List<Message> messages);

    /** Splits a text into tokens. */
    int[] tokens(String text);

    /**
     * Writes an answer, and returns when it has ended or is not wanted any more.
     *
     * @param wanted asked before and after each token
     * @param pieces takes the text of each token, perhaps empty
     * @return whether the model came to the end
     */
    boolean generate(Generation what, BooleanSupplier wanted, Consumer<String> pieces);

    /** Gives back what the model holds, as far as the library can. */
    @Override
    void close();

    /**
     * An answer to be written.
     *
     * @param tokens the prompt
     * @param cached how many of them the slot still has from its last prompt
     * @param maxTokens the most tokens of the answer, 1 or more
     * @param topP nucleus sampling; null for the library's choice
     * @param seed of sampling; null for one of chance
     * @param stop texts that end the answer
     * @param grammar in GBNF; empty for any text
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
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
