/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import com.artemis.PooledComponent;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Thresholds.Threshold;
import dev.triune.testkit.MindTest;
import org.junit.jupiter.api.Test;

/** The reflexes that docs/writing-minds.md writes: what stands between two marks is there. */
@SuppressWarnings({"NullAway.Init", "ClassCanBeStatic"}) // as a game writes it
final class WritingReflexesTest {
    /** How much water an agent has had. */
    public static class Water extends PooledComponent {
        /** 1 is plenty. */
        float left = 1;

        @Override
        protected void reset() {
            left = 1;
        }
    }

    // [sample]
    class Thirst implements ReflexRule {
        static final Threshold DRY = new Threshold(0.2f, 0.8f); // starts below, ends above
        ComponentMapper<Water> mWater; // a component of the game's own

        @Override
        public String name() {
            return "thirsty";
        }

        @Override
        public String behavior() {
            return "seek_water"; // the runner of this name carries it out
        }

        @Override
        public int priority() {
            return 82; // above starving (80), below tired (85); a step of a plan has 20
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            return mWater.has(agent) && mWater.get(agent).left < DRY.enter();
        }

        @Override
        public boolean staysActive(int agent, Needs needs, Behavior behavior, long tick) {
            return mWater.has(agent) && mWater.get(agent).left < DRY.leave();
        }
    }

    class DrinkRunner implements ActionRunner<Step> {
        ComponentMapper<Water> mWater;

        @Override
        public Progress tick(int agent, Step step) {
            mWater.get(agent).left += 0.05f;
            return Progress.RUNNING; // the rule says when it is enough
        }
    }
    // [end]

    class Whistling implements ReflexRule {
        @Override
        public String name() {
            return "merry";
        }

        @Override
        public String behavior() {
            return "whistle";
        }

        @Override
        public int priority() {
            return 10; // of a pastime below 20
        }

        @Override
        public boolean pastime() {
            return true; // any step and any need goes before it
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            return behavior.idle() && tick - behavior.since >= 60; // idle for 3 s
        }

        @Override
        public boolean staysActive(int agent, Needs needs, Behavior behavior, long tick) {
            return tick - behavior.since < 200; // 10 s of it
        }
    }

    private final ActionCatalog actions =
            ActionCatalog.builder().action("rest", "sit down").build();

    private MindTest game() {
        return MindTest.world(actions).plugin(plugin -> {
            // [sample]
            plugin.reflexes(ReflexTable.standard()
                            .with(new Thirst())
                            .replacing(Reflex.BORED, new Whistling())
                            .without(Reflex.RESTLESS)
                            .without(Reflex.BEDTIME))
                    .runner("seek_water", new DrinkRunner());
            // [end]
        });
    }

    @Test
    void thirstInterruptsAStepUntilItIsQuenched() {
        var sim = game();
        int mira = sim.agent("Mira");
        Water water = sim.world().getMapper(Water.class).create(mira);
        water.left = 0.19f;
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("seek_water");
        sim.tickUntil(() -> water.left > 0.5f, 20);
        assertThat(sim.doing(mira)).isEqualTo("seek_water"); // above 0.2, below 0.8: it goes on
        sim.tickUntil(() -> !sim.doing(mira).equals("seek_water"), 20);
        assertThat(water.left).isBetween(0.8f, 0.9f);
        sim.get(mira, BehaviorQueue.class).steps.add(new QueuedStep(Step.of("rest")));
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("rest");
        water.left = 0.1f;
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("seek_water");
        sim.tickUntil(() -> sim.doing(mira).equals("rest"), 40);
    }

    @Test
    void idleAgentWhistlesUntilAStepArrives() {
        var sim = game();
        int mira = sim.agent("Mira");
        assertThat(sim.tickUntil(() -> sim.doing(mira).equals("whistle"), 100)).isBetween(59, 61);
        sim.get(mira, BehaviorQueue.class).steps.add(new QueuedStep(Step.of("rest")));
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("rest");
        sim.finish(mira);
        sim.ticks(2);
        sim.tickUntil(() -> sim.doing(mira).equals("whistle"), 100);
        sim.tickUntil(() -> sim.doing(mira).equals(Behavior.IDLE), 250);
    }

    @Test
    void removedReflexNeverTriggers() {
        var sim = game();
        int mira = sim.agent("Mira");
        sim.needs(mira).bedtime = true;
        sim.needs(mira).sleepDrive = 0.6f;
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo(Behavior.IDLE);
    }
}
