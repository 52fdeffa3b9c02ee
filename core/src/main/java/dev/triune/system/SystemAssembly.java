/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.SpeechFilter;
import dev.triune.Vision;
import dev.triune.internal.budget.MeteredBroker;
import dev.triune.internal.feed.FeedSystem;
import dev.triune.internal.reflex.NeedsCheckSystem;
import dev.triune.internal.schedule.AgentSetupSystem;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.llm.Broker;
import dev.triune.prompt.PromptBuilder.PromptPart;
import dev.triune.system.MindModule.MindContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the systems of one world as its plugin and its modules are set up. */
final class SystemAssembly implements MindContext {
    /** The system whose counts are the world's. */
    final DecisionApplySystem decisions;

    private final MindPlugin plugin;
    private final GameClock clock;
    private final Broker broker;
    private final Aspect.Builder extra;
    private final LLMSchedulerSystem scheduler;
    private final List<BaseSystem> beforeThinking = new ArrayList<>();
    private final List<BaseSystem> afterActing = new ArrayList<>();
    private final List<PromptPart> prompts = new ArrayList<>();
    private final List<MindListener> moduleListeners = new ArrayList<>();
    private final MindListener[] listeners;
    private @Nullable SpeechFilter speech;

    SystemAssembly(MindPlugin plugin) {
        this.plugin = plugin;
        this.clock = plugin.clock;
        this.broker = plugin.budget == null
                ? plugin.broker
                : new MeteredBroker(plugin.broker, plugin.budget, clock);
        this.extra = plugin.extra;
        scheduler = new LLMSchedulerSystem(clock, broker, plugin.kinds, plugin.pace, extra);
        plugin.modules.forEach(module -> module.install(this));
        List<MindListener> all = new ArrayList<>(moduleListeners);
        for (MindListener listener : plugin.listeners) {
            boolean twice = speech != null && listener instanceof Feed feed && feed.carriesSpeech();
            if (!twice) { // otherwise agents would hear each line from it and from the module
                all.add(listener);
            }
        }
        listeners = all.toArray(MindListener[]::new);
        decisions = new DecisionApplySystem(clock, broker, plugin.kinds, extra, listeners);
        prompts.forEach(decisions::prompts);
        decisions.speech(speech);
    }

    /** Returns the systems in the order in which they run. */
    List<BaseSystem> systems() {
        AutonomicSystem reflexes = new AutonomicSystem(clock, plugin.reflexTable, extra, listeners);
        reflexes.followByKind(plugin.kinds, this::carriesOut);
        List<Vision<?>> visions = new ArrayList<>();
        for (Feed feed : plugin.feeds) {
            if (feed instanceof Vision<?> vision) {
                vision.join(clock, visions);
                visions.add(vision);
            }
        }
        List<BaseSystem> minds = new ArrayList<>(List.of(decisions, reflexes));
        minds.addAll(beforeThinking);
        minds.add(scheduler);
        if (plugin.acts) {
            minds.add(new BehaviorSystem(clock, plugin.kinds, plugin.watchdog, extra, listeners));
        }
        minds.addAll(afterActing);
        List<BaseSystem> systems = new ArrayList<>(List.of(new AgentSetupSystem()));
        if (!plugin.feeds.isEmpty()) {
            systems.add(new FeedSystem(clock, plugin.feeds, extra));
        }
        systems.add(new NeedsCheckSystem(extra));
        systems.addAll(minds);
        systems.add(0, new GameClockSystem(clock, systems.toArray(BaseSystem[]::new)));
        return systems;
    }

    /** Whether a runner of a kind or the game carries out the behaviour of a reflex. */
    private boolean carriesOut(MindKind kind, String behavior) {
        return plugin.carriedOut.contains(behavior)
                || (plugin.acts
                        ? kind.runners().containsKey(behavior)
                        : plugin.carriedOut.isEmpty());
    }

    // ---- what modules add

    @Override
    public GameClock clock() {
        return clock;
    }

    @Override
    public Broker broker() {
        return broker;
    }

    @Override
    public String tenant() {
        return plugin.pace.tenant();
    }

    @Override
    public List<MindKind> kinds() {
        return plugin.kinds();
    }

    @Override
    public Aspect.Builder agents() {
        return extra.copy();
    }

    @Override
    public LLMSchedulerSystem scheduler() {
        return scheduler;
    }

    @Override
    public void beforeThinking(BaseSystem system) {
        beforeThinking.add(Objects.requireNonNull(system, "system"));
    }

    @Override
    public void afterActing(BaseSystem system) {
        afterActing.add(Objects.requireNonNull(system, "system"));
    }

    @Override
    public void listener(MindListener listener) {
        moduleListeners.add(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public void prompts(PromptPart part) {
        prompts.add(Objects.requireNonNull(part, "part"));
    }

    @Override
    public void speech(SpeechFilter filter) {
        if (speech != null) {
            throw new IllegalStateException(
                    "another module decides what is heard of answers (leave one of them out)");
        }
        speech = Objects.requireNonNull(filter, "filter");
    }

    @Override
    public @Nullable SpeechFilter speech() {
        return speech;
    }
}
