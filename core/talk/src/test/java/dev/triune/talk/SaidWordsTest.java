/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.internal.text.BoundedText;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a member says itself, of what its model writes. */
final class SaidWordsTest {
    private static final List<String> OTHERS = List.of("Robin", "Tom Baker");

    private static String said(String written) {
        String line = BoundedText.withoutThoughts(written.replace("\\n", "\n"), 400);
        return Words.said(line, "Ada Smith", OTHERS);
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
            Robin: Thanks! => Robin: Thanks!
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
            """)
    void growingLineNeverShowsMoreThanTheWholeOne(String written) {
        String raw = written.replace("\\n", "\n");
        String whole = said(written);
        for (int end = 0; end <= raw.length(); end++) {
            String soFar = Words.saidSoFar(
                    Words.soFar(new StringBuilder(raw.substring(0, end))), "Ada Smith", OTHERS);
            assertThat(whole.startsWith(soFar) || (whole + " Robin").startsWith(soFar))
                    .as(soFar)
                    .isTrue();
        }
    }
}
