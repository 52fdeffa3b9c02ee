/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AimTest {
    private final ActionCatalog catalog = ActionCatalog.builder()
            .action("look", "look", Field.target("at"), Field.text("why").optional())
            .action("fell", "cut down", Field.target("target", "tree"))
            .action("tie", "tie", Field.target("from"), Field.target("to").optional())
            .action("rest", "rest", Field.text("where"))
            .build();
    private final List<Sight> visible = List.of(
            Sight.of("Mira", "person"),
            Sight.of("the young birch", "tree"),
            Sight.of("Mara", "person"),
            Sight.of("the old oak", "tree"),
            Sight.of("Old Well", "well"),
            Sight.of("\ud83d\udd25"),
            Sight.of(" ", "tree"));

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
        "old, the old oak",
        "yung birch, the young birch",
        "old wel, Old Well",
        "oldwell, Old Well",
        "tree, the young birch",
        "a nearby tree, the young birch",
        "PERSON, Mira",
        "\ud83d\udd25, \ud83d\udd25"
    })
    void aTargetMeansTheNearestThingThatItCanMean(String named, String meant) throws InvalidStep {
        assertThat(catalog.aim(look(named), visible).text("at")).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bo", "Mora", "elm", "Lira", "the", "\ud83d\udc08", "-", "tre"})
    void whatIsNotInSightIsNoTarget(String named) {
        assertThatExceptionOfType(InvalidStep.class)
                .isThrownBy(() -> catalog.aim(look(named), visible))
                .withMessage("at is not in sight");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "0", "-1", "Entity{17}", "#17", "entity 17", "id:0", "0x11"})
    void noNumberOfAnEntityIsATarget(String id) {
        assertThatExceptionOfType(InvalidStep.class)
                .isThrownBy(() -> catalog.aim(look(id), visible))
                .withMessage("at is not in sight");
    }

    @Test
    void onlyThingsOfTheRightKindCount() throws InvalidStep {
        Step well = Step.of("fell").with("target", "old");
        assertThat(catalog.aim(well, visible).text("target")).isEqualTo("the old oak");
        assertThatExceptionOfType(InvalidStep.class)
                .isThrownBy(() -> catalog.aim(Step.of("fell").with("target", "Mira"), visible))
                .withMessage("target is not in sight");
    }

    @Test
    void aKindWithoutLettersIsAKindToo() throws InvalidStep {
        ActionCatalog flames = ActionCatalog.builder()
                .action("quench", "quench", Field.target("target", "\ud83d\udd25"))
                .build();
        Step quench = Step.of("quench").with("target", "hearth");
        assertThat(flames.aim(quench, List.of(Sight.of("hearth", "\ud83d\udd25"))))
                .isSameAs(quench);
        assertThatExceptionOfType(InvalidStep.class)
                .isThrownBy(() -> flames.aim(quench, List.of(Sight.of("hearth"))));
    }

    @Test
    void theExactNameGoesBeforeANearerThingThatIsLikeIt() throws InvalidStep {
        List<Sight> oaks = List.of(Sight.of("young oak", "oak"), Sight.of("oak", "tree"));
        assertThat(catalog.aim(look("the oak"), oaks).text("at")).isEqualTo("oak");
    }

    @Test
    void severalThingsOfOneNameAreNoDoubt() throws InvalidStep {
        List<Sight> wolves = List.of(Sight.of("wolf", "beast"), Sight.of("wolf", "beast"));
        assertThat(catalog.aim(look("wolff"), wolves).text("at")).isEqualTo("wolf");
    }

    @Test
    void everyTargetIsFoundAndTheRestOfTheStepStays() throws InvalidStep {
        Step tie = Step.of("tie").with("from", "oak").with("to", "well");
        assertThat(catalog.aim(tie, visible)).hasToString("tie the old oak Old Well");
        Step half = Step.of("tie").with("from", "oak");
        assertThat(catalog.aim(half, visible)).hasToString("tie the old oak");
        Step look = look("oak").with("why", "Mira asked");
        assertThat(catalog.aim(look, visible)).hasToString("look the old oak Mira asked");
    }

    @Test
    void whatNeedsNoChangeIsTheSameStep() throws InvalidStep {
        Step exact = look("the old oak");
        assertThat(catalog.aim(exact, visible)).isSameAs(exact);
        Step rest = Step.of("rest").with("where", "nowhere");
        assertThat(catalog.aim(rest, List.of())).isSameAs(rest);
    }

    @Test
    void aStepOfNoActionIsNoStep() {
        assertThatExceptionOfType(InvalidStep.class)
                .isThrownBy(() -> catalog.aim(Step.of("fly"), visible))
                .withMessage("no such action");
    }

    @Test
    void onlyTheNearestOfACrowdAreLookedAt() throws InvalidStep {
        List<Sight> crowd = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            crowd.add(Sight.of("villager" + i, "person"));
        }
        assertThat(catalog.aim(look("villager255"), crowd).text("at")).isEqualTo("villager255");
        assertThatExceptionOfType(InvalidStep.class)
                .isThrownBy(() -> catalog.aim(look("somebody90000"), crowd));
    }

    @Test
    void aNameOfAnyLengthFitsTheStep() throws InvalidStep {
        String name = "the " + "very ".repeat(1_000) + "old oak";
        Step aimed = catalog.aim(look("very"), List.of(Sight.of(name)));
        assertThat(aimed.text("at")).hasSize(400).startsWith("the very");
        assertThat(catalog.check(aimed)).isSameAs(aimed);
    }

    private static Step look(String at) {
        return Step.of("look").with("at", at);
    }
}
