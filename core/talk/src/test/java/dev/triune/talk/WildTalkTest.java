/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart.Addressee;
import dev.triune.internal.apply.PlanPart.QueueableStep;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Players, agents, a model and a game that do anything at any time. To rerun a failing case: {@code
 * -Dtriune.seed=<the seed printed>}.
 */
class WildTalkTest {
    private static final int ACTS = 200;
    private static final List<String> NAMES =
            List.of("Ada", "Bryn", "Guard", "Guard", "\u674e\u96f7");
    private static final List<String> PLAYERS = List.of("Robin", "Kim", "Robin", "Ada");
    private static final List<String> WORDS = List.of(
            "Hello. ",
            "Why? ",
            "\ud83d\udc69\u200d\ud83c\udf3e ",
            "\u4f60\u597d\u3002",
            "<",
            "<think>no</think>",
            "e\u0301\u05d0\u05d1 ",
            "I saw a wolf, I think! ",
            "\n",
            "long ".repeat(90));

    @Test
    void talkStaysConsistentWhateverHappens() {
        for (long seed : Thorough.seeds(20, 2_000)) {
            run(seed);
        }
    }

    static void run(long seed) {
        new Case(seed).run();
    }

    /** One random life of a world. */
    private static final class Case {
        private final long seed;
        private final SplittableRandom random;
        private final List<Integer> agents = new ArrayList<>();
        private final List<Integer> bodies = new ArrayList<>();
        private final Map<FakeBroker.Asked, String> streamed = new HashMap<>();
        private final Map<Integer, String> growing = new HashMap<>();
        private final TalkWorld talk;
        private boolean hearing = true;
        private String act = "";

        Case(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            boolean earshot = random.nextBoolean();
            talk = new TalkWorld(config -> {
                config.participants(2 + random.nextInt(4))
                        .turns(1 + random.nextInt(5))
                        .pause(Duration.ofSeconds(random.nextInt(2) * 30L))
                        .listener(new Watcher());
                if (random.nextInt(4) == 0) {
                    config.busy((agent, player) -> "");
                }
                if (earshot) {
                    config.earshot((one, other) -> hearing);
                }
            });
        }

        void run() {
            NAMES.forEach(name -> agents.add(talk.agent(name)));
            PLAYERS.forEach(name -> bodies.add(talk.player(name)));
            talk.tick();
            for (int i = 0; i < ACTS; i++) {
                act = "seed " + seed + ", act " + i + ": ";
                act(random.nextInt(24));
                check();
            }
            calmDown();
        }

        private void act(int kind) {
            int agent = agents.get(random.nextInt(agents.size()));
            int other = agents.get(random.nextInt(agents.size()));
            int body = bodies.get(random.nextInt(bodies.size()));
            String player = PLAYERS.get(random.nextInt(PLAYERS.size()));
            String words = words(1 + random.nextInt(3));
            act += kind + " agent " + agent + " other " + other + " body " + body + " " + player;
            switch (kind) {
                case 0, 1 -> talk.talks.say(player, agent, words);
                case 2, 3 -> talk.talks.say(body, agent, words);
                case 4 -> talk.talks.sayToAll(player, agent, words);
                case 5 -> talk.talks.leave(player);
                case 6 -> talk.talks.leave(body);
                case 7 -> talk.talks.begin(agent, other);
                case 8 -> talk.talks.address(agent, other, words);
                case 9 -> talk.talks.bark(agent, words);
                case 10 -> talk.talks.interrupt(agent);
                case 11 -> talk.talks.end(agent);
                case 12 -> change(agent);
                case 13 -> replace(agent);
                case 14 -> {
                    bodies.remove((Integer) body);
                    talk.world.delete(body);
                    bodies.add(talk.player(player));
                }
                case 15 -> hearing = random.nextInt(3) > 0;
                case 16 ->
                    talk.get(Persona.class, agent).name = NAMES.get(random.nextInt(NAMES.size()));
                case 17 -> {
                    talk.get(Senses.class, agent).nearby.setSize(0);
                    if (random.nextBoolean()) {
                        talk.gather(agent, other);
                    }
                }
                default -> {
                    answerSome();
                    talk.ticks(1 + random.nextInt(random.nextInt(8) == 0 ? 300 : 10));
                }
            }
        }

