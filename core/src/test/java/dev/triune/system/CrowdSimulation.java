/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.GameClock;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.fixture.PacedModel;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Agents who sleep, die, starve, meet and are deferred while their requests wait for models that
 * are slow, take few tokens a minute and fail now and then. Prompts are of any length, so that some
 * wait for room although it was their turn. Each names the tick in which it was rendered; the model
 * compares that, and the state of the agent, with what is true when it is called.
 */
final class CrowdSimulation {
    private static final int AGENTS = 200;
    private static final int TOKENS_PER_MINUTE = 60_000;
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Pattern WHO = Pattern.compile("You are (Agent\\d+)\\b");
    private static final Pattern WHEN = Pattern.compile("It is tick (\\d+)\\.");
    private static final String PLAN =
            "{\"action\":[{\"type\":\"work\"},{\"type\":\"work\"},{\"type\":\"work\"}]}";

    /** What may befall an agent that waits. */
    enum Fate {
        SLEPT,
        DIED,
        STARVED,
        DEFERRED,
        MET_OR_PARTED
    }

    /** What should not have been sent, and why. */
    final List<String> faults = new ArrayList<>();

    /** What befell agents whose request was waiting. */
    final Set<Fate> needless = EnumSet.noneOf(Fate.class);

    int sent;
    int sentAgain;

    int heirs;
    Duration longestWait = Duration.ZERO;

    private final Random random;
    private final VirtualTime time = new VirtualTime();
    private final GameClock clock = new GameClock();
    private final World world;
    private final MindPlugin minds;
    private final boolean table;
    private final Map<String, Integer> agents = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Set<Integer> ids = new HashSet<>();
    private final Map<Long, String> layers = new HashMap<>();
    private final Set<Long> called = new HashSet<>();
    private int born;

    CrowdSimulation(long seed, DecisionPolicy policy) {
        random = new Random(seed);
        table = policy instanceof SelectionTable;
        Broker broker = new BrokerBuilder()
                .provider(settings("first", 4).withFallback("second"), new Model())
                .provider(settings("second", 1), new Model())
                .defaultModel("first")
                .ticker(time)
                .seed(seed)
                .listener(watch())
                .build();
        minds = new MindPlugin(
                        broker, ActionCatalog.builder().action("work", "work").build())
                .clock(clock)
                .carriesOut(TestWorld.reflexes())
                .requestInterval(Duration.ZERO)
                .agentsPerTick(AGENTS / 2)
                .configure(mindConfig -> mindConfig.policy(policy))
                .perception(this::perceive)
                .runner(
                        "work",
                        (agent, step) ->
                                random.nextInt(60) == 0 ? Progress.DONE : Progress.RUNNING);
        world = new World(new WorldConfigurationBuilder().with(minds).build());
        for (int i = 0; i < AGENTS; i++) {
            bear();
        }
    }

    private static ProviderSettings settings(String name, int permits) {
        return ProviderSettings.of(name, name)
                .withPermits(permits)
                .withQueueLimit(1_000)
                .withLimits(Limits.NONE.withTokensPerMinute(TOKENS_PER_MINUTE));
    }

    private Surroundings perceive(int agent) {
        List<String> facts = IntStream.range(0, random.nextInt(60))
                .mapToObj(i -> "bush " + i + " by the river bears no berries")
                .toList();
        return new Surroundings("It is tick " + clock.tick() + ".", List.of(), facts);
    }

    private BrokerListener watch() {
        return new BrokerListener() {
            @Override
            public void submitted(Ticket ticket, Request<?> request) {
                layers.put(ticket.number(), request.layer());
            }

            @Override
            public void callStarted(Ticket ticket, String provider, Duration waited) {
                sentAgain += called.add(ticket.number()) ? 0 : 1;
                longestWait = waited.compareTo(longestWait) > 0 ? waited : longestWait;
            }
        };
    }

    LLMSchedulerSystem scheduler() {
        return world.getSystem(LLMSchedulerSystem.class);
    }

    /** One tick, and what befalls the agents before it. */
    void goOn() {
        for (int i = 0; i < 3; i++) {
            befall(names.get(random.nextInt(names.size())));
        }
        time.advance(TICK);
        world.process();
    }

