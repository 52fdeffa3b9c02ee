/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.component.Layer;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Prompt;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns a snapshot into messages, the stable ones first. Game thread; must not block.
 *
 * <p>A builder that reads nothing but the snapshot, as those of this interface do, may return {@link
 * Prompt#later}: then the text is written by the thread that sends it.
 */
@FunctionalInterface
public interface PromptBuilder {
    /** Writes the prompt. */
    Prompt build(AgentSnapshot agent);

    /**
     * Returns the schema of answers to its prompts, for a builder whose prompts offer fewer actions
     * than the agent's catalog; null for that of the catalog.
     *
     * @param forPlayer whether a player waits for the answer
     */
    default @Nullable AnswerSchema schema(boolean forPlayer) {
        return null;
    }

    /**
     * Creates the prompt of the talker: what the agent says, and how it acts on what was said.
     *
     * @param budget the maximum characters of all messages, at least 2,600 besides rules and
     *     actions. The default is 8,000, or 4,000 besides rules and actions.
     * @throws IllegalArgumentException if the budget is smaller
     */
    static PromptBuilder talker(ActionCatalog catalog, int budget) {
        return LayerPromptBuilder.talker(catalog).budget(budget);
    }

    /** Creates the prompt of the talker: what the agent says, and how it acts on what was said. */
    static PromptBuilder talker(ActionCatalog catalog) {
        return LayerPromptBuilder.talker(catalog);
    }

    /** Creates the prompt of the executor, which asks for a plan; budget as for the talker. */
    static PromptBuilder executor(ActionCatalog catalog, int budget) {
        return LayerPromptBuilder.executor(catalog, AnswerForm.PLAN).budget(budget);
    }

    /** Creates the prompt of the executor, with or without speech, within the default budget. */
    static PromptBuilder executor(ActionCatalog catalog, AnswerForm form) {
        return LayerPromptBuilder.executor(catalog, form);
    }

    /** Creates the prompt of the executor, without speech, within the default budget. */
    static PromptBuilder executor(ActionCatalog catalog) {
        return executor(catalog, AnswerForm.PLAN);
    }

    /**
     * Creates the prompt of the autonomic layer, which shows no speech: no words can keep an agent
     * from eating.
     */
    static PromptBuilder autonomic(ActionCatalog catalog, int budget) {
        return LayerPromptBuilder.autonomic(catalog).budget(budget);
    }

    /** Creates the prompt of the autonomic layer, within the default budget. */
    static PromptBuilder autonomic(ActionCatalog catalog) {
        return LayerPromptBuilder.autonomic(catalog);
    }

    /**
     * Creates a prompt from the game's own text, such as a translation. A line {@code ---}
     * separates the part that stays the same for an agent from the rest. A placeholder such as
     * <code>{{name}}</code> is filled in; a block from <code>{{#goals}}</code> to
     * <code>{{/goals}}</code> is left out if that is empty. A changed text is used from the next
     * prompt on; a text with a mistake is logged and not used.
     *
     * @param file the file name for error messages
     * @param text returns the template now; called on the game thread
     * @param form the form of the layer's answers
     * @throws IllegalArgumentException if the text has no such line, or an unknown or unclosed
     *     placeholder
     */
    static PromptBuilder template(
            String file, Supplier<String> text, ActionCatalog catalog, AnswerForm form) {
        return new TemplatePromptBuilder(file, text, catalog, form);
    }

    /**
     * A module's share of the prompts of agents. Called when a prompt is rendered, on the game thread;
     * except {@link #prompted}, no method may change anything.
     */
    interface PromptPart {
        /** Adds what a prompt shows of an agent, after what the minds know of it themselves. */
        void describe(int agent, AgentSnapshot.Builder snapshot);

        /**
         * Adds what occupies an agent, before all else, to the cue for its memories.
         *
         * @param names receives names, the most important first
         * @param lines receives lines, the most important first
         */
        default void addCue(int agent, List<String> names, List<String> lines) {}

        /** Adds the names of those whom the agent's talker may address. */
        default void addAddressees(int agent, Collection<String> names) {}

        /**
         * Returns the prompt that is sent in place of what the builder has written: the same, unless the
         * module asks for answers of another form.
         */
        default Prompt revise(int agent, Layer layer, Prompt prompt) {
            return prompt;
        }

        /** Returns the schema of such answers, in place of that of the builder. */
        default AnswerSchema schema(int agent, Layer layer, AnswerSchema schema) {
            return schema;
        }

        /** Notes that a prompt of a layer was rendered. */
        default void prompted(int agent, Layer layer) {}
    }

    /** Says when something was, in the game's own words. Called on the game thread. */
    @FunctionalInterface
    interface GameTime {
        /**
         * Returns when a tick was, as prompts show it within a sentence: {@code at 08:40}, {@code
         * yesterday}.
         *
         * @param tick the tick, not after now
         * @param now the current tick
         */
        String when(long tick, long now);

        /**
         * Returns the first tick in which something promised is to be done, as its words say, such as
         * {@code tomorrow}: a plan that ends before has only prepared it, unless a step of it is what was
         * promised. At once unless overridden.
         *
         * @param words what was promised, as it was said
         * @param made the tick in which it was promised
         */
        default long due(String words, long made) {
            return made;
        }
    }
}
