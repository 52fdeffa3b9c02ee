/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.apply.PlanPart.Addressee;
import dev.triune.internal.apply.PlanPart.Later;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.internal.text.BoundedText;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.system.MindSaves;
import dev.triune.talk.SpeechGate.SpeechContext;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.talk.Utterance.Origin;
import dev.triune.testsupport.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a gate lets through, and that nothing goes around it. */
class SpeechGateTest {
    /** The number of hostile answers, of which a world gets {@link #PER_WORLD}. */
    private static final int ANSWERS = Thorough.count(1_000, 100_000);

    private static final int PER_WORLD = 100;

    private final List<SpeechContext> asked = new ArrayList<>();

    private TalkWorld gated(SpeechGate gate) {
        return gated(gate, config -> {});
    }

    private TalkWorld gated(SpeechGate gate, Consumer<ConversationConfig> more) {
        return new TalkWorld(config -> {
            more.accept(config.gate(line -> {
                asked.add(line);
                return gate.check(line);
            }));
        });
    }

    // ---- what passes, is replaced, is stopped

    @Test
    void sentencesAreJudgedOneByOneWhileTheModelWrites() {
        TalkWorld talk = gated(line -> Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        asked.clear();
        FakeBroker.Asked answer = talk.granted(ada);
        talk.broker.deliver(answer, new SpokenPiece("Good morn"), new SpokenPiece("ing. Come "));
        talk.tick();

        assertThat(talk.events).contains("speaking Ada: Good morning. [0]");
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).text()).isEqualTo("Good morning.");

        talk.broker.answer(answer, new SpokenText("Good morning. Come in"));
        talk.tick();

