/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.triune.MindBudget;
import dev.triune.MindBudget.Spending;
import dev.triune.llm.Broker;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.system.MindPlugin;
import dev.triune.talk.Conversations;
import dev.triune.talk.Silence;
import dev.triune.testsupport.Thorough;
import dev.triune.village.sim.VillageBrokers.Connection;
import dev.triune.village.story.StoryResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a village does with a budget, in virtual time with the offline mind, whose prompts and answers cost
 * what a small model takes; and how often players go without an answer for it. Prints a line for each.
 */
class BudgetGoalTest {
    private static final int MINUTE = 60 * 20;
    private static final int HOUR = 60 * MINUTE;

    /** The prices of openai/gpt-oss-20b at Groq. */
    private static final PriceCatalog PRICES =
            new PriceCatalog(Map.of(), TokenPrices.of("0.075", "0.0375", "0.30"));

    /** The offline mind with a budget. */
    private record Budgeted(Offline model, MindBudget budget) implements MindSource {
        @Override
        public Broker open(Connection connection) {
            return model.open(connection);
        }

        @Override
        public void configure(MindPlugin minds) {
            minds.budget(budget);
        }
    }

    /** An hour of a village, three of its days. */
    private static final class Life {
        @SuppressWarnings("NullAway.Init")
        private Conversations talks;

        double most;
        int lines;
        int unpaid;
        int silent;
        Optional<Spending> spending = Optional.empty();
        double busy;
        long steps;
        long told;

        static Life of(long seed, int villagers, HabitSource habits, MindSource mind) {
            Life life = new Life();
            try (VillageSimulation village = new VillageBuilder(
                            new SimulationSettings(seed, villagers, true, mind).with(habits))
                    .build()) {
                village.inject(life);
                for (int tick = 1; tick <= HOUR; tick++) {
                    village.tick();
                    int[] all = village.villagers();
                    int spoken = all[(tick / (3 * MINUTE)) % all.length];
                    if (tick % (3 * MINUTE) == 0) {
                        village.inputs().say(spoken, "What did you do today?");
                    } else if (tick % (3 * MINUTE) == MINUTE) {
                        life.judge(all[((tick - MINUTE) / (3 * MINUTE)) % all.length], tick);
                    }
                    if (tick % 20 == 0) {
                        life.spending = village.scheduler().spending();
                        life.spending.ifPresent(now -> life.most = Math.max(life.most, now.now()));
                    }
                }
                life.busy = village.stats().busyShare();
                life.steps = village.stats().minds().steps().done();
                life.told =
                        village.stories().stream().filter(StoryResult::happened).count();
            }
            return life;
        }

        private void judge(int agent, int tick) {
            if (tick < 3 * MINUTE) {
                return;
            }
            Silence silence = talks.whySilent(agent);
            lines++;
            unpaid += silence.cause() == Silence.Cause.BUDGET ? 1 : 0;
            silent += silence.isSilent() ? 1 : 0;
        }

        String line(String what) {
            return String.format(
                    Locale.ROOT,
                    "%s: spent %.1f %%, %s; lines %d, without a word %d, for the budget %d; busy %.1f"
                            + " %%, steps %d, stories %d",
                    what,
                    spending.map(each -> 100 * most / each.budget().amount()).orElse(0.0),
                    spending.map(each -> each.byLayer().toString()).orElse("no budget"),
                    lines,
                    silent,
                    unpaid,
                    100 * busy,
                    steps,
                    told);
        }
    }

    private static void check(long seed, int villagers, double usd, HabitSource habits) {
        MindBudget budget = MindBudget.usd(usd).perHour().at(PRICES);
        Life life =
                Life.of(seed, villagers, habits, new Budgeted(MindSource.Offline.RELIABLE, budget));
        String what = "seed " + seed + ", " + villagers + " villagers, " + usd + " USD, habits "
                + habits.name();
        System.out.println(life.line(what));
        assertThat(life.most).as(what).isLessThanOrEqualTo(usd);
        if (usd < 0.2 && habits == HabitSource.OFF) { // they want more
            assertThat(life.most / usd).as(what).isGreaterThan(0.95);
        }
        assertThat(life.unpaid).as(what).isZero();
        assertThat(life.busy).as(what).isGreaterThan(villagers > 8 ? 0.94 : 0.95);
    }

    @Test
    void smallBudgetLastsAnHourAndAnswersThePlayer() {
        check(5_001, 8, 0.01, HabitSource.OFF);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 100})
    void budgetsOfManyLives(int villagers) {
        assumeTrue(Thorough.all(), "only with -Pthorough");
        boolean crowd = villagers > 8; // which takes minutes of CPU
        List<HabitSource> sources =
                crowd ? List.of(HabitSource.OFF) : List.of(HabitSource.OFF, HabitSource.LEARNING);
        for (long seed = crowd ? 5_019 : 5_015; seed <= (crowd ? 5_019 : 5_018); seed++) {
            for (HabitSource habits : sources) {
                System.out.println(Life.of(seed, villagers, habits, MindSource.Offline.RELIABLE)
                        .line("seed " + seed + ", " + villagers + " villagers, no budget, habits "
                                + habits.name()));
                for (double usd : new double[] {0.01, 0.05, 0.2}) {
                    check(seed, villagers, usd, habits);
                }
            }
        }
    }
}
