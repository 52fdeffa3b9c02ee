/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Senses;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.talk.TalkListener;
import dev.triune.village.talk.TalkOutcome;
import dev.triune.village.talk.TalkSystem;
import dev.triune.village.talk.Talking;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** People talk in a whole village: with each other, with the player, and across a save. */
final class TalkLifeTest {
    private static final int AFTERWARDS = 3_000;

    /** A village and its components. */
    private static final class Seen {
        final VillageSimulation village;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Conversation> mConversation;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Talking> mTalking;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Memory> mMemory;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Senses> mSenses;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Position> mPosition;

        @SuppressWarnings("NullAway.Init")
        TalkSystem talking;

        Seen(VillageSimulation village) {
            this.village = village;
            village.inject(this);
        }

        int villager(int number) {
            return village.villagers()[number];
        }

        OptionalInt holder() {
            return IntStream.of(village.villagers())
                    .filter(agent -> mTalking.get(agent).holds)
                    .findFirst();
        }

        void pass(int ticks) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
        }
    }

    @Test
    void savedInTheMiddleOfATalkOfThreeItGoesOnAsItWould() throws IOException {
        SimulationSettings simulationSettings =
                SimulationSettings.offline(7).with(new MindSource.None());
        Seen seen = new Seen(new VillageSimulation(simulationSettings, VillageListener.SILENT));
        seen.pass(200); // everybody has begun something
        for (int number = 0; number < 3; number++) {
            seen.mPosition.get(seen.villager(number)).x = 24;
            seen.mPosition.get(seen.villager(number)).y = 24 + number;
        }
        seen.talking.address(seen.villager(0), seen.villager(1), "Thanks for the wood.");
        seen.talking.address(seen.villager(2), seen.villager(1), "A light was in the quarry!");
        seen.pass(20);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        seen.village.save(out);
        Seen loaded = new Seen(VillageSimulation.load(
                new ByteArrayInputStream(out.toByteArray()),
                simulationSettings,
                VillageListener.SILENT));
        assertThat(loaded.holder()).isPresent();
        assertThat(loaded.talking.state()).isEqualTo(seen.talking.state());
        assertThat(livedOn(loaded)).isEqualTo(livedOn(seen));
        assertThat(seen.talking.counts().turns()).isEqualTo(4);
        seen.village.close();
        loaded.village.close();
    }

    /** Two more lines, then silence; what has become of everybody in the end. */
    private static List<String> livedOn(Seen seen) {
        List<String> all = new ArrayList<>();
        for (int line = 0; line < 2; line++) {
            all.add(seen.talking.say(seen.holder().orElseThrow(), "I'll bring some tomorrow."));
            seen.pass(100);
        }
        seen.pass(AFTERWARDS);
        all.add(seen.village.fingerprint());
        for (int agent : seen.village.villagers()) {
            assertThat(seen.mConversation.get(agent).active).isFalse();
            seen.mMemory.get(agent).episodes.forEach(one -> all.add(one.text + one.source));
            seen.mMemory.get(agent).relations.forEach(one -> all.add(one.name + one.liking));
        }
        return all;
    }

    @Test
    void thePlayerIsHeardBeforeTheFirstTickToo() {
        try (VillageSimulation village =
                new VillageSimulation(SimulationSettings.offline(7), VillageListener.SILENT)) {
            Seen seen = new Seen(village);
            int villager = village.villagers()[0];
            village.playerSays(villager, "Good morning!");
            assertThat(seen.mSenses.get(villager).hasNews()).isTrue();
        }
    }

    @Test
    void aRumourSpreadsAndEveryCopyLeadsBackToWhoSawIt() {
        for (long seed = 7; seed <= 9; seed++) {
            Seen seen = new Seen(new VillageSimulation(
                    SimulationSettings.offline(seed), VillageListener.SILENT));
            List<TalkOutcome.FactShared> told = new ArrayList<>();
            seen.village.onTalk(new TalkListener() {
                @Override
                public void outcome(TalkOutcome outcome) {
                    if (outcome instanceof TalkOutcome.FactShared factShared) {
                        told.add(factShared);
                    }
                }
            });
            seen.pass(VillageAssertions.DAY);
            for (String kind : List.of(VillageFacts.RUMOUR, VillageFacts.FEAST)) {
                Map<String, String> sources = sources(seen, kind);
                String what = kind + " of seed " + seed + ": " + sources;
                assertThat(sources).as(what).hasSizeGreaterThan(3);
                assertThat(told.stream()
                                .filter(one ->
                                        one.fact().equals(kind) && one.to() != TalkListener.PLAYER))
                        .as(what)
                        .hasSize(sources.size() - 1);
                String first = seen.village.nameOf(
                        seen.villager(kind.equals(VillageFacts.RUMOUR) ? 2 : 1));
                for (String name : sources.keySet()) {
                    String source = name;
                    for (int hops = 0; hops < sources.size() && !source.equals(first); hops++) {
                        assertThat(sources).as(what).containsKey(source);
                        source = Objects.requireNonNull(sources.get(source));
                    }
                    assertThat(source).as(what).isEqualTo(first);
                }
            }
            seen.village.close();
        }
    }

    /** Who knows of it, and from whom. */
    private static Map<String, String> sources(Seen seen, String kind) {
        Map<String, String> sources = new HashMap<>();
        for (int agent : seen.village.villagers()) {
            for (Episode episode : seen.mMemory.get(agent).episodes) {
                if (episode.kind.equals(kind)) {
                    sources.put(seen.village.nameOf(agent), episode.source);
                }
            }
        }
        return sources;
    }

    @Test
    void inAConversationHardlyAWordIsSaidOutOfTurnAndFewTalksAreOfOneLine() {
        int[] outOfTurn = {0};
        List<Integer> lengths = new ArrayList<>();
        List<Seen> there = new ArrayList<>();
        VillageSimulation village =
                new VillageSimulation(SimulationSettings.offline(7), new VillageListener() {
                    @Override
                    public void villagerSpoke(int agent, String to, String text) {
                        boolean talking = there.get(0).mConversation.get(agent).active;
                        outOfTurn[0] += talking && to.isEmpty() ? 1 : 0;
                    }
                });
        there.add(new Seen(village));
        village.onTalk(new TalkListener() {
            @Override
            public void ended(int[] members, int turns) {
                lengths.add(turns);
            }
        });
        there.get(0).pass(VillageAssertions.DAY);
        village.close();
        assertThat(lengths).hasSizeGreaterThan(10).allMatch(turns -> turns <= TalkSystem.MAX_TURNS);
        assertThat(lengths.stream().filter(turns -> turns >= 4).count())
                .isGreaterThan(lengths.size() / 2);
        assertThat(outOfTurn[0])
                .as("what was asked for before the conversation began")
                .isLessThan((int) village.talk().turns() / 20);
    }

    @Test
    void onlyWhoHasTheTurnAndSomethingToAnswerIsAskedForWords() {
        Seen seen = new Seen(
                new VillageSimulation(SimulationSettings.offline(7), VillageListener.SILENT));
        Map<String, Integer> reasons = new HashMap<>();
        for (int i = 0; i < 2_000; i++) {
            seen.village.tick();
            for (int agent : seen.village.villagers()) {
                if (seen.mConversation.get(agent).active) {
                    boolean speaks = seen.mTalking.get(agent).holds
                            && seen.mSenses.get(agent).hasNews();
                    String reason = seen.village.scheduler().select(agent).reason();
                    assertThat(reason).isEqualTo(speaks ? "their turn to speak" : "listening");
                    reasons.merge(reason, 1, Integer::sum);
                }
            }
        }
        assertThat(reasons).hasSize(2);
        int agent = IntStream.of(seen.village.villagers())
                .filter(one -> !seen.mConversation.get(one).active)
                .findFirst()
                .orElseThrow();
        seen.village.playerSays(agent, "Hello!");
        assertThat(seen.village.scheduler().select(agent).reason()).isEqualTo("conversation");
        seen.village.close();
    }

    @Test
    void thePlayerIsAnsweredWhateverGoesOn() {
        List<String> answers = new ArrayList<>();
        VillageSimulation village =
                new VillageSimulation(SimulationSettings.offline(7), new VillageListener() {
                    @Override
                    public void villagerSpoke(int agent, String to, String text) {
                        if (to.equals(Player.NAME)) {
                            answers.add(text);
                        }
                    }
                });
        Seen seen = new Seen(village);
        seen.pass(200);
        int elder = seen.villager(1);
        village.playerSays(elder, "Hello! I saw a light in the quarry.");
        seen.pass(400);
        assertThat(answers).as("answers of the elder").hasSize(1);
        assertThat(seen.mMemory.get(elder).episodes)
                .filteredOn(episode -> episode.kind.equals(VillageFacts.RUMOUR))
                .extracting(episode -> episode.source)
                .containsExactly(Player.NAME);
        village.close();
    }
}
