/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.talk.Conversations;
import dev.triune.talk.Transcript;
import dev.triune.talk.Utterance;
import dev.triune.village.people.Player;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.talk.TalkStats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations in a whole village: among villagers, with the player, and across a save. */
final class TalkLifeTest {
    /** A village and its components. */
    private static final class Seen {
        final VillageSimulation village;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Conversation> mConversation;

        @SuppressWarnings("NullAway.Init")
        Conversations conversations;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Memory> mMemory;

        @SuppressWarnings("NullAway.Init")
        ComponentMapper<Villager> mVillager;

        Seen(VillageSimulation village) {
            this.village = village;
            village.inject(this);
        }

        int villager(int number) {
            return village.villagers()[number];
        }

        @Nullable
        Transcript talkOf(int number) {
            return conversations.transcript(villager(number));
        }

        void pass(int ticks) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
        }
    }

    @Test
    void conversationContinuesAfterLoading() throws IOException {
        Seen seen = new Seen(new VillageBuilder(SimulationSettings.offline(7)).build());
        int number = 0;
        while (lines(seen, number).size() < 3) {
            assertThat(seen.village.ticks()).isLessThan(VillageAssertions.DAY);
            number = (number + 1) % 8;
            seen.village.tick();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        seen.village.save(out);
        Seen loaded = new Seen(new VillageBuilder(SimulationSettings.offline(7))
                .load(new ByteArrayInputStream(out.toByteArray())));
        loaded.pass(1);
        assertThat(lines(loaded, number)).containsAll(lines(seen, number));
        assertThat(loaded.village.stats().talk().state())
                .isEqualTo(seen.village.stats().talk().state());
        int before = lines(loaded, number).size();
        for (int i = 0; i < 600 && lines(loaded, number).size() == before; i++) {
            loaded.pass(1);
        }
        assertThat(lines(loaded, number)).hasSizeGreaterThan(before);
        seen.village.close();
        loaded.village.close();
    }

    private static List<String> lines(Seen seen, int number) {
        Transcript talk = seen.talkOf(number);
        return talk == null
                ? List.of()
                : talk.lines.stream().map(Utterance::toString).toList();
    }

    @Test
    void playerIsHeardBeforeTheFirstTick() {
        List<String> answers = new ArrayList<>();
        try (VillageSimulation village = answering(answers)) {
            village.inputs().say(village.villagers()[0], "Good morning!");
            new Seen(village).pass(200);
        }
        assertThat(answers).hasSize(1);
    }

    @Test
    void everyCopyOfARumourIsTraceableToItsSource() {
        for (long seed = 7; seed <= 9; seed++) {
            Seen seen = new Seen(new VillageBuilder(SimulationSettings.offline(seed)).build());
            seen.pass(VillageAssertions.DAY);
            long copies = 0;
            for (String kind : List.of(VillageFacts.RUMOUR, VillageFacts.FEAST)) {
                Map<String, String> sources = sources(seen, kind);
                String what = kind + " of seed " + seed + ": " + sources;
                assertThat(sources).as(what).hasSizeGreaterThan(2);
                copies += sources.size() - 1;
                String first = sources.entrySet().stream()
                        .filter(copy -> copy.getValue().isEmpty())
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElseThrow();
                for (String name : sources.keySet()) {
                    String source = name;
                    for (int hops = 0; hops < sources.size() && !source.equals(first); hops++) {
                        assertThat(sources).as(what).containsKey(source);
                        source = Objects.requireNonNull(sources.get(source));
                    }
                    assertThat(source).as(what).isEqualTo(first);
                }
            }
            assertThat(seen.village.stats().talk().get(TalkStats.Count.FACTS_SHARED))
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(copies);
            seen.village.close();
        }
    }

    /** The villagers who know a fact, each with its source. */
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
    void onePartnerSpeaksAtATimeAndMostTalksHaveFourLines() {
        List<Long> lengths = new ArrayList<>();
        Map<Integer, Long> last = new HashMap<>();
        VillageSimulation village = new VillageBuilder(SimulationSettings.offline(7))
                .observer(new SimulationObserver() {
                    @Override
                    public void spoke(int agent, Utterance line) {
                        last.merge(agent, line.number(), Math::max);
                    }

                    @Override
                    public void ended(IntBag agents, String reason) {
                        long longest = 0;
                        for (int i = 0; i < agents.size(); i++) {
                            Long number = last.remove(agents.get(i));
                            longest = Math.max(longest, number == null ? 0 : number);
                        }
                        lengths.add(longest);
                    }
                })
                .build();
        Seen seen = new Seen(village);
        for (int tick = 0; tick < VillageAssertions.DAY; tick++) {
            village.tick();
            for (int agent : village.villagers()) {
                Conversation talk = seen.mConversation.get(agent);
                for (int i = 0; talk.hasFloor && i < talk.partners.size(); i++) {
                    assertThat(seen.mConversation.get(talk.partners.get(i)).hasFloor)
                            .isFalse();
                }
            }
        }
        village.close();
        assertThat(lengths).hasSizeGreaterThan(10).allMatch(lines -> lines <= 8);
        assertThat(lengths.stream().filter(lines -> lines >= 4).count())
                .isGreaterThan(lengths.size() / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {61, 62, 63})
    void villagersRarelyRepeatLines(long seed) {
        TalkStats talk = VillageAssertions.through(
                        SimulationSettings.offline(seed), VillageAssertions.DAY)
                .stats()
                .talk();
        assertThat(talk.get(TalkStats.Count.LINES)).as("lines of seed %d", seed).isGreaterThan(200);
        assertThat(talk.get(TalkStats.Count.REPEATS))
                .as(
                        "lines repeated within a minute, of %d lines of seed %d",
                        talk.get(TalkStats.Count.LINES), seed)
                .isLessThanOrEqualTo(talk.get(TalkStats.Count.LINES) * 3 / 100);
        assertThat(talk.get(TalkStats.Count.DISTINCT))
                .as("distinct lines, of %d lines of seed %d", talk.get(TalkStats.Count.LINES), seed)
                .isGreaterThanOrEqualTo(talk.get(TalkStats.Count.LINES) * 60 / 100);
    }

    @Test
    void playerAlwaysGetsAnAnswer() {
        List<String> answers = new ArrayList<>();
        VillageSimulation village = answering(answers);
        Seen seen = new Seen(village);
        seen.pass(200);
        int elder = seen.villager(1);
        village.inputs().say(elder, "Hello! I saw a light in the quarry.");
        seen.pass(200);
        assertThat(answers).as("answers of the elder").hasSize(1);
        seen.pass(500);
        assertThat(lines(seen, 1))
                .as("lines of the elder's conversation after the player stopped talking")
                .noneMatch(line -> line.contains("Hello! I saw a light"));
        assertThat(seen.mMemory.get(elder).episodes)
                .filteredOn(episode -> episode.kind.equals(VillageFacts.RUMOUR))
                .extracting(episode -> episode.source)
                .containsExactly(Player.NAME);
        village.close();
    }

    @Test
    void executesPlainLanguageOrdersImmediately() {
        List<String> answers = new ArrayList<>();
        List<String> done = new ArrayList<>();
        try (VillageSimulation village = builder(SimulationSettings.offline(7), answers)
                .observer(new SimulationObserver() {
                    @Override
                    public void stepDone(int agent, Step step) {
                        done.add(agent + " " + step);
                    }
                })
                .build()) {
            Seen seen = new Seen(village);
            seen.pass(2_000); // before the stranger comes
            done.clear();
            int farmer = seen.villager(6);
            seen.mVillager.get(farmer).carries.clear(); // else it need not fetch any
            village.inputs().say(farmer, "bring wood to the fire");
            seen.pass(60);
            village.inputs().say(farmer, "Why are you doing this?");
            seen.pass(500);
            assertThat(done)
                    .contains(farmer + " deposit fire")
                    .containsAnyOf(farmer + " withdraw wood 4", farmer + " gather wood 4");
            assertThat(answers).hasSizeGreaterThanOrEqualTo(2);
            assertThat(answers.get(0)).contains(" wood ").contains(" the fire.");
            assertThat(answers.get(1)).contains("because you asked me to.");
        }
    }

    @Test
    void withoutModelVillagersDeclineToTalk() {
        List<String> answers = new ArrayList<>();
        SimulationSettings withoutModel = SimulationSettings.offline(7).with(new MindSource.None());
        try (VillageSimulation village = answering(withoutModel, answers)) {
            new Seen(village).pass(10);
            village.inputs().say(village.villagers()[0], "Good morning!");
        }
        assertThat(answers).containsExactly("Not now, Robin, I have no time.");
    }

    /** A village of seed 7 that records what is said to the player. */
    private static VillageSimulation answering(List<String> answers) {
        return answering(SimulationSettings.offline(7), answers);
    }

    private static VillageSimulation answering(SimulationSettings how, List<String> answers) {
        return builder(how, answers).build();
    }

    private static VillageBuilder builder(SimulationSettings how, List<String> answers) {
        return new VillageBuilder(how).listener(new VillageListener() {
            @Override
            public void villagerSpoke(int agent, String to, String text) {
                if (to.equals(Player.NAME)) {
                    answers.add(text);
                }
            }
        });
    }
}
