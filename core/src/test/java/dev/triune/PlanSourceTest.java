/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Step;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.llm.Ticket;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game's own source of plans is asked before a model is called. */
class PlanSourceTest {
    private final Patrols patrols = new Patrols();
    private final MindTest sim = MindTest.world(ActionCatalog.builder()
                    .action("patrol", "")
                    .action("rest", "")
                    .build())
            .mind("{\"action\":{\"type\":\"rest\"}}")
            .stepsTake(40)
            .plugin(minds -> minds.with(context -> context.scheduler().plans(patrols))
                    .configure(config -> config.thinkAhead(false)));
    private final int guard = sim.agent("Bryn");

    /** Sends agents on patrol while there is an alarm, and keeps what models plan. */
    private final class Patrols implements PlanSource {
        final List<String> events = new ArrayList<>();
        final List<Integer> agents = new ArrayList<>();
        boolean alarm;

        @Override
        public boolean ordersPlan(int agent, SelectionRule rule, CallBudget calls) {
            if (alarm) {
                List<QueuedStep> queued = sim.world()
                        .getSystem(DecisionApplySystem.class)
                        .plan(agent, rule, "the alarm", List.of(Step.of("patrol")));
                events.add("ordered " + queued.size());
                agents.add(agent);
            }
            return alarm;
        }

        @Override
        public void prompted(int agent, SelectionRule rule, Ticket request) {
            events.add("prompted " + request.number());
        }

        @Override
        public void modelPlanned(int agent, ModelPlan plan) {
            events.add("planned " + plan.request().number() + " " + plan.steps().get(0).step);
        }

        @Override
        public String describePlan(int agent) {
            return alarm ? "the alarm" : "";
        }
    }

    @Test
    void planOfASourceNeedsNoCall() {
        patrols.alarm = true;
        sim.ticks(400);
        assertThat(sim.done(guard)).isNotEmpty().allMatch(step -> step.type().equals("patrol"));
        assertThat(sim.stats().answers().total()).isZero();
        assertThat(sim.stats().plans().ordered()).isEqualTo(patrols.events.size());
        assertThat(sim.stats().plans().orderedSteps().done())
                .isEqualTo(sim.done(guard).size());
        assertThat(sim.world()
                        .getSystem(LLMSchedulerSystem.class)
                        .inspect(guard)
                        .plan()
                        .source())
                .isEqualTo("the alarm");
    }

    @Test
    void planAfterAPromiseIsMadeByAModel() {
        patrols.alarm = true;
        sim.ticks(100);
        assertThat(sim.stats().answers().total()).isZero();

        Journal journal = sim.world().getMapper(Journal.class).create(guard);
        sim.world()
                .getSystem(LLMSchedulerSystem.class)
                .promised(guard, journal.agree("Robin", true, "", "", "bring wood", 100));
        sim.tickUntil(() -> sim.stats().answers().total() == 1, 400);
        long ordered = sim.stats().plans().ordered();
        sim.ticks(400);
        assertThat(sim.stats().answers().total()).as("the next plans").isEqualTo(1);
        assertThat(sim.stats().plans().ordered()).isGreaterThan(ordered);
    }

    @Test
    void sourceLearnsWhatModelsPlan() {
        sim.tickUntil(() -> sim.stats().answers().total() == 1, 400);
        assertThat(patrols.events).hasSize(2);
        String ticket = patrols.events.get(0).substring("prompted ".length());
        assertThat(patrols.events)
                .containsExactly("prompted " + ticket, "planned " + ticket + " rest");
        assertThat(sim.stats().plans().ordered()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void policyIsAskedOnceAnExaminationAlsoWhileCallsFail(int failures) {
        int[] asked = {0};
        MindTest counted = MindTest.world(
                        ActionCatalog.builder().action("rest", "").build())
                .plugin(minds -> minds.with(context -> context.scheduler().plans(patrols))
                        .configure(config -> config.policy(agent -> {
                            asked[0]++;
                            return StandardSelectionRule.THRIVING;
                        })));
        int agent = counted.agent();
        counted.world().getMapper(Mind.class).get(agent).failures(Layer.EXECUTOR, failures);
        counted.ticks(50);
        assertThat(asked[0]).isEqualTo(50);
    }

    @Test
    void companyOfAnAgentWhoseCallsFailDoesNotKeepASourceFromPlanning() {
        patrols.alarm = true;
        int friend = sim.agent("Ann");
        sim.world().getMapper(Senses.class).create(guard).nearby.add(friend);
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        scheduler.delayRequestsUntil(1_000);
        sim.ticks(1);
        assertThat(scheduler.select(guard)).isEqualTo(StandardSelectionRule.COMPANY);
        assertThat(patrols.agents).doesNotContain(guard);
        sim.world().getMapper(Mind.class).get(guard).failures(Layer.EXECUTOR, 1);
        sim.ticks(1);
        assertThat(patrols.agents).contains(guard);
    }

    @Test
    void sourcesAreAddedBeforeTheWorldIsBuilt() {
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> scheduler.plans(patrols))
                .withMessage("this LLMSchedulerSystem serves a world already (set before the world"
                        + " is built)");
    }
}
