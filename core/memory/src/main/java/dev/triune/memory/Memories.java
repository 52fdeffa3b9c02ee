/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.MindKind;
import dev.triune.MindStats;
import dev.triune.component.Layer;
import dev.triune.internal.check.SetupPhase;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindModule;
import dev.triune.system.MindModule.MindContext;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Memories that fit the moment: prompts contain the episodes and the game's knowledge that have to
 * do with what occupies the agent, rather than its last ones, and agents can reflect on what they
 * lived through. An object of the game, which gives it to the plugin:
 *
 * <pre>{@code
 * new MindPlugin(broker, actions).with(new Memories(new MemoryConfig().reflection(10)));
 * }</pre>
 *
 * <p>One object serves one world. Game thread only.
 */
public final class Memories implements MindModule {
    private final MemoryConfig config;
    private final Map<String, MemoryConfig> byKind = new HashMap<>();
    private final SetupPhase setup = new SetupPhase("these Memories serve");

    /** Creates memories with default settings. */
    public Memories() {
        this(new MemoryConfig());
    }

    /** Creates memories with settings, which do not change once a world is built. */
    public Memories(MemoryConfig config) {
        this.config = Objects.requireNonNull(config, "config");
    }

    /**
     * Sets the weights and the lore of a kind of mind, by name, in place of those of all. Its
     * reflection is not used: that of all kinds is set by the constructor.
     *
     * @throws IllegalStateException after the world was built
     */
    public Memories kind(String name, MemoryConfig settings) {
        setup.allowChange();
        byKind.put(
                Objects.requireNonNull(name, "name"), Objects.requireNonNull(settings, "settings"));
        return this;
    }

    /**
     * Adds recall and reflection to the minds of a world. A kind whose {@link
     * dev.triune.MindConfig#memoryRetriever} is set keeps it.
     *
     * @throws IllegalArgumentException if there is no kind of a name that has settings, or there are
     *     two {@linkplain Relevance#semantic semantic} relevances
     */
    @Override
    public void install(MindContext minds) {
        setup.allowUse();
        setup.end();
        requireKnown(minds);
        config.markBuilt();
        byKind.values().forEach(MemoryConfig::markBuilt);
        installEmbeddings(minds);
        for (MindKind kind : minds.kinds()) {
            if (kind.config().memoryRetriever() == null) {
                MemoryConfig settings = byKind.getOrDefault(kind.name(), config);
                kind.configure(mind -> mind.memoryRetriever(new EpisodeRetriever(settings)));
            }
        }
        if (config.reflectionBound() > 0) {
            LLMSchedulerSystem scheduler = minds.scheduler();
            minds.afterActing(new ReflectionSystem(
                    minds.clock(),
                    minds.broker(),
                    minds.tenant(),
                    config,
                    minds.agents(),
                    minds.kinds().get(0).catalog().wording(),
                    () -> {
                        MindStats stats = scheduler.stats();
                        return stats.requests().selections(Layer.TALKER)
                                + stats.requests().selections(Layer.EXECUTOR);
                    },
                    minds::speech));
        }
    }

    private void installEmbeddings(MindContext minds) {
        Set<Relevance> all = new LinkedHashSet<>();
        all.add(config.relevance());
        byKind.values().forEach(settings -> all.add(settings.relevance()));
        all.removeIf(each -> !(each instanceof SemanticRelevance));
        if (all.size() > 1) {
            throw new IllegalArgumentException(all.size() + " semantic relevances in one world"
                    + " (expected one; give the same object to all kinds)");
        }
        all.forEach(each -> ((SemanticRelevance) each).store.install(minds));
    }

    private void requireKnown(MindContext minds) {
        for (String name : byKind.keySet()) {
            if (minds.kinds().stream().noneMatch(kind -> kind.name().equals(name))) {
                throw new IllegalArgumentException("memory settings of kind \"" + name
                        + "\", which the minds do not have (expected one of "
                        + minds.kinds().stream().map(MindKind::name).toList() + ")");
            }
        }
    }
}
