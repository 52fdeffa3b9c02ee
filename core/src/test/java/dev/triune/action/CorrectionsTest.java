/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Step.InvalidStepException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorrectionsTest {
    private final ActionCatalog catalog = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect",
                    Field.oneOf("target", "wood", "berries", "stone", "store"),
                    Field.whole("amount", 1, 20).optional(),
                    Field.decimal("care", -0.5, 0.5).optional(),
                    Field.flag("quickly").optional())
            .action("plan_build", "build")
            .action("talk", "talk")
            .action("eat", "eat")
            .action("deposit", "deposit")
            .action("give_up", "stop")
            .build();

    @ParameterizedTest
    @CsvSource({
        "gathr, gather",
        "gahter, gather",
        "gatherr, gather",
        "planBuild, plan_build",
        "plan build, plan_build",
        "Plan-Build, plan_build",
        "plam_bild, plan_build",
        "tal, unknown",
        "talks, talk",
        "walk, unknown",
        "eta, unknown",
        "e-a-t, eat",
        "eats, unknown",
        "withdraw, unknown",
        "g, unknown",
        "'', unknown",
        "_, unknown"
    })
    void findsActionWithTheNearestSpelling(String given, String name) {
        assertThat(catalog.nameOf(given)).isEqualTo(name);
    }

    @Test
    void correctsMisspelledActionAndReportsIt() throws InvalidStepException {
        ActionCatalog.CheckedStep order = catalog.read("gathr", Map.of("target", "beries"));
        assertThat(order.step()).isEqualTo(Step.of("gather").with("target", "berries"));
        assertThat(order.corrections()).isEqualTo("type read as gather; target read as berries");
    }

    @Test
    void doesNotGuessBetweenEquallyNearChoices() {
        assertRefused(Map.of("target", "stoe"), "wood|berries|stone|store");
        assertRefused(Map.of("target", "stoke"), "wood|berries|stone|store");
    }

    @Test
    void acceptsDeclaredSynonymsEvenIfMisspelled() throws InvalidStepException {
        ActionCatalog known = ActionCatalog.builder()
                .action(
                        "gather",
                        "collect",
                        Field.oneOf("target", "wood", "stone")
                                .orWords("wood", "log", "logs")
                                .orWords("stone", "rock"))
                .synonyms("gather", "collect", "get")
                .build();
        for (String type : List.of("collect", "colect", "Get")) {
            ActionCatalog.CheckedStep order = known.read(type, Map.of("target", "Log"));
            assertThat(order.step()).hasToString("gather wood");
            assertThat(order.corrections()).isEqualTo("type read as gather; target read as wood");
        }
        assertThat(known.help(AnswerForm.PLAN)).doesNotContain("collect\"", "log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"food", "wod and more", "wo", "the king's gold", "\ud83d\udd25"})
    void rejectsDistantValuesWithoutEchoingThem(String given) {
        assertRefused(Map.of("target", given), "target is none of wood|berries|stone|store");
    }

    @ParameterizedTest
    @CsvSource({
        "900, 20, amount 900 cut to 20",
        "-3, 1, amount -3 raised to 1",
        "9223372036854775807, 20, amount 9223372036854775807 cut to 20"
    })
    void clampsNumbersToTheRange(long given, String kept, String mended)
            throws InvalidStepException {
        assertFixed(Map.of("target", "wood", "amount", given), "amount", kept, mended);
    }

    @ParameterizedTest
    @CsvSource({
        "20, 20, amount read as 20",
        "' 7 ', 7, amount read as 7",
        "+7, 7, amount read as 7",
        "7.0, 7, amount read as 7",
        "seven, 7, amount read as 7",
        "Ten logs, 10, amount read as 10",
        "about 8 pieces, 8, amount read as 8",
        "**8**, 8, amount read as 8",
        "twenty-five, 20, amount 25 cut to 20",
        "1e2, 20, amount 100 cut to 20",
        "99999999999999999999, 20, amount 1.0E20 cut to 20"
    })
    void readsNumbersGivenAsText(String given, String kept, String mended)
            throws InvalidStepException {
        assertFixed(Map.of("target", "wood", "amount", given), "amount", kept, mended);
    }

    @ParameterizedTest
    @CsvSource({
        "8 seconds, 8",
        "ten seconds, 10",
        "2 minutes, 120",
        "0.5 min, 30",
        "90, 90",
        "a while, -"
    })
    void unitsOfTimeAreThoseOfTheField(String given, String kept) {
        ActionCatalog guards = ActionCatalog.builder()
                .action("stand_watch", "watch", Field.whole("seconds", 1, 300))
                .build();
        String read;
        try {
            read = guards.read("stand_watch", Map.of("seconds", given)).step().text("seconds");
        } catch (InvalidStepException e) {
            read = "-";
        }
        assertThat(read).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Target", "TARGET", " target", "Target:"})
    void keysOfFieldsMayHaveAnotherCase(String key) throws InvalidStepException {
        ActionCatalog guards = ActionCatalog.builder()
                .action(
                        "watch",
                        "watch",
                        Field.text("target"),
                        Field.text("why").optional())
                .build();
        ActionCatalog.CheckedStep step = guards.read("watch", Map.of(key, "gate", "Why", "duty"));
        assertThat(step.step()).hasToString("watch gate duty");
        assertThat(step.corrections()).contains("target read from a key of another form");
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> guards.read("watch", Map.of("Target", "gate", "TARGET", "door")))
                .withMessage("target is missing");
    }

    @Test
    void clampsDecimalsToTheRange() throws InvalidStepException {
        assertFixed(Map.of("target", "wood", "care", 2L), "care", "0.5", "care 2 cut to 0.5");
        assertFixed(
                Map.of("target", "wood", "care", -1e9),
                "care",
                "-0.5",
                "care -1.0E9 raised to -0.5");
        assertFixed(Map.of("target", "wood", "care", ".25"), "care", "0.25", "care read as 0.25");
        assertFixed(Map.of("target", "wood", "care", -0.0), "care", "0.0", "");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "Yes, true", "' on', true", "FALSE, false", "no, false", "off, false"
    })
    void readsFlagsGivenAsText(String given, String kept) throws InvalidStepException {
        assertFixed(
                Map.of("target", "wood", "quickly", given),
                "quickly",
                kept,
                "quickly read as " + kept);
    }

    @Test
    void leavesValidValuesUncorrected() throws InvalidStepException {
        Map<String, Object> fields =
                Map.of("target", " WOOD ", "amount", 4.0, "care", 0L, "quickly", true);
        ActionCatalog.CheckedStep order = catalog.read("Gather", fields);
        assertThat(order.step()).hasToString("gather wood 4 0.0 true");
        assertThat(order.corrections()).isEmpty();
    }

    @Test
    void doesNotCorrectMisspelledKeys() {
        assertRefused(Map.of("targe", "wood"), "target is missing");
    }

    @Test
    void limitsTheLengthOfTheCorrections() throws InvalidStepException {
        Field[] fields = new Field[60];
        Map<String, Object> raw = new HashMap<>();
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Field.whole("a_field_of_some_length_" + i, 0, 1);
            raw.put(fields[i].name(), "900");
        }
        ActionCatalog wide =
                ActionCatalog.builder().action("all", "all", fields).build();
        assertThat(wide.read("all", raw).corrections()).hasSizeBetween(390, 400);
    }

    private void assertFixed(Map<String, Object> raw, String field, String kept, String mended)
            throws InvalidStepException {
        ActionCatalog.CheckedStep order = catalog.read("gather", raw);
        assertThat(order.step().text(field)).isEqualTo(kept);
        assertThat(order.corrections()).isEqualTo(mended);
    }

    private void assertRefused(Map<String, Object> raw, String reason) {
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.read("gather", raw).step())
                .withMessageContaining(reason);
    }
}
