/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.talk.Utterance;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.world.Building;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class VillageDayTest {
    private static final SimulationSettings SEVEN = SimulationSettings.offline(7);

    private final List<List<Step>> plans = new ArrayList<>();
    private final List<String> addressed = new ArrayList<>();
    private final List<String> spokenLines = new ArrayList<>();
    private final Set<Step> failed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Step> failedBeforeTheirPlan = new ArrayList<>();
    private final List<String> exceededCaps = new ArrayList<>();
    private final VillageSimulation village = new VillageBuilder(SEVEN)
            .listener(new VillageListener() {
                @Override
                public void planMade(int agent, Layer layer, List<Step> steps) {
                    plans.add(List.copyOf(steps));
                    steps.stream().filter(failed::contains).forEach(failedBeforeTheirPlan::add);
                }

                @Override
                public void actionFailed(int agent, Step step, String reason) {
                    failed.add(step);
                }

                @Override
                public void villagerSpoke(int agent, String to, String text) {
                    spokenLines.add(text);
                    if (!to.isEmpty()) {
                        addressed.add(to);
                    }
                }
            })
            .build();

    @BeforeAll
    void runOneDay() {
        for (int i = 0; i < VillageAssertions.DAY; i++) {
            village.tick();
            for (Building building : Building.values()) {
                if (village.village().buildings().claimedCount(building) > building.limit()) {
                    exceededCaps.add(building + " in tick " + village.ticks());
                }
            }
        }
        village.close();
    }

    @Test
    void villagersStayAliveAndTotalsAgree() {
        assertThat(village.ticks()).isEqualTo(VillageAssertions.DAY);
        assertThat(village.villagers()).hasSize(8);
        VillageAssertions.wellAndAccountedFor(village, SEVEN);
    }

    @Test
    void everyLayerIsSelectedSeveralTimes() {
        for (Layer layer : Layer.values()) {
            assertThat(village.scheduler().stats().requests().selections(layer))
                    .as(layer.label())
                    .isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void queuesAndCompletesPlansOfSeveralSteps() {
        assertThat(plans).filteredOn(plan -> plan.size() > 1).hasSizeGreaterThan(50);
        assertThat(village.stats().minds().steps().queued()).isGreaterThan(300);
        assertThat(village.stats().minds().steps().done())
                .isGreaterThan(village.stats().minds().steps().queued() / 2);
    }

    @Test
    void failuresAreToldAfterThePlanThatTheyBelongTo() {
        assertThat(failed).isNotEmpty();
        assertThat(failedBeforeTheirPlan).isEmpty();
    }

    @Test
    void linesThatAreBrokenOffEndWithDash() {
        List<String> lines = new ArrayList<>();
        List<Integer> speakers = new ArrayList<>();
        try (VillageSimulation other = new VillageBuilder(SEVEN)
                .listener(new VillageListener() {
                    @Override
                    public void villagerSpoke(int agent, String to, String text) {
                        lines.add(text);
                    }
                })
                .observer(new SimulationObserver() {
                    @Override
                    public void speaking(int agent, Utterance line, String text, int end) {
                        speakers.add(agent);
                    }
                })
                .build()) {
            for (int i = 0;
                    i < VillageAssertions.DAY
                            && lines.stream().noneMatch(each -> each.endsWith(" —"));
                    i++) {
                other.tick();
                speakers.forEach(agent -> other.inputs().say(agent, "Wait, listen to me!"));
                speakers.clear();
            }
        }
        assertThat(lines).anyMatch(line -> line.endsWith(" —"));
    }

    @Test
    void mostRequestsAreAnsweredAndAllAnswersAreReadable() {
        long requests = village.stats().broker().requests().submitted();
        long answered = village.stats().broker().requests().count(Outcome.Kind.ANSWERED);
        assertThat(answered).isGreaterThan(requests * 9 / 10);
        assertThat(village.stats().minds().answers().unreadable()).isZero();
    }

    @Test
    void firstStepArrivesBeforeTheFullAnswer() {
        LatencyMetrics latencyMetrics = village.stats().latency();
        assertThat(latencyMetrics.firstStep().count())
                .isEqualTo(latencyMetrics.fullAnswer().count());
        assertThat(latencyMetrics.firstStep().count()).isGreaterThan(80);
        assertThat(latencyMetrics.firstStep().percentileMillis(0.5))
                .isPositive()
                .isLessThan(latencyMetrics.fullAnswer().percentileMillis(0.5));
    }

    @Test
    void villagersTalkToEachOther() {
        assertThat(village.stats().talk().get(TalkStats.Count.CONVERSATIONS)).isGreaterThan(10);
        assertThat(addressed).hasSizeGreaterThan((int)
                village.stats().talk().get(TalkStats.Count.CONVERSATIONS));
    }

    @Test
    void villageGrowsWithinItsBuildingCaps() {
        assertThat(exceededCaps).isEmpty();
        assertThat(village.village().buildings().built().size()).isGreaterThan(8);
    }

    @Test
    void closingTwiceHasNoEffect() {
        long requests = village.stats().broker().requests().submitted();
        village.close();
        assertThat(village.stats().broker().requests().ended()).isEqualTo(requests);
    }
}
