/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.internal.check.SetupPhase;
import dev.triune.internal.inject.ActionRunnerAdapter;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigSection;
import dev.triune.prompt.Perception;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A kind of mind, such as the shepherds or the wolves of a world: its actions and runners, its
 * prompts, models and cooldowns. All kinds share the world, its systems and the broker. A {@link
 * MindPlugin} has a default kind and takes others with {@link MindPlugin#kind}:
 *
 * <pre>{@code
 * new MindPlugin(broker, shepherdActions)
 *         .runner(Shear.class, new ShearRunner())
 *         .kind(new MindKind("wolf", Aspect.all(Wolf.class), wolfActions)
 *                 .runner(Howl.class, new HowlRunner())
 *                 .configure(config -> config.maxTokens(128)))
 * }</pre>
 *
 * <p>Set up before the world is built: setters throw {@link IllegalStateException} afterwards. Game
 * thread only.
 */
public final class MindKind {
    private final String name;
    private final Aspect.Builder aspect;
    private final MindConfig config;
    private final Map<String, ActionRunner<Step>> runners = new LinkedHashMap<>();
    private Routine routine = Routine.NONE;
    private final SetupPhase setup;

    /** Creates a kind for the agents that an aspect selects; logs and errors show its name. */
    public MindKind(String name, Aspect.Builder aspect, ActionCatalog actions) {
        this(name, aspect, new MindConfig(actions));
    }

    /** Creates the default kind, for all agents of no other kind. */
    public MindKind(MindConfig config) {
        this("default", Aspect.all(), config);
    }

    private MindKind(String name, Aspect.Builder aspect, MindConfig config) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("a kind of mind has an empty name (expected words)");
        }
        this.name = name;
        this.aspect = Objects.requireNonNull(aspect, "aspect").copy();
        this.config = Objects.requireNonNull(config, "config");
        this.setup = new SetupPhase("the kind of mind \"" + name + "\" serves");
    }

    /**
     * Sets the runner of a type of step, or of a reflex by the name of its behaviour.
     *
     * @throws IllegalArgumentException if there is a runner of that name
     */
    public MindKind runner(String type, ActionRunner<Step> runner) {
        setup.allowChange();
        Objects.requireNonNull(type, "type");
        if (runners.putIfAbsent(type, Objects.requireNonNull(runner, "runner")) != null) {
            throw new IllegalArgumentException("there are two runners for \"" + type
                    + "\" (expected one for each step and reflex)");
        }
        return this;
    }

    /**
     * Sets the runner of an action that was declared as a record.
     *
     * @throws IllegalArgumentException if the catalog does not know the record
     */
    public <A> MindKind runner(Class<A> action, ActionRunner<A> runner) {
        return runner(
                catalog().nameOf(action), new ActionRunnerAdapter<>(catalog(), action, runner));
    }

    /** Changes settings; those of the whole world are set on the {@link MindPlugin}. */
    public MindKind configure(Consumer<MindConfig> change) {
        setup.allowChange();
        change.accept(config);
        return this;
    }

    /**
     * Applies the section {@code layers} of a configuration file; other settings stay.
     *
     * @throws dev.triune.llm.ConfigException if anything is wrong with the section
     */
    public MindKind layers(BrokerConfig file) {
        ConfigSection layers = file.layers();
        Map<Layer, UnaryOperator<LayerConfig>> changes = LayerOverrides.read(layers);
        Optional<Duration> live = LayerOverrides.readAnswersLive(layers);
        layers.throwIfInvalid();
        return configure(all -> {
            changes.forEach(all::layer);
            live.ifPresent(all::answerTimeToLive);
        });
    }

    /** Validates a section {@code layers} without applying it, for checking a whole file first. */
    public static void checkLayers(ConfigSection layers) {
        LayerOverrides.read(layers);
    }

    /** Sets how agents of this kind perceive their surroundings; those of the plugin do not count. */
    public MindKind perception(Perception value) {
        return configure(settings -> settings.perception(value));
    }

    /**
     * Takes over from another kind the runners that this one lacks: of reflexes, and of actions that
     * both have with the same fields. The plugin calls this.
     */
    public void shareRunners(MindKind other) {
        setup.allowChange();
        other.runners.forEach((type, runner) -> {
            boolean action = other.catalog().names().contains(type);
            boolean same = catalog().names().contains(type)
                    && catalog().fields(type).equals(other.catalog().fields(type));
            if (!action || same) {
                runners.putIfAbsent(type, runner);
            }
        });
    }

    /** Sets the game's rules for plans that fail; none unless set. */
    public MindKind routine(Routine value) {
        setup.allowChange();
        this.routine = Objects.requireNonNull(value, "routine");
        return this;
    }

    /** Ends the setup, because a world uses this kind now; the plugin calls this. */
    public void markBuilt() {
        setup.end();
        config.markBuilt();
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the aspect that selects the agents of this kind. */
    public Aspect.Builder aspect() {
        return aspect.copy();
    }

    /** Returns the settings. */
    public MindConfig config() {
        return config;
    }

    /** Returns the actions. */
    public ActionCatalog catalog() {
        return config.catalog();
    }

    /** Returns the runners by type of step or name of behaviour, in the order they were added. */
    public Map<String, ActionRunner<Step>> runners() {
        return Collections.unmodifiableMap(runners);
    }

    /** Returns the game's rules for plans that fail. */
    public Routine routine() {
        return routine;
    }
}
