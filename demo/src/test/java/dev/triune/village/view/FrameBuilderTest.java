/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.triune.AgentInspection;
import dev.triune.component.Mind;
import dev.triune.llm.VirtualTime;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Village;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The view shows the actual state of the village. */
final class FrameBuilderTest {
    private static final int THREE_DAYS = 72_000;
    private static final int[] NOBODY = {};

    private final ActivityLog activityLog = new ActivityLog();
    private VillageSimulation simulation;
    private Village village;
    private FrameBuilder frameBuilder;

    @BeforeEach
    void begin() {
        VillageBuilder builder = new VillageBuilder(SimulationSettings.offline(7));
        activityLog.addTo(builder, VillageListener.SILENT);
        simulation = builder.build();
        village = simulation.village();
        activityLog.begin(simulation);
        frameBuilder = new FrameBuilder(simulation, activityLog, new VirtualTime());
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private VillageFrame picture(int... inspected) {
        return frameBuilder.buildFrame(true, 1, true, inspected, 0);
    }

    /** Runs until the condition holds and returns the scene. */
    private VillageScene sceneOnce(Predicate<Village> so) {
        for (int i = 0; i < THREE_DAYS && !so.test(village); i++) {
            simulation.tick();
            if (i % 10 == 0) {
                picture(NOBODY);
            }
        }
        assertThat(so.test(village)).as("seed 7, tick " + simulation.ticks()).isTrue();
        return picture(NOBODY).scene();
    }

    @Test
    void showsTheWolfAtItsPosition() {
        assertThat(picture().scene().events().creatures()).isEmpty();
        assertThat(sceneOnce(there -> there.wolf().isPresent()).events().creatures())
                .containsExactly(new VillageScene.CreatureView(
                        "wolf",
                        village.wolf().point().x(),
                        village.wolf().point().y()));
    }

    @Test
    void showsStormForecastAndStorm() {
        assertThat(picture().scene().moment().weather()).isEmpty();
        VillageScene before = sceneOnce(there -> there.weather().isStormForecast(there.tick()));
        assertThat(before.moment().weather()).matches("a storm comes in \\d+ h");
        assertThat(before.moment().storm()).isFalse();
        VillageScene during = sceneOnce(Village::isStorm);
        assertThat(during.moment().weather()).isEqualTo("storm");
        assertThat(during.moment().storm()).isTrue();
    }

    @Test
    void showsBareGrowingAndRipeFields() {
        assertThat(picture().scene().places().plots())
                .extracting(VillageScene.PlotView::grown)
                .containsOnly(-1f);
        VillageScene growing =
                sceneOnce(there -> there.buildings().fieldPlots().get(0).grown() > 5_000);
        assertThat(growing.places().plots().get(0).grown()).isEqualTo(0.5f, within(0.01f));
        VillageScene ripe = sceneOnce(there ->
                there.buildings().fieldPlots().stream().anyMatch(fieldPlot -> fieldPlot.ripe()));
        assertThat(ripe.places().plots())
                .extracting(VillageScene.PlotView::grown)
                .contains(1f);
    }

    @Test
    void showsConstructionProgressUntilABuildingIsFinished() {
        VillageScene first = picture().scene();
        assertThat(first.places().buildings()).hasSameSizeAs(village.buildings().built());
        assertThat(first.places().buildings()).allMatch(VillageScene.BuildingView::standing);
        float done = 0;
        for (int i = 0; i < THREE_DAYS && done < 0.9f; i++) {
            simulation.tick();
            if (i % 10 == 0) {
                done = done();
            }
        }
        assertThat(done).isGreaterThanOrEqualTo(0.9f);
        int standing = village.buildings().built().size();
        sceneOnce(there -> there.buildings().built().size() > standing);
    }

    /** The progress of the unfinished building that is farthest along. */
    private float done() {
        List<VillageScene.BuildingView> sites = picture().scene().places().buildings().stream()
                .filter(buildingView -> !buildingView.standing())
                .toList();
        assertThat(sites).doesNotHaveDuplicates();
        return sites.stream()
                .map(VillageScene.BuildingView::done)
                .max(Float::compare)
                .orElse(0f);
    }

    @Test
    void showsConversationMembersAndTurn() {
        VillageScene villageScene = picture().scene();
        assertThat(villageScene.villagers().circles()).isEmpty();
        for (int i = 0; i < THREE_DAYS && !isBig(villageScene); i++) {
            simulation.tick();
            villageScene = i % 10 == 0 ? picture().scene() : villageScene;
        }
        VillageScene.ConversationView conversationView = villageScene.villagers().circles().stream()
                .filter(FrameBuilderTest::isBig)
                .findFirst()
                .orElseThrow();
        for (int member : conversationView.members()) {
            VillagerDetail villagerDetail = picture(member).details().get(0);
            assertThat(villagerDetail.mind().talk().partners())
                    .hasSize(conversationView.members().size() - 1);
            assertThat(villagerDetail.mind().talk().turn())
                    .isEqualTo(conversationView.turn() < 0 ? "" : nameOf(conversationView.turn()))
                    .isNotEmpty();
        }
        int first = conversationView.members().get(0);
        assertThat(activityLog.activityOf(first).spokenLines()).isNotEmpty();
    }

    @Test
    void playerConversationIsNotACircle() {
        simulation.tick();
        simulation.inputs().say(simulation.villagers()[0], "Good morning!");
        assertThat(picture().scene().villagers().circles()).isEmpty();
        assertThat(picture(0).details().get(0).mind().talk().turn()).isEqualTo(nameOf(0));
    }

    private static boolean isBig(VillageScene villageScene) {
        return villageScene.villagers().circles().stream().anyMatch(FrameBuilderTest::isBig);
    }

    private static boolean isBig(VillageScene.ConversationView conversationView) {
        return conversationView.members().size() > 2;
    }

    private String nameOf(int number) {
        return simulation.nameOf(simulation.villagers()[number]);
    }

    @Test
    void showsStorageAndStories() {
        VillageScene villageScene = picture().scene();
        assertThat(villageScene.goods().store()).containsEntry("wood", 12);
        assertThat(villageScene.goods().room())
                .isEqualTo(village.storageCapacity())
                .isPositive();
        assertThat(villageScene.events().stories())
                .extracting(VillageScene.StoryView::name)
                .containsExactly(
                        "feast",
                        "storm",
                        "wolf",
                        "rumour",
                        "injection",
                        "market",
                        "courtship",
                        "illness",
                        "theft");
        assertThat(villageScene.events().stories())
                .extracting(VillageScene.StoryView::words)
                .doesNotContain("");
    }

    @Test
    void detailShowsNeedsAndTraits() {
        simulation.tick();
        VillagerDetail villagerDetail = picture(2).details().get(0);
        assertThat(villagerDetail.body()).containsOnlyKeys("thirst", "company");
        assertThat(villagerDetail.traits()).hasSize(2).doesNotHaveDuplicates();
        assertThat(villagerDetail.extraversion()).isBetween(0f, 1f);
    }

    /** Beside the inspection a detail has only what the village knows, and nothing twice. */
    @Test
    void thoughtsComeFromTheInspectionAlone() {
        simulation.tick();
        VillagerDetail detail = picture(2).details().get(0);
        assertThat(detail.mind())
                .isEqualTo(simulation.scheduler().inspect(detail.mind().agent()));
        assertThat(namesOf(VillagerDetail.class))
                .containsExactly(
                        "villager",
                        "trade",
                        "traits",
                        "extraversion",
                        "carries",
                        "body",
                        "lines",
                        "cost",
                        "mind")
                .doesNotContainAnyElementsOf(namesOf(AgentInspection.class));
        assertThat(VillagerInspector.class.getDeclaredFields())
                .as("components of minds that the inspector reads itself")
                .noneMatch(field ->
                        field.getGenericType().getTypeName().contains(Mind.class.getPackageName()));
    }

    private static List<String> namesOf(Class<? extends Record> type) {
        return Stream.of(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    @Test
    void playerSpeechAppearsInNewsAndDetails() {
        simulation.tick();
        simulation.inputs().say(simulation.villagers()[3], "Good day!");
        assertThat(activityLog.activityOf(3).spokenLines())
                .extracting(VillagerDetail.SpokenLine::text)
                .contains("Good day!");
        assertThat(activityLog.news())
                .extracting(NewsEntry::kind, NewsEntry::text, NewsEntry::to)
                .contains(org.assertj.core.groups.Tuple.tuple("player", "Good day!", nameOf(3)));
    }
}
