/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.AnswerPart.Action;
import dev.triune.llm.AnswerPart.Addressee;
import dev.triune.llm.AnswerPart.Goal;
import dev.triune.llm.AnswerPart.Malformed;
import dev.triune.llm.AnswerPart.Speech;
import dev.triune.llm.AnswerPart.SpeechPiece;
import dev.triune.llm.AnswerPart.TalkEnd;
import dev.triune.llm.AnswerPart.Thought;
import dev.triune.llm.AnswerPart.Unknown;
import dev.triune.llm.Request.AnswerFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms that models write besides the one that the instructions show. */
final class OtherFormsTest {
    private static final Action WAVE = step("wave");
    private static final Action MOVE = step("move", "x", 10L, "y", 20L);
    private static final Action SAY = step("say", "text", "Hello!");
    private static final Action GIVE = step("give", "item", "bread", "to", "Mira");
    private static final Malformed CUT = new Malformed("the JSON object is not complete");
    private static final Malformed BROKEN = new Malformed("the JSON cannot be read further");
    private static final Malformed NO_STEP =
            new Malformed("another object follows that is no further step");
    private static final Addressee TO_MIRA = new Addressee("Mira");
    private static final Speech HI = new Speech("Hi");

    static Stream<Arguments> flat() {
        return Stream.of(
                of("{'action':'move','x':10,'y':20}", MOVE),
                of("{'action':'move','x':10,'y':20,}", MOVE),
                of("{ 'action' : 'move' ,\n 'x' : 10 ,\n 'y' : 20 }", MOVE),
                of("```json\n{'action':'move','x':10,'y':20}\n```", MOVE),
                of("Here it is: {'action':'move','x':10,'y':20}", MOVE),
                of("I go there now, I think. {'action':'move','x':10,'y':20}", MOVE),
                of("<think>so</think>{'action':'move','x':10,'y':20}", MOVE),
                of("{'x':10,'y':20,'action':'move'}", MOVE),
                of("{'x':10,'action':'move','y':20}", MOVE),
                of("{'type':'move','x':10,'y':20}", MOVE),
                of("{'x':10,'type':'move','y':20}", MOVE),
                of("{'type':'wave'}", WAVE),
                of("{'type':'move','x':10,'y':20} Done.", MOVE),
                of("So be it, then. {'type':'move','x':10,'y':20}", MOVE),
                of("{'action':'move','x':10,'y':20,'z':null}", MOVE),
                of("{'action':'move','x':10,'y':20,'thinking':'far'}", MOVE, thought("far")),
                of("{'thinking':'far','action':'move','x':10,'y':20}", thought("far"), MOVE),
                of("{'thinking':'far','type':'move','x':10,'y':20}", thought("far"), MOVE),
                of("{'type':'move','thinking':'far','x':10,'y':20}", thought("far"), MOVE),
                of("{'action':'move','x':10,'y':20,'speaking':'Hi'}", MOVE, HI),
                of("{'type':'move','x':10,'y':20,'speaking':'Hi'}", MOVE, HI),
                of("{'speaking':'Hi','action':'move','x':10,'y':20}", HI, MOVE),
                of("{'speaking':'Hi','type':'move','x':10,'y':20}", HI, MOVE),
                of("{'action':'move','x':10,'y':20,'goal':'rest'}", MOVE, new Goal("", "rest")),
                of("{'goal':null,'action':'move','x':10,'y':20}", MOVE),
                of(
                        "{'action':'at','at':{'x':1},'on':[1]}",
                        step("at", "at", Map.of("x", 1L), "on", List.of(1L))),
                of("{'action':'gather','type':'wood'}", step("gather", "type", "wood")),
                of("{'action':'wave','speaking':'Hi','x':10}", WAVE, HI, new Unknown("x")),
                of("{'action':['wave'],'x':10}", WAVE, new Unknown("x")),
                of("{'x':10,'action':['wave']}", new Unknown("x"), WAVE),
                of("{'type':'plan','action':[{'type':'wave'}]}", new Unknown("type"), WAVE),
                of("{'action':{'type':'wave'},'type':'plan'}", WAVE, new Unknown("type")),
                of("{'type':'wave','action':null}", WAVE),
                of("{'type':'','x':10}", new Unknown("type"), new Unknown("x")),
                of("{'type':7}", new Unknown("type")),
                of("{'action':[{'action':'move','x':10,'y':20}]}", MOVE),
                of("{'action':{'action':'move','x':10,'y':20}}", MOVE),
                of("{'action':[{'action':'say','text':'Hello!'},'wave']}", SAY, WAVE));
    }

