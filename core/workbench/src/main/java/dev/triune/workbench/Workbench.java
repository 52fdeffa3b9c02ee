/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.sun.net.httpserver.HttpExchange;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.OwnModel;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.provider.ModelCall;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.OfflineMind;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindModule;
import dev.triune.workbench.DeskState.AgentView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Lets a person be the mind of an agent: shows its prompts in a page on this machine, as a model
 * gets them, takes the answers, and shows what was made of them. The other agents keep their model.
 *
 * <pre>{@code
 * Workbench bench = new Workbench();
 * Broker broker = bench.addTo(builder).build(); // after the providers that answer otherwise
 * new MindPlugin(broker, actions).with(bench);
 * System.out.println(bench.open(8790));         // choose an agent in the page, or:
 * bench.take(mira);
 * }</pre>
 *
 * <p>A prompt that nobody answers within the patience, or that the person leaves, is answered by the
 * other providers of the broker, in their order. One object serves one world. Game thread only,
 * except where a method says otherwise; the page has threads of its own, and no tick waits for it.
 */
public final class Workbench implements MindModule, AutoCloseable {
    /** The name of the provider and of its model. */
    public static final String MODEL = "by-hand";

    /** The time within which a person answers unless set: 10 minutes. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int PERMITS = Desk.MAX_WAITING;
    private static final int MAX_COMMANDS = 64;
    private static final int MAX_NAMES = 64;
    private static final int ROSTER_TICKS = 10;

    /** Never opens: a person who answers nothing is not broken. */
    private static final BreakerSettings NO_BREAKER =
            new BreakerSettings(10_000, 1, 10_000, Duration.ofMillis(1), 1);

    private final Duration patience;
    private final Desk desk;
    private final Queue<Runnable> commands = new ArrayBlockingQueue<>(MAX_COMMANDS);
    private final Observer observer = new Observer();
    private final WorkbenchPage page = new WorkbenchPage(this);
    private @Nullable LLMSchedulerSystem scheduler;
    private @Nullable LoopbackServer server;

    /** Creates a workbench whose prompts wait for a person up to {@link #PATIENCE}. */
    public Workbench() {
        this(PATIENCE);
    }

    /**
     * Creates a workbench.
     *
     * @param patience how long a prompt waits for a person, one second or more, by the broker's
     *     clock; and, in game time, how long its agent's conversations wait and its answer is of use
     */
    public Workbench(Duration patience) {
        this(patience, Ticker.system());
    }

    Workbench(Duration patience, Ticker ticker) {
        if (patience.toSeconds() < 1) {
            throw new IllegalArgumentException(
                    "patience " + patience + " (expected one second or more)");
        }
        this.patience = patience;
        this.desk = new Desk(ticker, patience, observer::names);
    }

    /** Adds the provider to a broker; those that it has already answer what a person leaves. */
    public BrokerBuilder addTo(BrokerBuilder builder) {
        String[] others = builder.providerNames().toArray(String[]::new);
        return builder.provider(
                ProviderSettings.of(MODEL, MODEL)
                        .withPermits(PERMITS)
                        .withCallTimeout(patience)
                        .withBreaker(NO_BREAKER)
                        .withFallback(others),
                desk);
    }

    @Override
    public void install(MindContext minds) {
        if (scheduler != null) {
            throw new IllegalStateException(
                    "this Workbench serves another world (create one for each)");
        }
        scheduler = minds.scheduler();
        minds.listener(observer);
        minds.beforeThinking(observer.system);
    }

    /**
     * Lets a person answer for an agent from now on, in place of its model; a plan is asked for at
     * once.
     */
    public void take(int agent) {
        LLMSchedulerSystem minds = scheduler();
        minds.useModel(agent, model());
        minds.hold(agent); // cancels a request to the usual model
        minds.release(agent);
        minds.resetCooldowns(agent);
        minds.replan(agent);
        observer.roster();
    }

    /** Gives an agent back to the game's model, which also answers the prompt that waits. */
    public void release(int agent) {
        if (isTaken(agent)) {
            scheduler().useModel(agent, null);
        }
        desk.leave(agent);
        observer.roster();
    }

    /** Whether a person answers for an agent. */
    public boolean isTaken(int agent) {
        return isTaken(observer.mMind.get(agent));
    }

    private static boolean isTaken(@Nullable Mind mind) {
        OwnModel own = mind == null ? null : mind.ownModel;
        return own != null && own.url.isEmpty() && own.model.equals(MODEL);
    }

    private OwnModel model() {
        OwnModel own = OwnModel.ofBroker(MODEL);
        own.patience = (int) Math.min(Integer.MAX_VALUE, patience.toSeconds());
        return own;
    }

    private LLMSchedulerSystem scheduler() {
        if (scheduler == null) {
            throw new IllegalStateException("no world (give this Workbench to MindPlugin.with)");
        }
        return scheduler;
    }

    // ---- the page

    /**
     * Opens the page on the loopback interface; any thread.
     *
     * @param port the port, or 0 for a free one
     * @return the address for a browser
     * @throws IOException if the port is not available
     */
    public synchronized String open(int port) throws IOException {
        close();
        server = new LoopbackServer("workbench", port, 4, page::serve);
        return server.url();
    }

    /**
     * Answers a request to {@code /workbench/…} from a game's own page, which mounts {@code
     * workbench.js} of this package; any thread.
     *
     * @return whether it was one
     */
    public boolean handle(HttpExchange exchange) throws IOException {
        return page.handle(exchange);
    }

