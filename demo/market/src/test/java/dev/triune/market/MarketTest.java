/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Bubble;
import dev.triune.market.Components.Wolf;
import dev.triune.system.MindSave.InvalidSaveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MarketTest {
    private TestMarket sim = new TestMarket(9);

    @AfterEach
    void close() {
        sim.close();
    }

    private void at(float hour) {
        sim.close();
        sim = new TestMarket(hour);
    }

    @Test
    void playerWalksUntilTheKeysAreReleased() {
        float y = sim.at(sim.you()).y;
        for (int i = 0; i < 40; i++) {
            sim.market.walkPlayer(0, -1);
            sim.frame();
        }
        float walked = y - sim.at(sim.you()).y;
        assertThat(walked).isBetween(3f, 5f);
        for (int i = 0; i < 40; i++) {
            sim.market.walkPlayer(0, 0);
            sim.frame();
        }
        assertThat(y - sim.at(sim.you()).y).isBetween(walked - 0.5f, walked + 0.5f);
    }

    @Test
    void thirtyPeopleVisitTheStalls() {
        assertThat(sim.all(Mind.class).size()).isEqualTo(30);
        assertThat(sim.people().size()).isEqualTo(31);
        int mira = sim.person("Mira");
        assertThat(sim.within(60, () -> sim.get(mira, Behavior.class).name.equals("visit")))
                .isTrue();
        Set<Integer> visited = new HashSet<>();
        for (int second = 0; second < 90; second++) {
            sim.seconds(1);
            for (int i = 0; i < sim.all(Mind.class).size(); i++) {
                int person = sim.all(Mind.class).get(i);
                if (sim.get(person, BehaviorQueue.class).done > 0) {
                    visited.add(person);
                }
            }
        }
        assertThat(visited).hasSizeGreaterThan(15);
    }

    @Test
    void peopleStayInTheSquareAndOutOfStalls() {
        for (int second = 0; second < 60; second++) {
            sim.seconds(1);
            for (int i = 0; i < sim.people().size(); i++) {
                Body at = sim.at(sim.people().get(i));
                assertThat(at.x).isBetween(0f, MarketWorld.WIDTH);
                assertThat(at.y).isBetween(0f, MarketWorld.HEIGHT);
                for (int j = 0; j < sim.stalls().size(); j++) {
                    Body stall = sim.at(sim.stalls().get(j));
                    boolean inside =
                            Math.abs(at.x - stall.x) < 1.5f && Math.abs(at.y - stall.y) < 0.8f;
                    assertThat(inside).as("inside a stall after %d s", second).isFalse();
                }
            }
        }
    }

    @Test
    void answersAppearLetterByLetter() {
        int mira = sim.person("Mira");
        sim.meet(mira);
        sim.market.say(mira, "Good morning!");
        List<Integer> lengths = new ArrayList<>();
        assertThat(sim.within(15, () -> {
                    boolean answers = sim.has(mira, Bubble.class)
                            && sim.get(mira, Bubble.class).text.contains(TestMarket.PLAYER);
                    lengths.add(answers ? (int) sim.get(mira, Bubble.class).shown : 0);
                    return answers && sim.get(mira, Bubble.class).read > 0;
                }))
                .isTrue();
        List<Integer> shown = lengths.stream().filter(length -> length > 0).toList();
        for (int i = 1; i < shown.size(); i++) {
            assertThat(shown.get(i) - shown.get(i - 1)).isBetween(0, 2);
        }
        assertThat(sim.within(20, () -> !sim.has(mira, Bubble.class))).isTrue();
    }

    @Test
    void personFollowsThePlayerUntilAskedToStay() {
        int mira = sim.person("Mira");
        sim.meet(mira);
        sim.market.say(mira, "Come with me!");
        assertThat(sim.within(15, () -> sim.follows(mira))).isTrue();
        sim.at(sim.you()).go(32, 5, 1);
        sim.seconds(20);
        sim.at(sim.you()).go(40, 12, 1);
        sim.seconds(20);
        assertThat(sim.at(mira).distance(sim.at(sim.you()))).isLessThan(3);
        sim.market.say(mira, "Stay here, please.");
        assertThat(sim.within(15, () -> !sim.follows(mira))).isTrue();
    }

    @Test
    void wolvesComeAtNightfallAndLeaveInTheMorning() {
        at(20.5f);
        assertThat(sim.all(Wolf.class).isEmpty()).isTrue();
        sim.seconds(10);
        assertThat(sim.all(Wolf.class).size()).isEqualTo(3);
        assertThat(sim.within(40, () -> anyWolfDoes("prowl"))).isTrue();
        assertThat(sim.within(60, () -> anyWolfHowls())).isTrue();
        assertThat(sim.within(130, () -> sim.all(Wolf.class).isEmpty())).isTrue();
    }

    /** Whether a howl can still be read: the action itself is over at once. */
    private boolean anyWolfHowls() {
        for (int i = 0; i < sim.all(Wolf.class).size(); i++) {
            if (sim.has(sim.all(Wolf.class).get(i), Bubble.class)) {
                return true;
            }
        }
        return false;
    }

    private boolean anyWolfDoes(String what) {
        for (int i = 0; i < sim.all(Wolf.class).size(); i++) {
            Behavior behavior = sim.get(sim.all(Wolf.class).get(i), Behavior.class);
            if (behavior != null && behavior.name.equals(what)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void wolvesHowlAndNeverTalk() {
        at(20.5f);
        Set<String> heard = new HashSet<>();
        for (int second = 0; second < 60; second++) {
            sim.seconds(1);
            for (int i = 0; i < sim.all(Wolf.class).size(); i++) {
                int wolf = sim.all(Wolf.class).get(i);
                if (sim.has(wolf, Bubble.class)) {
                    heard.add(sim.get(wolf, Bubble.class).text);
                }
            }
        }
        assertThat(heard).containsExactly("Awoooooo!");
    }

    @Test
    void peopleFleeFromWolvesAndWolvesFleeFromThePlayer() {
        at(23);
        sim.seconds(1);
        int wolf = sim.all(Wolf.class).get(0);
        int mira = sim.person("Mira");
        sim.at(wolf).at(sim.at(mira).x + 3, sim.at(mira).y);
        sim.seconds(0.3f);
        assertThat(sim.get(mira, Behavior.class).name).isEqualTo("flee_danger");
        sim.meet(wolf);
        sim.seconds(0.3f);
        assertThat(sim.get(wolf, Behavior.class).name).isEqualTo("flee_danger");
    }

    @Test
    void lineOfThePlayerIsAnsweredAfterALoad() throws IOException {
        int mira = sim.person("Mira");
        sim.meet(mira);
        sim.market.say(mira, "How is life?");
        sim.frame();
        try (TestMarket loaded = TestMarket.load(sim.save())) {
            int again = loaded.person("Mira");
            assertThat(loaded.within(
                            15,
                            () -> loaded.has(again, Bubble.class)
                                    && !loaded.get(again, Bubble.class).text.isEmpty()))
                    .as("she answers")
                    .isTrue();
            assertThat(loaded.within(30, () -> !loaded.has(again, Bubble.class)))
                    .as("her bubble disappears")
                    .isTrue();
        }
    }

    @Test
    void loadedMarketContinuesFromItsSave() throws IOException {
        at(22);
        int mira = sim.person("Mira");
        sim.meet(mira);
        sim.market.say(mira, "Come with me!");
        assertThat(sim.within(15, () -> sim.follows(mira))).isTrue();
        sim.seconds(2);
        float hour = sim.market.night.hour();
        Body before = sim.at(mira);
        try (TestMarket loaded = TestMarket.load(sim.save())) {
            int again = loaded.person("Mira");
            assertThat(loaded.at(again).distance(before)).isLessThan(0.5f);
            assertThat(loaded.market.night.hour()).isBetween(hour, hour + 0.1f);
            assertThat(loaded.all(Mind.class).size()).isEqualTo(33);
            assertThat(loaded.all(Wolf.class).size()).isEqualTo(3);
            loaded.seconds(1);
            assertThat(loaded.follows(again)).isTrue();
            loaded.at(loaded.you()).go(10, 12, 1);
            loaded.seconds(1);
            assertThat(loaded.at(loaded.you()).going).isTrue();
        }
    }

    @Test
    void rejectsDamagedSaves() throws IOException {
        sim.seconds(1);
        byte[] save = sim.save();
        byte[] damaged = new String(save, StandardCharsets.UTF_8)
                .replace("Mira", "Mora")
                .getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> TestMarket.load(damaged)).isInstanceOf(InvalidSaveException.class);
        assertThatThrownBy(() -> TestMarket.load(new byte[] {1, 2, 3}))
                .isInstanceOf(InvalidSaveException.class);
    }
}
