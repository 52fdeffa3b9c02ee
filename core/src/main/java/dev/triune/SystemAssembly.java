/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import dev.triune.component.Layer;
import dev.triune.conversation.Conversations;
import dev.triune.internal.feed.FeedSystem;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.internal.memory.ReflectionSystem;
import dev.triune.internal.reflex.NeedsCheckSystem;
import dev.triune.internal.schedule.AgentSetupSystem;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.memory.MemoryConfig;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.BehaviorSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the systems of one world as its plugin is set up. */
final class SystemAssembly {
    /** The system whose counts are the world's. */
    final DecisionApplySystem decisions;

    /** The conversations; null if they are off. */
    final @Nullable Conversations conversations;

    private final MindPlugin plugin;
    private final GameClock clock;
    private final Aspect.Builder extra;
    private final @Nullable BaseSystem habits;
    private final MindListener[] listeners;

    SystemAssembly(MindPlugin plugin) {
        this.plugin = plugin;
        this.clock = plugin.clock;
        this.extra = plugin.extra;
        List<MindListener> all = new ArrayList<>(plugin.listeners);
        Conversations talks = plugin.conversationConfig == null
                ? null
                : new Conversations(clock, plugin.broker, plugin.conversationConfig, extra);
        if (talks != null) {
            all.add(0, talks.mindListener());
            plugin.kinds.forEach(kind -> kind.config().streamSpeech(true));
        }
        conversations = talks;
        habits = plugin.habits == null ? null : plugin.habits.system(clock, plugin.kinds);
        if (habits instanceof HabitSystem system) {
            all.add(0, system.learning());
            if (talks == null && system.talk().on()) {
                throw new IllegalStateException("small talk of habits without conversations"
                        + " (switch them on with MindPlugin.conversations)");
            }
        }
        listeners = all.toArray(MindListener[]::new);
        decisions = new DecisionApplySystem(clock, plugin.broker, plugin.kinds, extra, listeners);
    }

    /** Returns the systems in the order in which they run. */
    List<BaseSystem> systems() {
        List<BaseSystem> minds = present(
                decisions,
                new AutonomicSystem(clock, plugin.reflexTable, extra, listeners),
                conversations,
                new LLMSchedulerSystem(clock, plugin.broker, plugin.kinds, extra),
                habits,
                plugin.acts
                        ? new BehaviorSystem(clock, plugin.kinds, plugin.watchdog, extra, listeners)
                        : null,
                reflection());
        List<BaseSystem> systems = present(
                new GameClockSystem(clock, minds.toArray(BaseSystem[]::new)),
                new AgentSetupSystem(),
                plugin.feeds.isEmpty() ? null : new FeedSystem(clock, plugin.feeds, extra),
                new NeedsCheckSystem(extra));
        systems.addAll(minds);
        return systems;
    }

    private @Nullable BaseSystem reflection() {
        MemoryConfig memory = plugin.own.config().memory();
        return memory.reflectionBound() > 0
                ? new ReflectionSystem(clock, plugin.broker, memory, extra, () -> {
                    MindStats stats = decisions.stats();
                    return stats.selections(Layer.TALKER) + stats.selections(Layer.EXECUTOR);
                })
                : null;
    }

    private static List<BaseSystem> present(@Nullable BaseSystem... systems) {
        List<BaseSystem> present = new ArrayList<>();
        for (BaseSystem system : systems) {
            if (system != null) {
                present.add(system);
            }
        }
        return present;
    }
}
