/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.llm.Prompt;
import dev.triune.plan.ActionCatalog;
import java.util.List;

/**
 * Asks which reflex a body follows, for games that do not leave that to the rules. It tells nothing
 * that was said: nobody is talked out of eating. Immutable.
 */
public final class AutonomicPromptBuilder implements PromptBuilder {
    private static final String QUESTION =
            "Which reflex does your body follow now, before any thought? Answer with exactly one"
                    + " action.";

    private final Frame frame;

    /** Offers the actions of that catalog, within the usual budget. */
    public AutonomicPromptBuilder(ActionCatalog catalog) {
        this(Frame.of(catalog));
    }

    private AutonomicPromptBuilder(Frame frame) {
        this.frame = frame;
    }

    /**
     * The same within another budget; 8,000 unless set, or 4,000 more than rules and actions take.
     *
     * @param characters of all messages together, at least 2,600 more than rules and actions take
     * @throws IllegalArgumentException if that is too few
     */
    public AutonomicPromptBuilder budget(int characters) {
        return new AutonomicPromptBuilder(frame.budget(characters));
    }

    @Override
    public Prompt build(Snapshot snapshot) {
        Sections of = new Sections(snapshot);
        List<Section> sections = List.of(
                of.needs(),
                of.pressingNeeds(),
                of.doing(),
                of.moment(),
                of.facts(),
                of.nearby(),
                of.troubles());
        return frame.write(snapshot.person(), sections, QUESTION);
    }
}
