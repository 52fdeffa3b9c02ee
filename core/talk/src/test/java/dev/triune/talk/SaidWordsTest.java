/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.internal.text.BoundedText;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a member says itself, of what its model writes. */
final class SaidWordsTest {
    private static final SpeakerLabels LABELS =
            new SpeakerLabels("Ada Smith", List.of("Robin", "Tom Baker"));

    private static String said(String written) {
        String line = BoundedText.withoutThoughts(written.replace("\\n", "\n"), 400);
        return LABELS.said(line, true);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            Coming! => Coming!
            Ada Smith: Coming! => Coming!
            Ada: Coming! => Coming!
            ada: Coming! => Coming!
            **Ada:** Coming! => Coming!
            **Ada**: Coming! => Coming!
            Ada says: Coming! => Coming!
            Ada said: Coming! => Coming!
            Listen: I am coming. => Listen: I am coming.
            Ada and Robin: friends. => Ada and Robin: friends.
            Coming!\\nRobin: Thanks!\\nAda: No problem. => Coming!
            Ada: Coming!\\nTom Baker: Thanks! => Coming!
            Coming!\\n**Robin:** Thanks! => Coming!
            "Coming!"\\nRobin: Thanks! => "Coming!"
            Coming… Robin: Thanks! => Coming…
            Ask Robin: he knows. => Ask Robin: he knows.
            I like Robin. Robin is kind: yes. => I like Robin. Robin is kind: yes.
            Coming!<|im_end|> => Coming!
            Coming!</s> => Coming!
            Coming!<end_of_turn> => Coming!
            Coming!<|eot_id|> => Coming!
            Coming!<|im_end|>\\n<|im_start|>user\\nThanks => Coming!
            Coming! [INST] Thanks [/INST] => Coming!
            I <3 you => I <3 you
            a < b > c => a < b > c
            <b>Coming!</b> => <b>Coming!</b>
            <thinking>They lie</thinking>Coming! => Coming!
            <REASONING>They lie</reasoning> Coming! => Coming!
            <thought>They lie</thought>Ada: Coming! => Coming!
            """)
    void lineIsOnlyWhatTheSpeakerSays(String written, String said) {
        assertThat(said(written)).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            Good news for both of you. Robin: your cow is back. Tom Baker: so is your dog.
            I saw two of them. Robin: tall, with a beard.
            Come quickly! Robin: fetch the axe!
            That is how we do it. Robin: 3 loaves. Tom Baker: 2.
            Do you know the rhyme? "One is for the wolf. Robin: It is for the bear."
            He shouted twice. “Help. Robin: Run!” And nobody came.
            Hört zu. Robin: deine Kuh ist los.
            I wrote it down. Robin: … and then nothing.
            Only one is left. Robin: ½ a loaf.
            Ask him again. Robin - he knows: everything.
            We agreed. Ada: bread, Robin: milk.
            Ask Robin: He knows.
            Listen: Robin is coming.
            Robin: the man I told you of.
            Robin: 3 loaves. Tom: 2.
            Robin, listen: The wolf is near.
            Robin is kind: Ask him.
            Robin (he is kind) knows it.
            Robinson: That is my name.
            Robin and I: We are friends.
            """)
    void lineThatSpeaksOfOthersWithAColonIsKept(String written) {
        assertThat(said(written)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            Coming! Robin: "Thanks!" => Coming!
            Coming! Robin: *smiles* Thanks! => Coming!
            Coming! **Robin**: Thanks! => Coming!
            "Coming!" Robin: "Thanks!" => "Coming!"
            Coming! Robin: => Coming!
            Ada: coming! => coming!
            好的。 Robin: 谢谢 => 好的。
            Ich komme! Robin: Danke! Ada: Gern. => Ich komme!
            Иду! Robin: Спасибо! => Иду!
            Robin: Thanks! => ``
            ROBIN: Thanks! => ``
            Tom: Thanks! => ``
            **Robin**: Thanks! => ``
            **Robin:** Thanks! => ``
            *Robin:* Thanks! => ``
            - Robin: Thanks! => ``
            [Robin]: Thanks! => ``
            Robin : Thanks! => ``
            Robin (quietly): Thanks! => ``
            Robin *quietly*: Thanks! => ``
            Robin, smiling: Thanks! => ``
            Robin says to Ada: Thanks! => ``
            Robin: "Thanks!" => ``
            Robin and Tom Baker: Thanks! => ``
            Robin & Tom: Thanks! => ``
            Robin, Tom: Thanks! => ``
            Robin und Tom: Danke! => ``
            Robin (leise): Danke! => ``
            Robin sagt leise: Danke! => ``
            Robin flüstert: Danke! => ``
            Robin: Do you come? Ada: Coming! => Coming!
            Robin: Do you come?\\n**Ada (laughs):** Coming! Robin: Thanks! => Coming!
            Robin: Kommst du? Ada sagt: Ich komme! => Ich komme!
            Ada (quietly): Coming! => Coming!
            Ada sagt leise: Ich komme! => Ich komme!
            Coming! Ada: At once. => Coming! At once.
            Ada and Robin: Coming! => Coming!
            Coming! Tom: Thanks! => Coming!
            Coming! Robin (quietly): Thanks! => Coming!
            Coming! Robin and Tom: Thanks! => Coming!
            Coming! Robin fragt: Wann? => Coming!
            好的。Robin: 谢谢 => 好的。
            """)
    void lineOfAnotherIsCut(String written, String said) {
        assertThat(said(written)).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            Ada: Coming!<|im_end|>
            Ada says: Coming!
            **Ada Smith:** Coming!\\nRobin: Thanks!
            Coming!</s>
            Coming!<end_of_turn>
            <thinking>They lie</thinking>Coming!
            Come! Robin: fetch the axe!
            Robin: Do you come? Ada: Coming! Robin: Thanks!
            Robin and Tom: Thanks! And more.
            Robin and I: We are friends.
            Robin (quietly): Thanks! Ada: coming!
            Robin, listen: The wolf is near.
            Coming! Robin (quietly): Thanks!
            """)
    void growingLineNeverShowsMoreThanTheWholeOne(String written) {
        String raw = written.replace("\\n", "\n");
        String whole = said(written);
        for (int end = 0; end <= raw.length(); end++) {
            String soFar =
                    LABELS.said(Words.soFar(new StringBuilder(raw.substring(0, end))), false);
            assertThat(whole.startsWith(soFar) || (whole + " Robin").startsWith(soFar))
                    .as(soFar)
                    .isTrue();
        }
    }
}
