/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.AnswerPart.Malformed;
import dev.triune.llm.Request.AnswerFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class TextReaderTest {
    private static final Malformed ONLY_THOUGHTS =
            new Malformed("the answer ends before its thoughts do");
    private static final Malformed LEAKED =
            new Malformed("thoughts without an opening tag were delivered as text");

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("<think>They want me to lie</think>\n\nWelcome!", "Welcome!"),
                Arguments.of(" \n<think>\n\n</think>\n\nWelcome!", "Welcome!"),
                Arguments.of("<think>a</think> <think>b</think> Hm. <think>c</think>Hi", "Hm. Hi"),
                Arguments.of("<think>a <thi </thin </think>Hi", "Hi"),
                Arguments.of("<<think>a</think>b", "<b"),
                Arguments.of("  Hello,\n you 😀  ", "  Hello,\n you 😀  "),
                Arguments.of("a < b </thin <think", "a < b </thin <think"),
                Arguments.of(" ", " "),
                Arguments.of("", ""));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void removesThoughtsInEverySplit(String answer, String text) {
        for (int cut = 0; cut <= answer.length(); cut++) {
            List<AnswerPart> parts =
                    read(AnswerFormat.TEXT, answer.substring(0, cut), answer.substring(cut));
            assertThat(joined(parts)).as("cut at %d", cut).isEqualTo(text);
            assertThat(parts).noneMatch(Malformed.class::isInstance);
        }
        assertThat(joined(read(AnswerFormat.TEXT, answer.split("")))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"Hel, Hel", "Hello <, 'Hello '", "Hello </thin, 'Hello '", "Hello <b, Hello <b"})
    void holdsBackOnlyTextThatMayBeATag(String piece, String text) {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader.of(AnswerFormat.TEXT).feed(piece, parts::add);
        assertThat(joined(parts)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"[[0.1,0.2],[0.3,0.4]]", "[[[1]]]", "[{\"embedding\":[0.1]}]", "[\"<think>\"]"
            })
    void jsonThatCameWholeIsDeliveredWhole(String json) {
        for (AnswerFormat format : List.of(AnswerFormat.JSON, AnswerFormat.EMBEDDINGS)) {
            assertThat(read(format, json)).containsExactly(new AnswerPart.Text(json));
        }
    }

    @Test
    void longBlankTextIsNotHeldBackForever() {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader.of(AnswerFormat.TEXT).feed(" ".repeat(100_000), parts::add);
        assertThat(joined(parts)).isNotEmpty();
    }

    @Test
    void reportsThoughtsThatNeverEnd() {
        assertThat(read(AnswerFormat.TEXT, "<think>They want", " me to"))
                .containsExactly(ONLY_THOUGHTS);
    }

    @Test
    void removesThoughtsBeforeALoneClosingTag() {
        assertThat(read(AnswerFormat.TEXT, "They want me to lie</think>\n\nWelcome!"))
                .containsExactly(new AnswerPart.Text("Welcome!"));
    }

    @Test
    void reportsThoughtsThatWereStreamedAsText() {
        assertThat(read(AnswerFormat.TEXT, "They want", " me to lie</thi", "nk>\n\nWelcome!"))
                .containsExactly(
                        new AnswerPart.Text("They want"),
                        new AnswerPart.Text(" me to lie"),
                        new AnswerPart.Text("Welcome!"),
                        LEAKED);
    }

    @Test
    void keepsTagsInsideJson() {
        String json = "{\"speaking\":\"hm</think>Hi <think>\"}";
        assertThat(joined(read(AnswerFormat.JSON, "<think>{}</think>\n" + json)))
                .isEqualTo(json);
        assertThat(joined(read(AnswerFormat.JSON, json))).isEqualTo(json);
    }

    private static List<AnswerPart> read(AnswerFormat format, String... pieces) {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader reader = AnswerReader.of(format);
        for (String piece : pieces) {
            reader.feed(piece, parts::add);
        }
        reader.end(parts::add);
        return parts;
    }

    private static String joined(List<AnswerPart> parts) {
        StringBuilder text = new StringBuilder();
        for (AnswerPart part : parts) {
            if (part instanceof AnswerPart.Text piece) {
                assertThat(piece.delta()).isNotEmpty();
                text.append(piece.delta());
            }
        }
        return text.toString();
    }
}
