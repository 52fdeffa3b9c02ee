/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.village.lab.ClaimCheck.Claim;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Building;
import dev.triune.village.world.Resource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a line claims, compared with the knowledge of Mira, at noon of the first day. */
class ClaimCheckTest {
    private static final long NOON = 6_000;

    private final Journal journal = new Journal();
    private final VillageFacts facts = new VillageFacts();

    ClaimCheckTest() {
        journal.did(Step.of("gather").with("target", "wood").with("amount", 12), "forest", 1_000);
        journal.did(Step.of("help").with("to", "Wren"), "field", 2_000);
        journal.failed(
                Step.of("gather").with("target", "stone").with("amount", 4),
                "the quarry is empty",
                "quarry",
                3_000);
        journal.reacted("flee_danger", "", "forest", 4_000);
        journal.agree("Joss", true, "Bring me wood", "I will", "bring wood", 4_500);
        journal.meet("Oren", 5_000).add(false, "The river is low today.", 5_000);
    }

    @Test
    void trueLinesHoldAndAreParticular() {
        for (String line : List.of(
                "I cut 12 wood in the forest at 7:00.",
                "Oren, I helped Wren in the field, and fled from the wolf.",
                "I could not break stone: the quarry is empty.",
                "There are 7 berries left in the storehouse.",
                "The fire at the square burns low.",
                "The well is 40 % done.",
                "Edda told me that a light was seen in the quarry at night, and nobody was there.",
                "I promised Joss wood.",
                "You said \"The river is low today\".")) {
            assertThat(claims(line))
                    .as(line)
                    .isNotEmpty()
                    .allMatch(Claim::holds)
                    .anyMatch(Claim::particular);
        }
    }

    @Test
    void plantedFaultsContradictWhatTheSpeakerKnows() {
        for (String line : List.of(
                "I cut 9 wood in the forest.",
                "I cut 12 wood at the quarry.",
                "I cut 12 wood at 11:00.",
                "I baked bread this morning.",
                "I helped Pell.",
                "There are 70 berries left in the storehouse.",
                "The fire burns well.",
                "The well stands at last.",
                "Wren told me that a light was seen in the quarry at night, and nobody was there.",
                "There is a feast at the square on the evening of day 2.",
                "Joss, you promised me wood.",
                "Oren promised me an axe.",
                "You said \"The river is high today\".",
                "Pell gave me bread.",
                "I am hungry.",
                "I go for 8 stone.",
                "A storm comes at 17:00.")) {
            assertThat(claims(line)).as(line).anyMatch(claim -> !claim.holds());
        }
    }

    @Test
    void smallTalkClaimsNothing() {
        for (String line : List.of(
                "Do you remember when the river froze?",
                "Sing, then. I'll join in at the chorus.",
                "Gladly: I'll bring you 6 berries before dusk.",
                "When I was your age I ran the same.",
                "That was kind. I owe a favour.",
                "My grandmother kept a fire going for forty days.")) {
            assertThat(claims(line)).as(line).isEmpty();
        }
    }

    private List<Claim> claims(String line) {
        Agreement own = journal.agreements.get(0);
        assertThat(own.own).isTrue();
        return ClaimCheck.claims(
                line,
                new SpeakerView(
                        NOON,
                        "Mira",
                        line.contains("Joss,") ? List.of("Joss") : List.of("Oren"),
                        List.of("Mira", "Oren", "Joss", "Wren", "Pell", "Edda"),
                        new SpeakerView.Body(0.9f, 0.9f, 0.9f, 1, false, Map.of()),
                        new SpeakerView.Life(
                                journal.deeds,
                                journal.agreements,
                                List.of(new Episode(
                                        facts.find(VillageFacts.RUMOUR)
                                                .orElseThrow()
                                                .words(),
                                        VillageFacts.RUMOUR,
                                        1,
                                        500,
                                        "Edda")),
                                journal.people,
                                List.of("gather wood 12")),
                        new SpeakerView.Sight(
                                List.of(Map.of(Resource.BERRIES, 7)),
                                List.of(1_500),
                                -1,
                                false,
                                Map.of(),
                                Map.of(Building.WELL, Set.of(40))),
                        facts.facts(),
                        List.of()));
    }
}
