/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.action.ActionCatalog;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot.Person;
import dev.triune.prompt.AgentSnapshot.PlanState;
import dev.triune.prompt.AgentSnapshot.PlannedStep;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Prompts stay within their budget; the least important parts are omitted first. */
class PromptBudgetTest {
    private static final int LEAST =
            builders().stream().mapToInt(PromptBudgetTest::rules).max().orElseThrow() + 2_600;
    private static final AgentSnapshot HUGE = makeHuge();

    /** The builders within a budget. */
    static List<IntFunction<PromptBuilder>> builders() {
        return List.of(
                budget -> PromptBuilder.talker(Snapshots.VILLAGE, budget),
                budget -> PromptBuilder.executor(Snapshots.VILLAGE, budget),
                budget -> PromptBuilder.autonomic(Snapshots.VILLAGE, budget));
    }

    @ParameterizedTest
    @MethodSource("builders")
    void hugeSnapshotFitsEveryBudget(IntFunction<PromptBuilder> within) {
        for (int budget : new int[] {LEAST, LEAST + 1, 6_000, 8_000, 20_000}) {
            Prompt prompt = within.apply(budget).build(HUGE);
            assertThat(prompt.length()).isLessThanOrEqualTo(budget);
            assertThat(within.apply(budget).build(HUGE)).isEqualTo(prompt);
            assertThat(Snapshots.text(prompt)).doesNotMatch("(?s).*\\p{Cs}.*");
        }
    }

    @ParameterizedTest
    @MethodSource("builders")
    void defaultBudgetIsEightThousandCharacters(IntFunction<PromptBuilder> within) {
        assertThat(List.of(
                        PromptBuilder.talker(Snapshots.VILLAGE).build(HUGE),
                        PromptBuilder.executor(Snapshots.VILLAGE).build(HUGE),
                        PromptBuilder.autonomic(Snapshots.VILLAGE).build(HUGE)))
                .contains(within.apply(8_000).build(HUGE));
    }

    @ParameterizedTest
    @MethodSource("builders")
    void essentialPartsAreNeverOmitted(IntFunction<PromptBuilder> within) {
        Prompt prompt = within.apply(LEAST).build(HUGE);
        assertThat(prompt.messages().get(0).text())
                .contains("Answer with one JSON object", "call_meeting(", "You are Ada\ud83d")
                .contains("You are good at:");
        assertThat(prompt.messages().get(1).text())
                .contains("Last time failed:\n- 95y", "- 96y", "- 97y", "- 98y", "- 99y")
                .containsPattern("(\\?|\\.)\n$");
    }

    @Test
    void newestSpeechIsNeverOmitted() {
        for (IntFunction<PromptBuilder> within : builders().subList(0, 2)) {
            assertThat(Snapshots.text(within.apply(LEAST).build(HUGE)))
                    .contains("- Bo: \"the newest line ");
        }
    }

    @Test
    void omitsMemoriesFirstThenFactsRelationsAndOldSpeech() {
        List<String> gone = new ArrayList<>();
        for (int budget = 20_000; budget >= LEAST; budget -= 50) {
            String text = Snapshots.text(builders().get(0).apply(budget).build(crowded()));
            for (String mark : List.of(
                    "memory 1x",
                    "memory 5x",
                    "fact 1x",
                    "fact 12x",
                    "Friend 1 ",
                    "Friend 20 ",
                    "speech 1x",
                    "speech 4x",
                    "goal 1x",
                    "speech 5x")) {
                if (!text.contains(mark) && !gone.contains(mark)) {
                    gone.add(mark);
                }
            }
        }
        assertThat(gone)
                .startsWith("memory 1x", "memory 5x", "fact 12x", "fact 1x", "Friend 20 ")
                .containsSubsequence("Friend 1 ", "speech 1x")
                .doesNotContain("speech 5x");
    }

    @Test
    void usesTheBudgetAlmostFully() {
        for (long seed = 1; seed <= Thorough.count(3, 10); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int budget = random.nextInt(LEAST, 9_000);
            for (IntFunction<PromptBuilder> within : builders()) {
                String text = Snapshots.text(within.apply(budget).build(HUGE));
                assertThat(text.length()).as("seed %d", seed).isBetween(budget - 300, budget);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("builders")
    void rejectsBudgetThatIsTooSmall(IntFunction<PromptBuilder> within) {
        int rules = rules(within);
        int least = rules + 2_600;
        for (int budget : new int[] {least - 1, 500, 0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> within.apply(budget))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("budget of " + budget + " characters (expected " + least
                            + " or more: rules and actions alone take " + rules + ")");
        }
    }

    /** The characters of rules and actions. */
    private static int rules(IntFunction<PromptBuilder> within) {
        return Snapshots.text(
                        within.apply(100_000).build(AgentSnapshot.of("A", "").build()))
                .indexOf("You are A.");
    }

    @Test
    void largeCatalogRaisesTheDefaultBudget() {
        ActionCatalog.Builder actions = ActionCatalog.builder();
        for (int i = 0; i < 200; i++) {
            actions.action("action" + i, "does what number " + i + " says");
        }
        Prompt prompt = PromptBuilder.executor(actions.build()).build(HUGE);
        assertThat(prompt.length()).isGreaterThan(8_000);
        assertThat(prompt.messages().get(1).text().length()).isBetween(2_000, 4_000);
    }

    private static AgentSnapshot makeHuge() {
        String long1 = "\ud83d\udc08".repeat(500_000);
        AgentSnapshot.Builder ada = AgentSnapshot.of(
                        new Person("Ada" + long1, long1, Collections.nCopies(1_000, long1)))
                .plan(new PlanState(
                        long1,
                        Collections.nCopies(1_000, new PlannedStep(long1, false)),
                        Collections.nCopies(1_000, long1),
                        long1,
                        false))
                .priorities(Snapshots.lines(1_000, 300))
                .surroundings(new Surroundings(
                        long1,
                        Snapshots.lines(10_000, 100),
                        Snapshots.lines(10_000, 300),
                        Snapshots.lines(10_000, 300)))
                .troubles(Snapshots.lines(100, 1).stream()
                        .map(i -> i + "y".repeat(300))
                        .toList());
        for (int i = 0; i < 1_000; i++) {
            ada.goal("goal " + i + "x".repeat(300), 1)
                    .relation("friend " + i, long1, 1)
                    .memory("memory " + i + "x".repeat(300), "Bo")
                    .heard("Bo", long1);
        }
        return ada.heard("Bo", "the newest line " + long1).build();
    }

    private static AgentSnapshot crowded() {
        List<String> facts = new ArrayList<>();
        AgentSnapshot.Builder ada =
                AgentSnapshot.of("Ada", "x".repeat(500)).troubles(Snapshots.lines(5, 160));
        for (int i = 1; i <= 20; i++) {
            ada.relation("Friend " + i + " of mine", "x".repeat(150), 0);
            facts.add("fact " + i + "x".repeat(200));
        }
        for (int i = 1; i <= 5; i++) {
            ada.memory("memory " + i + "x".repeat(200), "").goal("goal " + i + "x", 0);
            ada.heard("Bo", "speech " + i + "x".repeat(235));
        }
        return ada.surroundings(new Surroundings("", List.of(), facts.subList(0, 12)))
                .build();
    }
}
