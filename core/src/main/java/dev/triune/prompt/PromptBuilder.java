/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.AnswerForm;
import dev.triune.internal.prompt.LayerPromptBuilder;
import dev.triune.internal.prompt.TemplatePromptBuilder;
import dev.triune.llm.Prompt;
import java.util.function.Supplier;

/** Turns a snapshot into messages, the stable ones first. Game thread; must not block. */
@FunctionalInterface
public interface PromptBuilder {
    /** Writes the prompt. */
    Prompt build(AgentSnapshot agent);

    /**
     * Asks what an agent says, and what it does about what was said.
     *
     * @param budget characters of all messages, 2,600 or more besides rules and actions; {@link
     *     IllegalArgumentException} if fewer. Unset, it is 8,000, or 4,000 besides rules and
     *     actions.
     */
    static PromptBuilder talker(ActionCatalog catalog, int budget) {
        return LayerPromptBuilder.talker(catalog).budget(budget);
    }

    /** Asks what an agent says, and what it does about what was said. */
    static PromptBuilder talker(ActionCatalog catalog) {
        return LayerPromptBuilder.talker(catalog);
    }

    /** Asks for a plan of several steps, within a budget as for the talker. */
    static PromptBuilder executor(ActionCatalog catalog, int budget) {
        return LayerPromptBuilder.executor(catalog, AnswerForm.PLAN).budget(budget);
    }

    /** Asks for a plan of several steps, with or without speech, within the default budget. */
    static PromptBuilder executor(ActionCatalog catalog, AnswerForm form) {
        return LayerPromptBuilder.executor(catalog, form);
    }

    /** Asks for a plan of several steps, without speech, within the default budget. */
    static PromptBuilder executor(ActionCatalog catalog) {
        return executor(catalog, AnswerForm.PLAN);
    }

    /** Asks what a body does, without speech: nobody can talk an agent out of eating. */
    static PromptBuilder autonomic(ActionCatalog catalog, int budget) {
        return LayerPromptBuilder.autonomic(catalog).budget(budget);
    }

    /** Asks what a body does, within the default budget. */
    static PromptBuilder autonomic(ActionCatalog catalog) {
        return LayerPromptBuilder.autonomic(catalog);
    }

    /**
     * Fills a text of the game's, such as a translation. A line {@code ---} separates what stays
     * the same for an agent from the rest. A placeholder such as <code>{{name}}</code> is filled
     * in; a block from <code>{{#goals}}</code> to <code>{{/goals}}</code> is left out where that is
     * empty. A changed text is used from the next prompt on; one with a mistake is logged and not
     * used.
     *
     * @param file what mistakes are reported for
     * @param text returns the template now; called on the game thread
     * @param form what the layer is to answer
     * @throws IllegalArgumentException if the text has no such line, or an unknown placeholder
     */
    static PromptBuilder template(
            String file, Supplier<String> text, ActionCatalog catalog, AnswerForm form) {
        return new TemplatePromptBuilder(file, text, catalog, form);
    }
}
