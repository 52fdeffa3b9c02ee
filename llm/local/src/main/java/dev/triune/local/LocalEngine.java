/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A loaded model, independent of the library that runs it. Used by one thread at a time. Another
 * library than the one of this artifact is an artifact of its own, with a {@link Loader} that
 * {@link java.util.ServiceLoader} finds.
 */
public interface LocalEngine extends AutoCloseable {
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

    /** Loads models with one library; a service, and thread-safe. */
    interface Loader {
        /** Returns the library's name, as in {@link LocalSettings#engine}; of letters and digits. */
        String name();

        /**
         * Loads a model, whose file was checked and whose memory was estimated. Blocks, for seconds.
         *
         * @param settings with a context that fits the model's training
         * @throws IOException with one line that names the file and the error
         */
        LocalEngine load(Path gguf, LocalSettings settings) throws IOException;

        /**
         * Finds a library by its name: in the class loader of this artifact, where a mod has all its
         * libraries while the thread is the game's, or else in that of the thread.
         *
         * @throws IllegalArgumentException if there is none of that name, with those that there are
         */
        static Loader find(String name) {
            Set<String> known = new TreeSet<>();
            for (ServiceLoader<Loader> place : List.of(
                    ServiceLoader.load(Loader.class, Loader.class.getClassLoader()),
                    ServiceLoader.load(Loader.class))) {
                for (Loader each : place) {
                    if (each.name().equals(name)) {
                        return each;
                    }
                    known.add(each.name());
                }
            }
            throw new IllegalArgumentException("engine \"" + name + "\" (expected one of " + known
                    + "; or add the artifact that has it)");
        }
    }

    /**
     * The parameters of an answer.
     *
     * @param tokens the prompt
     * @param slot the slot that keeps the prompt afterwards, 0 to {@link LocalSettings#slots} - 1
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
