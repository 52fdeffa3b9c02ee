/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.AnswerForm;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import java.util.List;

/**
 * Asks which reflex a body follows, for games that do not leave that to the rules. It tells nothing
 * that was said: nobody is talked out of eating. Immutable.
 */
public final class AutonomicPromptBuilder implements PromptBuilder {
    private static final String QUESTION =
            "What does your body do now, before any thought? Answer with exactly one action.";

    private final PromptWriter promptWriter;

    /** Offers the actions of that catalog, within the default budget. */
    public AutonomicPromptBuilder(ActionCatalog catalog) {
        this.promptWriter = PromptWriter.of(catalog, AnswerForm.PLAN);
    }

    /** Offers the actions of that catalog, within that many characters. */
    public AutonomicPromptBuilder(ActionCatalog catalog, int budget) {
        this.promptWriter = PromptWriter.of(catalog, AnswerForm.PLAN).budget(budget);
    }

    @Override
    public Prompt build(AgentSnapshot agentSnapshot) {
        SectionFactory of = new SectionFactory(agentSnapshot);
        List<PromptSection> promptSections = List.of(
                of.needs(),
                of.pressingNeeds(),
                of.doing(),
                of.moment(),
                of.facts(),
                of.nearby(),
                of.troubles());
        return promptWriter.write(agentSnapshot.person(), promptSections, QUESTION);
    }
}
