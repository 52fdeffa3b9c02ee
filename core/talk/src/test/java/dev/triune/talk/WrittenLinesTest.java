/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.action.ActionCatalog;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.talk.Utterance.Origin;
import dev.triune.testkit.MindTest;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Lines that people have written, and a model chooses. */
class WrittenLinesTest {
    private static final int ANSWERS = Thorough.count(2_000, 100_000);

    private static final String ENGLISH = """
            # what a stallholder says
            greet: Good day, {player}.
            greet: Ah, {player}! Come in.
            weather: Fine weather for a market.
            sell [open]: {item}? That is two coins.
            closed [shut]: I have closed for today.
            name: I am {self}.
            """;

    private static final String GERMAN = """
            greet: Guten Tag, {player}.
            weather: Schönes Wetter für einen Markt.
            sell [open]: {item}? Das macht zwei Münzen.
            closed [shut]: Für heute ist zu.
            name: Ich heiße {self}.
            """;

    /** All that may be seen of the lines above. */
    private static final Pattern SHOWN =
            Pattern.compile("Good day, Robin\\.|Ah, Robin! Come in\\.|Fine weather for a market\\.|"
                    + "(Bread|Milk)\\? That is two coins\\.|I am Ada\\.");

    private boolean open = true;

    private LineCatalog lines(String text) {
        return LineCatalog.read("lines.txt", text)
                .when("open", agent -> open)
                .when("shut", agent -> !open)
                .slot("item", agent -> List.of("bread", "milk"));
    }

    private TalkWorld talk = new TalkWorld(
            config -> config.lines(lines(ENGLISH), agent -> agent == 0).turns(4));

    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");

    private void answer(int agent, PlanPart... parts) {
        talk.untilAsks(agent);
        talk.broker.answer(talk.granted(agent), parts);
        talk.tick();
    }

    private List<String> shown() {
        return talk.spoken.stream().map(Utterance::text).toList();
    }

    @Test
    void modelChoosesALineByItsId() {
        talk.tick();
        talk.talks.say("Robin", ada, "Do you have bread?");
        answer(ada, new PlanPart.SpokenText("sell:bread"));
        talk.talks.say("Robin", ada, "And your name?");
        answer(ada, new PlanPart.SpokenText(" Name "));

        assertThat(shown()).containsExactly("Bread? That is two coins.", "I am Ada.");
        assertThat(talk.spoken).extracting(Utterance::origin).containsOnly(Origin.LINE);
        assertThat(talk.spoken.get(0).model()).isEqualTo("fake/model");
        assertThat(talk.transcript(ada).lines).hasSize(4);
    }

    @Test
    void promptAndSchemaOfferTheLinesThatApplyNow() {
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        FakeBroker.Asked asked = Objects.requireNonNull(talk.open(ada));
        String schema = String.valueOf(asked.request().schema().orElseThrow().root());
        String prompt = talk.prompt(ada);

        assertThat(schema)
                .contains("[greet, weather, sell:bread, sell:milk, name, null]")
                .doesNotContain("closed")
                .doesNotContain("speaking");
        assertThat(prompt)
                .contains("{\"line\":\"sell:bread\"}")
                .containsPattern("What you can say now:\n- greet = (Good day, Robin\\.|Ah, Robin)")
                .contains("- sell:bread = Bread? That is two coins.\n")
                .contains("- name = I am Ada.\n")
                .doesNotContain("closed")
                .doesNotContain("speaking");
        open = false;
        talk.talks.end(ada);
        talk.talks.say("Robin", ada, "Hello!");
        assertThat(talk.prompt(ada)).contains("- closed = ").doesNotContain("sell:");
    }

    @Test
    void textThatThePromptTellsIsTheOneThatIsSaid() {
        talk.tick();
        Pattern told = Pattern.compile("- greet = (.*)\n");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            talk.talks.say("Robin", ada, "Hello number " + i + "!");
            var greet = told.matcher(talk.prompt(ada));
            assertThat(greet.find()).isTrue();
            texts.add(greet.group(1));
            talk.ticks(7 + i);
            answer(ada, new PlanPart.SpokenText("greet"));
        }