        private void change(int agent) {
            Needs needs = talk.get(Needs.class, agent);
            switch (random.nextInt(4)) {
                case 0 -> needs.danger = !needs.danger;
                case 1 -> needs.hunger = needs.hunger < 0.5f ? 1 : 0.05f;
                case 2 ->
                    talk.get(Behavior.class, agent).asleep =
                            !talk.get(Behavior.class, agent).asleep;
                default -> needs.health = random.nextInt(3) == 0 ? 0 : 1;
            }
        }

        private void replace(int agent) {
            agents.remove((Integer) agent);
            talk.world.delete(agent);
            agents.add(talk.agent(NAMES.get(random.nextInt(NAMES.size()))));
            talk.tick(); // until then the library still counts the agent as there
        }

        private String words(int count) {
            StringBuilder words = new StringBuilder();
            for (int i = 0; i < count; i++) {
                words.append(WORDS.get(random.nextInt(WORDS.size())));
            }
            return words.toString();
        }

        /** Lets the model go on with the open answers, in pieces, or fail. */
        private void answerSome() {
            for (FakeBroker.Asked asked : List.copyOf(talk.broker.asked())) {
                if (asked.isEnded() || random.nextInt(3) == 0) {
                    continue;
                }
                if (!asked.isGranted() && talk.broker.grant(asked).isEmpty()) {
                    continue;
                }
                String piece = words(random.nextInt(3));
                switch (random.nextInt(asked.request().layer().equals("talker") ? 6 : 2)) {
                    case 0 -> end(asked);
                    case 1, 2 -> {
                        if (!asked.request().layer().equals("talker")) {
                            talk.broker.answer(asked, new QueueableStep(Step.of("chop")));
                            continue;
                        }
                        streamed.merge(asked, piece, String::concat);
                        talk.broker.deliver(asked, new SpokenPiece(piece));
                    }
                    default -> answer(asked, piece);
                }
            }
        }

        private void answer(FakeBroker.Asked asked, String piece) {
            String before = streamed.getOrDefault(asked, "");
            String whole = text(before + piece);
            if (!before.isEmpty()) {
                talk.broker.deliver(asked, new SpokenPiece(piece));
            }
            if (!whole.isEmpty()) {
                talk.broker.deliver(asked, new SpokenText(whole));
                List<String> to = List.of("all", "Robin", "Kim", "Ada", "Guard", "Nobody");
                if (random.nextBoolean()) {
                    talk.broker.deliver(asked, new Addressee(to.get(random.nextInt(to.size()))));
                }
            }
            if (random.nextInt(3) == 0) {
                talk.broker.deliver(asked, new QueueableStep(Step.of("come")));
            }
            talk.broker.answer(asked);
        }

        /** What the reader makes of an answer's text. */
        private static String text(String raw) {
            return dev.triune.internal.text.BoundedText.withoutThoughts(raw, 400);
        }

        private void end(FakeBroker.Asked asked) {
            List<Outcome> ends = List.of(
                    new Outcome.Failed(FailureCode.PROVIDER_ERROR, "500", false),
                    new Outcome.Failed(FailureCode.CUT_OFF, "cut", true),
                    new Outcome.Expired(),
                    new Outcome.Cancelled(false),
                    new Outcome.Superseded());
            talk.broker.end(asked, ends.get(random.nextInt(ends.size())));
        }

        // ---- what must be true after each act

        private static final TalkState NOBODY = new TalkState();

