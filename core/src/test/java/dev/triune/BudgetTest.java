/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.MindBudget.Spending;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.rule.SelectionRule.Readiness;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Minds with a budget. */
class BudgetTest {
    private static final Routine SWEEPS = new Routine() {
        @Override
        public List<Step> fallback(int agent) {
            return List.of(Step.of("sweep"));
        }
    };

    private static MindTest village(MindBudget budget) {
        return MindTest.world(ActionCatalog.builder()
                        .action("dig", "dig a hole")
                        .action("sweep", "sweep the floor")
                        .build())
                .mind("{\"action\":[{\"type\":\"dig\"}]}")
                .latency(Duration.ofMillis(200))
                .stepsTake(20)
                .plugin(plugin -> plugin.budget(budget).routine(SWEEPS));
    }

    @Test
    void dollarsAreCountedAtPricesForOrientation() {
        MindTest sim = village(MindBudget.calls(1)).plugin(plugin -> {
            // [sample]
            plugin.budget(MindBudget.usd(0.05).perHour());
            // [end]
        });
        sim.agent("Mira");
        sim.agent("Oren"); // one alone would not spend it
        sim.ticks(72_000 - 20);
        assertThat(spending(sim).now()).isBetween(0.045, 0.05);
    }

    private static LLMSchedulerSystem scheduler(MindTest sim) {
        return sim.world().getSystem(LLMSchedulerSystem.class);
    }

    private static Spending spending(MindTest sim) {
        return scheduler(sim).spending().orElseThrow();
    }

    @Test
    void callsOfAnHourStayWithinTheBudgetAndTheRoutineDoesTheRest() {
        MindTest sim = village(MindBudget.calls(40).perHour());
        int digger = sim.agent("Mira");
        sim.ticks(72_000 - 20);
        assertThat(spending(sim).now()).isBetween(38.0, 40.0);
        long swept = sim.done(digger).stream()
                .filter(step -> step.type().equals("sweep"))
                .count();
        assertThat(swept).isGreaterThan(900);
        assertThat(sim.stats().answers().fallbacks()).isGreaterThanOrEqualTo(swept);
        assertThat(spending(sim).byLayer()).containsOnlyKeys("executor");
    }

    @Test
    void agentBeyondTheBudgetSaysSo() {
        MindTest sim = village(MindBudget.calls(1).perHour());
        int digger = sim.agent("Mira");
        sim.tickUntil(() -> spending(sim).now() == 1, 200);
        sim.tickUntil(() -> sim.doing(digger).equals("sweep"), 600);
        assertThat(scheduler(sim).inspect(digger).decision().choice().readiness())
                .isIn(Readiness.TOO_DEAR, Readiness.NOTHING, Readiness.COOLING);
        sim.ticks(2_000);
        assertThat(spending(sim).now()).isOne();
    }

    @Test
    void nextHourBeginsAnew() {
        MindTest sim = village(MindBudget.calls(4).per(Duration.ofMinutes(1)));
        sim.agent("Mira");
        sim.ticks(3 * 1_200 - 20);
        assertThat(spending(sim).total()).isBetween(9.0, 12.0);
        assertThat(spending(sim).now()).isBetween(3.0, 4.0);
    }

    @Test
    void withoutABudgetNothingIsCounted() {
        MindTest sim = MindTest.world(
                ActionCatalog.builder().action("dig", "dig a hole").build());
        sim.agent();
        sim.ticks(5);
        assertThat(scheduler(sim).spending()).isEmpty();
    }

    @Test
    void wrongAmountsAreRefused() {
        assertThatThrownBy(() -> MindBudget.usd(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("budget 0.0 (expected more than 0)");
        assertThatThrownBy(() -> MindBudget.calls(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MindBudget.tokens(5).per(Duration.ZERO))
                .hasMessage("period of a budget PT0S (expected a second or more)");
    }
}
