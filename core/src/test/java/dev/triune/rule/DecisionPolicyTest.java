/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.component.Layer;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.SelectionRule.AgentView;
import org.junit.jupiter.api.Test;

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

    private static TestWorld with(DecisionPolicy policy) {
        return TestWorld.builder()
                .thinking(mindConfig -> mindConfig.policy(policy))
                .withoutReflexes()
                .withoutActing()
                .build();
    }
}
