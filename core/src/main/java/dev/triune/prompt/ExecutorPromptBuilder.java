/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.plan.ActionCatalog;

/** Asks for a plan of several steps. Immutable. */
public final class ExecutorPromptBuilder implements PromptBuilder {
    private final String rules;

    /** Offers the actions of that catalog. */
    public ExecutorPromptBuilder(ActionCatalog catalog) {
        this.rules = new PromptText()
                .line("You plan for one person in a living world. Think of the whole day.")
                .line("Answer with one JSON object and nothing else, the plan first:")
                .line(
                        "{\"action\":[{...},{...}],\"speaking\":\"...\",\"goal\":{\"type\":\"personal\","
                                + "\"description\":\"...\"},\"thinking\":\"...\"}")
                .line("action is a list of one to six steps, carried out in order. The other keys"
                        + " may be left out; leave out action if your last plan still stands, and it"
                        + " goes on.")
                .actions(catalog)
                .toString();
    }

    @Override
    public Prompt build(Snapshot snapshot) {
        String now = new PromptText()
                .line("You are " + snapshot.name() + ". " + snapshot.persona())
                .list("Your goals:", snapshot.goals())
                .vitals(snapshot.vitals())
                .line(snapshot.surroundings().moment())
                .row("Near you:", snapshot.surroundings().nearby())
                .list("You know:", snapshot.surroundings().facts())
                .list("Still to do of your last plan:", snapshot.plan())
                .quotes(snapshot.heard())
                .line("What do you do next?")
                .toString();
        return Prompt.of(Message.system(rules), Message.user(now));
    }
}