    private void befall(String name) {
        int agent = agents.getOrDefault(name, -1);
        if (of(agent, Mind.class).serial == 0) {
            return; // it appears with the next tick
        }
        Needs needs = of(agent, Needs.class);
        switch (random.nextInt(7)) {
            case 0 -> {
                of(agent, Behavior.class).asleep = random.nextBoolean();
                note(agent, Fate.SLEPT);
            }
            case 1 -> {
                needs.health = random.nextInt(3) == 0 ? 0 : 1;
                note(agent, Fate.DIED);
            }
            case 2 -> {
                needs.hunger = random.nextInt(3) == 0 ? 0.1f : 0.65f + random.nextInt(2) * 0.2f;
                note(agent, Fate.STARVED);
            }
            case 3 -> {
                scheduler().defer(agent, Duration.ofSeconds(random.nextInt(20)));
                note(agent, Fate.DEFERRED);
            }
            case 4 -> {
                world.delete(agent);
                agents.remove(name);
                names.remove(name);
                bear();
            }
            default -> {
                of(agent, Conversation.class).active = random.nextInt(3) == 0;
                note(agent, Fate.MET_OR_PARTED);
            }
        }
    }

    private void note(int agent, Fate fate) {
        if (of(agent, Mind.class).ticket != 0) {
            needless.add(fate);
        }
    }

    private void bear() {
        int agent = world.create();
        String name = "Agent" + born++;
        heirs += ids.add(agent) ? 0 : 1;
        world.edit(agent).create(Mind.class);
        world.edit(agent).create(Conversation.class);
        world.edit(agent).create(Needs.class).hunger = random.nextBoolean() ? 0.9f : 0.65f;
        world.edit(agent).create(Persona.class).named(name, "");
        agents.put(name, agent);
        names.add(name);
    }

    private <C extends Component> C of(int agent, Class<C> type) {
        return world.getMapper(type).get(agent);
    }

    // ---- what is true when a prompt is sent

    private void look(String prompt) {
        sent++;
        long told = Long.parseLong(find(WHEN, prompt));
        if (told != clock.tick()) {
            fault("its prompt is of tick " + told);
        }
        Integer agent = agents.get(find(WHO, prompt));
        if (agent == null) {
            fault("it is gone");
            return;
        }
        Mind mind = of(agent, Mind.class);
        if (of(agent, Needs.class).health <= 0) {
            fault("it is dead");
        }
        if (of(agent, Behavior.class).asleep) {
            fault("it sleeps");
        }
        if (clock.tick() < mind.deferredUntil) {
            fault("it is deferred");
        }
        String layer = layers.get(mind.ticket);
        if (layer == null || !needs(agent, layer)) {
            fault("it does not need the layer " + layer);
        }
    }

    /** In the words of the rules, not by the code that decides. */
    private boolean needs(int agent, String layer) {
        Needs needs = of(agent, Needs.class);
        boolean talks = of(agent, Conversation.class).active;
        if (needs.hunger < 0.2f || needs.energy < 0.2f || needs.temperature < 0.2f) {
            return false;
        }
        if (!table) {
            return true; // each layer asks whenever it is ready
        }
        return layer.equals("talker") ? talks : plans(agent, needs); // talk holds it up for a while
    }

    private boolean plans(int agent, Needs needs) {
        BehaviorQueue queue = of(agent, BehaviorQueue.class);
        long left = queue.steps.stream().filter(step -> !step.finished()).count();
        boolean thrives = needs.hunger > 0.7f && needs.energy > 0.7f;
        return thrives || (left <= 1 && !queue.hasNextPlan());
    }

    private void fault(String what) {
        faults.add("tick " + clock.tick() + ": " + what);
    }

    private static String find(Pattern pattern, String prompt) {
        Matcher matcher = pattern.matcher(prompt);
        return matcher.find() ? matcher.group(1) : "0";
    }

    /** Takes half a second to two for an answer, and fails every sixth call in one of four ways. */
    private final class Model implements Provider {
        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            look(PacedModel.text(call.prompt()));
            boolean[] cancelled = {false};
            boolean fails = random.nextInt(6) == 0;
            CallFailure failure = failure();
            time.after(Duration.ofMillis(500 + random.nextInt(1_500)), () -> {
                if (cancelled[0]) {
                    return;
                }
                if (fails) {
                    sink.fail(failure);
                } else {
                    sink.text(PLAN);
                    sink.complete(Usage.NONE);
                }
            });
            return () -> cancelled[0] = true;
        }

        private CallFailure failure() {
            return switch (random.nextInt(4)) {
                case 0 -> new CallFailure.RateLimited(Duration.ofMillis(700), "slow down");
                case 1 -> new CallFailure.Failed(FailureCode.PROVIDER_ERROR, "out of order");
                case 2 -> new CallFailure.Failed(FailureCode.PROVIDER_TIMEOUT, "too slow");
                default -> new CallFailure.NotAccepted("another form, please");
            };
        }
    }
}
