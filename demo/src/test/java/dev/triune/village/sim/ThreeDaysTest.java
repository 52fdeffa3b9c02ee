/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.utils.IntBag;
import dev.triune.talk.ConversationListener.ConversationEffect;
import dev.triune.village.people.Player;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Three days of seed 7, which show every feature of the village. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ThreeDaysTest {
    private static final int TICKS = 3 * VillageAssertions.DAY;
    private static final SimulationSettings SEVEN = SimulationSettings.offline(7);

    private final Map<Building, Integer> initialCounts = new EnumMap<>(Building.class);
    private final List<String> beyondCap = new ArrayList<>();
    private final List<ConversationEffect> effects = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final VillageSimulation village = new VillageBuilder(SEVEN)
            .observer(new SimulationObserver() {
                @Override
                public void effect(ConversationEffect effect) {
                    effects.add(effect);
                }

                @Override
                public void ended(IntBag agents, String reason) {
                    sizes.add(agents.size());
                }
            })
            .build();

    @BeforeAll
    void runThreeDays() {
        for (Building building : Building.values()) {
            initialCounts.put(building, village.village().buildings().builtCount(building));
        }
        for (int tick = 0; tick < TICKS; tick++) {
            village.tick();
            for (Building building : Building.values()) {
                if (village.village().buildings().claimedCount(building) > building.limit()) {
                    beyondCap.add(building + " in tick " + tick);
                }
            }
        }
        village.close();
    }

    private StoryResult story(String name) {
        return village.stories().stream()
                .filter(storyResult -> storyResult.story().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void villagersStayAliveAndEveryRequestHasAnOutcome() {
        VillageAssertions.wellAndAccountedFor(village, SEVEN);
        assertThat(village.stats().broker().requests().submitted()).isGreaterThan(500);
    }

    @Test
    void buildsThreeKindsOfBuildingsWithinTheirCaps() { // projects take longer
        Set<Building> kinds = EnumSet.noneOf(Building.class);
        for (Building building : Building.values()) {
            boolean more = village.village().buildings().builtCount(building)
                    > initialCounts.getOrDefault(building, 0);
            if (more || isBegun(building)) {
                kinds.add(building);
            }
        }
        assertThat(kinds).hasSizeGreaterThanOrEqualTo(3);
        assertThat(beyondCap).isEmpty();
        Set<Object> spots = new HashSet<>();
        for (BuildingSite buildingSite : village.village().buildings().built()) {
            assertThat(spots.add(buildingSite.point())).as("%s", buildingSite).isTrue();
        }
    }

    private boolean isBegun(Building building) {
        return village.village().buildings().unfinished().stream()
                .anyMatch(site -> site.building() == building
                        && village.village().buildings().work(site) > 0);
    }

    @Test
    void conversationsOfTwoToFourVillagersHaveTypedEffects() {
        assertThat(village.stats().talk().get(TalkStats.Count.CONVERSATIONS))
                .isGreaterThanOrEqualTo(10);
        assertThat(sizes).allMatch(size -> size <= 4).anyMatch(size -> size > 2);
        assertThat(effects)
                .hasAtLeastOneElementOfType(ConversationEffect.Promise.class)
                .hasAtLeastOneElementOfType(ConversationEffect.Information.class)
                .hasAtLeastOneElementOfType(ConversationEffect.LikingChange.class);
    }

    @Test
    void feastIsAnnouncedAndAttended() {
        StoryResult feast = story("feast");
        assertThat(feast.over()).as(feast.words()).isTrue();
        assertThat(feast.figures().get("invitations")).isGreaterThanOrEqualTo(3);
        assertThat(feast.figures().get("guests")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void restocksAfterTheDampBeforeTheStorm() {
        StoryResult storm = story("storm");
        assertThat(storm.happened()).as(storm.words()).isTrue();
        Map<String, Long> figures = new HashMap<>(storm.figures());
        assertThat(figures.get("breadAtFirst")).isLessThan(figures.get("breadNeeded"));
        assertThat(figures.get("bread")).isGreaterThanOrEqualTo(figures.get("breadNeeded"));
    }

    @Test
    void resumesWorkInterruptedByTheWolf() {
        StoryResult wolf = story("wolf");
        assertThat(wolf.happened()).as(wolf.words()).isTrue();
        assertThat(wolf.figures()).containsEntry("visits", 1L).containsEntry("resumed", 1L);
    }

    @Test
    void everyRumourCopyIsTraceable() {
        StoryResult rumour = story("rumour");
        assertThat(rumour.over()).as(rumour.words()).isTrue();
        assertThat(rumour.figures().get("traceable")).isEqualTo(rumour.figures().get("know"));
        assertThat(rumour.figures().get("mouths")).isGreaterThan(1);
    }

    @Test
    void rejectsPromptInjectionEvenIfAMindFollowsIt() {
        StoryResult injection = story("injection");
        assertThat(injection.happened()).as(injection.words()).isTrue();
        assertThat(injection.figures()).containsEntry("tried", 2L).containsEntry("given", 0L);
        assertThat(injection.figures().get("orderedByMinds")).isPositive();
        assertThat(village.player().bag().total()).as(Player.NAME).isZero();
    }
}
