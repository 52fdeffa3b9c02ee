/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import java.util.List;

/** Asks for a plan of several steps. Immutable. */
public final class ExecutorPromptBuilder implements PromptBuilder {
    private static final String QUESTION =
            "What do you do next? Think of the whole day, and answer with action.";
    private static final String AHEAD =
            "Your last step is nearly done. What do you do after it? Think of the whole day, and"
                    + " answer with action.";

    private final PromptWriter promptWriter;

    /** Offers the actions of that catalog, within the default budget. */
    public ExecutorPromptBuilder(ActionCatalog catalog) {
        this.promptWriter = PromptWriter.of(catalog);
    }

    /** Offers the actions of that catalog, within that many characters. */
    public ExecutorPromptBuilder(ActionCatalog catalog, int budget) {
        this.promptWriter = PromptWriter.of(catalog).budget(budget);
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
