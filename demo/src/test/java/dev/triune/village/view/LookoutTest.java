/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.triune.llm.time.VirtualTime;
import dev.triune.village.places.Village;
import dev.triune.village.sim.Narrator;
import dev.triune.village.sim.Settings;
import dev.triune.village.sim.VillageSimulation;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the view sees of a village is what is there. */
final class LookoutTest {
    private static final int THREE_DAYS = 72_000;
    private static final int[] NOBODY = {};

    private final Lives lives = new Lives();
    private VillageSimulation simulation;
    private Village village;
    private Lookout lookout;

    @BeforeEach
    void begin() {
        simulation =
                new VillageSimulation(Settings.offline(7), new News(Narrator.SILENT, lives), lives);
        village = simulation.village();
        lives.begin(simulation);
        simulation.onTalk(lives);
        lookout = new Lookout(simulation, lives, new VirtualTime());
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private Frame picture(int... inspected) {
        return lookout.picture(new StandStill(), true, inspected, 0);
    }

    /** Lives until it is so, and looks. */
    private Scene when(Predicate<Village> so) {
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
    void theWolfIsWhereItIs() {
        assertThat(picture().scene().creatures()).isEmpty();
        assertThat(when(there -> there.wolf().here()).creatures())
                .containsExactly(new Scene.Creature(
                        "wolf",
                        village.wolf().point().x(),
                        village.wolf().point().y()));
    }

    @Test
    void aStormIsSeenToComeAndToRage() {
        assertThat(picture().scene().weather()).isEmpty();
        Scene before = when(there -> there.weather().stormComes(there.tick()));
        assertThat(before.weather()).matches("a storm comes in \\d+ h");
        assertThat(before.storm()).isFalse();
        Scene during = when(Village::storm);
        assertThat(during.weather()).isEqualTo("storm");
        assertThat(during.storm()).isTrue();
    }

    @Test
    void fieldsAreBareThenGrowThenAreRipe() {
        assertThat(picture().scene().plots()).extracting(Scene.Plot::grown).containsOnly(-1f);
        Scene growing = when(there -> there.plots().get(0).grown() > 5_000);
        assertThat(growing.plots().get(0).grown()).isEqualTo(0.5f, within(0.01f));
        Scene ripe = when(there -> there.plots().stream().anyMatch(plot -> plot.ripe()));
        assertThat(ripe.plots()).extracting(Scene.Plot::grown).contains(1f);
    }

    @Test
    void whatIsBuiltIsSeenToGrowAndStaysAfterItsBuilderLeft() {
        Scene first = picture().scene();
        assertThat(first.buildings()).hasSameSizeAs(village.built());
        assertThat(first.buildings()).allMatch(Scene.House::standing);
        float done = 0;
        for (int i = 0; i < THREE_DAYS && done < 0.9f; i++) {
            simulation.tick();
            if (i % 10 == 0) {
                done = done();
            }
        }
        assertThat(done).isGreaterThanOrEqualTo(0.9f);
        int standing = village.built().size();
        when(there -> there.built().size() > standing);
    }

    /** The most that is done of anything that does not stand. */
    private float done() {
        List<Scene.House> sites = picture().scene().buildings().stream()
                .filter(house -> !house.standing())
                .toList();
        assertThat(sites).doesNotHaveDuplicates();
        return sites.stream().map(Scene.House::done).max(Float::compare).orElse(0f);
    }

    @Test
    void aConversationIsSeenWithAllItsMembersAndWhoseTurnItIs() {
        Scene scene = picture().scene();
        assertThat(scene.circles()).isEmpty();
        for (int i = 0; i < THREE_DAYS && !isBig(scene); i++) {
            simulation.tick();
            scene = i % 10 == 0 ? picture().scene() : scene;
        }
        Scene.Circle circle =
                scene.circles().stream().filter(LookoutTest::isBig).findFirst().orElseThrow();
        for (int member : circle.members()) {
            Detail detail = picture(member).details().get(0);
            assertThat(detail.partners()).hasSize(circle.members().size() - 1);
            assertThat(detail.turn())
                    .isEqualTo(circle.turn() < 0 ? "" : nameOf(circle.turn()))
                    .isNotEmpty();
        }
        int first = circle.members().get(0);
        assertThat(lives.life(first).lines()).isNotEmpty();
    }

    private static boolean isBig(Scene scene) {
        return scene.circles().stream().anyMatch(LookoutTest::isBig);
    }

    private static boolean isBig(Scene.Circle circle) {
        return circle.members().size() > 2;
    }

    private String nameOf(int number) {
        return simulation.nameOf(simulation.villagers()[number]);
    }

    @Test
    void theStoreIsSeenWithItsRoomAndTheStoriesAreTold() {
        Scene scene = picture().scene();
        assertThat(scene.store()).containsEntry("wood", 12);
        assertThat(scene.room()).isEqualTo(village.room()).isPositive();
        assertThat(scene.stories())
                .extracting(Scene.Tale::name)
                .containsExactly("feast", "storm", "wolf", "rumour", "injection");
        assertThat(scene.stories()).extracting(Scene.Tale::words).doesNotContain("");
    }

    @Test
    void theInspectorKnowsThirstCompanyAndCharacter() {
        Detail detail = picture(2).details().get(0);
        assertThat(detail.needs()).containsKeys("thirst", "company", "hunger");
        assertThat(detail.traits()).hasSize(2).doesNotHaveDuplicates();
        assertThat(detail.extraversion()).isBetween(0f, 1f);
    }

    @Test
    void whatThePlayerSaysIsAnEventAndALineOfWhoHearsIt() {
        simulation.tick();
        simulation.playerSays(simulation.villagers()[3], "Good day!");
        assertThat(lives.life(3).lines()).extracting(Detail.Line::text).contains("Good day!");
        assertThat(lives.news())
                .extracting(Entry::kind, Entry::text, Entry::to)
                .contains(org.assertj.core.groups.Tuple.tuple("player", "Good day!", nameOf(3)));
    }

    /** Time that nobody moves. */
    private static final class StandStill implements Controls {
        @Override
        public boolean paused() {
            return true;
        }

        @Override
        public void pause(boolean value) {}

        @Override
        public void step() {}

        @Override
        public int speed() {
            return 1;
        }

        @Override
        public void speed(int times) {}

        @Override
        public List<Integer> speeds() {
            return List.of(1);
        }
    }
}
