/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.AnswerForm;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import java.util.List;

/** Asks what an agent says, and what it does about what was said. Immutable. */
public final class TalkerPromptBuilder implements PromptBuilder {
    private static final String QUESTION = "What do you say?";

    private final PromptWriter promptWriter;

    /** Offers the actions of that catalog, within the default budget. */
    public TalkerPromptBuilder(ActionCatalog catalog) {
        this.promptWriter = PromptWriter.of(catalog, AnswerForm.TALK);
    }

    /** Offers the actions of that catalog, within that many characters. */
    public TalkerPromptBuilder(ActionCatalog catalog, int budget) {
        this.promptWriter = PromptWriter.of(catalog, AnswerForm.TALK).budget(budget);
    }

    @Override
    public Prompt build(AgentSnapshot agentSnapshot) {
        SectionFactory of = new SectionFactory(agentSnapshot);
        List<PromptSection> promptSections = List.of(
                of.goals(),
                of.relations(),
                of.memories(),
                of.pressingNeeds(),
                of.doing(),
                of.moment(),
                of.facts(),
                of.nearby(),
                of.speech(),
                of.talk(),
                of.troubles(),
                of.addressers());
        return promptWriter.write(agentSnapshot.person(), promptSections, QUESTION);
    }
}
