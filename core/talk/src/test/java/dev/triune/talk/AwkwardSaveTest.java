/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.MindKind;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.Senses;
import dev.triune.component.Tier;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart.Addressee;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.system.MindSave;
import dev.triune.system.MindSaves;
import dev.triune.testsupport.Thorough;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A game that saves at any moment, also between a player's line and the next tick, and goes on with
 * the save: nobody is silent for ever, and nothing is there twice. To rerun a failing case: {@code
 * -Dtriune.seed=<the seed printed>}.
 */
class AwkwardSaveTest {
    private static final int ACTS = 60;

    /** Longer than any silence, patience and retries together. */
    private static final int AFTERWARDS = 20 * 300;

    private static final List<String> NAMES = List.of("Ada", "Bryn", "Cid", "Dora");
    private static final List<String> PLAYERS = List.of("Robin", "Zed", "Kim");

    @Test
    void savedConversationsGoOnOrEndWhateverTheMoment() throws IOException {
        for (long seed : Thorough.seeds(40, 1_000)) {
            new Case(seed).run();
        }
    }

    /** One life of a world with one save. */
    private static final class Case {
        private final String id;
        private final SplittableRandom random;
        private final int participants;
        private final Map<FakeBroker.Asked, Integer> begun = new HashMap<>();
        private final List<String> history = new ArrayList<>();
        private TalkWorld talk;
        private boolean works = true;

        Case(long seed) {
            id = "seed " + seed;
            random = new SplittableRandom(seed);
            participants = 2 + random.nextInt(3);
            talk = world();
        }

        private TalkWorld world() {
            return new TalkWorld(
                    config -> config.participants(participants).turns(4),
                    minds -> minds.kind(
                            new MindKind("dogs", Aspect.all(Player.class), TalkWorld.ACTIONS)));
        }

        void run() throws IOException {
            List<Integer> spare = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                int entity = talk.world.create();
                talk.world.getMapper(Senses.class).create(entity);
                spare.add(entity);
            }
            for (String name : NAMES) {
                int agent = talk.agent(name);
                talk.get(Mind.class, agent).tier = Tier.FULL;
                talk.get(Memory.class, agent).remember("I am " + name, "seen", 0.5f, 0);
            }
            talk.player(PLAYERS.get(0));
            talk.tick();
            for (int i = 0; i < ACTS; i++) {
                if (!spare.isEmpty() && random.nextInt(6) == 0) {
                    talk.world.delete(spare.remove(0)); // its id is used again
                }
                act();
            }
            saveAndLoad();
            works = random.nextInt(3) > 0;
            history.add("loaded, the provider " + (works ? "works" : "is down"));
            talk.tick();
            assertConsistent();
            Set<String> owed = owed();
            for (int i = 0; i < AFTERWARDS; i++) {
                answerSome();
                talk.tick();
            }
            assertConsistent();
            assertThat(owed()).as("%s: who still waits", this).isEmpty();
            for (String each : owed) {
                String player = each.substring(each.indexOf('>') + 1);
                assertThat(talk.spoken.stream()
                                        .anyMatch(line -> line.to().equals(player)
                                                || line.to().isEmpty())
                                || talk.events.stream().anyMatch(event -> event.contains("ended")))
                        .as("%s: a reaction to %s", this, each)
                        .isTrue();
            }
            for (int agent : agents()) {
                assertThat(talk.talks.transcript(agent))
                        .as("%s: the conversation of %s", this, talk.name(agent))
                        .isNull();
            }
        }

        private void act() {
            List<Integer> agents = agents();
            int agent = agents.get(random.nextInt(agents.size()));
            int other = agents.get(random.nextInt(agents.size()));
            String player = PLAYERS.get(random.nextInt(PLAYERS.size()));
            int kind = random.nextInt(16);
            history.add(kind + " " + talk.name(agent) + " " + talk.name(other) + " " + player);
            switch (kind) {
                case 0, 1, 2 -> talk.talks.say(player, agent, "How is life, my friend?");
                case 3 -> {
                    IntBag bodies = all(Player.class);
                    if (!bodies.isEmpty()) {
                        talk.talks.say(bodies.get(0), agent, "And what do you do here?");
                    }
                }
                case 4 -> talk.talks.sayToAll(player, agent, "Good day to all of you!");
                case 5 -> talk.talks.leave(player);
                case 6 -> talk.talks.begin(agent, other);
                case 7 -> talk.talks.address(agent, other, "Did you see the wolf?");
                case 8 -> talk.talks.end(agent);
                case 9 -> talk.talks.interrupt(agent);
                case 10 -> {
                    Needs needs = talk.get(Needs.class, agent);
                    needs.danger = !needs.danger;
                }
                case 11 ->
                    talk.get(Behavior.class, agent).asleep =
                            !talk.get(Behavior.class, agent).asleep;
                default -> {
                    answerSome();
                    talk.ticks(1 + random.nextInt(12));
                }
            }
        }

