/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of all servers, in all pieces, cut off everywhere. */
final class AnswerStreamTest {
    /** What says that an answer is complete, whatever the protocol. */
    private static final Pattern FINISH = Pattern.compile("\"(finish|stop)_reason\":\\s?\"\\w+\""
            + "|\\[DONE]|\"type\":\\s?\"message_stop\"|\"done\":\\s?true");

    private static final Pattern END_OF_EVENT = Pattern.compile("\\s*?(\r?\n\r?\n|\r\r|\\z)");

    static List<StreamFixture> all() {
        return StreamCorpus.all();
    }

    static Stream<StreamFixture> whole() {
        return StreamCorpus.whole();
    }

    static Stream<StreamFixture> unfinished() {
        return all().stream().filter(each -> !FINISH.matcher(each.stream()).find());
    }

    @Test
    void theCorpusHoldsEnoughOfEachKindUnderNamesOfTheirOwn() {
        assertThat(all()).hasSizeGreaterThanOrEqualTo(100);
        assertThat(all()).extracting(StreamFixture::name).doesNotHaveDuplicates();
        assertThat(whole().count()).isGreaterThanOrEqualTo(60);
        assertThat(unfinished().count()).isGreaterThanOrEqualTo(30);
        for (Family family : Family.values()) {
            assertThat(all().stream().filter(each -> each.family() == family).count())
                    .as(family.label())
                    .isGreaterThanOrEqualTo(12);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void anAnswerIsReadAsItsServerMeansIt(StreamFixture answer) {
        assertThat(Reading.whole(answer.family(), answer.bytes()))
                .isEqualTo(new Reading(answer.text(), answer.ending()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void piecesOfAnySizeGiveTheSame(StreamFixture answer) {
        for (int size : List.of(1, 3, 100)) {
            assertThat(Reading.inPieces(answer.family(), answer.bytes(), size))
                    .as("pieces of %d bytes", size)
                    .isEqualTo(new Reading(answer.text(), answer.ending()));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void piecesOfSizesByChanceGiveTheSame(StreamFixture answer) {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(Reading.atRandom(answer.family(), answer.bytes(), new Random(seed)))
                    .as("seed %d", seed)
                    .isEqualTo(new Reading(answer.text(), answer.ending()));
        }
    }

    @ParameterizedTest
    @MethodSource("whole")
    void anAnswerCutOffAnywhereIsWholeOnlyOnceItSaidSo(StreamFixture answer) {
        byte[] bytes = answer.bytes();
        int said = bytesUntil(answer, false);
        int ended = bytesUntil(answer, true);
        for (int cut = 0; cut < bytes.length; cut++) {
            Reading reading = Reading.first(answer.family(), bytes, cut);
            boolean prefix = answer.text().startsWith(reading.text());
            boolean right = cut < said
                    ? reading.ending().equals(new Ending.CutOff())
                    : cut < ended || isWhole(reading, answer);
            if (!prefix || !right) {
                fail("cut at %d of %d to %d: %s", cut, said, ended, reading);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("unfinished")
    void anAnswerThatNeverSaysThatItIsOverIsNeverWhole(StreamFixture answer) {
        byte[] bytes = answer.bytes();
        for (int cut = 0; cut <= bytes.length; cut++) {
            Reading reading = Reading.first(answer.family(), bytes, cut);
            if (!answer.text().startsWith(reading.text())
                    || reading.ending() instanceof Ending.Whole) {
                fail("cut at %d: %s", cut, reading);
            }
        }
    }

    private static boolean isWhole(Reading reading, StreamFixture answer) {
        return reading.ending() instanceof Ending.Whole && reading.text().equals(answer.text());
    }

    /** The bytes up to where the answer says that it is over, or to the end of that event. */
    private static int bytesUntil(StreamFixture answer, boolean endOfEvent) {
        String stream = answer.stream();
        Matcher finish = FINISH.matcher(stream);
        assertThat(finish.find()).as("an end is in the stream").isTrue();
        int chars = finish.end();
        if (endOfEvent && answer.family() == Family.OLLAMA) {
            chars = (stream + "\n").indexOf('\n', chars);
        } else if (endOfEvent && stream.stripLeading().startsWith("{")) {
            chars = stream.stripTrailing().length();
        } else if (endOfEvent) {
            Matcher end = END_OF_EVENT.matcher(stream);
            assertThat(end.find(chars)).isTrue();
            chars = end.start();
        }
        return stream.substring(0, chars).getBytes(StandardCharsets.UTF_8).length;
    }
}
