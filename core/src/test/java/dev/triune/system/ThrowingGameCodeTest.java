/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.Feed;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.OwnModel;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Exceptions of a game's own code stay out of the tick, and each is reported once with its agent.
 */
class ThrowingGameCodeTest {
    @SuppressWarnings("StaticAssignmentOfThrowable") // recognized in the log
    private static final RuntimeException THROWN = new IllegalStateException("of the game");

    private final LogLines log = new LogLines("dev.triune");
    private final List<Integer> fed = new ArrayList<>();

    @AfterEach
    void restoreTheLog() {
        log.close();
    }

    @Test
    void throwingUrgencyHintIsIgnored() {
        TestWorld world = thinking(TestWorld.builder()
                .thinking(with -> with.urgencyHint((agent, rule) -> {
                    throw THROWN;
                })));
        assertThat(world.broker.asked()).hasSizeGreaterThan(1);
        assertReportedOnce("urgency hint", "ThrowingGameCodeTest");
    }

    @Test
    void perceptionThatRemovesTheMindOfItsAgentIsReported() {
        List<TestWorld> made = new ArrayList<>();
        TestWorld world = TestWorld.builder()
                .thinking(with -> with.perception(agent -> {
                    made.get(0).world.getMapper(Mind.class).remove(agent);
                    return Surroundings.NONE;
                }))
                .withoutActing()
                .build();
        made.add(world);
        int first = world.agent();
        int other = world.agent();
        world.ticks(20);
        for (Asked asked : List.copyOf(world.broker.asked())) {
            assertThat(world.broker.grant(asked)).isEmpty();
        }
        world.ticks(20);
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.decisionStats().requests().pending()).isZero();
        assertThat(log.texts())
                .singleElement()
                .asString()
                .contains(
                        "ThrowingGameCodeTest", " removed a component of its agent (let it change");
        assertThat(world.mind(first)).isNull();
        assertThat(world.mind(other)).isNull();
    }

    @Test
    void throwingSelectionRuleFallsBackToTheStandardTable() {
        TestWorld world = thinking(TestWorld.builder()
                .thinking(with -> with.policy(SelectionTable.standard()
                        .with(new BrokenRule(), StandardSelectionRule.CRITICAL_NEEDS))));
        assertThat(world.broker.asked()).hasSizeGreaterThan(1);
        assertReportedOnce("decision policy", "SelectionTable");
        assertThat(log.all()).anyMatch(line -> line.getThrown() == THROWN);
    }

    @Test
    @SuppressWarnings("NullAway") // a policy that was written without null checks
    void policyReturningNullFallsBackToTheStandardTable() {
        DecisionPolicy none = agent -> null;
        TestWorld world = thinking(TestWorld.builder().thinking(with -> with.policy(none)));
        assertThat(world.broker.asked()).hasSizeGreaterThan(1);
        assertReportedOnce("decision policy", "ThrowingGameCodeTest");
    }

    @Test
    void throwingReflexRuleIsInactive() {
        TestWorld world = TestWorld.builder()
                .reflexes(ReflexTable.standard().with(new BrokenReflex()))
                .run("seek_food", (agent, step) -> Progress.RUNNING)
                .build();
        int hungry = world.agent();
        world.needs(hungry).hunger = 0.05f;
        world.ticks(20);
        assertThat(world.behavior(hungry).name).isEqualTo("seek_food");
        assertReportedOnce("reflex rule", "BrokenReflex");
    }

    @Test
    void throwingKeyLookupDoesNotAffectOtherAgents() {
        TestWorld world = TestWorld.builder()
                .thinking(with -> with.keys(name -> {
                    throw THROWN;
                }))
                .build();
        int agent = world.agent();
        OwnModel own = new OwnModel("http://127.0.0.1:1/v1", "small");
        own.keyName = "vault";
        world.mind(agent).ownModel = own;
        world.agent();
        world.ticks(400);
        assertThat(world.broker.asked()).hasSize(1);
        assertReportedOnce("keys", "ThrowingGameCodeTest");
    }

    @Test
    void throwingPromptBuilderIsReportedWithItsAgent() {
        TestWorld world = TestWorld.builder()
                .thinking(with -> with.layer(
                        Layer.EXECUTOR, executor -> executor.withPrompt(new BrokenBuilder())))
                .build();
        world.agent();
        world.tick();
        Asked asked = world.broker.last();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> world.broker.grant(asked))
                    .isNotNull(); // a real broker catches it
        }
        assertReportedOnce("prompt of the executor", "BrokenBuilder");
    }

    @Test
    void throwingFeedDoesNotAffectOtherFeedsAndAgents() {
        FakeBroker broker = new FakeBroker();
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TestWorld.ACTIONS)
                        .feed(
                                agent -> {
                                    if (agent == 0) {
                                        throw THROWN;
                                    }
                                    fed.add(agent);
                                },
                                Feed.copy(
                                        Goals.class,
                                        Needs.class,
                                        (goals, needs) -> needs.energy = 0.75f)))
                .build());
        for (int i = 0; i < 2; i++) {
            int agent = world.create();
            world.getMapper(Mind.class).create(agent);
            world.getMapper(Needs.class).create(agent);
            world.getMapper(Goals.class).create(agent);
        }
        for (int i = 0; i < 20; i++) {
            world.process();
        }
        assertThat(fed).hasSize(20).containsOnly(1);
        assertThat(world.getMapper(Needs.class).get(0).energy).isEqualTo(0.75f);
        assertThat(broker.asked()).hasSize(2);
        assertReportedOnce("feed 1", "ThrowingGameCodeTest");
    }

    /** A world of two agents after 40 ticks, where every request was answered. */
    private static TestWorld thinking(TestWorld.Builder builder) {
        TestWorld world = builder.withoutActing().build();
        world.agent();
        world.agent();
        world.ticks(40);
        return world;
    }

    private void assertReportedOnce(String role, String thrower) {
        assertThat(log.texts())
                .filteredOn(line -> line.contains("threw"))
                .singleElement()
                .asString()
                .contains(role, thrower, "threw an exception at entity 0");
    }

    private static final class BrokenRule implements SelectionRule {
        @Override
        public Layer layer() {
            return Layer.EXECUTOR;
        }

        @Override
        public int urgency() {
            return 5;
        }

        @Override
        public String reason() {
            return "none";
        }

        @Override
        public boolean matches(AgentView agent) {
            throw THROWN;
        }
    }

    private static final class BrokenReflex implements ReflexRule {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public String behavior() {
            return "break";
        }

        @Override
        public int priority() {
            return 99;
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            throw THROWN;
        }
    }

    private static final class BrokenBuilder implements PromptBuilder {
        @Override
        public Prompt build(AgentSnapshot snapshot) {
            throw THROWN;
        }
    }
}
