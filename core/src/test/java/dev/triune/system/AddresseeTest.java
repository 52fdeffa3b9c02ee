/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.prompt.Surroundings;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An answer may address those who are near, and nobody else. */
class AddresseeTest {
    private final List<String> addressed = new ArrayList<>();
    private final List<RefusedStep> refused = new ArrayList<>();
    private String lastPrompt = "";

    @Test
    void rejectsUnknownAddresseeAndListsNearbyNames() {
        say("Zoe", true);
        assertThat(addressed).isEmpty();
        assertThat(refused)
                .contains(new RefusedStep(
                        "to", "nobody near has that name", "Zoe", "one of Ann Miller, Bo"));
        assertThat(lastPrompt)
                .contains("Zoe: nobody near has that name (expected one of Ann Miller, Bo)");
    }

    @Test
    void misspelledAddresseeIsReportedWithTheCorrectName() {
        say("ann", true);
        say("Ann Miler", true);
        assertThat(addressed).hasSizeGreaterThan(1).containsOnly("Ann Miller");
        assertThat(refused).isEmpty();
    }

    @Test
    void roleThatThePromptShowsIsAnAddressee() {
        for (String to : List.of("Commander", "the commander", "Commander Ann Miller")) {
            say(to, true);
        }
        assertThat(lastPrompt).contains("commander");
        assertThat(addressed).hasSizeGreaterThan(2).containsOnly("Ann Miller");
        assertThat(refused).isEmpty();
    }

    @Test
    void everyoneIsAlwaysAValidAddressee() {
        say("all", true);
        say("Everyone", true);
        assertThat(addressed).contains("all", "Everyone");
        assertThat(refused).isEmpty();
    }

    @Test
    void acceptsAnyAddresseeWhenNoNamesAreKnown() {
        say("Zoe", false);
        assertThat(addressed).contains("Zoe");
        assertThat(refused).isEmpty();
    }

    /**
     * Has an agent answer twice; near it are Ann Miller, by its senses, and Bo, by its perception.
     */
    private void say(String to, boolean company) {
        MindTest sim = MindTest.world(ActionCatalog.builder().build())
                .mind("{\"speaking\":\"Hello!\",\"to\":\"" + to + "\"}")
                .plugin(minds -> minds.perception(agent -> new Surroundings(
                                "noon", company ? List.of("Bo") : List.of(), List.of()))
                        .listener(new MindListener() {
                            @Override
                            public void addressed(int agent, Layer layer, String name) {
                                addressed.add(name);
                            }

                            @Override
                            public void stepRefused(int agent, Layer layer, RefusedStep step) {
                                refused.add(step);
                            }
                        }));
        int agent = sim.agent("Cid");
        sim.get(agent, Conversation.class).active = true;
        if (company) {
            int other = sim.agent("Ann Miller");
            sim.get(other, Persona.class).role = "commander";
            sim.get(agent, Senses.class).nearby.add(other);
        }
        sim.tickUntil(() -> sim.prompts(agent).size() > 1, 600);
        lastPrompt = sim.lastPrompt(agent);
    }
}
