/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.llm.AnswerPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanDecoderTest {
    private static final ActionCatalog CATALOG = ActionCatalog.builder()
            .action("gather", "collect", Field.oneOf("target", "wood"))
            .build();

    private final PlanDecoder decoder = new PlanDecoder(CATALOG, AnswerForm.TALK);

    @Test
    void validActionBecomesAQueueableStep() {
        assertThat(decoded(new AnswerPart.Action("gather", Map.of("target", "wood"))))
                .containsExactly(
                        new PlanPart.QueueableStep(Step.of("gather").with("target", "wood")));
    }

    @Test
    void rejectedActionIsReportedUnderItsCatalogName() {
        assertThat(decoded(new AnswerPart.Action(" GATHER", Map.of("target", "the king's gold"))))
                .containsExactly(refused(
                        "gather",
                        "target is none of wood",
                        "GATHER{target=the king's gold}",
                        "wood"));
        assertThat(decoded(new AnswerPart.Action("rob the bank", Map.of())))
                .containsExactly(
                        refused("unknown", "no such action", "rob the bank{}", "one of [gather]"));
    }

    @Test
    void plansAcceptNoAddresseeAndSpeechOnlyIfAllowed() {
        AnswerPart to = new AnswerPart.Addressee(" Bo\n");
        AnswerPart speech = new AnswerPart.Speech("Hello!");
        PlanDecoder plan = new PlanDecoder(CATALOG, AnswerForm.PLAN);
        PlanDecoder spoken = new PlanDecoder(CATALOG, AnswerForm.SPOKEN_PLAN);

        assertThat(decoded(to)).containsExactly(new PlanPart.Addressee("Bo"));
        assertThat(decoded(plan, to)).containsExactly(new PlanPart.UnknownKey("to"));
        assertThat(decoded(plan, speech)).containsExactly(new PlanPart.UnknownKey("speaking"));
        assertThat(decoded(spoken, speech)).containsExactly(new PlanPart.SpokenText("Hello!"));
    }

    @Test
    void talkerMayOrderOnlyActionsMarkedForConversation() {
        ActionCatalog marked = ActionCatalog.builder()
                .action("gather", "collect")
                .action("follow", "go along")
                .inConversation("follow")
                .build();
        PlanDecoder talk = new PlanDecoder(marked, AnswerForm.TALK);
        PlanDecoder plan = new PlanDecoder(marked, AnswerForm.PLAN);
        AnswerPart gather = new AnswerPart.Action("gather", Map.of());

        assertThat(decoded(talk, new AnswerPart.Action("follow", Map.of())))
                .containsExactly(new PlanPart.QueueableStep(Step.of("follow")));
        assertThat(decoded(talk, gather))
                .containsExactly(
                        refused("gather", "not while talking", "gather{}", "one of [follow]"));
        assertThat(decoded(plan, gather))
                .containsExactly(new PlanPart.QueueableStep(Step.of("gather")));
    }

    @Test
    void textIsLimitedToOneLine() {
        assertThat(decoded(new AnswerPart.Speech(" Hello,\n world! ")))
                .containsExactly(new PlanPart.SpokenText("Hello, world!"));
        assertThat(decoded(new AnswerPart.Goal("personal", "find\ta cat")))
                .containsExactly(new PlanPart.NewGoal("personal", "find a cat"));
        assertThat(decoded(new AnswerPart.Thought("hm\r\nhm")))
                .containsExactly(new PlanPart.Thought("hm hm"));
        assertThat(decoded(new AnswerPart.Speech("x".repeat(10_000))))
                .containsExactly(new PlanPart.SpokenText("x".repeat(400)));
    }

    @Test
    void dropsBlankParts() {
        assertThat(decoded(new AnswerPart.Speech(" \n"))).isEmpty();
        assertThat(decoded(new AnswerPart.Goal("", ""))).isEmpty();
        assertThat(decoded(new AnswerPart.Thought("\t"))).isEmpty();
    }

    @Test
    void unknownKeysAndUnreadableAnswersAreReported() {
        assertThat(decoded(new AnswerPart.Unknown("mood")))
                .containsExactly(new PlanPart.UnknownKey("mood"));
        assertThat(decoded(new AnswerPart.Malformed("no object")))
                .containsExactly(new PlanPart.UnreadableRest("no object"));
    }

    @Test
    void shortensUnknownKeys() {
        assertThat(decoded(new AnswerPart.Unknown("mood\n".repeat(1_000))))
                .singleElement()
                .isInstanceOfSatisfying(
                        PlanPart.UnknownKey.class,
                        part -> assertThat(part.key())
                                .startsWith("mood mood")
                                .hasSizeBetween(39, 40));
    }

    @Test
    void reportsCorrections() {
        assertThat(decoded(new AnswerPart.Action("gathr", Map.of("target", "woood"))))
                .containsExactly(new PlanPart.QueueableStep(
                        Step.of("gather").with("target", "wood"),
                        "type read as gather; target read as wood"));
    }

    @Test
    void keysThatNoFieldTakesAreReported() {
        assertThat(decoded(new AnswerPart.Action(
                        "gather", Map.of("target", "wood", "how\nquickly".repeat(9), 3L))))
                .containsExactly(
                        new PlanPart.UnknownKey("gather.how quicklyhow quicklyhow quickly"),
                        new PlanPart.QueueableStep(Step.of("gather").with("target", "wood")));
        assertThat(decoded(new AnswerPart.Action("gather", Map.of("Target", "wood"))))
                .hasSize(1);
    }

    @Test
    void readsStepsInTheFormOfToolCalls() {
        Map<String, Object> fields = Map.of("target", "wood", "haste", true);
        assertThat(decoded(
                        new AnswerPart.Action("", Map.of("name", "gather", "arguments", fields))))
                .containsExactly(
                        new PlanPart.UnknownKey("gather.haste"),
                        new PlanPart.QueueableStep(
                                Step.of("gather").with("target", "wood"),
                                "fields read from arguments"));
        assertThat(decoded(new AnswerPart.Action("", Map.of("name", "Bo"))))
                .containsExactly(
                        refused("unknown", "no such action", "{name=Bo}", "one of [gather]"));
    }

    @Test
    void ignoresFreeText() {
        assertThat(decoded(new AnswerPart.Text("Sure! Here is"))).isEmpty();
    }

    @Test
    void stepsAreImmutable() {
        Step step = Step.of("gather").with("target", "wood");
        Step other = step.with("target", "gold");
        assertThat(step.text("target")).isEqualTo("wood");
        assertThat(other.text("target")).isEqualTo("gold");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> step.arguments().put("target", "gold"));
    }

    @Test
    void stepToStringListsTypeAndArguments() {
        Step step = Step.of("gather").with("target", "wood").with("amount", 20L);
        assertThat(step).hasToString("gather wood 20");
        assertThat(Step.of("rest")).hasToString("rest");
        assertThat(step.whole("amount", 1)).isEqualTo(20);
        assertThat(step.whole("depth", 1)).isEqualTo(1);
    }

    private List<PlanPart> decoded(AnswerPart part) {
        return decoded(decoder, part);
    }

    private static PlanPart refused(String type, String reason, String written, String expected) {
        return new PlanPart.RejectedStep(new RefusedStep(type, reason, written, expected));
    }

    private static List<PlanPart> decoded(PlanDecoder decoder, AnswerPart part) {
        List<PlanPart> parts = new ArrayList<>();
        decoder.decode(part, parts::add);
        return parts;
    }
}
