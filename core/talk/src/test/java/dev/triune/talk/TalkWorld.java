/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.MindPlugin;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.action.PlanPart;
import dev.triune.llm.Prompt;
import dev.triune.talk.ConversationListener.ConversationEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A world of agents that talk, with a broker that the test plays. */
final class TalkWorld {
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("come", "come along")
            .action("chop", "chop wood")
            .action("sing", "sing")
            .build();

    final FakeBroker broker = new FakeBroker();
    final List<String> events = new ArrayList<>();
    final List<ConversationEffect> effects = new ArrayList<>();
    final List<Utterance> spoken = new ArrayList<>();
    private static final Logger LOG = Logger.getLogger(MindListener.class.getName());
    private final Faults faults = new Faults();
    private @Nullable Throwable fault;

    /** Whether the listener ends each conversation after a line. */
    boolean endWhenSpoken;

    /** Whether whoever comes along has arrived. */
    boolean arrived;

    final MindPlugin plugin;
    final World world;
    final Conversations talks;

    TalkWorld() {
        this(config -> {});
    }

    TalkWorld(Consumer<ConversationConfig> change) {
        this(change, minds -> {});
    }

    TalkWorld(Consumer<ConversationConfig> change, Consumer<MindPlugin> minds) {
        ConversationConfig config = new ConversationConfig().listener(new Recorder());
        change.accept(config);
        LOG.addHandler(faults);
        talks = new Conversations(config);
        plugin = new MindPlugin(broker, ACTIONS)
                .runner("come", (agent, step) -> arrived ? Progress.DONE : Progress.RUNNING)
                .runner("chop", (agent, step) -> Progress.RUNNING)
                .runner("sing", (agent, step) -> Progress.DONE)
                .with(talks);
        minds.accept(plugin);
        world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(plugin)
                .build());
    }

    /** Fails the test on what the minds would only log. */
    private final class Faults extends Handler {
        @Override
        public void publish(LogRecord line) {
            if (line.getThrown() != null
                    && line.getLoggerName().equals(MindListener.class.getName())) {
                fault = line.getThrown();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private final class Recorder implements ConversationListener {
        @Override
        public void began(Transcript conversation) {
            events.add("began");
        }

        @Override
        public void thinking(int agent) {
            events.add("thinking " + name(agent));
        }

        @Override
        public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
            events.add("speaking " + name(agent) + ": " + text + " [" + sentenceEnd + "]");
        }

        @Override
        public void spoke(int agent, Utterance line) {
            spoken.add(line);
            events.add("spoke " + line);
            if (endWhenSpoken) {
                talks.end(agent);
            }
        }

        @Override
        public void effect(ConversationEffect effect) {
            effects.add(effect);
        }

        @Override
        public void ended(IntBag agents, String reason) {
            events.add("ended: " + reason);
        }
    }

    int agent(String name) {
        int agent = TestWorld.agentIn(world, Memory.class);
        get(Persona.class, agent).name = name;
        return agent;
    }

    int player(String name) {
        int player = world.create();
        world.getMapper(Player.class).create(player).name = name;
        return player;
    }

    <C extends Component> C get(Class<C> type, int entity) {
        return world.getMapper(type).get(entity);
    }

    String name(int agent) {
        return get(Persona.class, agent).name;
    }

    /** Puts them within sight of each other. */
    void gather(int... agents) {
        for (int one : agents) {
            for (int other : agents) {
                if (one != other) {
                    get(Senses.class, one).nearby.add(other);
                }
            }
        }
    }

    void tick() {
        world.process();
        if (fault != null) {
            throw new AssertionError("a listener threw", fault);
        }
    }

    void ticks(int count) {
        for (int i = 0; i < count; i++) {
            tick();
        }
    }

    /** The open request of an agent, granted; fails if there is none. */
    FakeBroker.Asked granted(int agent) {
        FakeBroker.Asked asked = open(agent);
        if (asked == null) {
            throw new AssertionError(name(agent) + " asks nothing; " + events);
        }
        if (!asked.isGranted()) {
            broker.grant(asked);
        }
        return asked;
    }

    /** The prompt of the open request of an agent, which is granted. */
    String prompt(int agent) {
        FakeBroker.Asked asked = open(agent);
        if (asked == null) {
            throw new AssertionError(name(agent) + " asks nothing; " + events);
        }
        return broker.grant(asked).map(Prompt::text).orElse("");
    }

    FakeBroker.@Nullable Asked open(int agent) {
        String who = name(agent) + " #";
        return broker.asked().stream()
                .filter(asked -> !asked.isEnded()
                        && asked.request().agent().startsWith(who)
                        && asked.request().layer().equals("talker"))
                .findFirst()
                .orElse(null);
    }

    /** An agent answers in one piece. */
    void answer(int agent, String text, String to, PlanPart... more) {
        FakeBroker.Asked asked = granted(agent);
        broker.deliver(asked, new PlanPart.SpokenText(text));
        if (!to.isEmpty()) {
            broker.deliver(asked, new PlanPart.Addressee(to));
        }
        broker.answer(asked, more);
        tick();
    }

    /** Begins a conversation, and waits until its first speaker asks for words. */
    void begin(int first, int second) {
        tick();
        assertThat(talks.begin(first, second)).isTrue();
        untilAsks(first);
    }

    /** Ticks until the agent asks; fails after half a minute. */
    void untilAsks(int agent) {
        for (int i = 0; i < 600 && open(agent) == null; i++) {
            tick();
        }
        granted(agent);
    }

    /** The conversation of an agent that is in one. */
    Transcript transcript(int agent) {
        return Objects.requireNonNull(talks.transcript(agent), "no conversation");
    }

    List<String> plan(int agent) {
        return get(BehaviorQueue.class, agent).wholePlan().stream()
                .map(QueuedStep::toString)
                .toList();
    }
}
