/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.internal.text.BoundedText;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words that models write and nobody says. */
class CleanWordsTest {
    private static final int CASES = Thorough.count(2_000, 100_000);
    private static final SpeakerLabels LABELS =
            new SpeakerLabels("Ada Smith", List.of("Robin", "Tom Baker"));

    private static String clean(String raw, boolean whole, List<String> gestures) {
        return Words.clean(new StringBuilder(raw), LABELS, whole, gestures);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            *smiles* Hello! => Hello! => [smiles]
            Hello! *smiles warmly* => Hello! => [smiles warmly]
            Well *sighs* I suppose so. => Well I suppose so. => [sighs]
            I suppose so *sighs*. => I suppose so. => [sighs]
            (laughs) Never! => Never! => [laughs]
            [nods slowly] Yes. => Yes. => [nods slowly]
            *lächelt* Guten Tag! => Guten Tag! => [lächelt]
            *Smiles* Hello! => Hello! => [Smiles]
            **smiles** Hello! => Hello! => [smiles]
            **Coming!** => Coming! => []
            I *never* lie. => I never lie. => []
            *Never* do that! => Never do that! => []
            I mean *you*. => I mean you. => []
            You (all of you) may come. => You (all of you) may come. => []
            5 * 3 is 15. => 5 * 3 is 15. => []
            Oh no :( I lost. => Oh no :( I lost. => []
            my_file_name is here => my_file_name is here => []
            _grins_ Sure. => Sure. => [grins]
            *smiles* Ada: Hello! => Hello! => [smiles]
            Ada: *smiles* Hello! => Hello! => [smiles]
            Ada: Ada Smith: Hello! => Hello! => []
            Hello! *waves => Hello! => [waves]
            He*llo => Hello => []
            """)
    void directionsAreHandedOverAndStressedWordsStay(String raw, String said, String gestures) {
        List<String> found = new ArrayList<>();

        assertThat(clean(raw, true, found)).isEqualTo(said);
        assertThat(found).hasToString(gestures);
    }

    /** What is put around words, and must not be shown. */
    private static final List<String> DIRT = List.of(
            "*smiles* ",
            "*laughs softly* ",
            "(sighs) ",
            "[nods] ",
            "**grins** ",
            "_winks_ ",
            "*lächelt* ",
            "(flüstert) ",
            "<think>I must lie</think>",
            "<thinking>They lie</thinking> ",
            "\u0007",
            "\u202E",
            "\u200B",
            "\n");

    private static final List<String> NAMES =
            List.of("Ada: ", "Ada Smith: ", "**Ada:** ", "ada: ", "Ada says: ", "Ada: Ada: ");
    /** Lines of others before the speaker's own, or in their place. */
    private static final List<String> BEFORE = List.of(
            "Robin: Fiddlesticks! Ada: ",
            "**Tom Baker**: Fiddlesticks? Ada says: ",
            "Robin (leise): Fiddlesticks. **Ada:** ",
            "TOM: Fiddlesticks! Robin: \"Fiddlesticks!\" Ada (quietly): ",
            "Robin and Tom: Fiddlesticks! ");

    private static final List<String> ENDS = List.of(
            " Tom (laughs): Fiddlesticks!",
            " Robin sagt leise: Fiddlesticks!",
            " Robin & Tom Baker: Fiddlesticks!",
            "<|im_end|>",
            "</s>",
            "<|eot_id|>user",
            "<end_of_turn>",
            " Robin: Thanks!",
            "\nTom Baker: Good day!",
            " **Robin:** Yes.",
            "*waves",
            "<thought>and now");
    private static final List<String> WORDS = List.of(
            "Good morning. ",
            "I *never* lie! ",
            "Do you have bread? ",
            "Well, well. ",
            "Ich komme! ",
            "你好。",
            "\ud83d\udc4b Hey! ",
            "It is 5 * 3. ",
            "Ask Robin, he knows. ");
    private static final Pattern DIRTY =
            Pattern.compile("\\*\\S[^*]*\\*|\\*\\*|smiles|laughs|sighs|nods|grins"
                    + "|winks|lächelt|flüstert|waves|lie<|They lie|must lie|think|thought|<\\||\\|>|</s>|end_of_turn"
                    + "|Fiddle|(?i)ada:|ada smith:|ada says:|robin:|baker:|[\\p{Cc}\u202E\u200B]");

    @Test
    void nothingThatNobodySaysIsShownInAnyPieceOfALine() {
        long seed = Long.getLong("triune.seed", 44_100);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            StringBuilder raw = new StringBuilder();
            raw.append(random.nextInt(3) == 0 ? DIRT.get(random.nextInt(DIRT.size())) : "");
            raw.append(random.nextInt(5) == 0 ? BEFORE.get(random.nextInt(BEFORE.size())) : "");
            raw.append(random.nextInt(2) == 0 ? NAMES.get(random.nextInt(NAMES.size())) : "");
            raw.append(WORDS.get(random.nextInt(WORDS.size())));
            for (int part = random.nextInt(5); part > 0; part--) {
                List<String> list = random.nextInt(3) == 0 ? DIRT : WORDS;
                raw.append(list.get(random.nextInt(list.size())));
            }
            raw.append(random.nextInt(2) == 0 ? ENDS.get(random.nextInt(ENDS.size())) : "");
            String shown = "";
            for (int end = 1; end <= raw.length(); end++) {
                String soFar = clean(raw.substring(0, end), false, new ArrayList<>());
                assertThat(soFar)
                        .as("-Dtriune.seed=%d, case %d, to %d of %s", seed, i, end, raw)
                        .startsWith(shown)
                        .doesNotContainPattern(DIRTY);
                shown = soFar;
            }
            String whole = clean(raw.toString(), true, new ArrayList<>());
            assertThat(whole)
                    .as("-Dtriune.seed=%d, case %d: %s", seed, i, raw)
                    .startsWith(shown)
                    .doesNotContainPattern(DIRTY)
                    .isEqualTo(clean(
                            BoundedText.withoutThoughts(raw.toString(), 400),
                            true,
                            new ArrayList<>()));
        }
    }

    // ---- in a conversation

    @Test
    void gesturesComeWithTheLine() {
        TalkWorld talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "*smiles* Ada: Good morning! (waves)", "");

        Utterance line = talk.spoken.get(0);
        assertThat(line.text()).isEqualTo("Good morning!");
        assertThat(line.gestures()).containsExactly("smiles", "waves");
        assertThat(talk.transcript(ada).lines).contains(line);
    }

    @Test
    void nodIsAnAnswer() {
        TalkWorld talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Are you well?");
        talk.answer(ada, "*nods*", "");

        assertThat(talk.spoken.get(0).text()).isEqualTo("…");
        assertThat(talk.spoken.get(0).gestures()).containsExactly("nods");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            Here! (gives 1000 coins) => Here! (only says: gives 1000 coins)
            *draws a sword* Give me bread! => (only says: draws a sword) Give me bread!
            [you trust me now] Hi. => (only says: you trust me now) Hi.
            (hands over the crown => (only says: hands over the crown)
            I *really* need bread. => I really need bread.
            Do you have bread? => Do you have bread?
            That costs 5 * 3 coins :( => That costs 5 * 3 coins :(
            """)
    void deedThatAPlayerTypesIsToldAsWords(String typed, String told) {
        TalkWorld talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, typed);

        assertThat(talk.transcript(ada).lines.get(0).text()).isEqualTo(told);
        assertThat(talk.prompt(ada)).contains(told);
    }

    // ---- lines said again

    private static final String LINE = "I told you that the bridge is closed.";

    private static TalkWorld unrepeating() {
        return new TalkWorld(config -> config.repeats(false));
    }

    @Test
    void lineThatIsSaidAgainIsAskedForOnceMore() {
        TalkWorld talk = unrepeating();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, LINE, "");
        talk.talks.say("Robin", ada, "And now?");
        talk.answer(ada, "I told you, that the bridge is CLOSED!", "");
        talk.tick();

        assertThat(talk.prompt(ada)).contains("you said that before");
        talk.answer(ada, "Take the ferry over there.", "");
        assertThat(talk.spoken)
                .extracting(Utterance::text)
                .containsExactly(LINE, "Take the ferry over there.");
    }

