/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.triune.action.Step.InvalidStepException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
    private final ActionCatalog catalog = ActionCatalog.builder()
            .action("look", "look", Field.target("at"), Field.text("why").optional())
            .action("fell", "cut down", Field.target("target", "tree"))
            .action("tie", "tie", Field.target("from"), Field.target("to").optional())
            .action("rest", "rest", Field.text("where"))
            .build();
    private final List<VisibleObject> visible = List.of(
            VisibleObject.of("Mira", "person"),
            VisibleObject.of("the young birch", "tree"),
            VisibleObject.of("Mara", "person"),
            VisibleObject.of("the old oak", "tree"),
            VisibleObject.of("Old Well", "well"),
            VisibleObject.of("\ud83d\udd25"),
            VisibleObject.of(" ", "tree"));

    @ParameterizedTest
    @CsvSource({
        "Mira, Mira",
        "mira, Mira",
        "'  The  Old OAK. ', the old oak",
        "an old oak, the old oak",
        "old_well, Old Well",
        "oak, the old oak",
        "the old oak tree, the old oak",
        "young birch by the road, the young birch",
        "yung birch, the young birch",
        "old wel, Old Well",
        "oldwell, Old Well",
        "tree, the young birch",
        "a nearby tree, the young birch",
        "PERSON, Mira",
        "\ud83d\udd25, \ud83d\udd25"
    })
    void resolvesTargetToTheBestMatchingVisibleObject(String named, String meant)
            throws InvalidStepException {
        assertThat(catalog.resolveTargets(look(named), visible).text("at")).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bo", "Mora", "elm", "Lira", "the", "\ud83d\udc08", "-", "tre"})
    void rejectsTargetsThatAreNotInSight(String named) {
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.resolveTargets(look(named), visible))
                .withMessage("at is not in sight");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "0", "-1", "Entity{17}", "#17", "entity 17", "id:0", "0x11"})
    void rejectsEntityIdsAsTargets(String id) {
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.resolveTargets(look(id), visible))
                .withMessage("at is not in sight");
    }

    @Test
    void resolvesOnlyObjectsOfTheDeclaredKind() throws InvalidStepException {
        Step well = Step.of("fell").with("target", "old");
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.resolveTargets(look("old"), visible))
                .withMessage("at names more than one")
                .satisfies(e -> assertThat(e.expected()).isEqualTo("one of the old oak, Old Well"));
        assertThat(catalog.resolveTargets(well, visible).text("target")).isEqualTo("the old oak");
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() ->
                        catalog.resolveTargets(Step.of("fell").with("target", "Mira"), visible))
                .withMessage("target is not in sight");
    }

    @Test
    void supportsKindsWithoutLetters() throws InvalidStepException {
        ActionCatalog flames = ActionCatalog.builder()
                .action("quench", "quench", Field.target("target", "\ud83d\udd25"))
                .build();
        Step quench = Step.of("quench").with("target", "hearth");
        assertThat(flames.resolveTargets(
                        quench, List.of(VisibleObject.of("hearth", "\ud83d\udd25"))))
                .isSameAs(quench);
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(
                        () -> flames.resolveTargets(quench, List.of(VisibleObject.of("hearth"))));
    }

    @Test
    void accentsMayBeSeparateCharacters() throws InvalidStepException {
        List<VisibleObject> cafe = List.of(VisibleObject.of("cafe\u0301"));
        assertThat(catalog.resolveTargets(look("caf\u00e9"), cafe).text("at"))
                .isEqualTo("cafe\u0301");
    }

    @Test
    void prefersExactNameToNearerSimilarOne() throws InvalidStepException {
        List<VisibleObject> oaks =
                List.of(VisibleObject.of("young oak", "oak"), VisibleObject.of("oak", "tree"));
        assertThat(catalog.resolveTargets(look("the oak"), oaks).text("at")).isEqualTo("oak");
    }

    @Test
    void objectsWithTheSameNameAreNotAmbiguous() throws InvalidStepException {
        List<VisibleObject> wolves =
                List.of(VisibleObject.of("wolf", "beast"), VisibleObject.of("wolf", "beast"));
        assertThat(catalog.resolveTargets(look("wolff"), wolves).text("at")).isEqualTo("wolf");
    }

    @Test
    void resolvesEveryTargetAndKeepsOtherArguments() throws InvalidStepException {
        Step tie = Step.of("tie").with("from", "oak").with("to", "well");
        assertThat(catalog.resolveTargets(tie, visible)).hasToString("tie the old oak Old Well");
        Step half = Step.of("tie").with("from", "oak");
        assertThat(catalog.resolveTargets(half, visible)).hasToString("tie the old oak");
        Step look = look("oak").with("why", "Mira asked");
        assertThat(catalog.resolveTargets(look, visible))
                .hasToString("look the old oak Mira asked");
    }

    @Test
    void returnsTheSameStepIfNothingChanges() throws InvalidStepException {
        Step exact = look("the old oak");
        assertThat(catalog.resolveTargets(exact, visible)).isSameAs(exact);
        Step rest = Step.of("rest").with("where", "nowhere");
        assertThat(catalog.resolveTargets(rest, List.of())).isSameAs(rest);
    }

    @Test
    void rejectsStepOfUnknownAction() {
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.resolveTargets(Step.of("fly"), visible))
                .withMessage("no such action");
    }

    @Test
    void resolvesNearObjectInAHugeCrowd() throws InvalidStepException {
        List<VisibleObject> crowd = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            crowd.add(VisibleObject.of("villager" + i, "person"));
        }
        assertThat(catalog.resolveTargets(look("villager255"), crowd).text("at"))
                .isEqualTo("villager255");
        assertThatExceptionOfType(InvalidStepException.class)
                .isThrownBy(() -> catalog.resolveTargets(look("somebody90000"), crowd));
    }

    @Test
    void resolvesTheFarthestObjectByName() throws InvalidStepException {
        List<VisibleObject> crowd = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            crowd.add(VisibleObject.of("Oak " + i, i % 2 == 0 ? "tree" : "stump"));
        }
        assertThat(catalog.resolveTargets(look("oak 9999"), crowd).text("at"))
                .isEqualTo("Oak 9999");
        ActionCatalog trees = ActionCatalog.builder()
                .action("fell", "", Field.target("tree", "tree"))
                .build();
        Step far = Step.of("fell").with("tree", "oak 9998");
        assertThat(trees.resolveTargets(far, crowd).text("tree")).isEqualTo("Oak 9998");
    }

    @Test
    void shortensLongObjectNamesToTheTextLimit() throws InvalidStepException {
        String name = "the " + "very ".repeat(1_000) + "old oak";
        Step aimed = catalog.resolveTargets(look("very"), List.of(VisibleObject.of(name)));
        assertThat(aimed.text("at")).hasSize(400).startsWith("the very");
        assertThat(catalog.check(aimed)).isSameAs(aimed);
    }

    private static Step look(String at) {
        return Step.of("look").with("at", at);
    }
}
