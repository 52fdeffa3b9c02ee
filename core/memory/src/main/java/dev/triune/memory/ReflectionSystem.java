/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.SpeechFilter;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.background.BackgroundCalls;
import dev.triune.llm.Broker;
import dev.triune.system.SavedState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets agents draw insights while nothing urgent happens. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class ReflectionSystem extends BaseEntitySystem implements SavedState {
    private static final int AGENTS_PER_TICK = 16;
    private static final int MAX_TOKENS = 160;

    private final GameClock clock;
    private final MemoryConfig config;
    private final Wording wording;
    private final LongSupplier requests;
    private final Supplier<@Nullable SpeechFilter> speech;
    private final @Nullable BackgroundCalls calls;

    /** The serials of agents whose call has no outcome yet. */
    private final Set<Long> reflecting = new HashSet<>();

    private long reflections;
    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Conversation> mConversation;

    /**
     * Creates the system.
     *
     * @param requests counts all other requests, for the share
     * @param speech decides what is kept of a model's insights
     */
    ReflectionSystem(
            GameClock clock,
            Broker broker,
            String tenant,
            MemoryConfig config,
            Aspect.Builder extra,
            Wording wording,
            LongSupplier requests,
            Supplier<@Nullable SpeechFilter> speech) {
        super(extra.copy()
                .all(Mind.class, Memory.class, Needs.class, Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.config = config;
        this.wording = wording;
        this.requests = requests;
        this.speech = speech;
        String model = config.reflectionModel();
        this.calls = model == null
                ? null
                : new BackgroundCalls(broker, tenant, model, "reflection", MAX_TOKENS);
    }

    @Override
    protected boolean checkProcessing() {
        return clock.ticking();
    }

    @Override
    protected void processSystem() {
        IntBag agents = subscription.getEntities();
        int size = agents.size();
        for (int i = 0; i < Math.min(size, AGENTS_PER_TICK); i++) {
            int agent = agents.get((int) ((clock.tick() * AGENTS_PER_TICK + i) % size));
            Memory memory = mMemory.get(agent);
            if (memory.unreflected >= config.reflectionBound() && isFree(agent)) {
                reflect(agent, memory);
            }
        }
    }

    @Override
    public String stateName() {
        return "reflections";
    }

    /** Cancels pending reflections, which may be about anybody; they are made again. */
    @Override
    public void forget(Predicate<String> about) {
        dispose();
        reflecting.clear();
    }

    /** Cancels pending reflections: their agents are gone. */
    @Override
    protected void dispose() {
        if (calls != null) {
            calls.cancelAll();
        }
    }

    private boolean isFree(int agent) {
        Conversation conversation = mConversation.get(agent);
        boolean idle =
                mQueue.get(agent).next() == null && (conversation == null || !conversation.active);
        return mNeeds.get(agent).alive()
                && !mNeeds.get(agent).danger
                && (idle || mBehavior.get(agent).asleep)
                && !reflecting.contains(mMind.get(agent).serial);
    }

    private void reflect(int agent, Memory memory) {
        List<Episode> sources = Insights.sources(memory.episodes);
        Mind mind = mMind.get(agent);
        if (calls == null || !mind.usesModel || sources.isEmpty()) {
            conclude(
                    memory,
                    sources,
                    Insights.byRules(sources, clock.tick(), wording),
                    memory.unreflected);
            return;
        }
        if (reflections + 1 > config.reflectionShare() * (requests.getAsLong() + reflections + 1)) {
            return; // later
        }
        float amount = memory.unreflected;
        long serial = mind.serial;
        boolean asked = calls.request(
                wording.say(Text.REFLECTION),
                Insights.prompt(sources, wording),
                answer -> receive(agent, serial, sources, amount, answer));
        if (asked) {
            reflections++;
            reflecting.add(serial);
        }
    }

    private void receive(
            int agent, long serial, List<Episode> sources, float amount, String answer) {
        reflecting.remove(serial);
        Memory memory = memoryOf(agent, serial);
        if (memory == null) {
            return;
        }
        List<Episode> insights = Insights.read(answer, sources, clock.tick());
        SpeechFilter filter = speech.get();
        if (insights.isEmpty() || filter == null) {
            conclude(
                    memory,
                    sources,
                    insights.isEmpty()
                            ? Insights.byRules(sources, clock.tick(), wording)
                            : insights,
                    amount);
            return;
        }
        conclude(memory, sources, List.of(), amount);
        for (Episode insight : insights) {
            filter.remember(agent, insight.text, words -> {
                insight.text = words;
                Memory now = memoryOf(agent, serial);
                if (now != null) {
                    now.remember(insight);
                }
            });
        }
    }

    private @Nullable Memory memoryOf(int agent, long serial) {
        boolean there = world.getEntityManager().isActive(agent) && mMind.has(agent);
        return there && mMind.get(agent).serial == serial ? mMemory.get(agent) : null;
    }

    private static void conclude(
            Memory memory, List<Episode> sources, List<Episode> insights, float amount) {
        memory.unreflected = Math.max(0, memory.unreflected - amount);
        sources.forEach(source -> source.reflections++);
        insights.forEach(memory::remember);
    }
}