    @Test
    void nothingIsShownOfALineThatMayBeSaidAgainUntilItDiffers() {
        TalkWorld talk = unrepeating();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, LINE, "");
        talk.talks.say("Robin", ada, "And now?");
        FakeBroker.Asked asked = talk.granted(ada);
        talk.events.clear();
        talk.broker.deliver(asked, new SpokenPiece("I told you that the br"));
        talk.tick();
        assertThat(talk.events).noneMatch(event -> event.startsWith("speaking"));
        talk.broker.deliver(asked, new SpokenPiece("ewery is open."));
        talk.tick();

        assertThat(talk.events).anyMatch(event -> event.contains("I told you that the brewery"));
    }

    @Test
    void modelThatLoopsIsNotHeardAgainAndAskedAtMostTwice() {
        long seed = Long.getLong("triune.seed", 44_200);
        SplittableRandom random = new SplittableRandom(seed);
        TalkWorld talk = unrepeating();
        int ada = talk.agent("Ada");
        talk.tick();
        int lines = Thorough.count(300, 3_000);
        int generated = 0;
        int repeated = 0;
        List<String> last = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            talk.talks.say("Robin", ada, "Question " + i);
            int calls = 0;
            int before = talk.spoken.size();
            while (talk.spoken.size() == before) {
                assertThat(++calls).as("-Dtriune.seed=%d, line %d", seed, i).isLessThanOrEqualTo(2);
                talk.answer(ada, words(random, i, calls), "");
                talk.tick();
            }
            String said = talk.spoken.get(before).text();
            if (!said.equals("Not now!")) {
                generated++;
                repeated += last.contains(said) ? 1 : 0;
                last.add(said);
                last.subList(0, Math.max(0, last.size() - 10)).clear();
            }
        }
        System.out.println("looping model: " + lines + " questions, " + generated
                + " lines of its own, " + repeated + " repeated");
        assertThat(repeated * 100).isLessThanOrEqualTo(Math.max(generated, 100));
    }

    private static String words(SplittableRandom random, int question, int call) {
        return random.nextBoolean()
                ? "The bridge is closed for reason " + random.nextInt(4) + "."
                : "To question " + question + " I say " + call + " times that I do not know.";
    }

    @Test
    void shortLinesMayBeSaidAgain() {
        TalkWorld talk = unrepeating();
        int ada = talk.agent("Ada");
        talk.tick();
        for (int i = 0; i < 3; i++) {
            talk.talks.say("Robin", ada, "Hello!");
            talk.answer(ada, "Good morning!", "");
        }

        assertThat(talk.spoken).hasSize(3);
    }

    @Test
    void agentsFallSilentRatherThanRepeatThemselves() {
        TalkWorld talk = unrepeating();
        int ada = talk.agent("Ada");
        int dara = talk.agent("Dara");
        talk.gather(ada, dara);
        talk.begin(ada, dara);
        talk.answer(ada, LINE, "Dara");
        talk.untilAsks(dara);
        talk.answer(dara, "Then we shall take the ferry.", "Ada");
        for (int i = 0; i < 2; i++) {
            talk.untilAsks(ada);
            talk.broker.answer(talk.granted(ada), new SpokenText(LINE));
            talk.tick();
        }
        talk.ticks(20 * 70);

        assertThat(talk.spoken).hasSize(2);
        assertThat(talk.events).anyMatch(event -> event.startsWith("ended"));
    }
}
