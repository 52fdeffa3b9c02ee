/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.AnswerPart.Action;
import dev.triune.llm.AnswerPart.Goal;
import dev.triune.llm.AnswerPart.Malformed;
import dev.triune.llm.AnswerPart.Speech;
import dev.triune.llm.AnswerPart.Thought;
import dev.triune.llm.AnswerPart.Unknown;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlanReaderTest {
    private static final Action WAVE = new Action("wave", Map.of());
    private static final Action RUN = new Action("run", Map.of("to", "a"));
    private static final Malformed NO_OBJECT = new Malformed("no JSON object in the answer");
    private static final Malformed CUT = new Malformed("the JSON object is not complete");
    private static final Malformed BROKEN = new Malformed("the JSON cannot be read further");

    static Stream<Arguments> answers() {
        return Stream.of(
                answer("{}"),
                answer(
                        """
                        {"action":[{"type":"gather","target":"wood","amount":20},
                        {"type":"build","building":"campfire"}],"speaking":"To work!",
                        "goal":{"type":"personal","description":"a warm night"},"thinking":"cold"}
                        """,
                        new Action("gather", Map.of("target", "wood", "amount", 20L)),
                        new Action("build", Map.of("building", "campfire")),
                        new Speech("To work!"),
                        new Goal("personal", "a warm night"),
                        new Thought("cold")),
                answer(
                        """
                        {"thinking":"","goal":"sleep","speaking":"","action":{"to":"bed","type":"go"}}
                        """,
                        new Thought(""),
                        new Goal("", "sleep"),
                        new Speech(""),
                        new Action("go", Map.of("to", "bed"))),
                // forms of an action
                answer("{\"action\":\"wave\"}", WAVE),
                answer("{\"action\":[\"wave\",{\"type\":\"wave\"}]}", WAVE, WAVE),
                answer("{\"action\":null}"),
                answer("{\"action\":\"\"}"),
                answer("{\"action\":[]}"),
                answer("{\"action\":[null,\"\"]}"),
                answer("{\"action\":[{\"type\":\"wave\",},],}", WAVE),
                answer("{\"action\":{}}", new Action("", Map.of())),
                answer("{\"action\":[{\"type\":7,\"a\":1}]}", new Action("", Map.of("a", 1L))),
                answer(
                        "{\"action\":[1,[\"wave\"],\"wave\",true]}",
                        new Unknown("action"),
                        new Unknown("action"),
                        WAVE,
                        new Unknown("action")),
                answer("{\"action\":2.5}", new Unknown("action")),
                // values
                answer(
                        "{\"action\":{\"a\":1.5,\"b\":-3,\"c\":true,\"d\":[1,null,[false]],\"e\":{\"f\":{}},\"g\":null}}",
                        new Action(
                                "",
                                Map.of(
                                        "a",
                                        1.5,
                                        "b",
                                        -3L,
                                        "c",
                                        true,
                                        "d",
                                        List.of(1L, List.of(false)),
                                        "e",
                                        Map.of("f", Map.of())))),
                answer(
                        "{\"action\":{\"a\":9223372036854775807,\"b\":9223372036854775808,\"c\":1E2}}",
                        new Action("", Map.of("a", Long.MAX_VALUE, "b", 0x1p63, "c", 100.0))),
                answer(
                        "{\"speaking\":\"\\u00e9\\\"\\n\\ud83d\\ude00 é 😀 \u20ac\"}",
                        new Speech("é\"\n😀 é 😀 €")),
                answer("{\"speaking\":\"{\\\"action\\\":[\"}", new Speech("{\"action\":[")),
                answer("{\"speaking\":\"<b>\"}", new Speech("<b>")),
                answer("{\"speaking\":\"<think>\"}", new Speech("")),
                // keys that are unknown, repeated, or have a value of the wrong form
                answer(
                        "{\"mood\":{\"action\":[1,{}]},\"speaking\":\"a\",\"speaking\":\"b\",\"n\":null}",
                        new Unknown("mood"),
                        new Speech("a"),
                        new Speech("b"),
                        new Unknown("n")),
                answer("{\"action\":{\"a\":1,\"a\":2}}", new Action("", Map.of("a", 2L))),
                answer(
                        "{\"speaking\":5,\"goal\":[],\"thinking\":{}}",
                        new Unknown("speaking"),
                        new Unknown("goal"),
                        new Unknown("thinking")),
                answer("{\"speaking\":null,\"goal\":null,\"thinking\":null}"),
                answer("{\"goal\":{}, \"goal\":\"\"}"),
                answer("{\"goal\":{\"description\":\"rest\",\"by\":3}}", new Goal("", "rest")),
                // text around the object
                answer(
                        "Sure! Here it is:\n```json\n{\"action\":\"wave\"}\n```\nGood {luck}.",
                        WAVE),
                answer(
                        "\uFEFF {\n \"action\" : \"wave\" } {\"speaking\":\"again\"}",
                        WAVE,
                        new Speech("again")),
                answer("<think>{\"action\":\"run\"} or {?</think>{\"action\":\"wave\"}", WAVE),
                answer("<<think><</think</think> <think></think>{\"action\":\"wave\"}", WAVE),
                answer("<think>{\"action\":\"wave\"}", NO_OBJECT),
                answer("a < b <thin> {\"action\":\"wave\"}", WAVE),
                // plans drafted in thoughts without an opening tag
                answer("Maybe {\"action\":\"run\"}? No.</think>{\"action\":\"wave\"}", WAVE),
                answer("So {\"action\":[\"run\", or</think> Ok: {\"action\":\"wave\"}", WAVE),
                answer("So {\"mood\":1} or {\"action\":2}</think>{\"action\":\"wave\"}", WAVE),
                answer("Maybe {\"action\":\"run\"}? No.</think> Nothing.", NO_OBJECT),
                answer("Sure, {\"action\":[\"wave\", oops \"run\"]} {}", WAVE, BROKEN),
                answer("Sure, {\"action\":[\"wave\",", WAVE, CUT),
                answer("Sure, {\"action\":\"wave\"} or {\"action\":\"run\"}", WAVE),
                answer("<think></think>Ok: {\"action\":\"wave\"}</think>{\"goal\":\"x\"}", WAVE),
                // what models write although JSON forbids it
                answer(
                        "{\"speaking\":\"Good day.\nBread\tis four coins.\",\"action\":\"wave\"}",
                        new Speech("Good day.\nBread\tis four coins."),
                        WAVE),
                answer(
                        "{\"action\":[{\"type\":\"wave\",\"why\":\"a\nb\"},\"wave\"]}",
                        new Action("wave", Map.of("why", "a\nb")),
                        WAVE),
                answer("{\"action\": // first\n[\"wave\" /* twice */, \"wave\"]}", WAVE, WAVE),
                answer(
                        "{\"action\":[{\"type\":\"wave\",\"n\":NaN,\"m\":-Infinity}]}",
                        new Action("wave", Map.of("n", "NaN", "m", "-Infinity"))),
                answer("{\"action\":[{\"type\":\"wave\",'a':1},{\"type\":\"run\"}]}", BROKEN),
                // a list of actions alone
                answer(
                        "[{\"type\":\"wave\"},\n {\"type\":\"run\",\"to\":\"a\"}, \"wave\"]",
                        WAVE,
                        RUN,
                        WAVE),
                answer("```json\n[ { \"type\" : \"wave\" } ]\n```", WAVE),
                answer("Maybe [{\"type\":\"run\"}]? No.</think>\n[{\"type\":\"wave\"}]", WAVE),
                answer("[{\"type\":\"wave\"},{\"type\":\"r", WAVE, CUT),
                answer("[{\"type\":\"wave\"},{\"type\":}]", WAVE, BROKEN),
                answer("[{\"speaking\":\"a\",\"action\":[\"wave\"]}]", new Speech("a"), WAVE),
                answer("I see [{\"type\":\"oak\"}], so: {\"action\":\"wave\"}", WAVE),
                answer("{\"type\":\"object\"} {\"action\":\"wave\"}", WAVE),
                // thoughts in an object of their own
                answer("{\"thinking\":\"a\"}\n{\"action\":\"wave\"}", new Thought("a"), WAVE),
                answer("{\"thinking\":\"a\"} Done.", new Thought("a")),
                answer("So {\"thinking\":\"a\"}, then {\"action\":\"wave\"}", WAVE),
                answer("{\"thinking\":\"a\",\"note\":1} {}", new Thought("a"), new Unknown("note")),
                // objects without a key of a plan
                answer("An empty plan is {}. Here it is: {\"action\":\"wave\"}", WAVE),
                answer("{\"note\":1} {} {\"action\":\"wave\"}", WAVE),
                answer("{\"note\":1, \"n\" {\"action\":\"wave\"}", WAVE),
                answer("{\"note\":1} {\"action\":null} {\"action\":\"wave\"}", WAVE),
                answer("{\"actions\":[]} and {}", new Unknown("actions")),
                answer("{\"note\":1,\"action\":\"wave\"}", new Action("wave", Map.of("note", 1L))),
                // braces that do not start a JSON object
                answer("I {really} think: {\"action\":\"wave\"}", WAVE),
                answer("{{\"action\":\"wave\"}}", WAVE),
                answer("{ { {\"a\" {\"action\":\"wave\"}", WAVE),
                answer("{\"a\":{\"action\":\"wave\"}", new Unknown("a"), CUT),
                answer("{\"so\" <think>{\"action\":\"run\"}</think> {\"action\":\"wave\"}", WAVE),
                answer("{\"a\": trust {\"action\":\"wave\"}", WAVE),
                answer("{\"a\": tru{\"action\":\"wave\"}", WAVE),
                answer("{\"a\": 01 {\"action\":\"wave\"}", WAVE),
                answer("{\"a\": 1.{\"action\":\"wave\"}", WAVE),
                answer("{\"a\": \"line\nbreak\" {\"action\":\"wave\"}", WAVE),
                // incomplete answers
                answer("", NO_OBJECT),
                answer("I would rather not.", NO_OBJECT),
                answer("{", NO_OBJECT),
                answer("[1,2]", NO_OBJECT),
                answer("{\"action\":[{\"type\":\"wave\"},{\"type\":\"r", WAVE, CUT),
                answer("{\"action\":[{\"type\":\"wave\"}]", WAVE, CUT),
                answer("{\"action\":[\"wave\", oops \"run\"]} {\"speaking\":\"no\"}", WAVE, BROKEN),
                answer("{\"action\":[\"wave\",,]}", WAVE, BROKEN),
                answer("{\"speaking\":\"a\",,}", new Speech("a"), BROKEN),
                answer("{\"action\":[\"wave\"}", WAVE, BROKEN),
                answer("{\"action\":\"wave\",\"speaking\":}", WAVE, BROKEN),
                answer("{\"action\":[\"wave\",{\"a\":}]}", WAVE, BROKEN),
                answer(
                        "{\"action\":{\"a\":1e999}}",
                        new Malformed("a number is beyond the range of a double")),
                // unpaired surrogates
                answer("{\"speaking\":\"\ud83d\"}", new Speech("\uFFFD")),
                answer("{\"speaking\":\"\ude00\ud83d\ud83d\ude00\"}", new Speech("\uFFFD\uFFFD😀")),
                answer("{\"speaking\":\"a\"}\ud83d", new Speech("a")),
                answer("\ud83d", NO_OBJECT));
    }

    private static Arguments answer(String text, AnswerPart... parts) {
        return Arguments.of(text, List.of(parts));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void everySplitOfAnAnswerYieldsItsParts(String text, List<AnswerPart> parts) {
        assertThat(Answers.whole(text)).isEqualTo(parts);
        assertThat(Answers.inPiecesOf(1, text)).isEqualTo(parts);
        assertThat(Answers.inPiecesOf(3, text)).isEqualTo(parts);
        assertThat(Answers.inPiecesOf(100, text)).isEqualTo(parts);
    }

    @Test
    void deliversAnActionAtItsClosingBrace() {
        String text = "{\"action\":[{\"type\":\"wave\"";
        assertThat(Answers.beginningWith(text)).isEmpty();
        assertThat(Answers.beginningWith(text + "}")).containsExactly(WAVE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n",
                "\uFEFF",
                "```json\n",
                "```\n",
                "Here is my plan: ",
                "Here is my plan: [",
                "Sure!\nHere it is:\n\n```json\n",
                "<think>maybe {\"action\":\"run\"}</think> Here it is: ",
                "Maybe {\"action\":\"run\"}? No.</think>\n\nHere it is: "
            })
    void deliversActionsAtOnceIfTheModelCannotBeThinking(String before) {
        assertThat(Answers.beginningWith(before + "{\"action\":[{\"type\":\"wave\"}"))
                .containsExactly(WAVE);
    }

    @Test
    void deliversAnActionOfAListAloneAtItsClosingBrace() {
        String text = "[{\"type\":\"wave\"";
        assertThat(Answers.beginningWith(text)).isEmpty();
        assertThat(Answers.beginningWith(text + "}")).containsExactly(WAVE);
    }

    @Test
    void holdsBackActionsAfterProseThatMayBeDrafts() {
        String plan = "{\"action\":\"wave\"} Good luck.";
        assertThat(Answers.beginningWith("Sure, " + plan)).isEmpty();
        assertThat(Answers.beginningWith("Okay, ".repeat(20) + "maybe: " + plan))
                .isEmpty();
        assertThat(Answers.beginningWith("Not {}, but: " + plan)).isEmpty();
    }

    @Test
    void ignoresTextAfterTheObjectOfAnyLength() {
        String text = "{\"action\":\"wave\"}" + " ".repeat(PlanReader.MAX_CHARACTERS);
        assertThat(Answers.whole(text)).containsExactly(WAVE);
        assertThat(Answers.inPiecesOf(1000, text)).containsExactly(WAVE);
    }

    @Test
    void fieldsKeepTheirOrderAndAreUnmodifiable() {
        AnswerPart part = Answers.whole(
                        "{\"action\":{\"z\":1,\"y\":[2],\"type\":\"t\",\"x\":{\"w\":3}}}")
                .get(0);
        Map<String, Object> fields = ((Action) part).fields();
        assertThat(fields.keySet()).containsExactly("z", "y", "x");
        assertThatThrownBy(fields::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThat(fields.get("y"))
                .isInstanceOfSatisfying(
                        List.class,
                        list -> assertThatThrownBy(list::clear)
                                .isInstanceOf(UnsupportedOperationException.class));
        assertThat(fields.get("x"))
                .isInstanceOfSatisfying(
                        Map.class,
                        map -> assertThatThrownBy(map::clear)
                                .isInstanceOf(UnsupportedOperationException.class));
    }

    @Test
    void propagatesExceptionsOfTheConsumer() {
        AnswerReader reader = new PlanReader();
        assertThatThrownBy(() -> reader.feed("{\"action\":\"wave\"}", part -> {
                    throw new IllegalStateException("the taker's own");
                }))
                .hasMessage("the taker's own");
    }

    static Stream<Arguments> limits() {
        return Stream.of(
                Arguments.of(
                        "prose of the greatest length",
                        " ".repeat(PlanReader.MAX_CHARACTERS - 2) + "{}",
                        " ".repeat(PlanReader.MAX_CHARACTERS - 1) + "{}",
                        "1048576 characters"),
                Arguments.of(
                        "the deepest nesting",
                        "{\"x\":" + "[".repeat(63) + "]".repeat(63) + "}",
                        "{\"x\":" + "[".repeat(64) + "]".repeat(64) + "}",
                        "64 levels"),
                Arguments.of(
                        "the longest string",
                        "{\"x\":\"" + "é".repeat(65_536) + "\"}",
                        "{\"x\":\"" + "é".repeat(65_537) + "\"}",
                        "65536 characters"),
                Arguments.of(
                        "the longest number",
                        "{\"x\":" + "1".repeat(100) + "}",
                        "{\"x\":" + "1".repeat(101) + "}",
                        "100 characters"),
                Arguments.of(
                        "the most parts",
                        "{\"action\":[" + "\"a\",".repeat(255) + "\"a\"]}",
                        "{\"action\":[" + "\"a\",".repeat(256) + "\"a\"]}",
                        "256 parts"),
                Arguments.of(
                        "the most tokens",
                        "{\"x\":[" + "1,".repeat(32_762) + "1]}",
                        "{\"x\":[" + "1,".repeat(32_763) + "1]}",
                        "32768 tokens"),
                Arguments.of(
                        "the most false starts",
                        "{\"\"".repeat(1024) + "{}",
                        "{\"\"".repeat(1025) + "{}",
                        "1024 braces begin no plan"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("limits")
    void exceedingALimitIsMalformedAndNamesTheLimit(
            String name, String within, String beyond, String limit) {
        for (int size : List.of(1, 3, 100, 1 << 20)) {
            assertThat(Answers.inPiecesOf(size, within)).noneMatch(Malformed.class::isInstance);
            List<AnswerPart> parts = Answers.inPiecesOf(size, beyond);
            assertThat(parts.get(parts.size() - 1))
                    .isInstanceOfSatisfying(
                            Malformed.class, end -> assertThat(end.reason()).contains(limit));
            assertThat(parts).filteredOn(Malformed.class::isInstance).hasSize(1);
        }
    }

    @Test
    void keysHaveTheSameLengthLimitAsStrings() {
        String endless = "{\"" + "n".repeat(100_000) + "\":1}";
        assertThat(Answers.whole(endless))
                .isEqualTo(Answers.inPiecesOf(1, endless))
                .containsExactly(new Malformed("a string is longer than 65536 characters"));
    }

    @Test
    void malformedReasonNeverQuotesTheAnswer() {
        List<String> broken = IntStream.range(0, 40)
                .mapToObj(at -> "{\"speaking\":\"a\",\"secret\":{\"secret\":[secret]}}"
                        .substring(0, at + 1))
                .toList();
        assertThat(broken)
                .flatMap(Answers::whole)
                .filteredOn(Malformed.class::isInstance)
                .extracting(Object::toString)
                .noneMatch(reason -> reason.contains("secret"));
    }
}
