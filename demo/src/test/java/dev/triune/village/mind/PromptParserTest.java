/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.people.VillagerProfiles;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PromptParserTest {
    private static final AgentSnapshot.Vitals WELL =
            new AgentSnapshot.Vitals(0.8f, 0.8f, 0.8f, 1, 0.1f);
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

    private final PromptParser plan = new PromptParser(
            PromptBuilder.executor(VillageActions.catalog(new ActionPreconditions()))
                    .build(snapshot(List.of("gather wood 5"))));
    private final PromptParser talk =
            new PromptParser(PromptBuilder.talker(VillageActions.catalog(new ActionPreconditions()))
                    .build(snapshot(List.of())));

    @Test
    void readsPersona() {
        assertThat(plan.persona())
                .isEqualTo(VillagerProfiles.description(0, VillagerProfiles.trade(0)));
        assertThat(talk.persona())
                .isEqualTo(VillagerProfiles.description(0, VillagerProfiles.trade(0)));
    }

    @Test
    void readsTheKindOfRequest() {
        assertThat(talk.asksForSpeech()).isTrue();
        assertThat(plan.asksForSpeech()).isFalse();
        assertThat(plan.busy()).isTrue();
        assertThat(talk.busy()).isFalse();
    }

    @Test
    void readsCountsFromTheMatchingLine() {
        assertThat(plan.stored("wood")).isEqualTo(12);
        assertThat(plan.stored("stone")).isZero();
        assertThat(plan.carried("stone")).isEqualTo(3);
        assertThat(plan.carried("wood")).isZero();
        assertThat(plan.gatherable("wood")).isEqualTo(118);
        assertThat(plan.gatherable("berries")).isEqualTo(64);
        assertThat(plan.gatherable("stone")).isZero();
        assertThat(plan.food()).isEqualTo(11);
    }

    @Test
    void derivesMissingBuildingsFromCaps() {
        assertThat(plan.missingBuildings("home")).isEqualTo(3);
        assertThat(plan.missingBuildings("campfire")).isEqualTo(2);
        assertThat(plan.missingBuildings("well")).isZero();
        assertThat(plan.missingBuildings("castle")).isZero();
    }

    @Test
    void readsStateOfTheFire() {
        assertThat(plan.isFireLow()).isTrue();
        assertThat(new PromptParser(Prompt.of("the fire at the square burns well")).isFireLow())
                .isFalse();
    }

    @Test
    void readsNearbyNamesAndHeardWords() {
        assertThat(talk.namesNearby()).containsExactly("Oren", "Mira 2");
        TalkPromptParser words = new TalkPromptParser(talk);
        assertThat(words.lastSpeaker()).isEqualTo("Mira 2");
        assertThat(words.lastHeard()).isEqualTo("He said: 'no', and left.");
    }

    @Test
    void readsConversationAndPendingQuestion() {
        TalkPromptParser words = new TalkPromptParser(new PromptParser(PromptBuilder.talker(
                        VillageActions.catalog(new ActionPreconditions()))
                .build(AgentSnapshot.of(
                                "Mira", VillagerProfiles.description(0, VillagerProfiles.trade(0)))
                        .heard("Bram (overheard)", "None of your business.")
                        .line("Oren", "you", "Is there bread?", false)
                        .line("You", "Oren", "Two loaves", true)
                        .line("Edda", "", "Good day, all!", false)
                        .addresser("Oren")
                        .build())));
        assertThat(words.heard())
                .extracting(TalkPromptParser.HeardLine::who)
                .containsExactly("Oren", "Edda");
        assertThat(words.lastSpeaker()).as("speaker who waits for an answer").isEqualTo("Oren");
        assertThat(words.lastHeard()).isEqualTo("Is there bread?");
        assertThat(words.said())
                .containsExactlyInAnyOrder(
                        "Is there bread?",
                        "Two loaves",
                        "Good day, all!",
                        "None of your business.");
    }

    @Test
    void ignoresStandingInstructions() {
        PromptParser read = new PromptParser(Prompt.of(
                Message.system("What do you say? Near you: Bram"), Message.user("What now?")));
        assertThat(read.asksForSpeech()).isFalse();
        assertThat(read.namesNearby()).isEmpty();
    }

    @Test
    void parsesEmptyPrompt() {
        PromptParser nothing = new PromptParser(Prompt.of(""));
        assertThat(nothing.persona()).isEmpty();
        assertThat(new TalkPromptParser(nothing).lastHeard()).isEmpty();
        assertThat(new TalkPromptParser(nothing).lastSpeaker()).isEmpty();
        assertThat(nothing.stored("wood")).isZero();
        assertThat(nothing.namesNearby()).isEmpty();
    }

    private static AgentSnapshot snapshot(List<String> plan) {
        return AgentSnapshot.of(
                        VillagerProfiles.name(0),
                        VillagerProfiles.description(0, VillagerProfiles.trade(0)))
                .vitals(WELL)
                .goal("see the home finished", 0.5f)
                .relation("Oren", "knows: \"everything\"", 0.5f)
                .memory("He said: \"no\"", "Bram")
                .heard("Oren", "Good day.")
                .heard("Mira 2", "He said: \"no\", and left.")
                .surroundings(AROUND)
                .plan(new AgentSnapshot.PlanState(
                        "idle",
                        plan.stream()
                                .map(step -> new AgentSnapshot.PlannedStep(step, false))
                                .toList(),
                        List.of(),
                        "",
                        false))
                .build();
    }
}
