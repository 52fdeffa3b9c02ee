/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.component.Layer;
import dev.triune.fixture.GameRule;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionRule.Purpose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Selection rules that a game adds or replaces. */
class DecisionPolicyTest {
    private static final SelectionRule RICH = new SelectionRule() {
        @Override
        public Layer layer() {
            return Layer.TALKER;
        }

        @Override
        public int urgency() {
            return 9;
        }

        @Override
        public String reason() {
            return "rich";
        }

        @Override
        public boolean matches(AgentView agent) {
            return agent.needs().energy == 0.5f;
        }
    };

    @Test
    void gameRuleCanBeInsertedBeforeAnother() {
        TestWorld world = with(SelectionTable.standard().with(RICH, StandardSelectionRule.IDLE));
        int agent = world.agent();
        world.needs(agent).energy = 0.5f;
        assertThat(world.scheduler.select(agent)).isSameAs(RICH);
        world.behavior(agent).completed = true;
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.COMPLETED);
        world.behavior(agent).completed = false;
        world.tick();
        assertThat(world.broker.last().request().priority().level()).isEqualTo(9);
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
        assertThat(world.broker.grant(world.broker.last())).isPresent();
    }

    @Test
    void rulesCanBeReplacedOrRemoved() {
        TestWorld replaced =
                with(SelectionTable.standard().replacing(StandardSelectionRule.IDLE, RICH));
        int agent = replaced.agent();
        replaced.needs(agent).energy = 0.5f;
        assertThat(replaced.scheduler.select(agent)).isSameAs(RICH);
        TestWorld without = with(SelectionTable.standard().without(StandardSelectionRule.IDLE));
        int other = without.agent();
        without.needs(other).energy = 0.5f;
        assertThat(without.scheduler.select(other)).isEqualTo(StandardSelectionRule.OTHERWISE);
    }

    @Test
    void rejectsRemovalOfUnknownOrRequiredRule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SelectionTable.standard().without(RICH))
                .withMessageStartingWith(
                        "rule \"rich\" is not in the table (expected one of [crit");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SelectionTable.standard().without(StandardSelectionRule.OTHERWISE))
                .withMessageContaining("must stay");
    }

    @Test
    void policyCanBeReplacedEntirely() {
        TestWorld world = with(agent -> StandardSelectionRule.THRIVING);
        int agent = world.agent();
        world.needs(agent).hunger = 0;
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.THRIVING);
    }

    @Test
    void sequentialPolicyAlsoLetsAgentsSpeakUnasked() {
        TestWorld world = with(DecisionPolicy.sequential());
        int agent = world.agent();
        world.tick();
        assertThat(world.senses(agent).nearby.isEmpty()).isTrue();
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
        assertThat(world.broker.grant(world.broker.last())).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "EXECUTOR, TALK, 'PLAN, DUE, NEXT_PLAN, REVIEW, PERIODIC, NOTHING'",
        "EXECUTOR, NEED, 'PLAN, DUE, NEXT_PLAN, REVIEW, PERIODIC, NOTHING'",
        "TALKER, PLAN, 'PLAYER, TALK, COMPANY, NOTHING'",
        "AUTONOMIC, COMPANY, 'NEED, PLAN, DUE, NEXT_PLAN, REVIEW, PERIODIC, NOTHING'"
    })
    void ruleWhosePurposeDoesNotFitItsLayerIsRefused(
            Layer layer, Purpose purpose, String expected) {
        SelectionRule odd = new GameRule(layer, purpose, 5, "odd", "odd", agent -> true);
        SelectionTable table =
                SelectionTable.standard().with(odd, StandardSelectionRule.CRITICAL_NEEDS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(table))
                .withMessage("rule \"odd\" of the " + layer.label() + " has purpose " + purpose
                        + " (expected one of [" + expected + "])");
    }

    @Test
    void standardTableDecidesInPlaceOfAPolicyWithARuleThatDoesNotFit() {
        TestWorld world = with(agent ->
                new GameRule(Layer.EXECUTOR, Purpose.PLAYER, 5, "odd", "odd", view -> true));
        int agent = world.agent();
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.IDLE);
    }

    @ParameterizedTest
    @EnumSource
    void purposeOfEachStandardRuleFitsItsLayer(StandardSelectionRule rule) {
        assertThat(rule.purpose().fits(rule.layer())).isTrue();
    }

    private static TestWorld with(DecisionPolicy policy) {
        return TestWorld.builder()
                .thinking(mindConfig -> mindConfig.policy(policy))
                .withoutReflexes()
                .withoutActing()
                .build();
    }
}