    /** The key {@code to} is a field, the addressee, or both. */
    static Stream<Arguments> addressed() {
        return Stream.of(
                of("{'action':'give','item':'bread','to':'Mira'}", GIVE),
                of("{'action':'give','to':'Mira','item':'bread'}", GIVE),
                of("{'type':'give','to':'Mira','item':'bread'}", GIVE),
                of("{'type':'run','to':'well'}", step("run", "to", "well")),
                of("{'to':'Mira','action':'give','item':'bread'}", new Addressee("Mira"), GIVE),
                of("{'to':'well','type':'run'}", new Addressee("well"), step("run", "to", "well")),
                of(
                        "{'to':'well','action':'run'}",
                        new Addressee("well"),
                        step("run", "to", "well")),
                of(
                        "{'to':'Mira','action':'wave','speaking':'Hi'}",
                        new Addressee("Mira"),
                        WAVE,
                        HI),
                of(
                        "{'action':'give','item':'bread','to':'Mira','speaking':'Hi'}",
                        new Addressee("Mira"),
                        GIVE,
                        HI),
                of(
                        "{'speaking':'Hi','action':'give','item':'bread','to':'Mira'}",
                        HI,
                        new Addressee("Mira"),
                        GIVE),
                of(
                        "{'speaking':'Hi','to':'Mira','action':'wave'}",
                        HI,
                        new Addressee("Mira"),
                        WAVE),
                of("{'to':null,'action':'wave'}", WAVE),
                of("{'to':'','speaking':'Hi'}", new Addressee(""), HI));
    }

