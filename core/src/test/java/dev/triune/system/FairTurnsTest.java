/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.Aspect;
import com.artemis.Component;
import dev.triune.LayerConfig;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Player;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.schedule.WorldPace;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fairness among many agents: none waits for ever, and company leaves room for plans. */
class FairTurnsTest {
    private static final PlanPart SHORT = new PlanPart.QueueableStep(Step.of("short"));
    private static final PlanPart HELLO = new PlanPart.SpokenText("Hello!");
    private static final long SECOND = 20;

    /** A request that is to be answered. */
    private record Due(Asked asked, long tick) {}

    /**
     * A world whose model answers each request after some ticks; everybody nearby hears what is
     * said.
     */
    private static final class Play {
        final TestWorld world;
        final List<Integer> agents = new ArrayList<>();
        final Map<String, Integer> calls = new HashMap<>();
        final Map<String, Integer> callsByAgent = new HashMap<>();
        private final Deque<Due> due = new ArrayDeque<>();
        private int seen;

        Play(boolean hearing, UnaryOperator<WorldPace> pace) {
            this(hearing, config -> {}, pace, List.of());
        }

        /**
         * Creates a world; the kinds behind the first are of agents with the kind's marker.
         *
         * @param settings of each kind
         * @param pace the settings that all kinds share
         */
        Play(
                boolean hearing,
                Consumer<MindConfig> settings,
                UnaryOperator<WorldPace> pace,
                List<Kind> kinds) {
            TestWorld[] box = new TestWorld[1];
            TestWorld.Builder builder = TestWorld.builder();
            for (Kind kind : kinds) {
                if (kind.marker != null) {
                    builder.kind(new MindKind(kind.name, Aspect.all(kind.marker), TestWorld.ACTIONS)
                            .configure(settings)
                            .runner("short", new Errand())
                            .runner("rest", (agent, step) -> Progress.RUNNING));
                }
            }
            world = builder.withoutReflexes()
                    .thinking(settings)
                    .pace(pace)
                    .run("short", new Errand())
                    .run("rest", (agent, step) -> Progress.RUNNING)
                    .listener(new MindListener() {
                        @Override
                        public void spoke(int agent, Layer layer, String text) {
                            Senses senses = box[0].senses(agent);
                            for (int i = 0; hearing && i < senses.nearby.size(); i++) {
                                Speech speech = new Speech("A" + agent, text, box[0].clock.tick());
                                box[0].senses(senses.nearby.get(i)).hear(speech);
                            }
                        }
                    })
                    .build();
            box[0] = world;
        }

        /** Adds agents; those of a crowd are near each other. */
        List<Integer> add(int count, boolean crowd) {
            List<Integer> added = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int agent = world.agent();
                added.add(agent);
                world.persona(agent).name = "A" + agent;
            }
            for (int agent : added) {
                added.stream()
                        .filter(other -> crowd && other != agent)
                        .forEach(world.senses(agent).nearby::add);
            }
            agents.addAll(added);
            return added;
        }

        void tick(int latency) {
            world.tick();
            for (; seen < world.broker.asked().size(); seen++) {
                Asked asked = world.broker.asked().get(seen);
                if (!asked.isEnded() && world.broker.grant(asked).isPresent()) {
                    calls.merge(asked.request().layer(), 1, Integer::sum);
                    String name = asked.request().agent();
                    callsByAgent.merge(name.substring(0, name.indexOf(' ')), 1, Integer::sum);
                    due.add(new Due(asked, world.clock.tick() + latency));
                }
            }
            for (int i = due.size(); i > 0; i--) {
                Due next = due.remove();
                if (world.clock.tick() < next.tick) {
                    due.add(next);
                } else if (next.asked.request().layer().equals("talker")) {
                    world.broker.answer(next.asked, HELLO);
                } else {
                    world.broker.answer(next.asked, SHORT, SHORT);
                }
            }
        }

        int calls(String layer) {
            return calls.getOrDefault(layer, 0);
        }

