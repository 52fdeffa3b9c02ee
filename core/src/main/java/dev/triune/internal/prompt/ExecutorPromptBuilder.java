/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.AnswerForm;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import java.util.List;

/** Asks for a plan of several steps. Immutable. */
public final class ExecutorPromptBuilder implements PromptBuilder {
    private static final String QUESTION = "What do you do next? Think of the whole day.";
    private static final String AHEAD =
            "Your last step is nearly done. What do you do after it? Think of the whole day.";

    private final PromptWriter promptWriter;

    /**
     * Offers the actions of that catalog, within the default budget.
     *
     * @param form a plan, with or without speech
     */
    public ExecutorPromptBuilder(ActionCatalog catalog, AnswerForm form) {
        this.promptWriter = PromptWriter.of(catalog, form);
    }

    /** Offers the actions of that catalog, within that many characters. */
    public ExecutorPromptBuilder(ActionCatalog catalog, AnswerForm form, int budget) {
        this.promptWriter = PromptWriter.of(catalog, form).budget(budget);
    }

    @Override
    public Prompt build(AgentSnapshot agentSnapshot) {
        SectionFactory of = new SectionFactory(agentSnapshot);
        List<PromptSection> promptSections = List.of(
                of.goals(),
                of.priorities(),
                of.options(),
                of.memories(),
                of.needs(),
                of.steps(),
                of.heldUp(),
                of.ahead(),
                of.moment(),
                of.facts(),
                of.nearby(),
                of.speech(),
                of.troubles());
        return promptWriter.write(
                agentSnapshot.person(),
                promptSections,
                agentSnapshot.planState().lastStepRuns() ? AHEAD : QUESTION);
    }
}