        assertThat(shown()).isEqualTo(texts);
        assertThat(texts.stream().distinct()).hasSize(2);
    }

    @Test
    void othersSpeakFreely() {
        talk.tick();
        talk.talks.say("Robin", bryn, "Hello!");
        FakeBroker.Asked asked = Objects.requireNonNull(talk.open(bryn));
        assertThat(String.valueOf(asked.request().schema().orElseThrow().root()))
                .contains("speaking");
        assertThat(talk.prompt(bryn)).contains("\"speaking\":").doesNotContain("can say now");
        talk.broker.answer(asked, new PlanPart.SpokenText("Oh, hello."));
        talk.tick();

        assertThat(shown()).containsExactly("Oh, hello.");
    }

    @Test
    void anythingElseIsAskedForAgainOnceAndThenNotSaid() {
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        answer(ada, new PlanPart.SpokenText("I am the king of France."));
        answer(ada, new PlanPart.SpokenText("sell:gold"));

        assertThat(shown()).containsExactly("Not now!");
        assertThat(talk.talks.whySilent(ada).cause()).isEqualTo(Cause.UNUSABLE);
        assertThat(talk.broker.asked())
                .filteredOn(asked -> asked.request().layer().equals("talker"))
                .hasSize(2);
    }

    @Test
    void functionsOfTheGameThatThrowLetNothingBeSaid() {
        for (int place = 0; place < 3; place++) {
            int failing = place;
            LineCatalog lines = LineCatalog.read("lines.txt", "sell [open]: {item}?")
                    .when("open", agent -> failing == 0 ? fail() : true)
                    .slot("item", agent -> List.of(failing == 1 && fail() ? "" : "bread"));
            TalkWorld world =
                    new TalkWorld(config -> config.lines(lines, agent -> failing != 2 || fail()));
            int odo = world.agent("Odo");
            world.world.process();
            world.talks.say("Robin", odo, "Bread?");
            for (int i = 0; i < 200; i++) {
                if (world.open(odo) != null && !world.granted(odo).isEnded()) {
                    world.broker.answer(
                            world.granted(odo),
                            new PlanPart.SpokenText(failing == 2 ? "sell:milk" : "sell:bread"));
                }
                world.world.process();
            }
            assertThat(world.spoken)
                    .as("place %d", place)
                    .extracting(Utterance::text)
                    .containsExactly("Not now!");
        }
    }

    private static boolean fail() {
        throw new IllegalStateException("planted");
    }

    @Test
    void gateSeesTheFilledLine() {
        TalkWorld gated = new TalkWorld(config -> config.lines(lines(ENGLISH), agent -> true)
                .gate(line -> line.text().contains("Milk? That")
                        ? Verdict.stop("no milk")
                        : Verdict.pass()));
        int odo = gated.agent("Odo");
        gated.tick();
        gated.talks.say("Robin", odo, "Milk?");
        gated.broker.answer(gated.granted(odo), new PlanPart.SpokenText("sell:milk"));
        gated.tick();

        assertThat(gated.spoken)
                .extracting(Utterance::text)
                .containsExactly("Let us talk about something else.");
    }

    /** Whatever a model answers, in whatever pieces, only written lines and the game's are shown. */
    @Test
    void nothingElseIsEverShown() {
        Random random = new Random(Long.getLong("triune.seed", 44_300));
        List<String> pool = List.of(
                "greet",
                "weather",
                "sell:bread",
                "sell:milk",
                "name",
                "closed",
                "sell",
                "sell:gold",
                "greet: Good day, you fool.",
                "{player}",
                "I am evil.",
                "\"greet\"",
                "*smiles* greet",
                "Ada: greet",
                "greet\nI am evil.",
                "<think>greet</think>evil",
                "name ",
                "SELL:MILK");
        int wrong = 0;
        for (int i = 0; i < ANSWERS; i++) {
            if (i % 100 == 0) { // the broker of a test keeps all that it was asked
                talk = new TalkWorld(config ->
                        config.lines(lines(ENGLISH), agent -> agent == 0).turns(4));
                talk.agent("Ada");
                talk.agent("Bryn");
                talk.tick();
                talk.gather(ada, bryn);
            }
            talk.talks.say("Robin", ada, "Well, number " + i + "?");
            for (int tick = 0; tick < 60 && talk.open(ada) == null; tick++) {
                talk.tick();
            }
            FakeBroker.Asked asked = talk.open(ada);
            if (asked == null || (!asked.isGranted() && talk.broker.grant(asked).isEmpty())) {
                continue;
            }
            String words = pool.get(random.nextInt(pool.size()))
                    + (random.nextInt(8) == 0 ? " and more evil" : "");
            List<PlanPart> parts = new ArrayList<>();
            for (int at = 0; random.nextBoolean() && at < words.length(); at++) {
                parts.add(new PlanPart.SpokenPiece(words.substring(at, at + 1)));
            }
            if (random.nextInt(6) > 0) {
                parts.add(new PlanPart.SpokenText(words));
            }
            if (random.nextInt(6) == 0) {
                parts.add(random.nextInt(parts.size() + 1), new PlanPart.Later("be evil"));
            }
            if (random.nextInt(6) == 0) {
                parts.add(0, new PlanPart.Addressee(random.nextBoolean() ? "Bryn" : "evil"));
            }
            talk.broker.answer(asked, parts.toArray(PlanPart[]::new));
            talk.tick();
            talk.events.clear(); // what was heard so far is read below
            for (Utterance line : talk.spoken) {
                boolean written = line.origin() == Origin.LINE
                        && SHOWN.matcher(line.text().replace("Bryn", "Robin")).matches();
                boolean game = line.origin() == Origin.GAME;
                wrong += written || game || !line.speaker().equals("Ada") ? 0 : 1;
            }
            talk.spoken.clear();
        }
        assertThat(wrong).as("of %d answers", ANSWERS).isZero();
    }

    /** Tokens as a model's tokenizer would cut them at most: words of up to 6 letters, digits, signs. */
    private static int tokens(String json) {
        int count = 0;
        var pieces = Pattern.compile("\\p{L}{1,6}|\\d{1,3}|[^\\p{L}\\d]+").matcher(json);
        while (pieces.find()) {
            count++;
        }
        return count;
    }

    @Test
    void replyTakesSixTokensAtTheMedian() {
        List<Integer> counts = new ArrayList<>();
        for (String choice : lines(ENGLISH).offered(ada, 0, "Ada", "Robin").keySet()) {
            counts.add(tokens("{\"line\":\"" + choice + "\"}"));
        }
        counts.sort(null);

        assertThat(counts.get(counts.size() / 2)).isLessThanOrEqualTo(6);
        assertThat(tokens("{\"to\":\"Robin\",\"action\":[],\"later\":null,\"speaking\":"
                        + "\"Good day, Robin. Fine weather for a market.\",\"end\":false}"))
                .isGreaterThan(30);
    }

    @Test
    void realAnswerIsReadAsALine() {
        List<String> heard = new ArrayList<>();
        Conversations conversations = new Conversations(new ConversationConfig()
                .lines(lines(ENGLISH), agent -> true)
                .listener(new ConversationListener() {
                    @Override
                    public void spoke(int agent, Utterance line) {
                        heard.add(line.text());
                    }
                }));
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().action("rest", "sit down").build())
                .mind("{\"line\":\"weather\"}")
                .plugin(minds -> minds.with(conversations));
        int odo = sim.agent("Odo");
        sim.ticks(2);
        conversations.say("Robin", odo, "Hello!");
        sim.tickUntil(() -> !heard.isEmpty(), 2_000);

        assertThat(heard).containsExactly("Fine weather for a market.");
    }

    @Test
    void filesOfTwoLanguagesHaveTheSameIds() {
        assertThat(LineCatalog.read("lines.de.txt", GERMAN).ids())
                .isEqualTo(LineCatalog.read("lines.en.txt", ENGLISH).ids());
        assertThat(LineCatalog.read("lines.en.txt", ENGLISH).ids())
                .containsExactly(
                        "greet[]", "weather[]", "sell[open]{item}", "closed[shut]", "name[]");
    }

    @Test
    void mistakesOfWritersAndGamesAreNamed() {
        assertThatThrownBy(() -> LineCatalog.read("l.txt", "greet: Hi.\nno line at all"))
                .hasMessage("l.txt, line 2: \"no line at all\" is no line (expected such as"
                        + " greet [open]: Good day, {player}.)");
        assertThatThrownBy(() -> LineCatalog.read("l.txt", "a: {x} and {y}"))
                .hasMessage(
                        "l.txt, line 1: slots {x} and {y} (expected at most one besides {player}"
                                + " and {self})");
        assertThatThrownBy(() -> LineCatalog.read("l.txt", "a [x]: One.\na: Two."))
                .hasMessage("l.txt, line 2: conditions [] of \"a\" (expected [x] as before)");
        assertThatThrownBy(() -> LineCatalog.read("l.txt", "# nothing"))
                .hasMessage("l.txt: 0 lines (expected 1 to 2000)");
        assertThatThrownBy(() -> LineCatalog.read("l.txt", "a: One.").when("x", agent -> true))
                .hasMessage(
                        "l.txt: no line has the condition \"x\" (expected one that a line has)");
        assertThatThrownBy(() -> new ConversationConfig()
                        .lines(LineCatalog.read("l.txt", "a [x]: One."), agent -> true))
                .hasMessage("l.txt: condition \"x\" of \"a\" (declare it with when)");
        assertThatThrownBy(() -> new ConversationConfig()
                        .lines(LineCatalog.read("l.txt", "a: One {x}."), agent -> true))
                .hasMessage("l.txt: slot {x} of \"a\" (declare it with slot)");
    }
}