    static Stream<Arguments> several() {
        return Stream.of(
                of("{'action':'move','x':10,'y':20} {'action':'say','text':'Hello!'}", MOVE, SAY),
                of("{'action':'move','x':10,'y':20}{'action':'say','text':'Hello!'}", MOVE, SAY),
                of(
                        "{'action':'move','x':10,'y':20}\n\n{'action':'say','text':'Hello!'}\n",
                        MOVE,
                        SAY),
                of("{'action':'move','x':10,'y':20}, {'action':'say','text':'Hello!'}", MOVE, SAY),
                of("{'action':'move','x':10,'y':20};{'action':'say','text':'Hello!'}", MOVE, SAY),
                of("[{'action':'move','x':10,'y':20},{'action':'say','text':'Hello!'}]", MOVE, SAY),
                of(
                        "```json\n{'action':'move','x':10,'y':20}\n{'action':'say','text':'Hello!'}\n```",
                        MOVE,
                        SAY),
                of(
                        "```json\n{'action':'move','x':10,'y':20}\n```\n```json\n{'action':'say','text':'Hello!'}\n```",
                        MOVE,
                        SAY),
                of(
                        "Well, I think so. {'action':'move','x':10,'y':20} {'action':'wave'}",
                        MOVE,
                        WAVE),
                of(
                        "{'type':'move','x':10,'y':20}\n{'type':'wave'}\n{'type':'say','text':'Hello!'}",
                        MOVE,
                        WAVE,
                        SAY),
                of("{'type':'move','x':10,'y':20},{'type':'wave'}", MOVE, WAVE),
                of("[{'type':'move','x':10,'y':20},{'type':'wave'}]", MOVE, WAVE),
                of("[{'x':10,'y':20,'type':'move'},{'type':'wave'}]", MOVE, WAVE),
                of("{'action':'wave'}\n{'type':'move','x':10,'y':20}", WAVE, MOVE),
                of(
                        "{'action':{'type':'wave'}}\n{'action':{'type':'move','x':10,'y':20}}",
                        WAVE,
                        MOVE),
                of("{'action':'wave'} {'speaking':'Hi'}", WAVE, HI),
                of("{'speaking':'Hi'} {'action':'wave'}", HI, WAVE),
                of("{'speaking':'Hi'} {'action':['wave','wave']}", HI, WAVE, WAVE),
                of(
                        "{'thinking':'far'}\n{'action':'wave'}\n{'action':'move','x':10,'y':20}",
                        thought("far"),
                        WAVE,
                        MOVE),
                of(
                        "{'action':'wave','thinking':'a'} {'action':'say','text':'Hello!','thinking':'b'}",
                        WAVE,
                        thought("a"),
                        SAY,
                        thought("b")),
                of("{'action':null} {'action':'wave'}", WAVE),
                of("{'action':'wave'} {'mood':1}", WAVE, new Unknown("mood")),
                of(
                        "{'action':'wave'} {'action':'say','text':'Hello!'} {'action':'wave'}",
                        WAVE,
                        SAY,
                        WAVE),
                // what is no further step
                of("{'action':'wave'} {'action':'wave'}", WAVE, NO_STEP),
                of("{'type':'wave'} {'type':'wave'} {'type':'wave'}", WAVE, NO_STEP),
                of("{'action':['wave']} {'action':['wave']}", WAVE, NO_STEP),
                of("{'action':['wave']} {'action':'run'}", WAVE, NO_STEP),
                of("{'action':'wave'} {'action':['run']}", WAVE, NO_STEP),
                of("{'speaking':'Hi'} {'speaking':'Bye'} {'action':'wave'}", HI, NO_STEP),
                of(
                        "Well, yes indeed. {'action':['wave']} {'action':['run']} {'action':['run']}",
                        WAVE,
                        NO_STEP),
                of("{'action':'wave'} or {'action':'run'}", WAVE),
                of("{'action':'wave'} } {'action':'run'}", WAVE),
                of("{'action':'wave'} {} {'action':'run'}", WAVE),
                of("{'type':'object'} {'action':'wave'}", WAVE),
                of("I see {'type':'oak'} and {'type':'ash'}", step("ash")),
                // thoughts without an opening mark
                of("Maybe {'action':'run'} {'action':'wave'}? No.</think>{'action':'wave'}", WAVE),
                of("Maybe {'action':'run'} {'action':[ </think>{'action':'wave'}", WAVE));
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                of("{'action':'wave. Bye.' , ", step("wave. Bye."), CUT),
                of("{'action':'wave. Bye.' , }", step("wave. Bye.")),
                of("{'action':'wave'", WAVE, CUT),
                of("{'action':'wave', oops", WAVE, BROKEN),
                of("{'action':'wave','speaking':", WAVE, CUT),
                of("{'action':'wave','speaking':'Hi'", WAVE, HI, CUT),
                of("{'action':'move','x':10,'y'", CUT),
                of("{'action':'move','x':10,'y':", CUT),
                of("{'action':'move','x':10,'y':2", CUT),
                of("{'action':'give','to':'Mi", CUT),
                of("{'action':'give','to':'Mira'", CUT),
                of("{'action':'move','x':10,'y':20, oops", BROKEN),
                of("{'type':'move','x':10", CUT),
                of("{'type':'wave'}\n{'type':'move','x':1", WAVE, CUT),
                of("{'action':'wave'}\n{'action':'move','x':1", WAVE, CUT),
                of("{'action':'wave'}\n{'action':'move' oops}", WAVE, BROKEN),
                of(
                        "{'action':'wave'}\n{'action':'say','text':'Hello!'}\n{'action':",
                        WAVE,
                        SAY,
                        CUT));
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                of("{'action':'[{\\'type\\':\\'wave\\'}]'}", WAVE),
                of(
                        "{'action':' [ {\\'type\\':\\'move\\',\\'x\\':10,\\'y\\':20}, \\'wave\\' ] '}",
                        MOVE,
                        WAVE),
                of(
                        "{'action':'{\\'type\\':\\'move\\',\\'x\\':10,\\'y\\':20}','speaking':'Hi'}",
                        MOVE,
                        HI),
                of("{'action':'{\\'action\\':\\'move\\',\\'x\\':10,\\'y\\':20}'}", MOVE),
                of("{'action':['{\\'type\\':\\'wave\\'}','wave']}", WAVE, WAVE),
                of("{'action':'[]'}"),
                of("{'action':'[{\\'type\\':\\'wave\\'}'}", step("[{\"type\":\"wave\"}")),
                of("{'action':'[1]'}", step("[1]")),
                of(
                        "{'action':'[{\\'type\\':\\'wave\\'}] later'}",
                        step("[{\"type\":\"wave\"}] later")),
                of("{'action':'gather wood'}", step("gather wood")));
    }

    @ParameterizedTest
    @MethodSource({"flat", "addressed", "several", "broken", "texts"})
    void everySplitOfAnAnswerYieldsItsParts(String text, List<AnswerPart> parts) {
        assertThat(Answers.whole(text)).isEqualTo(parts);
        for (int size = 1; size <= text.length(); size++) {
            assertThat(Answers.inPiecesOf(size, text)).as("pieces of " + size).isEqualTo(parts);
        }
        for (int cut = 1; cut < text.length(); cut++) {
            List<AnswerPart> cutInTwo = new ArrayList<>();
            AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN, true, false);
            reader.feed(text.substring(0, cut), cutInTwo::add);
            reader.feed(text.substring(cut), cutInTwo::add);
            reader.end(cutInTwo::add);
            cutInTwo.removeIf(SpeechPiece.class::isInstance);
            assertThat(cutInTwo).as("cut at " + cut).isEqualTo(parts);
        }
    }

    @Test
    void deliversAFlatStepBeforeTheFirstWordOfItsSpeech() {
        String text = "{\"action\":\"move\",\"x\":10,\"y\":20";
        assertThat(Answers.beginningWith(text)).isEmpty();
        assertThat(Answers.beginningWith(text + ",\"speaking\"")).containsExactly(MOVE);
    }

    @Test
    void deliversEachObjectOfAnAnswerAtItsClosingBrace() {
        String text = "{\"action\":\"move\",\"x\":10,\"y\":20}";
        assertThat(Answers.beginningWith(text)).containsExactly(MOVE);
        assertThat(Answers.beginningWith(text + "\n{\"action\":\"wave\"}"))
                .containsExactly(MOVE, WAVE);
    }

    static Stream<Arguments> speechBeforeActions() {
        return Stream.of(
                of("{'speaking':'Hi','to':'Mira','action':['wave']}", TO_MIRA, WAVE, HI),
                of(
                        "{'speaking':'Hi','action':'wave','to':'Mira'}",
                        TO_MIRA,
                        step("wave", "to", "Mira"),
                        HI),
                of(
                        "{'speaking':'Hi','action':{'type':'wave'},'end':true}",
                        WAVE,
                        HI,
                        new TalkEnd()),
                of("{'speaking':'Hi','action':[],'end':false}", HI),
                of("{'speaking':'Hi','action':null,'thinking':'a'}", HI, thought("a")),
                of("{'speaking':'Hi','action':''}", HI),
                of("{'speaking':'Hi','type':'wave'}", WAVE, HI),
                of("{'speaking':'Hi'}", HI),
                of("{'speaking':'Hi','thinking':'a'}", thought("a"), HI),
                of("{'speaking':'Hi','end':null} Bye.", HI),
                of("{'end':true}", new TalkEnd()),
                of("{'end':7}", new Unknown("end")),
                of(
                        "{'to':'Mira','action':['wave'],'speaking':'Hi','end':true}",
                        TO_MIRA,
                        WAVE,
                        HI,
                        new TalkEnd()),
                of("{'speaking':'Hi','action':['wave'", WAVE, HI, CUT),
                of("{'speaking':'Hi','action':['wave', oops", WAVE, HI, BROKEN),
                of("{'speaking':'Hi','action':", HI, CUT),
                of("{'speaking':'Hi'} {'action':'wave'}", HI, WAVE),
                of("I would say so: yes. {'speaking':'Hi','action':['wave']}", WAVE, HI));
    }

    @ParameterizedTest
    @MethodSource
    void speechBeforeActions(String text, List<AnswerPart> parts) {
        for (int size = 1; size <= text.length(); size++) {
            List<AnswerPart> read = new ArrayList<>();
            AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN, true, true);
            for (int from = 0; from < text.length(); from += size) {
                reader.feed(text.substring(from, Math.min(text.length(), from + size)), read::add);
            }
            reader.end(read::add);
            boolean early = text.indexOf("\"speaking") < text.indexOf("\"action");
            assertThat(read)
                    .as("pieces of " + size)
                    .noneMatch(part -> early && part instanceof SpeechPiece);
            read.removeIf(SpeechPiece.class::isInstance);
            assertThat(read).as("pieces of " + size).isEqualTo(parts);
        }
    }

    @Test
    void speechAfterTheActionsIsStillDeliveredInPieces() {
        List<AnswerPart> read = new ArrayList<>();
        AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN, true, true);
        reader.feed("{\"to\":\"Mira\",\"action\":[],\"speaking\":\"Hel", read::add);
        assertThat(read).containsExactly(TO_MIRA, new SpeechPiece("Hel"));
    }

    private static Thought thought(String text) {
        return new Thought(text);
    }

    private static Action step(String name, Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put((String) fields[i], fields[i + 1]);
        }
        return new Action(name, map);
    }

    private static Arguments of(String text, AnswerPart... parts) {
        return Arguments.of(text.replace('\'', '"'), List.of(parts));
    }
}
