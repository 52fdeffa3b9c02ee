/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import java.util.List;

/** Asks what an agent says, and what it does about what was said. Immutable. */
public final class TalkerPromptBuilder implements PromptBuilder {
    private static final String QUESTION =
            "What do you say? Answer with speaking; add action only if there is something to do"
                    + " about what was said.";

    private final PromptWriter promptWriter;

    /** Offers the actions of that catalog, within the usual budget. */
    public TalkerPromptBuilder(ActionCatalog catalog) {
        this(PromptWriter.of(catalog));
    }

    private TalkerPromptBuilder(PromptWriter promptWriter) {
        this.promptWriter = promptWriter;
    }

    /**
     * The same within another budget; 8,000 unless set, or 4,000 more than rules and actions take.
     *
     * @param characters of all messages together, at least 2,600 more than rules and actions take
     * @throws IllegalArgumentException if that is too few
     */
    public TalkerPromptBuilder budget(int characters) {
        return new TalkerPromptBuilder(promptWriter.budget(characters));
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
                of.troubles());
        return promptWriter.write(agentSnapshot.person(), promptSections, QUESTION);
    }
}
