/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import dev.triune.llm.Prompt;
import dev.triune.llm.Ticket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes known of the words of answers. Every text that a model writes passes it, speech
 * piece by piece, before any {@link MindListener}, component, journal or later prompt has it; only
 * {@linkplain dev.triune.system.LLMSchedulerSystem#record recorded exchanges} and tapes keep what the
 * provider sent. A module sets it with {@link dev.triune.system.MindModule.MindContext#speech};
 * conversations do. Game thread only; must be quick. If it throws, nothing is known.
 */
@FunctionalInterface
public interface SpeechFilter {
    /** The sorts of words in an answer. */
    enum Part {
        /** A piece of a line that the model still writes; the whole line follows. */
        PIECE,
        /** A whole line, which may have come in pieces before. */
        LINE,
        /** What the agent promises to do afterwards. */
        PROMISE,
        /** A thought, or the reason of a plan. */
        THOUGHT,
        /** A goal, or its type. */
        GOAL,
        /** A free text of an action, or what could not be used of an answer, for a later prompt. */
        TEXT
    }

    /**
     * Returns what becomes known of words. If that is for {@linkplain Heard#later later}, the rest of the
     * answer waits, and the same words are passed again in the next tick: of a line that is still written,
     * with what has come since; or the whole line.
     */
    Heard filter(int agent, Layer layer, Source source, Part part, String words);

    /**
     * Passes on what may be kept of words that a model wrote for an agent's memory, such as a summary:
     * at once, in a later tick, or never.
     */
    default void remember(int agent, String words, Consumer<String> memory) {
        memory.accept(words);
    }

    /**
     * What words come from. Immutable.
     *
     * @param ticket the request
     * @param model the provider and the model that answer it, such as {@code groq/llama-3.3-70b}
     * @param prompt the prompt, as it was sent; null for an answer that came without one
     */
    record Source(Ticket ticket, String model, @Nullable Prompt prompt) {}

    /**
     * What is heard of words. Immutable.
     *
     * @param words what listeners are told; of a line, all of it; empty for nothing; if the rest is for
     *     later, what they are told of the line already
     * @param refusal why the model should answer anew, because nothing may be heard of its words; empty
     *     if it need not
     * @param later whether this is not known yet
     */
    record Heard(String words, String refusal, boolean later) {
        /** Nothing is heard. */
        public static final Heard NOTHING = new Heard("", "", false);

        /** It is not known yet. */
        public static final Heard LATER = new Heard("", "", true);

        /** Returns words that are heard. */
        public static Heard of(String words) {
            return words.isEmpty() ? NOTHING : new Heard(words, "", false);
        }

        /** Drops words, and has the model asked again, for a reason in words. */
        public static Heard refused(String reason) {
            return new Heard("", reason, false);
        }
    }
}
