/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.AnswerForm;
import dev.triune.llm.Prompt;
import java.util.List;
import java.util.function.Function;

/** Builds the prompts of one layer. Immutable. */
final class LayerPromptBuilder implements PromptBuilder {
    private final PromptWriter writer;
    private final Function<SectionFactory, List<PromptSection>> sections;
    private final Function<AgentSnapshot, String> question;

    private LayerPromptBuilder(
            PromptWriter writer,
            Function<SectionFactory, List<PromptSection>> sections,
            Function<AgentSnapshot, String> question) {
        this.writer = writer;
        this.sections = sections;
        this.question = question;
    }

    /** Returns the talker's builder: what the agent says, and what it does about what was said. */
    public static LayerPromptBuilder talker(ActionCatalog catalog) {
        return new LayerPromptBuilder(
                PromptWriter.of(catalog, AnswerForm.TALK),
                of -> List.of(
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
                        of.addressers()),
                agent -> "What do you say?");
    }

    /** Returns the executor's builder: a plan of several steps, with or without speech. */
    public static LayerPromptBuilder executor(ActionCatalog catalog, AnswerForm form) {
        return new LayerPromptBuilder(
                PromptWriter.of(catalog, form),
                of -> List.of(
                        of.goals(),
                        of.priorities(),
                        of.options(),
                        of.memories(),
                        of.needs(),
                        of.steps(),
                        of.pausedPlan(),
                        of.ahead(),
                        of.moment(),
                        of.facts(),
                        of.nearby(),
                        of.speech(),
                        of.troubles()),
                agent -> agent.planState().lastStepRuns()
                        ? "Your last step is nearly done. What do you do after it? Think of the"
                                + " whole day."
                        : "What do you do next? Think of the whole day.");
    }

    /**
     * Returns the autonomic builder: what the body does. Its prompts contain no speech, so that
     * nobody can talk an agent out of eating.
     */
    public static LayerPromptBuilder autonomic(ActionCatalog catalog) {
        return new LayerPromptBuilder(
                PromptWriter.of(catalog, AnswerForm.PLAN),
                of -> List.of(
                        of.needs(),
                        of.pressingNeeds(),
                        of.doing(),
                        of.moment(),
                        of.facts(),
                        of.nearby(),
                        of.troubles()),
                agent -> "What does your body do now, before any thought? Answer with exactly one"
                        + " action.");
    }

    /** Returns a copy that limits the total length of all messages, in characters. */
    public LayerPromptBuilder budget(int characters) {
        return new LayerPromptBuilder(writer.budget(characters), sections, question);
    }

    @Override
    public Prompt build(AgentSnapshot agent) {
        List<PromptSection> all = sections.apply(new SectionFactory(agent));
        return writer.write(agent.person(), all, question.apply(agent));
    }
}