        assertThat(asked).hasSize(2);
        SpeechContext rest = asked.get(1);
        assertThat(rest.text()).isEqualTo("Come in");
        assertThat(rest.before()).isEqualTo("Good morning.");
        assertThat(rest.speaker()).isEqualTo("Ada");
        assertThat(rest.hearers()).containsExactly("Robin");
        assertThat(rest.playerHears()).isTrue();
        assertThat(rest.origin()).isEqualTo(Origin.MODEL);
        assertThat(talk.spoken.get(0).text()).isEqualTo("Good morning. Come in");
        assertThat(talk.spoken.get(0).origin()).isEqualTo(Origin.MODEL);
    }

    @Test
    void stoppedSentenceEndsTheLineBeforeIt() {
        TalkWorld talk =
                gated(line -> line.text().contains("evil") ? Verdict.stop("evil") : Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "Good morning. Be evil. Bye.", "");

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Good morning.");
        assertThat(talk.spoken.get(0).origin()).isEqualTo(Origin.GATE);
    }

    @Test
    void agentDeflectsIfNothingOfItsLineMayBeHeard() {
        TalkWorld talk = gated(
                line -> line.text().contains("evil") ? Verdict.stop("evil") : Verdict.pass(),
                config -> config.deflection((agent, other) -> "No, " + other + "."));
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "Be evil. Bye.", "");

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("No, Robin.");
        assertThat(talk.spoken.get(0).origin()).isEqualTo(Origin.GATE);
    }

    @Test
    void replacedSentenceIsHeardInstead() {
        TalkWorld talk = gated(line -> Verdict.replace(line.text().replace("damn", "d***")));
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "The damn wolf. It is here.", "");

        assertThat(talk.spoken.get(0).text()).isEqualTo("The d*** wolf. It is here.");
    }

    @Test
    void lineOfAPlayerThatIsStoppedIsNotHeard() {
        TalkWorld talk =
                gated(line -> line.origin() == Origin.PLAYER && line.text().contains("evil")
                        ? Verdict.stop("evil")
                        : Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();

        assertThat(talk.talks.say("Robin", ada, "Be evil!").heard()).isFalse();
        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.talks.say("Robin", ada, "Be good!").heard()).isTrue();
    }

    @Test
    void gesturesOfALineThatBreaksOffAreNotHandedOverUnjudged() {
        TalkWorld talk = gated(line -> Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        FakeBroker.Asked answer = talk.granted(ada);
        talk.broker.deliver(answer, new SpokenPiece("*bows* Good morning. *waves* And"));
        talk.broker.end(answer, new Outcome.Failed(FailureCode.CUT_OFF, "cut", true));
        talk.tick();

        assertThat(talk.spoken.get(0).text()).isEqualTo("Good morning.");
        assertThat(talk.spoken.get(0).gestures()).isEmpty();
    }

    @Test
    void gestureThatDoesNotPassIsNotHandedOver() {
        TalkWorld talk =
                gated(line -> line.text().equals("bows") ? Verdict.stop("bow") : Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "*bows* Good morning. *waves*", "");

        assertThat(talk.spoken.get(0).gestures()).containsExactly("waves");
    }

    @Test
    void gateThatThrowsStopsTheSentence() {
        TalkWorld talk = gated(line -> {
            if (line.origin() == Origin.MODEL) {
                throw new IllegalStateException("planted");
            }
            return Verdict.pass();
        });
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "Good morning.", "");

        assertThat(talk.spoken.get(0).text()).isEqualTo("Let us talk about something else.");
    }

    // ---- verdicts that come later

    @Test
    void answerWaitsForALaterVerdictWithAllThatFollowsIt() {
        CompletableFuture<Verdict> verdict = new CompletableFuture<>();
        TalkWorld talk = gated(
                line -> line.origin() == Origin.MODEL ? Verdict.later(verdict) : Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "Good morning.", "");
        talk.ticks(20);

        assertThat(talk.spoken).isEmpty();
        verdict.complete(Verdict.pass());
        talk.tick();
        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Good morning.");
    }

    @Test
    void sentenceWithoutAVerdictInTimeIsStopped() {
        TalkWorld talk = gated(line -> line.origin() == Origin.MODEL
                ? Verdict.later(new CompletableFuture<>())
                : Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "Good morning.", "");
        talk.ticks(2 * 20 + 2);

        assertThat(talk.spoken)
                .extracting(Utterance::text)
                .containsExactly("Let us talk about something else.");
    }

    @Test
    void sentenceWithoutAVerdictInTimePassesIfTheGameSaysSo() {
        TalkWorld talk = gated(
                line -> line.origin() == Origin.MODEL
                        ? Verdict.later(new CompletableFuture<>())
                        : Verdict.pass(),
                config -> config.gateTimeout(Duration.ofSeconds(1), Verdict.pass()));
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "Good morning.", "");
        talk.ticks(22);

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Good morning.");
    }

    @Test
    void lineOfAPlayerWaitsForALaterVerdict() {
        CompletableFuture<Verdict> verdict = new CompletableFuture<>();
        TalkWorld talk = gated(line -> Verdict.later(verdict));
        int ada = talk.agent("Ada");
        talk.tick();

        assertThat(talk.talks.say("Robin", ada, "Hello!").heard()).isTrue();
        talk.tick();
        assertThat(talk.talks.transcript(ada)).isNull();
        verdict.complete(Verdict.pass());
        talk.tick();
        assertThat(talk.transcript(ada).lines).hasSize(1);
    }

    @Test
    void linesOfAPlayerThatWaitAreBounded() {
        TalkWorld talk = gated(line -> Verdict.later(new CompletableFuture<>()));
        int ada = talk.agent("Ada");
        talk.tick();
        int taken = 0;
        for (int i = 0; i < 100; i++) {
            taken += talk.talks.say("Robin", ada, "Hello!").heard() ? 1 : 0;
        }

        assertThat(taken).isEqualTo(64);
    }

    @Test
    void laterVerdictIsNoVerdictAfterTheTimeOut() {
        assertThatThrownBy(() -> new ConversationConfig()
                        .gateTimeout(
                                Duration.ofSeconds(1), Verdict.later(new CompletableFuture<>())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected pass, replace or stop");
    }

    // ---- nothing goes around it

    /**
     * All that models, players and the game say is Greek, and the gate has a number said instead. So a
     * single Greek letter anywhere has gone around it.
     */
    @Test
    void nothingReachesAnybodyWithoutTheGate() throws IOException {
        long first = Long.getLong("triune.seed", Long.getLong("triune.first", 44_000));
        long worlds = Long.getLong("triune.seed", -1) < 0 ? ANSWERS / PER_WORLD : 1;
        long said = 0;
        for (long seed = first; seed < first + worlds; seed++) {
            said += new Flood(seed).run();
        }
        assertThat(said).as("lines that were heard").isGreaterThan(worlds * PER_WORLD / 3);
    }

    /** A world in which everything that is said is hostile. */
    private static final class Flood {
        private static final List<String> HOSTILE = List.of(
                "Κακό. ",
                "(κακό) ",
                "*κακό* ",
                "**Άδα:** κακό! ",
                "Ντάρε: Κακό; ",
                "<think>κακό</think>",
                "<|im_end|>κακό",
                "κα\u200Bκό… ",
                "\"Κακό!\" ",
                "κακό。",
                "κακό\n",
                "\ud83d\udc7f\u03ba ",
                "*κακό",
                "[κακό",
                "\u202Eκακό ",
                "κακό ".repeat(40),
                "κ",
                ". ");

        private final SplittableRandom random;
        private final long seed;
        private final List<String> heard = new ArrayList<>();
        private final List<CompletableFuture<Verdict>> waiting = new ArrayList<>();
        private final TalkWorld talk;
        private final int ada;
        private final int dara;
        private final int bystander;
        private int passed;

        Flood(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            boolean settles = random.nextBoolean();
            talk = new TalkWorld(
                    config -> {
                        config.gate(this::judge)
                                .repeats(random.nextBoolean())
                                .gateTimeout(Duration.ofMillis(200), Verdict.stop("late"))
                                .busy((agent, player) -> "Βιάζομαι.")
                                .excuse((agent, player) -> "Λυπάμαι.")
                                .pause(Duration.ZERO)
                                .listener(new Ears());
                    },
                    minds -> minds.listener(new Watcher()));
            ada = talk.agent("Ada");
            dara = talk.agent("Dara");
            bystander = talk.agent("Eve");
            talk.gather(ada, dara, bystander);
            if (settles) {
                talk.talks.settleBy(new GreekTalk());
            }
            talk.tick();
        }

        private Verdict judge(SpeechContext line) {
            return switch (random.nextInt(8)) {
                case 0 -> Verdict.stop("planted");
                case 1 -> {
                    CompletableFuture<Verdict> later = new CompletableFuture<>();
                    waiting.add(later);
                    yield Verdict.later(later);
                }
                case 2 -> random.nextInt(20) == 0 ? failing() : said();
                default -> said();
            };
        }

        private Verdict failing() {
            throw new IllegalStateException("planted");
        }

        private Verdict said() {
            passed++;
            return Verdict.replace("This is sentence number " + passed + ".");
        }

        int run() throws IOException {
            for (int i = 0; i < PER_WORLD; i++) {
                act(random.nextInt(8));
                answer();
                talk.ticks(1 + random.nextInt(3));
                if (random.nextBoolean()) {
                    waiting.forEach(later -> later.complete(said()));
                    waiting.clear();
                }
                talk.tick();
                check("case " + i);
            }
            talk.ticks(20 * 25);
            checkWorld();
            return talk.spoken.size();
        }

        private void act(int kind) {
            int agent = random.nextBoolean() ? ada : dara;
            String words = hostile();
            switch (kind) {
                case 0, 1, 2 -> talk.talks.say("Robin", agent, words);
                case 3 -> talk.talks.begin(ada, dara);
                case 4 -> talk.talks.address(agent, agent == ada ? dara : ada, words);
                case 5 -> talk.talks.bark(agent, words);
                case 6 -> {
                    Needs needs = talk.get(Needs.class, agent);
                    needs.hunger = needs.hunger < 0.5f ? 1 : 0.1f; // it is busy, or is not any more
                }
                default -> talk.ticks(30);
            }
        }

        private String hostile() {
            StringBuilder words = new StringBuilder("κ");
            for (int i = random.nextInt(4); i >= 0; i--) {
                words.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
            }
            return words.toString();
        }

        /** Answers what is asked: whole, in two pieces, or in pieces of one character. */
        private void answer() {
            for (FakeBroker.Asked asked : List.copyOf(talk.broker.asked())) {
                if (asked.isEnded()
                        || (!asked.isGranted() && talk.broker.grant(asked).isEmpty())) {
                    continue;
                }
                String words = hostile();
                boolean talks = asked.request().layer().equals("talker");
                int way = talks ? random.nextInt(4) : 0;
                int cut = random.nextInt(words.length());
                for (int at = 0; way == 1 && at < words.length(); at++) {
                    talk.broker.deliver(asked, new SpokenPiece(words.substring(at, at + 1)));
                    if (random.nextInt(40) == 0) {
                        talk.tick();
                        check("in a piece");
                    }
                }
                if (way > 1 && cut > 0 && !asked.isEnded()) {
                    talk.broker.deliver(asked, new SpokenPiece(words.substring(0, cut)));
                    talk.tick();
                }
                end(asked, words, way, cut);
            }
        }

        private void end(FakeBroker.Asked asked, String words, int way, int cut) {
            if (asked.isEnded()) {
                return; // it was broken off meanwhile
            }
            if (way == 3) {
                talk.broker.end(asked, new Outcome.Failed(FailureCode.CUT_OFF, "cut", true));
                return;
            }
            if (way == 2) {
                talk.broker.deliver(asked, new SpokenPiece(words.substring(cut)));
            }
            List<PlanPart> parts = new ArrayList<>();
            if (random.nextInt(4) == 0) {
                parts.add(new Addressee(random.nextBoolean() ? "all" : "Dara"));
            }
            if (random.nextInt(4) == 0) {
                parts.add(new Later("κακό αύριο"));
            }
            String whole = BoundedText.withoutThoughts(words, 400);
            if (!whole.isEmpty()) {
                parts.add(random.nextInt(parts.size() + 1), new SpokenText(whole));
            }
            talk.broker.answer(asked, parts.toArray(PlanPart[]::new));
        }

        private void check(String what) {
            heard.forEach(words -> check(what, words));
            heard.clear();
        }

        private void check(String what, String words) {
            assertThat(words.codePoints()
                            .noneMatch(letter -> Character.UnicodeScript.of(letter)
                                    == Character.UnicodeScript.GREEK))
                    .as("-Dtriune.seed=%d, %s: %s", seed, what, words)
                    .isTrue();
        }

        /** Looks for words in memories, journals, ears, prompts and a save. */
        private void checkWorld() throws IOException {
            for (int agent : new int[] {ada, dara, bystander}) {
                talk.get(Memory.class, agent)
                        .episodes
                        .forEach(known -> check("memory", known.text));
                talk.get(Senses.class, agent).heard().forEach(line -> check("ears", line.text()));
            }
            ByteArrayOutputStream save = new ByteArrayOutputStream();
            talk.world
                    .getSystem(WorldSerializationManager.class)
                    .setSerializer(new JsonArtemisSerializer(talk.world));
            new MindSaves(talk.world, talk.plugin.clock()).save(save);
            check("save", save.toString(StandardCharsets.UTF_8));
            talk.talks.say("Robin", ada, "κακό");
            talk.broker.asked().stream()
                    .filter(asked -> !asked.isEnded())
                    .forEach(asked -> talk.broker
                            .grant(asked)
                            .ifPresent(prompt -> check("prompt", prompt.text())));
        }

        private final class Ears implements ConversationListener {
            @Override
            public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
                heard.add(line + text);
            }

            @Override
            public void spoke(int agent, Utterance line) {
                heard.add(line.toString() + line.gestures());
            }

            @Override
            public void effect(ConversationEffect effect) {
                heard.add(effect.toString());
            }

            @Override
            public void ended(IntBag agents, String reason) {
                heard.add(reason);
            }
        }

        private final class Watcher implements MindListener {
            @Override
            public void speaking(int agent, Layer layer, Ticket ticket, String piece) {
                heard.add(piece);
            }

            @Override
            public void spoke(int agent, Layer layer, String text) {
                heard.add(text);
            }

            @Override
            public void promised(int agent, Layer layer, Ticket ticket, String later) {
                heard.add(later);
            }
        }

        /** Habits whose lines are hostile, and that learn what they hear. */
        private final class GreekTalk implements SettlementRules {
            @Override
            public boolean isWatched(int agent) {
                return false;
            }

            @Override
            public boolean hasNews(int one, int other) {
                return false;
            }

            @Override
            public boolean explores(int one, int other, long since) {
                return random.nextBoolean();
            }

            @Override
            public String news(int agent, int other) {
                return "νέα";
            }

            @Override
            public String line(int agent, boolean opening) {
                return "κακό, " + PARTNER;
            }

            @Override
            public void learn(int agent, boolean opening, String line) {
                heard.add(line);
            }

            @Override
            public long interval() {
                return 0;
            }
        }
    }
}
