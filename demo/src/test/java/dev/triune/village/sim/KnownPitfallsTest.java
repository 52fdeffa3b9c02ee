/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticket;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.village.mind.VillagerOfflineMind;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Mistakes of earlier systems of this kind, one test each, over the same two days: an offline
 * mind answers as a model does, with a share of bad answers, and each prompt is kept.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KnownPitfallsTest {
    private static final int TICKS = 2 * VillageAssertions.DAY;
    private static final int TALKER_COOLDOWN = 100;
    private static final int EXECUTOR_COOLDOWN = 200;
    private static final SimulationSettings SEVEN = SimulationSettings.offline(7);

    private final List<String> prompts = new ArrayList<>();
    private final List<String> outdatedPrompts = new ArrayList<>();
    private final List<String> spokenLines = new ArrayList<>();
    private final List<String> outOfRange = new ArrayList<>();
    private final List<String> tooSoon = new ArrayList<>();
    private final List<Long> gaps = new ArrayList<>();
    private final Set<String> goalDescriptions = new TreeSet<>();
    private final Map<String, Long> lastCalls = new HashMap<>();
    private final VillageSimulation village = new VillageBuilder(SEVEN)
            .listener(listener())
            .broker(connection -> new BrokerBuilder()
                    .provider(
                            ProviderSettings.of("offline", "rules").withPermits(2),
                            recordingPrompts(
                                    OfflineProvider.builder(new VillagerOfflineMind()::answer)
                                            .clock(
                                                    connection.ticker(),
                                                    Objects.requireNonNull(connection.timers()))
                                            .seed(7)
                                            .requestsPerMinute(90)
                                            .build()))
                    .ticker(connection.ticker())
                    .seed(7)
                    .listener(connection.listener())
                    .build())
            .observer(cooldowns())
            .build();
    private long longestAllIdle;
    private int mostStarts;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Goals> mGoals;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Memory> mMemory;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    private VillageListener listener() {
        return new VillageListener() {
            @Override
            public void villagerSpoke(int agent, String to, String text) {
                spokenLines.add(text);
            }
        };
    }

    /** Records each prompt, and whether it describes the moment in which it is sent. */
    private Provider recordingPrompts(Provider provider) {
        return (call, sink) -> {
            String text = call.prompt().messages().stream()
                    .map(Message::text)
                    .collect(Collectors.joining("\n"));
            prompts.add(text);
            long tick = village.village().tick();
            String now = "It is day " + Calendar.day(tick) + ", " + Calendar.time(tick) + ", ";
            if (!text.contains(now)) {
                outdatedPrompts.add("not \"" + now + "\" in: " + text);
            }
            return provider.start(call, sink);
        };
    }

    @BeforeAll
    void runTwoDays() {
        village.inject(this);
        long idleSince = 0;
        for (int tick = 0; tick < TICKS; tick++) {
            village.tick();
            boolean allIdle = true;
            for (int agent : village.villagers()) {
                recordState(agent);
                allIdle &= mBehavior.get(agent).idle();
            }
            idleSince = allIdle ? idleSince : tick;
            longestAllIdle = Math.max(longestAllIdle, tick - idleSince);
        }
        village.close();
    }

    private void recordState(int agent) {
        Needs needs = mNeeds.get(agent);
        for (float need : new float[] {
            needs.hunger, needs.energy, needs.temperature, needs.health, needs.sleepDrive
        }) {
            if (!(need >= 0 && need <= 1)) {
                outOfRange.add(mPersona.get(agent).name + ": " + need);
            }
        }
        for (Goal goal : mGoals.get(agent).goals) {
            goalDescriptions.add(goal.description);
        }
        for (QueuedStep step : mQueue.get(agent).wholePlan()) {
            mostStarts = Math.max(mostStarts, step.starts);
        }
    }

    /** Records the calls of each layer of a villager; only for a player no cooldown applies. */
    private SimulationObserver cooldowns() {
        return new SimulationObserver() {
            private final Map<Long, Long> askedAt = new HashMap<>();

            @Override
            public void requestSubmitted(
                    int agent, Layer layer, Ticket ticket, int urgency, String reason) {
                long now = village.ticks();
                askedAt.put(ticket.number(), now);
                Long before = lastCalls.get(agent + " " + layer);
                if (before != null && !reason.equals(StandardSelectionRule.PLAYER.reason())) {
                    gaps.add(now - before);
                    int cooldown = layer == Layer.TALKER ? TALKER_COOLDOWN : EXECUTOR_COOLDOWN;
                    if (now - before < cooldown) {
                        tooSoon.add(agent + " " + layer + " after " + (now - before));
                    }
                }
            }

            /** Requests that were withdrawn before they were sent do not count. */
            @Override
            public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
                if (outcome.kind() == Outcome.Kind.ANSWERED) {
                    lastCalls.put(agent + " " + layer, askedAt.get(ticket.number()));
                }
            }
        };
    }

    @Test
    void villagersAreNeverAllIdleForLong() {
        VillageAssertions.wellAndAccountedFor(village, SEVEN);
        assertThat(longestAllIdle).isLessThan(400);
    }

    @Test
    void everyAnswerIsAppliedOrCounted() {
        long answered = village.stats().broker().requests().count(Outcome.Kind.ANSWERED);
        assertThat(village.stats().minds().answers().total())
                .isEqualTo(answered)
                .isGreaterThan(300);
        long used = village.stats().minds().answers().count(AnswerStatus.APPLIED)
                + village.stats().minds().answers().count(AnswerStatus.REPAIRED);
        long askedAgain = village.stats().minds().answers().secondTries();
        assertThat(used + askedAgain).isGreaterThan(answered * 98 / 100);
        assertThat(askedAgain).as("answers with a deed that cannot be done").isPositive();
    }

    @Test
    void neverBuildsTheSameSiteTwice() {
        Set<Object> spots = new HashSet<>();
        for (Building building : Building.values()) {
            assertThat(village.village().buildings().claimedCount(building))
                    .isLessThanOrEqualTo(building.limit());
        }
        for (BuildingSite buildingSite : village.village().buildings().built()) {
            assertThat(spots.add(buildingSite.point())).as("%s", buildingSite).isTrue();
        }
        assertThat(spots).hasSizeGreaterThan(10);
    }

    @Test
    void keepsTheGoalSetByAnAnswer() {
        assertThat(goalDescriptions).anyMatch(aim -> aim.startsWith("see the "));
    }

    @Test
    void modelReasoningIsNeverSpoken() {
        assertThat(spokenLines).hasSizeGreaterThan(100);
        assertThat(spokenLines)
                .noneMatch(words -> words.contains("<think") || words.contains("</think"));
        assertThat(spokenLines).noneMatch(words -> words.contains("{") || words.contains("```"));
    }

    @Test
    void promptsContainNoIdsOrDuplicateMemories() {
        assertThat(prompts).hasSizeGreaterThan(300);
        for (String prompt : prompts) {
            assertThat(prompt)
                    .doesNotContainPattern("[0-9a-f]{8}-[0-9a-f]{4}-")
                    .doesNotContainPattern("@[0-9a-f]{5,}");
            List<String> memories = memories(prompt);
            assertThat(memories).hasSizeLessThanOrEqualTo(5).doesNotHaveDuplicates();
        }
        assertThat(prompts).anyMatch(prompt -> memories(prompt).size() > 2);
    }

    private static List<String> memories(String prompt) {
        return prompt.lines()
                .dropWhile(line -> !line.startsWith("You remember:"))
                .skip(1)
                .takeWhile(line -> line.startsWith("- "))
                .toList();
    }

    @Test
    void needsAreFractionsInTheWorldAndPercentInPrompts() {
        assertThat(outOfRange).isEmpty();
        List<Integer> figures = prompts.stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("You are fed "))
                .flatMap(line -> java.util.regex.Pattern.compile("\\d+")
                        .matcher(line)
                        .results()
                        .map(figure -> Integer.valueOf(figure.group())))
                .toList();
        assertThat(figures).allMatch(figure -> figure <= 100).anyMatch(figure -> figure > 1);
    }

    @Test
    void cooldownsUseGameTime() {
        assertThat(tooSoon).isEmpty();
        assertThat(gaps).anyMatch(gap -> gap < 2 * EXECUTOR_COOLDOWN);
    }

    @Test
    void promptsDescribeTheMomentTheyAreSent() {
        assertThat(outdatedPrompts).isEmpty();
    }

    @Test
    void limitsResumesOfInterruptedSteps() {
        assertThat(mostStarts).isBetween(2, 9);
    }

    @Test
    void loadingASaveRestoresVillagers() throws IOException {
        ByteArrayOutputStream save = new ByteArrayOutputStream();
        village.save(save);
        try (VillageSimulation loaded =
                new VillageBuilder(SEVEN).load(new ByteArrayInputStream(save.toByteArray()))) {
            KnownPitfallsTest there = new KnownPitfallsTest();
            loaded.inject(there);
            assertThat(loaded.villagers()).hasSize(8);
            for (int i = 0; i < 8; i++) {
                int agent = village.villagers()[i];
                int again = loaded.villagers()[i];
                assertThat(loaded.nameOf(again)).isEqualTo(village.nameOf(agent));
                assertThat(there.mMemory.get(again).episodes)
                        .hasSameSizeAs(mMemory.get(agent).episodes)
                        .isNotEmpty();
                assertThat(there.mQueue.get(again).wholePlan())
                        .hasSameSizeAs(mQueue.get(agent).wholePlan());
            }
            there.village.close();
        }
    }
}
