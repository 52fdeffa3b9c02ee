/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Layer;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Building;
import dev.triune.village.world.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OutlookTest {
    private static final int BUILDER = 0;

    private final TestSituation situation = new TestSituation(BUILDER)
            .stored(Map.of(Resource.WOOD, 12, Resource.BERRIES, 7, Resource.BREAD, 1))
            .carried(Map.of(Resource.STONE, 3));

    @Test
    void readsTheVillagersTradeAndTraits() {
        Outlook outlook = executor(situation.snapshot());
        assertThat(outlook.trade()).isEqualTo(Trade.BUILDER);
        assertThat(outlook.is(Trait.GRUFF)).isTrue();
        assertThat(outlook.is(Trait.WARM)).isFalse();
    }

    @Test
    void readsCounts() {
        Outlook outlook = executor(situation.snapshot());
        assertThat(outlook.stored("wood")).isEqualTo(12);
        assertThat(outlook.stored("stone")).isZero();
        assertThat(outlook.carried("stone")).isEqualTo(3);
        assertThat(outlook.gatherable("water")).isEqualTo(400);
        assertThat(outlook.gatherable("grain")).isZero();
        assertThat(outlook.food()).isEqualTo(11);
        assertThat(outlook.missingBuildings(Building.HOME)).isEqualTo(4);
        assertThat(outlook.missingBuildings(Building.HALL)).isZero();
        assertThat(outlook.hasBuilding(Building.HOME)).isTrue();
        assertThat(outlook.hasBuilding(Building.WELL)).isFalse();
    }

    @Test
    void isBusyWhileItsPlanGoesOn() {
        List<AgentSnapshot.PlannedStep> steps =
                List.of(new AgentSnapshot.PlannedStep("help Oren", true));
        AgentSnapshot.Builder going = situation
                .snapshot()
                .plan(new AgentSnapshot.PlanState("help Oren", steps, List.of(), "", false));
        assertThat(executor(going).isBusy()).isTrue();
        assertThat(executor(going).plansToHelp("Oren")).isTrue();
        assertThat(executor(going).plansToHelp("Joss")).isFalse();
        assertThat(talker(going).isBusy()).as("talk replaces no plan").isFalse();
        AgentSnapshot.Builder ending = situation
                .snapshot()
                .plan(new AgentSnapshot.PlanState("help Oren", steps, List.of(), "", true));
        assertThat(executor(ending).isBusy()).isFalse();
    }

    @Test
    void answersWhoWaitsAndNotWhatWasOverheard() {
        AgentSnapshot.Builder agent = situation
                .snapshot()
                .heard("Bram (overheard)", "None of your business.")
                .line("Oren", "you", "Is there bread?", false)
                .line("You", "Oren", "Two loaves", true)
                .line("Edda", "", "Good day, all!", false)
                .addresser("Oren");
        Outlook words = talker(agent);
        assertThat(words.heard())
                .extracting(Outlook.HeardLine::who)
                .containsExactly("Oren", "Edda");
        assertThat(words.lastSpeaker()).as("speaker who waits for an answer").isEqualTo("Oren");
        assertThat(words.lastHeard()).isEqualTo("Is there bread?");
        assertThat(words.said())
                .containsExactlyInAnyOrder(
                        "Is there bread?",
                        "Two loaves",
                        "Good day, all!",
                        "None of your business.");
        assertThat(executor(agent).heard()).as("plans show no conversation").isEmpty();
    }

    @Test
    void knowsFactsUntilTheirDayIsOver() {
        VillageFacts facts = new VillageFacts();
        String feast = facts.find(VillageFacts.FEAST).orElseThrow().words();
        assertThat(talker(situation.day(2).snapshot().memory(feast, "Wren"))
                        .fact(facts, VillageFacts.FEAST))
                .contains(new Outlook.HeardLine("Wren", feast));
        assertThat(executor(situation.day(2).snapshot().heard("Wren", "Oh, " + feast + "!"))
                        .knowsOfFeastToday())
                .isTrue();
        assertThat(talker(situation.day(3).snapshot().memory(feast, "Wren"))
                        .fact(facts, VillageFacts.FEAST))
                .isEmpty();
    }

    @Test
    void namesOthersButNotThePlayer() {
        assertThat(talker(situation
                                .snapshot()
                                .relation("Pell", "", 0.5f)
                                .memory("it rained", "")
                                .memory("a light was seen", Player.NAME))
                        .names())
                .containsExactly("Oren", "Joss", "Pell");
    }

    @Test
    void nothingHeardIsNobodysLine() {
        assertThat(talker(situation.snapshot()).lastHeard()).isEmpty();
        assertThat(talker(situation.snapshot()).lastSpeaker()).isEmpty();
    }

    private static Outlook talker(AgentSnapshot.Builder agent) {
        return new Outlook(agent.build(), Layer.TALKER);
    }

    private static Outlook executor(AgentSnapshot.Builder agent) {
        return new Outlook(agent.build(), Layer.EXECUTOR);
    }
}
