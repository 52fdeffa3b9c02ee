/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.PooledComponent;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The selection rules of docs/minds.md, and a runner that counts. */
@SuppressWarnings({"NullAway.Init", "ClassCanBeStatic"}) // as a game writes it
final class MindsPageTest {
    record Gather(
            @Visible String target,
            @Range(min = 1, max = 20) int amount) {}

    /** What a step has brought so far. */
    public static final class Gathering extends PooledComponent {
        int count;

        @Override
        protected void reset() {
            count = 0;
        }
    }

    /** How much there is of what. */
    private static final class Things extends BaseSystem {
        final Map<String, Integer> left = new TreeMap<>(Map.of("oak", 5));

        boolean has(String name) {
            return left.getOrDefault(name, 0) > 0;
        }

        void take(String name) {
            left.merge(name, -1, Integer::sum);
        }

        @Override
        protected void processSystem() {}
    }

    class GatherRunner implements ActionRunner<Gather> {
        ComponentMapper<Gathering> mGathering; // the game's own: what this step has brought so far
        Things things; // a system of the game's own, which knows what has which name

        @Override
        public Progress start(int agent, Gather gather) {
            mGathering.create(agent).count = 0;
            return things.has(gather.target())
                    ? Progress.RUNNING
                    : Progress.failed("there is no " + gather.target() + " left");
        }

        @Override
        public Progress tick(int agent, Gather gather) {
            things.take(gather.target());
            mGathering.get(agent).count++;
            return progress(agent, gather) < gather.amount() ? Progress.RUNNING : Progress.DONE;
        }

        @Override
        public double progress(int agent, Gather gather) {
            return mGathering.get(agent).count; // if this stops rising, the watchdog fails the step
        }

        @Override
        public void stop(int agent, Gather gather) {
            mGathering.remove(agent);
        }
    }

    class CallForHelp implements SelectionRule {
        @Override
        public Layer layer() {
            return Layer.TALKER;
        }

        @Override
        public int urgency() {
            return 9; // 1 to 10; also the priority of the request
        }

        @Override
        public String reason() {
            return "in danger, with somebody near";
        }

        @Override
        public boolean matches(AgentView agent) {
            Senses senses = agent.senses();
            return agent.needs().danger
                    && senses != null
                    && !senses.nearby.isEmpty()
                    && agent.ready(layer());
        }
    }

