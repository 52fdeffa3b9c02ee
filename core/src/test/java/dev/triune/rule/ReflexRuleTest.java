/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.artemis.ComponentMapper;
import com.artemis.PooledComponent;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.MindListener;
import dev.triune.component.Behavior;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.ReflexTable.Thresholds;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.MindPlugin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReflexRuleTest {
    /** A component of a game's own. */
    public static final class Water extends PooledComponent {
        /** 1 is plenty. */
        public float left = 1;

        @Override
        protected void reset() {
            left = 1;
        }
    }

    /** A rule that reads it. */
    private static final class Thirst implements ReflexRule {
        @SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // Artemis fills it in
        private ComponentMapper<Water> mWater;

        @Override
        public String name() {
            return "thirsty";
        }

        @Override
        public String behavior() {
            return "seek_water";
        }

        @Override
        public int priority() {
            return 82;
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            return mWater.has(agent) && mWater.get(agent).left < 0.2f;
        }
    }

    private static final class Whistling implements ReflexRule {
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
            return 12;
        }

        @Override
        public boolean pastime() {
            return true;
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            return behavior.idle() && tick - behavior.since >= 50;
        }

        @Override
        public boolean staysActive(int agent, Needs needs, Behavior behavior, long tick) {
            return tick - behavior.since < 10;
        }
    }

    private final List<String> began = new ArrayList<>();

    private final CustomReflex scared =
            new CustomReflex("scared", "hide", 82).setsInIf(needs -> needs.health < 0.5f);

    @Test
    void gameRuleInterruptsALessImportantReflex() {
        TestWorld world = world(ReflexTable.standard().with(scared));
        int agent = world.agent();
        world.needs(agent).hunger = 0.05f;
        world.tick();
        world.needs(agent).health = 0.4f;
        world.tick();
        assertDoing(world, agent, "hide", 82);
        assertThat(world.behavior(agent).origin).isEqualTo(Behavior.Origin.REFLEX);
        assertThat(began).containsExactly("STARVING idle", "scared seek_food");
        assertThat(world.reflexes.count(scared)).isEqualTo(1);
        assertThat(world.reflexes.count(Reflex.STARVING)).isEqualTo(1);
        assertThat(world.reflexes.count(Reflex.HUNGRY)).isZero();
    }

    @Test
    void gameRuleYieldsToAMoreImportantReflex() {
        TestWorld world = world(ReflexTable.standard().with(scared));
        int agent = world.agent();
        world.needs(agent).health = 0.4f;
        world.tick();
        world.needs(agent).danger = true;
        world.tick();
        assertDoing(world, agent, "flee_danger", 95);
    }

    @Test
    void mostImportantGameRuleWins() {
        CustomReflex low = new CustomReflex("low", "low", 30).setsInIf(needs -> true);
        CustomReflex high = new CustomReflex("high", "high", 200).setsInIf(needs -> true);
        TestWorld world = world(ReflexTable.standard().with(low).with(scared).with(high));
        int agent = world.agent();
        world.needs(agent).health = 0.1f;
        world.needs(agent).energy = 0;
        world.tick();
        assertDoing(world, agent, "high", 200);
    }

    @Test
    void endOfGameRuleCompletesItsReflex() {
        TestWorld world = world(ReflexTable.standard().with(scared));
        int agent = world.agent();
        world.needs(agent).health = 0.4f;
        world.tick();
        world.needs(agent).health = 0.6f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(world.behavior(agent).completed).isTrue();
    }

    @Test
    void tiesAreWonByStandardRowsThenByTheFirstAdded() {
        CustomReflex second = new CustomReflex("second", "b", 80).setsInIf(needs -> true);
        CustomReflex first = new CustomReflex("first", "a", 80).setsInIf(needs -> true);
        TestWorld world = world(ReflexTable.standard().with(second).with(first));
        int agent = world.agent();
        world.needs(agent).hunger = 0.05f;
        world.tick();
        assertDoing(world, agent, "seek_food", 80);
        world.needs(agent).hunger = 1;
        world.tick();
        assertDoing(world, agent, "b", 80);
    }

    @Test
    void removedRowNeverStarts() {
        TestWorld world = world(ReflexTable.standard().without(Reflex.HUNGRY));
        int agent = world.agent();
        world.needs(agent).hunger = 0.3f;
        world.tick();
        assertThat(world.behavior(agent).idle()).isTrue();
        world.needs(agent).hunger = 0.05f;
        world.tick();
        assertDoing(world, agent, "seek_food", 80);
        assertThat(world.reflexes.count(Reflex.HUNGRY)).isZero();
    }

    @Test
    void pastimesCanBeRemoved() {
        TestWorld world =
                world(ReflexTable.standard().without(Reflex.BORED).without(Reflex.RESTLESS));
        int agent = world.agent();
        world.ticks(1_000);
        assertThat(began).isEmpty();
        assertThat(world.behavior(agent).generation).isZero();
    }

    @Test
    void replacementRuleUsesItsOwnCondition() {
        CustomReflex peckish = new CustomReflex("peckish", "eat_together", 40)
                .setsInIf(needs -> needs.hunger < 0.9f);
        TestWorld world = world(ReflexTable.standard().replacing(Reflex.HUNGRY, peckish));
        int agent = world.agent();
        world.needs(agent).hunger = 0.89f;
        world.tick();
        assertDoing(world, agent, "eat_together", 40);
        world.needs(agent).hunger = 0.5f;
        world.tick();
        assertThat(began).containsExactly("peckish idle");
    }

    @Test
    void customThresholdsCombineWithGameRules() {
        Thresholds d = Thresholds.DEFAULT;
        Thresholds greedy = new Thresholds(
                d.exhausted(),
                d.collapsing(),
                d.uncomfortable(),
                d.wounded(),
                d.tired(),
                d.starving(),
                d.bedtime(),
                new Thresholds.Threshold(0.8f, 0.9f),
                d.sleepy(),
                d.bored(),
                d.restless());
        TestWorld world = world(ReflexTable.standard().with(scared).thresholds(greedy));
        int agent = world.agent();
        world.needs(agent).hunger = 0.7f;
        world.tick();
        assertDoing(world, agent, "seek_food", 40);
    }

    @Test
    void oscillatingNeedStartsGameRuleOnce() {
        scared.goesOnIf(needs -> needs.health < 0.8f);
        TestWorld world = world(ReflexTable.standard().with(scared));
        int agent = world.agent();
        for (int i = 0; i < 500; i++) {
            world.needs(agent).health = i % 2 == 0 ? 0.49f : 0.51f;
            world.tick();
        }
        assertThat(world.reflexes.count(scared)).isEqualTo(1);
        world.needs(agent).health = 0.8f;
        world.tick();
        assertThat(world.behavior(agent).idle()).isTrue();
        world.needs(agent).health = 0.79f; // inside the gap, and it does not hold any more
        world.tick();
        assertThat(world.behavior(agent).idle()).isTrue();
    }

    @Test
    void gameRuleResumesAfterAMoreImportantReflex() {
        scared.goesOnIf(needs -> needs.health < 0.8f);
        TestWorld world = world(ReflexTable.standard().with(scared));
        int agent = world.agent();
        world.needs(agent).health = 0.4f;
        world.tick();
        world.needs(agent).danger = true;
        world.needs(agent).health = 0.6f;
        world.ticks(10);
        world.needs(agent).danger = false;
        world.tick();
        assertDoing(world, agent, "hide", 82);
    }

    @Test
    void uninterruptibleGameRuleIsNotInterrupted() {
        CustomReflex praying = new CustomReflex("called", "pray", 50)
                .setsInIf(needs -> needs.bedtime)
                .uninterruptible();
        TestWorld world = world(ReflexTable.standard().with(praying));
        int agent = world.agent();
        world.needs(agent).bedtime = true;
        world.tick();
        world.needs(agent).danger = true;
        world.ticks(50);
        assertDoing(world, agent, "pray", 50);
        world.needs(agent).bedtime = false;
        world.tick();
        assertDoing(world, agent, "flee_danger", 95);
    }

    @Test
    void behaviorOfTwoTriggersContinuesWithoutRestart() {
        CustomReflex invited =
                new CustomReflex("invited", "seek_food", 60).setsInIf(needs -> needs.hasHome);
        TestWorld world = world(ReflexTable.standard().with(invited));
        int agent = world.agent();
        world.needs(agent).hunger = 0.5f;
        world.tick();
        world.needs(agent).hasHome = true;
        world.tick();
        assertDoing(world, agent, "seek_food", 60);
        world.needs(agent).hasHome = false;
        world.tick();
        assertDoing(world, agent, "seek_food", 40);
        assertThat(began).containsExactly("HUNGRY idle");
    }

    @Test
    void ruleReadsGameComponents() {
        Thirst thirst = new Thirst();
        TestWorld world = world(ReflexTable.standard().with(thirst));
        int without = world.agent();
        int agent = world.agent();
        Water water = world.world.getMapper(Water.class).create(agent);
        world.tick();
        assertThat(began).isEmpty();
        water.left = 0.1f;
        world.tick();
        assertDoing(world, agent, "seek_water", 82);
        assertThat(world.behavior(without).idle()).isTrue();
        assertThat(world.reflexes.count(thirst)).isEqualTo(1);
    }

    @Test
    void gamePastimeLastsAsDeclaredAndIsNotACompletedTask() {
        TestWorld world = world(ReflexTable.standard().with(new Whistling()));
        int agent = world.agent();
        world.ticks(50);
        assertDoing(world, agent, "whistle", 12);
        assertThat(world.behavior(agent).pastime).isTrue();
        world.ticks(9);
        assertDoing(world, agent, "whistle", 12);
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(world.behavior(agent).completed).isFalse();
    }

    @Test
    void interruptedGamePastimeDoesNotResume() {
        TestWorld world = world(ReflexTable.standard().with(new Whistling()));
        int agent = world.agent();
        world.ticks(50);
        world.needs(agent).hunger = 0.5f;
        world.tick();
        assertDoing(world, agent, "seek_food", 40);
        assertThat(world.behavior(agent).pastime).isFalse();
        world.needs(agent).hunger = 1;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(world.behavior(agent).completed).isTrue();
    }

    @Test
    void agentAtGamePastimeMayPlan() {
        TestWorld world = TestWorld.builder()
                .withoutActing()
                .reflexes(ReflexTable.standard().with(new Whistling()))
                .build();
        int agent = world.agent();
        world.behavior(agent)
                .begin("whistle", Behavior.Origin.REFLEX, 12, true, world.clock.tick());
        world.behavior(agent).pastime = true;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("whistle");
        assertThat(world.scheduler.select(agent).reason()).isEqualTo("idle");
    }

    @Test
    void pluginAcceptsGameRules() {
        MindPlugin plugin = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS)
                .reflexes(ReflexTable.standard().with(scared))
                .carriesOut("hide");
        WorldConfiguration configuration = new WorldConfiguration();
        plugin.systems().forEach(configuration::setSystem);
        World world = new World(configuration);
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent).health = 0.4f;
        world.process();
        assertThat(world.getMapper(Behavior.class).get(agent).name).isEqualTo("hide");
        assertThat(world.getSystem(AutonomicSystem.class).reflexTable().triggers())
                .contains(scared);
    }

    @Test
    void rejectsCountOfUnknownReflex() {
        TestWorld world = world(ReflexTable.standard());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.reflexes.count(scared))
                .withMessage("reflex \"scared\" is not among the reflexes of this table (add it)");
    }

    private TestWorld world(ReflexTable reflexTable) {
        return TestWorld.builder()
                .withoutScheduling()
                .withoutActing()
                .reflexes(reflexTable)
                .listener(new MindListener() {
                    @Override
                    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                        began.add(reflex.name() + " " + interrupted);
                    }
                })
                .build();
    }

    private static void assertDoing(TestWorld world, int agent, String behavior, int priority) {
        assertThat(world.behavior(agent).name).isEqualTo(behavior);
        assertThat(world.behavior(agent).priority).isEqualTo(priority);
    }
}
