/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Wording.Text;
import dev.triune.llm.Prompt;
import java.util.List;
import java.util.function.Function;

/** Builds the prompts of one layer, from snapshots alone: they are written later. Immutable. */
final class LayerPromptBuilder implements PromptBuilder {
    private final PromptWriter writer;

    /** The last deeds that prompts show with their time, but plans, which show fewer. */
    static final int DEEDS = 4;

    private static final int DEEDS_IN_PLANS = 3;
    private static final int LINES_IN_PLANS = 6;
    private static final int EARLIER_LINES_IN_PLANS = 1;

    private final Function<SectionFactory, List<PromptSection>> sections;
    private final Function<SectionFactory, String> question;

    private LayerPromptBuilder(
            PromptWriter writer,
            Function<SectionFactory, List<PromptSection>> sections,
            Function<SectionFactory, String> question) {
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
                        of.people(),
                        of.memories(),
                        of.agreements(false),
                        of.deeds(DEEDS),
                        of.condition(),
                        of.doingBesidePlan(),
                        of.steps(),
                        of.reason(),
                        of.ahead(),
                        of.moment(),
                        of.facts(),
                        of.nearby(),
                        of.speech(),
                        of.earlierTalk(PromptSection.LINES),
                        of.talk(PromptSection.LINES),
                        of.troubles(),
                        of.addressers()),
                of -> of.ask(Text.ASK_TALK));
    }

    /** Returns the executor's builder: a plan of several steps, with or without speech. */
    public static LayerPromptBuilder executor(ActionCatalog catalog, AnswerForm form) {
        return new LayerPromptBuilder(
                PromptWriter.of(catalog, form),
                of -> List.of(
                        of.goals(),
                        of.priorities(),
                        of.options(),
                        of.people(),
                        of.memories(),
                        of.agreements(true),
                        of.deeds(DEEDS_IN_PLANS),
                        of.needs(),
                        of.steps(),
                        of.reason(),
                        of.pausedPlan(),
                        of.ahead(),
                        of.moment(),
                        of.facts(),
                        of.nearby(),
                        of.speech(),
                        of.earlierTalk(EARLIER_LINES_IN_PLANS),
                        of.talk(LINES_IN_PLANS),
                        of.troubles()),
                SectionFactory::askPlan);
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
                        of.condition(),
                        of.doing(),
                        of.moment(),
                        of.facts(),
                        of.nearby(),
                        of.troubles()),
                of -> of.ask(Text.ASK_BODY));
    }

    /** Returns a copy that limits the total length of all messages, in characters. */
    public LayerPromptBuilder budget(int characters) {
        return new LayerPromptBuilder(writer.budget(characters), sections, question);
    }

    @Override
    public Prompt build(AgentSnapshot agent) {
        return Prompt.later(() -> {
            SectionFactory of = new SectionFactory(agent, writer.wording());
            return writer.write(agent.person(), sections.apply(of), question.apply(of));
        });
    }
}