    @Test
    void runnerCountsPerStepAndFailsWhenNothingIsLeft() {
        Things things = new Things();
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().actions(Gather.class).build())
                .mind("""
                        {"action":[{"type":"gather","target":"oak","amount":2},
                                   {"type":"gather","target":"oak","amount":3},
                                   {"type":"gather","target":"oak","amount":1}]}""")
                .latency(Duration.ZERO)
                .systems(things)
                .plugin(minds -> minds.runner(Gather.class, new GatherRunner()));
        int mira = sim.agent("Mira");
        sim.get(mira, Senses.class).visible.add(VisibleObject.of("oak"));
        sim.tickUntil(() -> sim.done(mira).size() == 2, 40);
        assertThat(things.left).containsEntry("oak", 0);
        sim.tickUntil(() -> sim.steps(mira).get(2).state == QueuedStep.State.FAILED, 5);
        assertThat(sim.steps(mira).get(2).reason).isEqualTo("there is no oak left");
        assertThat(sim.world().getMapper(Gathering.class).has(mira)).isFalse();
    }

    @Test
    void ruleIsSkippedWhileItsLayerCoolsDown() {
        SelectionRule help = new CallForHelp();
        TestWorld world = TestWorld.builder()
                .thinking(mindConfig -> mindConfig.policy(
                        SelectionTable.standard().with(help, StandardSelectionRule.COMPANY)))
                .withoutReflexes()
                .withoutActing()
                .build();
        int agent = world.agent();
        Senses senses = world.world.getMapper(Senses.class).create(agent);
        world.needs(agent).danger = true;
        assertThat(world.scheduler.select(agent)).isNotSameAs(help);
        senses.nearby.add(world.agent());
        assertThat(world.scheduler.select(agent)).isSameAs(help);
        world.tick();
        assertThat(world.scheduler.select(agent)).isNotSameAs(help);
    }

    /** When the alarm rang that a guard hears. */
    public static final class Alarm extends PooledComponent {
        public long rangAt;

        @Override
        protected void reset() {
            rangAt = 0;
        }
    }

    // [sample]
    class AlarmRings implements SelectionRule {
        ComponentMapper<Alarm> mAlarm; // the game's own component; Artemis fills in the mapper

        @Override
        public Layer layer() {
            return Layer.EXECUTOR;
        }

        @Override
        public int urgency() {
            return 9;
        }

        @Override
        public String reason() {
            return "the alarm rings";
        }

        @Override
        public boolean matches(AgentView agent) {
            Alarm alarm = mAlarm.get(agent.agent());
            Mind mind = agent.mind();
            return alarm != null // and no plan since, or a call that failed
                    && agent.enabled(layer()) // else it would keep others from being tried
                    && (mind.lastInvoked(layer()) < alarm.rangAt || mind.failures(layer()) > 0);
        }
    }
    // [end]

    @Test
    void guardThatHearsAnAlarmPlansAtOnceAndOnlyOnce() {
        GameClock clock = new GameClock(20);
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().action("patrol", "walk around").build())
                .mind("{\"action\":[{\"type\":\"patrol\"}]}")
                .latency(Duration.ZERO)
                .clock(clock)
                .plugin(plugin -> {
                    // [sample]
                    plugin.configure(config -> config.policy(SelectionTable.standard()
                            .with(new AlarmRings(), StandardSelectionRule.PLAYER)));
                    // [end]
                    plugin.configure(config -> config.thinkAhead(false));
                });
        int guard = sim.agent("Mira");
        sim.tickUntil(() -> sim.doing(guard).equals("patrol"), 100);
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        ComponentMapper<Alarm> mAlarm = sim.world().getMapper(Alarm.class);
        int before = sim.prompts(guard).size();
        sim.ticks(2);
        mAlarm.create(guard).rangAt = clock.tick();
        scheduler.markDirty(guard);
        sim.ticks(20);
        assertThat(sim.prompts(guard)).as("while the executor cools").hasSize(before);
        // [sample]
        mAlarm.create(guard).rangAt = clock.tick();
        scheduler.resetCooldowns(guard, Layer.EXECUTOR);
        scheduler.request(guard);
        // [end]
        sim.ticks(5);
        assertThat(sim.prompts(guard)).hasSize(before + 1);
        sim.ticks(600);
        assertThat(sim.prompts(guard)).as("after the alarm").hasSize(before + 1);
    }

    private static TestWorld withAlarm(SelectionRule rule) {
        SelectionTable table = SelectionTable.standard().with(rule, StandardSelectionRule.PLAYER);
        return TestWorld.builder()
                .thinking(mindConfig -> mindConfig.policy(table))
                .withoutReflexes()
                .withoutActing()
                .build();
    }

    @Test
    void ruleThatThrowsAtTheGrantDoesNotEndTheCooldown() {
        boolean[] throwing = {false};
        TestWorld world = withAlarm(new AlarmRings() {
            @Override
            public int urgency() {
                if (throwing[0]) {
                    throw new IllegalStateException("on purpose");
                }
                return super.urgency();
            }

            @Override
            public boolean matches(AgentView agent) {
                return true;
            }
        });
        int guard = world.agent();
        world.tick();
        long invoked = world.mind(guard).lastInvoked(Layer.EXECUTOR);
        assertThat(invoked).isEqualTo(world.clock.tick());
        throwing[0] = true;
        try {
            world.broker.grant(world.broker.last());
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessageContaining("on purpose");
        }
        assertThat(world.mind(guard).lastInvoked(Layer.EXECUTOR)).isEqualTo(invoked);
    }

    @Test
    void guardPlansForTheAlarmAlthoughNothingElseAsksForAPlan() {
        TestWorld world = withAlarm(new AlarmRings());
        int guard = world.agent();
        world.needs(guard).hunger = 0.6f;
        world.order(guard, "rest");
        world.ticks(3);
        assertThat(world.broker.asked()).isEmpty();
        world.world.getMapper(Alarm.class).create(guard).rangAt = world.clock.tick();
        world.tick();
        assertThat(world.broker.grant(world.broker.last())).isPresent();
    }

    @Test
    void lineThatTheGuardSaysDoesNotSilenceTheAlarm() {
        TestWorld world = withAlarm(new AlarmRings());
        int guard = world.agent();
        world.world.getMapper(Alarm.class).create(guard).rangAt = world.clock.tick();
        world.mind(guard).lastDecision = world.clock.tick() + 1; // an answer of the talker
        assertThat(world.scheduler.select(guard)).isInstanceOf(AlarmRings.class);
    }
}
