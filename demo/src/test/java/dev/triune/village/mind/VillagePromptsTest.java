/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Field;
import dev.triune.internal.apply.PlanDecoder;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.internal.json.AnswerReader;
import dev.triune.llm.internal.policy.TokenEstimator;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import dev.triune.testsupport.SchemaCheck;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.action.VillagerAction;
import dev.triune.village.people.Player;
import dev.triune.village.world.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** The library's prompts with the village's action catalog. */
final class VillagePromptsTest {
    private final ActionPreconditions rules = new ActionPreconditions();
    private final ActionCatalog catalog = VillageActions.catalog(rules);

    @ParameterizedTest
    @EnumSource
    void exampleMatchesTheSchemaAndIsAccepted(AnswerForm form) {
        String example = catalog.example(form);
        assertThat(SchemaCheck.violations(
                        catalog.schema(form).root(),
                        new JsonMapper().readValue(example, Map.class)))
                .isEmpty();
        List<PlanPart> parts = new ArrayList<>();
        PlanDecoder decoder = new PlanDecoder(catalog, form);
        AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN);
        reader.feed(example, part -> decoder.decode(part, parts::add));
        reader.end(part -> decoder.decode(part, parts::add));
        assertThat(parts)
                .hasAtLeastOneElementOfType(PlanPart.QueueableStep.class)
                .noneMatch(part -> part instanceof PlanPart.RejectedStep
                        || part instanceof PlanPart.UnknownKey);
    }

    @Test
    void playerConversationsOfferTheWholeCatalog() {
        AgentSnapshot asked = AgentSnapshot.of("", "").addresser(Player.NAME).build();
        assertThat(TestPrompts.text(VillageActions.talker(rules).build(asked)))
                .contains("plan_build");
        assertThat(TestPrompts.text(VillageActions.talker(rules)
                        .build(AgentSnapshot.of("", "").addresser("Oren").build())))
                .doesNotContain("plan_build");
    }

    @Test
    void schemaAmongVillagersHasTheActionsOfTheText() {
        PromptBuilder talker = VillageActions.talker(rules);
        assertThat(talker.schema(false).root().toString())
                .contains("trade")
                .doesNotContain("plan_build");
        assertThat(talker.schema(true).root().toString()).contains("plan_build");
    }

    @Test
    void rulesAndActionsTakeFewTokens() {
        assertThat(tokens(VillageActions.talker(rules))).isLessThan(530);
        assertThat(tokens(PromptBuilder.executor(catalog))).isLessThan(940);
    }

    private static long tokens(PromptBuilder builder) {
        AgentSnapshot nobody = AgentSnapshot.of("", "").build();
        long tokens = new TokenEstimator().promptOf(builder.build(nobody).length());
        return tokens;
    }

    @Test
    void everyPlaceCanBeNamed() {
        List<String> places = new ArrayList<>(List.of(Place.labels()));
        places.add(0, VillagerAction.HOME);
        assertThat(choices("go_to", "place")).isEqualTo(places);
    }

    private List<String> choices(String action, String field) {
        return catalog.fields(action).stream()
                .filter(each -> each.name().equals(field))
                .map(each -> ((Field.Choice) each).choices())
                .findFirst()
                .orElseThrow();
    }
}
