/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides about every sentence before anybody hears it, of models, of players and of the game, and about
 * every other text of a model before anything keeps it: thoughts, goals, texts of actions, summaries.
 * Set with {@link ConversationConfig#gate}. What does not pass reaches no hearer, transcript, memory,
 * journal, listener, save or later prompt.
 *
 * <pre>{@code
 * config.gate(line -> banned.stream().anyMatch(line.text()::contains)
 *         ? Verdict.stop("a banned word")
 *         : Verdict.pass());
 * }</pre>
 *
 * <p>Called on the game thread; must be quick. A gate that throws or returns null stops the sentence.
 */
@FunctionalInterface
public interface SpeechGate {
    /** Returns what becomes of a sentence. */
    Verdict check(SpeechContext line);

    /**
     * Returns a gate that asks another one about what this one passes at once: cheap rules before a
     * classifier.
     */
    default SpeechGate then(SpeechGate other) {
        Objects.requireNonNull(other, "other");
        return line -> {
            Verdict verdict = check(line);
            return verdict.passes() ? other.check(line) : verdict;
        };
    }

    /** What becomes of words that pass. */
    enum Use {
        /** Somebody says them. */
        SAID,
        /** A gesture beside them, in words. */
        GESTURE,
        /** What the agent promises to do afterwards, for its journal and the hearer's. */
        PROMISE,
        /** What the agent thinks: for its journal, prompts, listeners and inspectors. */
        THOUGHT,
        /** A goal that the agent sets itself. */
        GOAL,
        /**
         * A free text of an action, such as what it writes on a sign; or what could not be used of an
         * answer, for the next prompt.
         */
        TEXT,
        /** A summary or an insight, for the agent's memory. */
        MEMORY
    }

    /**
     * A sentence that is about to be said, or another text that a model wrote.
     *
     * @param agent the speaker; for a player the entity, -1 without one
     * @param speaker the speaker's name
     * @param origin where the words come from
     * @param hearers the names of those who would hear it, players included; none of what is not said
     * @param playerHears whether a player would hear it, or says it
     * @param before what has been heard of the same line
     * @param text the sentence, or all that is left of a line, or the whole text
     * @param use what becomes of it
     */
    record SpeechContext(
            int agent,
            String speaker,
            Utterance.Origin origin,
            List<String> hearers,
            boolean playerHears,
            String before,
            String text,
            Use use) {}

    /** What becomes of a sentence. Immutable and thread-safe. */
    final class Verdict {
        private static final Verdict PASS = new Verdict(null, "", null);

        /** The words in its place; null if it stays as it is, or is stopped. */
        final @Nullable String replacement;

        /** Why it is stopped; empty if it is not. */
        final String reason;

        /** The verdict to wait for; null if this is one. */
        final @Nullable CompletionStage<Verdict> later;

        private Verdict(
                @Nullable String replacement,
                String reason,
                @Nullable CompletionStage<Verdict> later) {
            this.replacement = replacement;
            this.reason = reason;
            this.later = later;
        }

        /** Lets a sentence be said as it is. */
        public static Verdict pass() {
            return PASS;
        }

        /** Has other words said, which are not checked again; none if they are blank. */
        public static Verdict replace(String text) {
            return new Verdict(Objects.requireNonNull(text, "text"), "", null);
        }

        /**
         * Stops a sentence and all that follows of its line. If nothing was heard of the line, an agent
         * says the {@linkplain ConversationConfig#deflection deflection} instead. An action with such a
         * text, and such a goal, are refused, and the model hears why; a thought is left out.
         *
         * @param reason why, for the game's log
         */
        public static Verdict stop(String reason) {
            return new Verdict(null, reason.isBlank() ? "stopped" : reason, null);
        }

        /**
         * Has the sentence wait for a verdict, for example of a classifier, which may be completed on
         * any thread; after the {@linkplain ConversationConfig#gateTimeout time-out} another one holds,
         * and at once for what cannot wait: the game's own words and settled small talk.
         */
        public static Verdict later(CompletionStage<Verdict> verdict) {
            return new Verdict(null, "", Objects.requireNonNull(verdict, "verdict"));
        }

        boolean passes() {
            return !stops() && later == null && replacement == null;
        }

        boolean stops() {
            return !reason.isEmpty();
        }

        /** Returns what is said of a sentence; empty for nothing. */
        String applyTo(String sentence) {
            return stops() ? "" : replacement == null ? sentence : Words.line(replacement);
        }

        @Override
        public String toString() {
            return stops()
                    ? "stop: " + reason
                    : later != null ? "later" : replacement == null ? "pass" : "replace";
        }
    }
}