        /** Streams, completes or fails open requests; some only in part. */
        private void answerSome() {
            for (FakeBroker.Asked asked : List.copyOf(talk.broker.asked())) {
                if (asked.isEnded()) {
                    continue;
                }
                int stage = begun.merge(asked, 1, Integer::sum);
                if (!works) {
                    if (!asked.isGranted()) {
                        talk.broker.grant(asked);
                    }
                    talk.broker.end(
                            asked, new Outcome.Failed(FailureCode.PROVIDER_ERROR, "down", false));
                } else if (stage == 1) {
                    talk.broker.grant(asked);
                } else if (stage == 2 && asked.request().layer().equals("talker")) {
                    talk.broker.deliver(asked, new SpokenPiece("I am well. "));
                } else if (asked.request().layer().equals("talker")) {
                    talk.broker.deliver(asked, new SpokenText("I am well. Thank you, friend."));
                    if (random.nextBoolean()) {
                        String to = random.nextBoolean()
                                ? PLAYERS.get(random.nextInt(PLAYERS.size()))
                                : NAMES.get(random.nextInt(NAMES.size()));
                        talk.broker.deliver(asked, new Addressee(to));
                    }
                    talk.broker.answer(asked);
                } else {
                    talk.broker.answer(asked);
                }
            }
        }

        private void saveAndLoad() throws IOException {
            Set<String> before = owed();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            MindSaves saves = saves(talk);
            int way = random.nextInt(3);
            history.add("saved in way " + way + ", owed " + before);
            switch (way) {
                case 0 -> saves.save(out);
                case 1 -> saves.save(out, new MindSave(all(Persona.class)));
                default -> {
                    IntBag chosen = new IntBag();
                    chosen.addAll(all(Persona.class));
                    chosen.addAll(all(Transcript.class));
                    saves.save(out, new MindSave(chosen));
                }
            }
            talk.world.dispose();
            begun.clear();
            talk = world();
            saves(talk).load(new ByteArrayInputStream(out.toByteArray()));
            talk.tick();
            Set<String> dropped = new HashSet<>(before);
            dropped.removeAll(owed());
            for (String each : dropped) {
                String agent = each.substring(0, each.indexOf('>'));
                assertThat(talk.events.stream()
                                .anyMatch(event -> event.startsWith("spoke " + agent)
                                        || event.startsWith("ended")))
                        .as("%s: %s was dropped in silence: %s", this, each, talk.events)
                        .isTrue();
            }
        }

        private static MindSaves saves(TalkWorld talk) {
            talk.world
                    .getSystem(WorldSerializationManager.class)
                    .setSerializer(new com.artemis.io.JsonArtemisSerializer(talk.world));
            return new MindSaves(talk.world, talk.plugin.clock());
        }

        /** Returns who owes an answer to which player. */
        private Set<String> owed() {
            Set<String> all = new HashSet<>();
            for (int agent : agents()) {
                TalkState state = talk.world.getMapper(TalkState.class).get(agent);
                if (state != null && talk.talks.transcript(agent) != null) {
                    state.owed.stream()
                            .filter(Utterance::fromPlayer)
                            .forEach(line -> all.add(talk.name(agent) + ">" + line.speaker()));
                }
            }
            return all;
        }

        private void assertConsistent() {
            IntBag transcripts = all(Transcript.class);
            Set<Integer> members = new HashSet<>();
            for (int i = 0; i < transcripts.size(); i++) {
                Transcript each = talk.get(Transcript.class, transcripts.get(i));
                Set<String> lines = new HashSet<>();
                for (Utterance line : each.lines) {
                    assertThat(lines.add(line.number() + " " + line))
                            .as("%s: line %s is there twice", this, line)
                            .isTrue();
                }
                for (int m = 0; m < each.agents.size(); m++) {
                    assertThat(members.add(each.agents.get(m)))
                            .as("%s: an agent in two conversations", this)
                            .isTrue();
                }
            }
            for (int agent : agents()) {
                Conversation part = talk.world.getMapper(Conversation.class).get(agent);
                assertThat(part.active)
                        .as("%s: %s takes part", this, talk.name(agent))
                        .isEqualTo(members.contains(agent));
            }
            assertThat(agents()).as("%s", this).hasSize(NAMES.size());
        }

        private List<Integer> agents() {
            IntBag bag = all(Mind.class);
            List<Integer> agents = new ArrayList<>();
            for (int i = 0; i < bag.size(); i++) {
                agents.add(bag.get(i));
            }
            return agents;
        }

        private IntBag all(Class<? extends com.artemis.Component> type) {
            return talk.world
                    .getAspectSubscriptionManager()
                    .get(Aspect.all(type))
                    .getEntities();
        }

        @Override
        public String toString() {
            return id + ", " + participants + " participants, " + history;
        }
    }
}