        private void check() {
            for (int agent : agents) {
                Conversation member = talk.get(Conversation.class, agent);
                TalkState state = talk.world.getMapper(TalkState.class).getSafe(agent, NOBODY);
                Transcript own = state.transcript;
                assertThat(member.active).as("%s: active", act).isEqualTo(own != null);
                if (own == null) {
                    assertThat(member.hasFloor || member.playerWaits || !state.owed.isEmpty())
                            .as("%s: nothing is left of a conversation", act)
                            .isFalse();
                    continue;
                }
                assertThat(own.agents.contains(agent)).as("%s: member", act).isTrue();
                assertThat(member.hasFloor || !member.playerWaits)
                        .as("%s: waits without the floor", act)
                        .isTrue();
                for (Utterance line : state.owed) {
                    assertThat(!line.fromPlayer() || own.players.contains(line.speaker()))
                            .as("%s: owes %s, who left %s", act, line, own.players)
                            .isTrue();
                }
            }
            IntBag open = open();
            for (int i = 0; i < open.size(); i++) {
                Transcript one = talk.get(Transcript.class, open.get(i));
                int floors = 0;
                for (int k = 0; k < one.agents.size(); k++) {
                    Conversation member =
                            talk.world.getMapper(Conversation.class).get(one.agents.get(k));
                    boolean talks =
                            member != null && talk.talks.transcript(one.agents.get(k)) == one;
                    floors += talks && member.hasFloor ? 1 : 0;
                }
                assertThat(floors).as("%s: speakers at once", act).isLessThanOrEqualTo(1);
                assertThat(one.players).as(act).doesNotHaveDuplicates();
                assertThat(one.bodies.size()).as("%s: bodies", act).isLessThanOrEqualTo(8);
                assertThat(one.lines.size()).as("%s: lines", act).isLessThanOrEqualTo(64);
            }
        }

        private IntBag open() {
            return talk.world
                    .getAspectSubscriptionManager()
                    .get(Aspect.all(Transcript.class))
                    .getEntities();
        }

        /** With a model that answers, everybody gets an answer, and all talk ends. */
        private void calmDown() {
            hearing = true;
            for (int agent : agents) {
                Needs needs = talk.get(Needs.class, agent);
                needs.danger = false;
                needs.hunger = 1;
                talk.get(Behavior.class, agent).asleep = false;
                talk.get(Senses.class, agent).nearby.setSize(0);
            }
            for (int i = 0; i < 120 * 20; i++) {
                act = "seed " + seed + ", calm tick " + i;
                for (FakeBroker.Asked asked : List.copyOf(talk.broker.asked())) {
                    if (!asked.isEnded()
                            && (asked.isGranted() || talk.broker.grant(asked).isPresent())) {
                        answer(asked, "Well, well. ");
                    }
                }
                talk.tick();
                check();
            }
            for (int agent : agents) {
                assertThat(talk.talks.transcript(agent))
                        .as("seed %d: talk ends", seed)
                        .isNull();
            }
            assertThat(open().isEmpty()).as("seed %d: open conversations", seed).isTrue();
            assertThat(growing).as("seed %d: lines that did not end", seed).isEmpty();
        }

        private final class Watcher implements ConversationListener {
            @Override
            public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
                String before = growing.put(agent, text);
                assertThat(text).as(act).startsWith(before == null ? "" : before);
                assertThat(sentenceEnd).as(act).isBetween(0, text.length());
                assertThat(text.isEmpty()
                                || !Character.isHighSurrogate(text.charAt(text.length() - 1)))
                        .as(act)
                        .isTrue();
            }

            @Override
            public void spoke(int agent, Utterance line) {
                String before = growing.remove(agent);
                if (line.number() > 0 && before != null) {
                    assertThat(line.text()).as(act).startsWith(before);
                }
                assertThat(line.text()).as(act).isNotEmpty();
            }

            @Override
            public void ended(IntBag members, String reason) {
                for (int i = 0; i < members.size(); i++) {
                    growing.remove(members.get(i));
                }
            }
        }
    }
}
