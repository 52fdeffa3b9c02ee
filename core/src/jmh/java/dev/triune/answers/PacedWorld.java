/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.GameClock;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Goals;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Timers;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A crowd with all systems of the plugin and a real broker. Every twentieth agent is hungry and
 * seeks food, the others idle and stroll; every fifth of them is a person with a name, senses,
 * memories and a plan, and may call a model. Game thread only.
 */
final class PacedWorld implements AutoCloseable {
    /** The tick rate of the game. */
    static final int TICKS_PER_SECOND = 20;

    private static final int HUNGRY = 20;
    private static final int PERSONS = 5;
    private static final int MOST = 10_000;
    private static final int IDLE_TICKS = 100;
    private static final int STEP_TICKS = 5;
    private static final List<Step> FIRST_PLAN = List.of(
            Step.of("go_to").with("place", "forest"),
            Step.of("gather").with("target", "wood").with("amount", 4),
            Step.of("deposit"));
    private static final List<String> REFLEXES = List.of("seek_food", "wander", "explore");

    /** Never opens, so that each request meets the fault and not a breaker. */
    private static final BreakerSettings NO_BREAKER =
            new BreakerSettings(MOST, 1, MOST, Duration.ofMillis(1), MOST);

    private final GameClock clock = new GameClock();
    private final RequestCounts counts = new RequestCounts();
    private final SplittableRandom random;
    private final Broker broker;
    private final RequestSystem asker;
    private final World world;

    PacedWorld(Options options, Timers timers) {
        random = new SplittableRandom(options.seed);
        broker = broker(options, timers);
        asker = new RequestSystem(clock, counts, persons(options.agents));
        ActionCatalog actions = SampleActions.catalog();
        MindPlugin minds = new MindPlugin(broker, actions)
                .clock(clock)
                .perception(new SamplePerception())
                .listener(counts);
        for (String name : actions.names()) {
            if (!actions.isSelfAction(name)) {
                minds.runner(name, new TimedRunner(STEP_TICKS, options.agents));
            }
        }
        REFLEXES.forEach(name -> minds.runner(name, new TimedRunner(IDLE_TICKS, options.agents)));
        world = new World(
                new WorldConfigurationBuilder().with(asker).with(minds).build());
        // only RequestSystem makes requests, at the given rate
        world.getSystem(LLMSchedulerSystem.class).delayRequestsUntil(Long.MAX_VALUE);
        for (int i = 0; i < options.agents; i++) {
            settle(world.create(), i);
        }
    }

    /** Runs a tick with a mean number of requests. */
    void tick(double asks) {
        asker.perTick = asks;
        world.process();
    }

    /** Returns the counts of requests. */
    RequestCounts counts() {
        return counts;
    }

    @Override
    public void close() {
        broker.close();
        world.dispose();
    }

    private static Broker broker(Options options, Timers timers) {
        int asks = (int) Math.ceil(options.asksPerTick());
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "scripted")
                                .withPermits(MOST)
                                .withQueueLimit(MOST)
                                .withBreaker(NO_BREAKER),
                        options.provider.provider(timers, options.seed))
                .callTimeout(Duration.ofSeconds(options.provider == ModelBehavior.HUNG ? 2 : 60))
                .maxCallsPerCycle(Math.max(10, asks))
                .seed(options.seed)
                .build();
    }

    // ---- the crowd

    private static boolean hungry(int number) {
        return number % HUNGRY == HUNGRY - 1;
    }

    /** Returns the persons; they make requests in an order that spreads over the heap. */
    private int[] persons(int agents) {
        int[] persons = new int[(agents + PERSONS - 1) / PERSONS];
        for (int i = 0; i < persons.length; i++) {
            persons[i] = PERSONS * i;
        }
        for (int i = persons.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = persons[i];
            persons[i] = persons[other];
            persons[other] = swapped;
        }
        return persons;
    }

    private void settle(int agent, int number) {
        world.getMapper(Mind.class).create(agent);
        Needs needs = world.getMapper(Needs.class).create(agent);
        needs.hunger = hungry(number) ? 0.4f : 0.9f;
        // spreads the ticks in which they get bored
        world.getMapper(Behavior.class).create(agent).since = -random.nextInt(IDLE_TICKS);
        if (number % PERSONS == 0) {
            person(agent, number);
        }
    }

    /** Adds the parts of a person, with a plan that is executed during the warm-up in all runs. */
    private void person(int agent, int number) {
        world.getMapper(BehaviorQueue.class).create(agent);
        world.getSystem(DecisionApplySystem.class).enqueue(agent, FIRST_PLAN);
        world.getMapper(Conversation.class).create(agent);
        Persona persona = world.getMapper(Persona.class).create(agent);
        persona.named(
                "Villager " + number,
                "a carpenter of few words who likes company, early mornings and rain on the roof");
        persona.skills.addAll(List.of("wood", "roofs", "bargaining"));
        world.getMapper(Goals.class).create(agent).add("personal", "to build a house of my own");
        Senses senses = world.getMapper(Senses.class).create(agent);
        for (String thing : new String[] {"an oak", "a well", "the square", "a cart"}) {
            senses.visible.add(VisibleObject.of(thing));
        }
        Memory memory = world.getMapper(Memory.class).create(agent);
        for (int i = 0; i < 12; i++) {
            memory.remember("helped neighbour " + i + " mend a fence", "deed " + i % 4, 0.5f, i);
        }
        Arrays.asList("Ada", "Bo", "Cy").forEach(name -> memory.relate(name, "a friend", 0.4f));
    }
}