    Desk desk() {
        return desk;
    }

    /** Lets the game thread do something before its next tick; returns whether it will. */
    boolean later(Runnable command) {
        return commands.offer(command);
    }

    /** Closes the page; the prompts that wait go on waiting. Any thread. */
    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    /** Follows the minds of the world. Game thread only. */
    @SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
    private final class Observer implements MindListener {
        private ComponentMapper<Mind> mMind;
        private ComponentMapper<Persona> mPersona;
        private ComponentMapper<Senses> mSenses;
        private EntitySubscription agents;
        private final List<Runnable> endings = new ArrayList<>();

        final BaseSystem system = new BaseSystem() {
            private int ticks;

            @Override
            protected void initialize() {
                mMind = world.getMapper(Mind.class);
                mPersona = world.getMapper(Persona.class);
                mSenses = world.getMapper(Senses.class);
                agents = world.getAspectSubscriptionManager().get(Aspect.all(Mind.class));
            }

            @Override
            protected void processSystem() {
                endings.forEach(Runnable::run);
                endings.clear();
                for (Runnable next = commands.poll(); next != null; next = commands.poll()) {
                    next.run();
                }
                if (ticks++ % ROSTER_TICKS == 0) {
                    roster();
                }
            }
        };

        void roster() {
            List<AgentView> all = new ArrayList<>();
            int count = Math.min(agents.getEntities().size(), Desk.MAX_AGENTS);
            for (int i = 0; i < count; i++) {
                int agent = agents.getEntities().get(i);
                all.add(new AgentView(agent, nameOf(agent), isTaken(mMind.get(agent))));
            }
            desk.roster(all);
        }

        private String nameOf(int agent) {
            String name = Persona.nameOf(mPersona.get(agent));
            return name.isEmpty() ? "agent " + agent : name;
        }

        /** Returns what an agent could name in its answer: what it sees, and whom it knows. */
        List<String> names(int agent, ModelCall call) {
            Set<String> all = new LinkedHashSet<>();
            if (call.prompt().origin() instanceof OfflineMind.Question question) {
                AgentSnapshot known = question.agent();
                all.addAll(known.addressers());
                all.addAll(known.surroundings().nearby());
                known.life().people().forEach(person -> all.add(person.name()));
            }
            Senses senses = mSenses.get(agent);
            if (senses != null) {
                senses.visible.forEach(thing -> all.add(thing.name()));
            }
            return all.stream().limit(MAX_NAMES).toList();
        }

        // ---- what was made of an answer

        private void note(int agent, String kind, String text) {
            if (isTaken(mMind.get(agent))) {
                desk.note(agent, kind, text);
            }
        }

        @Override
        public void requestSubmitted(
                int agent, Layer layer, Ticket ticket, int urgency, String reason) {
            Mind mind = mMind.get(agent);
            if (isTaken(mind)) {
                desk.asks(
                        mind.askedAs,
                        new Desk.Asked(agent, nameOf(agent), layer.label(), reason, urgency));
            }
        }

        @Override
        public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
            if (outcome.kind() != Outcome.Kind.ANSWERED) {
                desk.ended(agent, outcome.kind().name().toLowerCase(Locale.ROOT), false);
            }
        }

        @Override
        public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
            endings.add(
                    () -> { // once the mind has noted what to tell its model
                        Mind mind = mMind.get(agent);
                        List<String> troubles = mind == null ? List.of() : mind.troubles(layer);
                        troubles.forEach(trouble -> desk.told(agent, trouble));
                        desk.ended(agent, end.name().toLowerCase(Locale.ROOT), true);
                    });
        }

        @Override
        public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
            note(agent, "queued", step.toString());
        }

        @Override
        public void stepRepaired(int agent, Layer layer, Step step, String correction) {
            note(agent, "repaired", step + ": " + correction);
        }

        @Override
        public void stepRefused(int agent, Layer layer, RefusedStep step) {
            String written = step.written().isEmpty() ? "" : " \"" + step.written() + '"';
            boolean known = step.expected().isEmpty() || step.reason().contains(step.expected());
            String expected = known ? "" : " (expected " + step.expected() + ")";
            note(agent, "refused", step.type() + written + ": " + step.reason() + expected);
        }

        @Override
        public void spoke(int agent, Layer layer, String text) {
            note(agent, "said", text);
        }

        @Override
        public void addressed(int agent, Layer layer, String to) {
            note(agent, "to", to);
        }

        @Override
        public void promised(int agent, Layer layer, Ticket ticket, String later) {
            note(agent, "promised", later);
        }

        @Override
        public void endedTalk(int agent, Layer layer) {
            note(agent, "ends the talk", "");
        }

        @Override
        public void wordsDropped(int agent, Layer layer, Ticket ticket, boolean last) {
            note(
                    agent,
                    "words dropped",
                    last ? "nobody heard them" : "nobody heard them; the prompt comes once more");
        }

        @Override
        public void thought(int agent, Layer layer, String text) {
            note(agent, "thought", text);
        }

        @Override
        public void goalSet(int agent, String description) {
            note(agent, "goal", description);
        }

        @Override
        public void unknownKey(int agent, Layer layer, String key) {
            note(agent, "unknown key", key);
        }

        @Override
        public void fallbackQueued(int agent, int steps) {
            note(agent, "routine", steps + " steps of the game's routine, in place of a plan");
        }
    }
}
