/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.prompt.ExecutorPromptBuilder;
import dev.triune.prompt.Snapshot;
import dev.triune.prompt.Surroundings;
import dev.triune.prompt.TalkerPromptBuilder;
import dev.triune.village.action.HouseRules;
import dev.triune.village.people.Names;
import dev.triune.village.places.Village;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReadingTest {
    private static final Snapshot.Vitals WELL = new Snapshot.Vitals(0.8f, 0.8f, 0.8f, 1, 0.1f);
    private static final Surroundings AROUND = new Surroundings(
            "It is day 1, 09:00, day.",
            List.of("Oren", "Mira 2"),
            List.of(
                    "the storehouse holds: wood 12, berries 7, bread 1",
                    "you carry: stone 3",
                    "the fire at the square burns low",
                    "buildings with those under way: home 5 of 8, campfire 1 of 3, well 1 of 1",
                    "wood to gather at the forest: 118",
                    "berries to gather at the berry patch: 64"),
            List.of("a home takes wood 12 and stone 6"));

    private final Reading plan = new Reading(
            new ExecutorPromptBuilder(VillageActions.catalog(new HouseRules(new Village(8))))
                    .build(snapshot(List.of("gather wood 5"))));
    private final Reading talk = new Reading(
            new TalkerPromptBuilder(VillageActions.catalog(new HouseRules(new Village(8))))
                    .build(snapshot(List.of())));

    @Test
    void thePersonIsRead() {
        assertThat(plan.persona()).isEqualTo(Names.description(0));
        assertThat(talk.persona()).isEqualTo(Names.description(0));
    }

    @Test
    void whatIsAskedIsRead() {
        assertThat(talk.asksForSpeech()).isTrue();
        assertThat(plan.asksForSpeech()).isFalse();
        assertThat(plan.busy()).isTrue();
        assertThat(talk.busy()).isFalse();
    }

    @Test
    void countsAreReadFromTheirOwnLine() {
        assertThat(plan.stored("wood")).isEqualTo(12);
        assertThat(plan.stored("stone")).isZero();
        assertThat(plan.carried("stone")).isEqualTo(3);
        assertThat(plan.carried("wood")).isZero();
        assertThat(plan.growing("wood")).isEqualTo(118);
        assertThat(plan.growing("berries")).isEqualTo(64);
        assertThat(plan.growing("stone")).isZero();
        assertThat(plan.food()).isEqualTo(11);
    }

    @Test
    void whatIsMissingIsReadFromTheCaps() {
        assertThat(plan.missing("home")).isEqualTo(3);
        assertThat(plan.missing("campfire")).isEqualTo(2);
        assertThat(plan.missing("well")).isZero();
        assertThat(plan.missing("castle")).isZero();
    }

    @Test
    void theFireIsRead() {
        assertThat(plan.fireFails()).isTrue();
        assertThat(new Reading(Prompt.of("the fire at the square burns well")).fireFails())
                .isFalse();
    }

    @Test
    void namesAndWordsOfOthersAreRead() {
        assertThat(talk.near()).containsExactly("Oren", "Mira 2");
        assertThat(talk.lastSpeaker()).isEqualTo("Mira 2");
        assertThat(talk.lastHeard()).isEqualTo("He said: 'no', and left.");
    }

    @Test
    void onlyTheQuestionIsReadAndNotTheStandingInstructions() {
        Reading read = new Reading(Prompt.of(
                Message.system("What do you say? Near you: Bram"), Message.user("What now?")));
        assertThat(read.asksForSpeech()).isFalse();
        assertThat(read.near()).isEmpty();
    }

    @Test
    void nothingIsReadFromNothing() {
        Reading nothing = new Reading(Prompt.of(""));
        assertThat(nothing.persona()).isEmpty();
        assertThat(nothing.lastHeard()).isEmpty();
        assertThat(nothing.lastSpeaker()).isEmpty();
        assertThat(nothing.stored("wood")).isZero();
        assertThat(nothing.near()).isEmpty();
    }

    private static Snapshot snapshot(List<String> plan) {
        return Snapshot.of(Names.name(0), Names.description(0))
                .vitals(WELL)
                .goal("see the home finished", 0.5f)
                .relation("Oren", "knows: \"everything\"", 0.5f)
                .memory("He said: \"no\"", "Bram")
                .heard("Oren", "Good day.")
                .heard("Mira 2", "He said: \"no\", and left.")
                .surroundings(AROUND)
                .plan(new Snapshot.Plan(
                        "idle",
                        plan.stream()
                                .map(step -> new Snapshot.PlannedStep(step, false))
                                .toList(),
                        List.of(),
                        "",
                        false))
                .build();
    }
}