        int calls(List<Integer> of) {
            return of.stream()
                    .mapToInt(a -> callsByAgent.getOrDefault("A" + a, 0))
                    .sum();
        }
    }

    /** A step of three seconds. */
    private static final class Errand implements ActionRunner<Step> {
        private final Map<Integer, Integer> ticks = new HashMap<>();

        @Override
        public Progress start(int agent, Step step) {
            ticks.put(agent, 0);
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Step step) {
            return ticks.merge(agent, 1, Integer::sum) < 60 ? Progress.RUNNING : Progress.DONE;
        }
    }

    @Test
    void crowdLeavesTurnsToLoners() {
        Play play = new Play(false, pace -> pace);
        List<Integer> crowd = play.add(20, true);
        List<Integer> loners = play.add(5, false);
        for (int i = 0; i < 600 * SECOND; i++) {
            play.tick(0);
        }
        assertThat(play.calls(crowd)).isPositive();
        assertThat(play.calls(loners)).isGreaterThanOrEqualTo(5 * 600 / 15);
        assertThat(play.calls("talker") * 3).isLessThan(play.calls("executor") * 4);
    }

    @Test
    void plansAreMadeEvenIfAllAgentsTalk() {
        Play play = new Play(true, pace -> pace);
        List<Integer> crowd = play.add(30, true);
        Map<Integer, Long> waits = new HashMap<>();
        long longest = 0;
        for (int i = 0; i < 300 * SECOND; i++) {
            for (int agent : crowd) {
                boolean waiting = isFree(play.world, agent)
                        && play.world.scheduler.isLayerReady(agent, Layer.EXECUTOR);
                waits.put(agent, waiting ? waits.getOrDefault(agent, 0L) + 1 : 0);
                longest = Math.max(longest, waits.get(agent));
            }
            play.tick(15);
        }
        int executor = play.calls("executor");
        int all = executor + play.calls("talker");
        long done = play.world.decisionStats().steps().done();
        assertThat(executor * 100).isGreaterThanOrEqualTo(40 * all);
        assertThat(done).isGreaterThanOrEqualTo(800);
        assertThat(longest).isLessThanOrEqualTo(4 * 10 * SECOND);
    }

    private static boolean isFree(TestWorld world, int agent) {
        return world.queue(agent).next() == null && !world.queue(agent).hasNextPlan();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Thorough.count(3, 8));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void readyAgentSendsRequestWithinTheDocumentedBound(long seed) {
        Random random = new Random(seed);
        assertBound(seed, random, List.of(new Kind("default", null, random)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void boundHoldsForSeveralKinds(long seed) {
        Random random = new Random(seed);
        assertBound(
                seed,
                random,
                List.of(
                        new Kind("default", null, random),
                        new Kind("wolf", Home.class, random),
                        new Kind("ghost", Player.class, random)));
    }

    /** A kind of mind with cooldowns of its own. */
    private static final class Kind {
        final String name;
        final @Nullable Class<? extends Component> marker;
        final Map<Layer, UnaryOperator<LayerConfig>> layers = new EnumMap<>(Layer.class);

        Kind(String name, @Nullable Class<? extends Component> marker, Random random) {
            this.name = name;
            this.marker = marker;
            for (Layer layer : List.of(Layer.TALKER, Layer.EXECUTOR)) {
                Duration cooldown = Duration.ofMillis(500 + random.nextInt(12_000));
                int priority = random.nextInt(10);
                layers.put(layer, config -> config.withCooldown(cooldown).withPriority(priority));
            }
        }
    }

    private static void assertBound(long seed, Random random, List<Kind> kinds) {
        int gap = 1 + random.nextInt(8);
        Play play = play(random, gap, kinds);
        Map<Integer, Kind> kindOf = new HashMap<>();
        for (int i = kinds.size() + random.nextInt(4); i > 0; i--) {
            for (int agent : play.add(1 + random.nextInt(15), random.nextInt(3) > 0)) {
                Kind kind = kinds.get(random.nextInt(kinds.size()));
                kindOf.put(agent, kind);
                if (kind.marker != null) {
                    play.world.world.getMapper(kind.marker).create(agent);
                }
            }
        }
        play.world.tick();
        for (int agent : play.agents) {
            play.world.scheduler.overridePriority(
                    agent, random.nextInt(4) == 0 ? 1 + random.nextInt(10) : 0);
            play.world.conversation(agent).active = random.nextInt(5) == 0;
        }
        int latency = random.nextInt(30);
        Map<String, Long> waits = new HashMap<>();
        for (int i = 0; i < 300 * SECOND; i++) {
            int agent = play.agents.get(random.nextInt(play.agents.size()));
            if (random.nextInt(10) == 0) {
                long now = play.world.clock.tick();
                play.world.senses(agent).hear(new Speech("player", "Hey!", now));
                play.world.scheduler.playerInteracted(agent);
            }
            play.tick(latency);
            for (int each : play.agents) {
                Kind kind = Objects.requireNonNull(kindOf.get(each));
                note(play, each, kind, Layer.EXECUTOR, isFree(play.world, each), 4, gap, waits);
                Senses senses = play.world.senses(each);
                boolean spoken = senses.hasNews() || play.world.conversation(each).active;
                boolean talks = spoken || !senses.nearby.isEmpty();
                note(play, each, kind, Layer.TALKER, talks, 8, gap, waits);
            }
        }
        assertThat(play.calls.get("executor")).as("seed %d", seed).isPositive();
    }

    private static Play play(Random random, int gap, List<Kind> kinds) {
        Play play = new Play(
                random.nextBoolean(),
                mindConfig -> mindConfig.thinkAhead(random.nextBoolean()),
                pace -> pace.withRequestInterval(Duration.ofMillis(gap * 50L)),
                kinds);
        for (Kind kind : kinds) {
            kind.layers.forEach(
                    (layer, change) -> play.world.scheduler.layer(kind.name, layer, change));
        }
        return play;
    }

    /** Counts the ticks in which a layer is ready, has a reason and no other request is pending. */
    private static void note(
            Play play,
            int agent,
            Kind kind,
            Layer layer,
            boolean reason,
            int turns,
            int gap,
            Map<String, Long> waits) {
        String key = agent + layer.label();
        Mind mind = play.world.mind(agent);
        if (!reason || !play.world.scheduler.isLayerReady(agent, layer)) {
            waits.remove(key);
        } else if (mind.ticket == 0) {
            LayerConfig config = Objects.requireNonNull(kind.layers.get(layer))
                    .apply(play.world.scheduler.layer(layer));
            long aging = 3 * Math.max(SECOND, play.world.clock.ticks(config.cooldown()));
            assertThat(waits.merge(key, 1L, Long::sum))
                    .as("%s of %s %d, gap %d", layer, kind.name, agent, gap)
                    .isLessThanOrEqualTo(aging + (long) turns * gap * play.agents.size());
        }
    }

    @Test
    void companyShareLimitsTalkingInFavorOfPlans() {
        assertThat(talkersAmong(0)).as("before anybody had waited").isLessThanOrEqualTo(1);
        assertThat(talkersAmong(0.25)).as("of a hundred requests").isBetween(20, 26);
        assertThat(talkersAmong(1)).isGreaterThan(40);
        assertThatThrownBy(() -> WorldPace.STANDARD.withCompanyShare(25))
                .hasMessage("companyShare 25.0 (expected 0 to 1)");
    }

    /** The requests of company among the first hundred where everybody is always ready for both. */
    private static int talkersAmong(double share) {
        Play play = new Play(false, pace -> pace.withCompanyShare(share));
        play.add(60, true);
        for (int i = 0; i < 100 * 5; i++) {
            play.tick(0);
            play.agents.forEach(agent -> {
                if (play.world.mind(agent).ticket == 0) {
                    play.world.scheduler.resetCooldowns(agent);
                    play.world.queue(agent).steps.clear();
                }
            });
        }
        return play.calls.getOrDefault("talker", 0);
    }
}
