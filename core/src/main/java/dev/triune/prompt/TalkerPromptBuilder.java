/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.plan.ActionCatalog;

/** Asks what an agent says, and what it does about what was said. Immutable. */
public final class TalkerPromptBuilder implements PromptBuilder {
    private final String rules;

    /** Offers the actions of that catalog. */
    public TalkerPromptBuilder(ActionCatalog catalog) {
        this.rules = new PromptText()
                .line("You speak for one person in a living world. Stay in character.")
                .line("Answer with one JSON object and nothing else:")
                .line("{\"action\":[...],\"speaking\":\"...\",\"goal\":{\"type\":\"social\","
                        + "\"description\":\"...\"},\"thinking\":\"...\"}")
                .line("speaking is what you say aloud, in one or two sentences. Leave out action"
                        + " unless talking led to something to do; leave out goal unless you set"
                        + " yourself a new one.")
                .actions(catalog)
                .toString();
    }

    @Override
    public Prompt build(Snapshot snapshot) {
        String now = new PromptText()
                .line("You are " + snapshot.name() + ". " + snapshot.persona())
                .list("Your goals:", snapshot.goals())
                .pressingNeeds(snapshot.vitals())
                .line(snapshot.surroundings().moment())
                .line("You are busy with: " + snapshot.doing() + ".")
                .row("Near you:", snapshot.surroundings().nearby())
                .list("You know:", snapshot.surroundings().facts())
                .quotes(snapshot.heard())
                .line("What do you say?")
                .toString();
        return Prompt.of(Message.system(rules), Message.user(now));
    }
}
