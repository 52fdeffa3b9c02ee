/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.component.Tier;
import dev.triune.fixture.Allocation;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.GameRule;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.schedule.AgentPicker;
import dev.triune.internal.schedule.WorldPace;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.SelectionRule.Readiness;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In a crowd the scheduler examines marked agents at once and all others in turn. */
class CrowdTest {
    private static final int CROWD = 1_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void markedAgentsGetTheSameRequestsAsAFullScan(long seed) {
        Life few = new Life(seed, 1, SelectionTable.standard());
        Life all = new Life(seed, Integer.MAX_VALUE, SelectionTable.standard());
        for (int tick = 1; tick <= 2_500; tick++) {
            few.advance();
            all.advance();
            assertThat(few.last()).as("seed %d, tick %d", seed, tick).isEqualTo(all.last());
        }
        assertThat(few.asked).containsExactlyElementsOf(all.asked);
        assertThat(few.asked).hasSizeGreaterThan(300);
        assertThat(few.asked.stream()
                        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                        .distinct())
                .contains("talker", "executor");
        assertThat(few.looks).as("looks, of %d", all.looks).isLessThan(all.looks / 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void gameRulesThatCopyTheStandardOnesGetTheSameRequests(long seed) {
        Life standard = new Life(seed, 8, SelectionTable.standard());
        Life copies = new Life(seed, 8, GameRule.table(GameRule::of));
        Life withoutPurposes = new Life(
                seed,
                8,
                GameRule.table(rule -> GameRule.of(rule)
                        .with(rule.layer() == Layer.TALKER ? Purpose.TALK : Purpose.PLAN)));
        for (int tick = 1; tick <= 2_500; tick++) {
            standard.advance();
            copies.advance();
            withoutPurposes.advance();
        }
        assertThat(copies.asked).as("seed %d", seed).containsExactlyElementsOf(standard.asked);
        assertThat(withoutPurposes.asked).as("seed %d", seed).isNotEqualTo(standard.asked);
    }

    @Test
    void quietTickExaminesOnlyTheRegularTurns() {
        int[] looks = {0};
        TestWorld world = crowd(mindConfig -> mindConfig.policy(agent -> {
            looks[0]++;
            return StandardSelectionRule.OTHERWISE;
        }));
        world.ticks(100); // nobody is bored yet
        looks[0] = 0;
        world.ticks(10);
        assertThat(looks[0]).isEqualTo(10 * 256);
    }

    @Test
    void markedAgentSendsItsRequestInTheSameTick() {
        TestWorld world = crowd(mindConfig -> {});
        int agent = quiet(world);
        Senses senses = world.senses(agent);
        LLMSchedulerSystem scheduler = world.scheduler;
        GameClock clock = world.clock;
        // [sample]
        senses.hear(new Speech("Ann", "Hello!", clock.tick()));
        scheduler.markDirty(agent); // only worth it in a crowd
        // [end]
        world.tick();
        assertThat(world.broker.asked()).hasSize(1);
        assertThat(world.broker.last().request().priority()).isEqualTo(Priority.of(8));
    }

    @Test
    void unmarkedAgentHasItsTurnSoon() {
        TestWorld world = crowd(mindConfig -> {});
        speakTo(world, quiet(world));
        world.ticks(CROWD / 256 + 1);
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void candidatesAreRecheckedBeforeTheRequest() {
        TestWorld world = crowd(1, mindConfig -> {});
        int urgent = quiet(world);
        int other = urgent + 1;
        world.conversation(urgent).active = true;
        world.conversation(other).active = true;
        world.scheduler.overridePriority(urgent, 9);
        world.scheduler.markDirty(other);
        world.scheduler.delayRequestsUntil(world.clock.tick() + 3);
        world.ticks(2);
        world.behavior(urgent).asleep = true; // of which nobody tells
        world.ticks(3);
        assertThat(world.broker.asked()).hasSize(1);
        assertThat(world.broker.last().request().priority()).isEqualTo(Priority.of(8));
    }

    @Test
    void changedCooldownIsAppliedToAllAgents() {
        TestWorld world = crowd(1, mindConfig -> {});
        quiet(world);
        world.scheduler.layer(Layer.EXECUTOR, executor -> executor.withCooldown(Duration.ZERO));
        world.ticks(1);
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void cooldownCanBeSetBeforeTheWorldIsBuilt() {
        LLMSchedulerSystem scheduler = new LLMSchedulerSystem(
                new GameClock(), new FakeBroker(), new MindConfig(TestWorld.ACTIONS));
        scheduler.markDirty(3);
        scheduler.layer(Layer.TALKER, talker -> talker.withEnabled(false));
        assertThat(scheduler.layer(Layer.TALKER).enabled()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, CROWD, CROWD + 1_000_000})
    void markingUnknownAgentsIsHarmless(int nobody) {
        TestWorld world = crowd(mindConfig -> {});
        int agent = quiet(world);
        assertThat(Allocation.of(() -> world.scheduler.markDirty(nobody))).isLessThan(10_000);
        speakTo(world, agent);
        world.scheduler.markDirty(agent);
        world.tick();
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void outdatedCandidatesDoNotBlockOthers() {
        TestWorld world = crowd(1, mindConfig -> {});
        world.scheduler.delayRequestsUntil(10);
        int last = CROWD - 1;
        for (int agent = 0; agent < last; agent++) {
            world.scheduler.overridePriority(agent, 9);
        }
        world.ticks(9);
        for (int agent = 0; agent < last; agent++) {
            world.behavior(agent).asleep = true; // of which nobody tells
        }
        world.tick();
        assertThat(world.broker.asked()).hasSize(1);
        assertThat(world.broker.last().request().priority()).isEqualTo(Priority.of(5));
    }

    @Test
    void examinesAllAgentsWhenTheClockGoesBack() {
        TestWorld world = crowd(1, mindConfig -> {});
        int agent = quiet(world);
        world.conversation(agent).active = true;
        world.ticks(5);
        assertThat(world.broker.asked()).isEmpty();
        world.clock.resume(2);
        world.tick();
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void changingCandidatesAndDeferralsAllocateNothing() {
        TestWorld world = crowd(mindConfig -> {});
        world.scheduler.delayRequestsUntil(GameClock.FOREVER);
        Duration[] times = {Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(300)};
        Random random = new Random(5);
        Runnable life = () -> {
            for (int tick = 0; tick < 1_000; tick++) {
                for (int i = 0; i < 15; i++) {
                    int agent = random.nextInt(CROWD);
                    world.conversation(agent).active ^= true;
                    world.scheduler.markDirty(agent);
                    world.scheduler.defer(random.nextInt(CROWD), times[random.nextInt(3)]);
                }
                world.tick();
            }
        };
        life.run();
        life.run();
        life.run();
        // An object a stimulus would be half a million.
        assertThat(Allocation.of(life)).isLessThan(2_000);
    }

    @Test
    void newCrowdIsExaminedInPortions() {
        int[] looks = {0};
        int crowd = 2 * AgentPicker.MAX_EXAMINED + 500;
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .pace(pace -> pace.withAgentsPerTick(1))
                .thinking(mindConfig -> mindConfig.policy(agent -> {
                    looks[0]++;
                    return StandardSelectionRule.OTHERWISE;
                }))
                .build();
        for (int i = 0; i < crowd; i++) {
            world.agent();
        }
        List<Integer> portions = new ArrayList<>();
        for (int tick = 0; tick < 4; tick++) {
            looks[0] = 0;
            world.tick();
            portions.add(looks[0]);
        }
        assertThat(portions.get(0)).isEqualTo(AgentPicker.MAX_EXAMINED);
        assertThat(portions.get(1)).isEqualTo(AgentPicker.MAX_EXAMINED);
        assertThat(portions.get(2) + portions.get(3)).isBetween(500, 510);
    }

    @Test
    void sendsNoRequestsBeyondThePendingLimit() {
        MindTest sim = MindTest.world(TestWorld.ACTIONS)
                .mind("{}")
                .latency(Duration.ofMinutes(1))
                .plugin(minds -> minds.pendingLimit(5).requestInterval(Duration.ofMillis(50)));
        for (int i = 0; i < 30; i++) {
            sim.agent();
        }
        int most = 0;
        for (int tick = 0; tick < 3_000; tick++) {
            sim.ticks(1);
            most = Math.max(most, sim.stats().requests().pending());
        }
        assertThat(most).isEqualTo(5);
    }

    @Test
    void asksForNoMoreWhileARequestWaits() {
        TestWorld world = crowd(mindConfig -> {});
        world.ticks(200);
        List<Asked> first = List.copyOf(world.broker.asked());
        assertThat(first).as("what fits into half a second").hasSizeBetween(2, 4);
        assertThat(readiness(world, CROWD / 2)).isEqualTo(Readiness.FULL);
        world.broker.grant(first.get(1));
        world.ticks(100);
        assertThat(world.broker.asked()).as("the oldest waits").hasSameSizeAs(first);
        world.broker.grantAll();
        world.ticks(200);
        assertThat(world.broker.asked()).hasSizeBetween(first.size() + 2, first.size() + 4);
    }

    @Test
    void talkMayHaveOneRequestWaitingWherePlansWait() {
        TestWorld world = crowd(mindConfig -> {});
        world.ticks(200);
        int before = world.broker.asked().size();
        world.senses(CROWD - 1).nearby.add(0);
        for (int agent = CROWD - 3; agent < CROWD; agent++) {
            world.conversation(agent).active = agent < CROWD - 1; // the last one has company
            world.scheduler.markDirty(agent);
        }
        world.ticks(100);
        assertThat(world.broker.asked()).hasSize(before + 1);
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
        world.broker.grant(world.broker.last());
        world.ticks(100);
        assertThat(world.broker.asked()).hasSize(before + 2);
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
    }

    @Test
    void talkThatIsSettledLetsAPlanWaitOn() {
        MindPlugin minds = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS)
                .with(module -> module.scheduler().turns(agent -> true));
        World world = new World(new WorldConfigurationBuilder().with(minds).build());
        int agent = TestWorld.agentIn(world, Senses.class);
        world.getMapper(Senses.class).get(agent).nearby.add(agent + 1);
        world.getSystem(LLMSchedulerSystem.class).delayRequestsUntil(GameClock.FOREVER);
        for (int tick = 0; tick < 500; tick++) {
            world.process();
        }
        assertThat(world.getMapper(Mind.class).get(agent).waitingSince(Layer.EXECUTOR))
                .isBetween(1L, 5L);
    }

    @Test
    void requestThatEndedWaitsNoLonger() {
        TestWorld world = crowd(mindConfig -> {});
        world.ticks(200);
        List<Asked> first = List.copyOf(world.broker.asked());
        first.forEach(one -> world.broker.end(one, new Outcome.Cancelled(true)));
        world.ticks(30);
        assertThat(world.broker.asked()).hasSizeGreaterThan(first.size());
    }

    @Test
    void whatIsUrgentIsAskedThoughRequestsWait() {
        TestWorld world = crowd(mindConfig -> {});
        world.ticks(200);
        int before = world.broker.asked().size();
        int agent = CROWD / 2;
        assertThat(world.mind(agent).ticket).isZero();
        world.scheduler.overridePriority(agent, 10);
        world.scheduler.markDirty(agent);
        world.tick();
        assertThat(world.broker.asked()).hasSize(before + 1);
        assertThat(world.broker.last().request().priority()).isEqualTo(Priority.of(10));
    }

    /** Those of the slow model come first: they have waited as long, and have the lower ids. */
    @ParameterizedTest
    @ValueSource(ints = {60, 70, 500, 2000})
    void slowModelHoldsNobodyOfAnotherBack(int slow) {
        MindKind birds = new MindKind("bird", Aspect.all(Wings.class), TestWorld.ACTIONS)
                .configure(config ->
                        config.layer(Layer.EXECUTOR, executor -> executor.withModel("quick")));
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .thinking(config ->
                        config.layer(Layer.EXECUTOR, executor -> executor.withModel("slow")))
                .kind(birds)
                .build();
        for (int i = 0; i < slow; i++) {
            world.agent();
        }
        for (int i = 0; i < 20; i++) {
            world.world.getMapper(Wings.class).create(world.agent());
        }
        for (int tick = 0; tick < 400; tick++) {
            world.tick();
            world.broker.asked().stream()
                    .filter(one -> one.request().model().equals("quick") && !one.isGranted())
                    .toList()
                    .forEach(world.broker::grant);
        }
        assertThat(world.broker.asked())
                .filteredOn(one -> one.request().model().equals("quick"))
                .hasSize(20);
        assertThat(world.broker.asked())
                .filteredOn(one -> one.request().model().equals("slow"))
                .hasSizeBetween(2, 4);
    }

    @Test
    void rejectsPendingLimitAndTurnsBelowOne() {
        MindPlugin plugin = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS);
        assertThatThrownBy(() -> plugin.pendingLimit(0))
                .hasMessage("pendingLimit 0 (expected 1 or more)");
        assertThatThrownBy(() -> plugin.agentsPerTick(0))
                .hasMessage("agentsPerTick 0 (expected 1 or more)");
    }

    // ---- fixtures

    private static TestWorld crowd(Consumer<MindConfig> change) {
        return crowd(WorldPace.STANDARD.agentsPerTick(), change);
    }

    private static TestWorld crowd(int turns, Consumer<MindConfig> change) {
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .pace(pace -> pace.withAgentsPerTick(turns))
                .thinking(change)
                .build();
        for (int i = 0; i < CROWD; i++) {
            world.agent();
        }
        return world;
    }

    /** Has nobody in the crowd want anything for a long time; the last of them. */
    private static int quiet(TestWorld world) {
        world.scheduler.delayRequestsUntil(1);
        world.scheduler.layer(
                Layer.EXECUTOR, executor -> executor.withCooldown(Duration.ofDays(1)));
        for (int agent = 0; agent < CROWD; agent++) {
            world.mind(agent).lastInvoked(Layer.EXECUTOR, 0);
        }
        world.ticks(5);
        assertThat(world.broker.asked()).isEmpty();
        return CROWD / 2;
    }

    private static Readiness readiness(TestWorld world, int agent) {
        return world.scheduler.inspect(agent).decision().choice().readiness();
    }

    /** Marks a kind of agent with a model of its own. */
    public static final class Wings extends Component {}

    private static void speakTo(TestWorld world, int agent) {
        world.senses(agent).hear(new Speech("Ann", "Hello!", world.clock.tick()));
    }

    /** Agents to whom things happen, of which the scheduler is told; a model answers some day. */
    private static final class Life {
        private static final int AGENTS = 60;

        final List<String> asked = new ArrayList<>();
        long looks;

        private final Random random;
        private final FakeBroker broker = new FakeBroker();
        private final MindPlugin minds;
        private final World world;
        private final List<Asked> open = new ArrayList<>();

        Life(long seed, int turns, SelectionTable rules) {
            random = new Random(seed);
            minds = new MindPlugin(broker, TestWorld.ACTIONS)
                    .agentsPerTick(turns)
                    .configure(mindConfig -> mindConfig.policy(agent -> {
                        looks++;
                        return rules.select(agent);
                    }))
                    .runner("rest", (agent, step) -> Progress.DONE)
                    .runner("gather", (agent, step) -> Progress.DONE)
                    .runner(
                            "short",
                            (agent, step) -> random.nextInt(4) == 0
                                    ? Progress.failed("it broke")
                                    : Progress.DONE)
                    .runner("long", (agent, step) -> Progress.RUNNING);
            world = new World(new WorldConfigurationBuilder().with(minds).build());
            for (int i = 0; i < AGENTS; i++) {
                bear();
            }
        }

        private void bear() {
            int agent = world.create();
            Mind mind = world.edit(agent).create(Mind.class);
            mind.tier = random.nextInt(3) == 0 ? Tier.AUTONOMIC : Tier.FULL;
            world.edit(agent).create(Needs.class);
            world.edit(agent).create(Senses.class);
            world.edit(agent).create(Conversation.class);
        }

        void advance() {
            for (int i = random.nextInt(3); i > 0; i--) {
                befall(random.nextInt(AGENTS + 5));
            }
            answer();
            int before = broker.asked().size();
            world.process();
            for (Asked one : broker.asked().subList(before, broker.asked().size())) {
                asked.add(minds.clock().tick() + " " + one.request().agent() + " "
                        + one.request().priority() + " " + one.request().layer());
                open.add(one);
            }
        }

        String last() {
            return asked.isEmpty() ? "" : asked.get(asked.size() - 1);
        }

        private void befall(int agent) {
            Senses senses = world.getMapper(Senses.class).get(agent);
            Mind mind = world.getMapper(Mind.class).get(agent);
            if (mind == null || mind.serial == 0) {
                return;
            }
            LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
            switch (random.nextInt(13)) {
                case 0 -> senses.hear(new Speech("Ann", "Hello!", minds.clock().tick()));
                case 1 -> {
                    boolean alone = senses.nearby.isEmpty();
                    senses.nearby.clear();
                    if (alone) {
                        senses.nearby.add((agent + 1) % AGENTS);
                    }
                }
                case 2 ->
                    world.getMapper(Conversation.class).get(agent).active = random.nextBoolean();
                case 3 -> world.getMapper(Needs.class).get(agent).hunger = random.nextFloat();
                case 4 -> world.getMapper(Needs.class).get(agent).energy = random.nextFloat();
                case 5 -> scheduler.defer(agent, Duration.ofSeconds(random.nextInt(9)));
                case 6 -> scheduler.resetCooldowns(agent);
                case 7, 8 -> scheduler.playerInteracted(agent);
                case 9 -> world.getMapper(Behavior.class).get(agent).asleep = random.nextBoolean();
                case 10 ->
                    scheduler.overrideLayer(agent, random.nextBoolean() ? null : Layer.EXECUTOR);
                case 11 -> {
                    world.delete(agent);
                    bear();
                }
                default -> scheduler.overridePriority(agent, random.nextInt(11));
            }
            scheduler.markDirty(agent);
            scheduler.markDirty((agent + AGENTS - 1) % AGENTS); // who may have it for company
        }

        private void answer() {
            if (open.isEmpty() || random.nextInt(4) > 0) {
                return;
            }
            Asked one = open.remove(random.nextInt(open.size()));
            if (!one.isEnded() && (one.isGranted() || broker.grant(one).isPresent())) {
                String step = random.nextInt(3) == 0 ? "long" : "short";
                PlanPart part = random.nextInt(5) == 0
                        ? new PlanPart.RejectedStep("fly", "no such action")
                        : new PlanPart.QueueableStep(Step.of(step));
                broker.answer(one, part);
            }
        }
    }
}
