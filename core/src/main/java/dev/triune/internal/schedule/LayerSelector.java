/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.MindConfig;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.llm.Priority;
import dev.triune.prompt.PromptBuilder;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Selects what an agent would think about now. Game thread only; allocates nothing. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class LayerSelector {
    private static final int OVERRIDE_URGENCY = 5;
    private static final int NOBODY = -1;
    private static final Layer[] LAYERS = Layer.values();

    private final MindConfig config;
    private final LayerCooldowns cooldowns;
    private final ReusedAgentView view;
    private final GameFaults faults = new GameFaults(LayerSelector.class);
    private final SelectionRule[] overrides = perLayer(OVERRIDE_URGENCY, "override");
    private final SelectionRule[] secondTries =
            perLayer(StandardSelectionRule.COMPLETED.urgency(), "second try");

    private int examined = NOBODY;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;

    public LayerSelector(MindConfig config, LayerCooldowns cooldowns) {
        this.config = config;
        this.cooldowns = cooldowns;
        this.view = new ReusedAgentView(
                cooldowns, config.nearbyAgentsDelayPlanning(), config.thinkAhead());
    }

    /** Lets Artemis fill in the mappers of a layer's prompt builder. */
    public void injectPrompt(World world, Layer layer) {
        PromptBuilder builder = cooldowns.get(layer).prompt();
        if (builder != null) {
            GameObjects.inject(world, builder);
        }
    }

    private static SelectionRule[] perLayer(int urgency, String reason) {
        return Arrays.stream(Layer.values())
                .map(layer -> SelectionRule.fixed(layer, urgency, reason))
                .toArray(SelectionRule[]::new);
    }

    /** Lets Artemis fill in the mappers of this, the game's rules and prompt builders. */
    public void inject(World world) {
        world.inject(this);
        world.inject(view);
        for (Layer layer : Layer.values()) {
            injectPrompt(world, layer);
        }
        DecisionPolicy policy = config.policy();
        GameObjects.inject(world, policy);
        GameObjects.inject(world, config.urgencyHint());
        if (policy instanceof SelectionTable table) {
            table.rules().forEach(rule -> GameObjects.inject(world, rule));
        }
    }

    /** Returns what an agent would think about, and why; binding needs come before a second try. */
    public SelectionRule select(int agent, Mind mind) {
        return select(agent, mind, null, 0);
    }

    /** Returns the rule that would apply if the agent had nothing to say; null if there is none. */
    @Nullable
    SelectionRule concurrentPlanRule(SelectionRule talk, int agent, Mind mind) {
        return concurrentPlanRule(talk, agent, mind, null);
    }

    private @Nullable SelectionRule concurrentPlanRule(
            SelectionRule talk, int agent, Mind mind, @Nullable Layer granted) {
        if (talk.layer() != Layer.TALKER || mind.layerOverride != null) {
            return null;
        }
        SelectionRule rule = selectPlanRule(agent, mind, granted);
        return rule.layer() == Layer.TALKER || !asksModel(rule) ? null : rule;
    }

    /**
     * Begins to read an agent's components, which are then not looked up again; returns its mind.
     */
    Mind beginExamination(int agent) {
        examined = agent;
        view.readState(agent);
        return view.mind();
    }

    /** Whether the examined agent {@linkplain #mayThink may think}; if so, reads the rest. */
    boolean mayExaminedThink(Mind mind) {
        boolean may = mayThink(mind, view.needs(), view.behavior());
        if (may) {
            view.readRest();
        }
        return may;
    }

    /** Ends an examination; components may change from now on. */
    void endExamination() {
        examined = NOBODY;
    }

    private AgentView view(int agent, Mind mind, @Nullable Layer granted, int hiddenLayers) {
        return viewOf(agent).as(granted, hiddenLayers | unavailableLayers(mind, granted));
    }

    private ReusedAgentView viewOf(int agent) {
        if (agent != examined
                || agent != view.agent()) { // a game's rule may call select for another agent
            view.read(agent);
        }
        return view;
    }

    private SelectionRule selectPlanRule(int agent, Mind mind, @Nullable Layer granted) {
        boolean standard = config.policy() == SelectionTable.standard();
        if (!standard || mind.secondTry != null) {
            return select(agent, mind, granted, 1 << Layer.TALKER.ordinal());
        }
        return StandardSelectionRule.firstOfPlans(viewOf(agent)); // which read no layers
    }

    /** Returns the urgency, 1 to 10, with the game's override or hint. */
    int urgencyOf(int agent, Mind mind, SelectionRule rule) {
        if (mind.priorityOverride > 0) {
            return mind.priorityOverride;
        }
        int sum = rule.urgency() + urgencyBonus(agent, rule);
        return Math.max(Priority.MIN, Math.min(Priority.MAX, sum));
    }

    private int urgencyBonus(int agent, SelectionRule rule) {
        if (config.urgencyHint() == SelectionRule.UrgencyHint.NONE) {
            return 0;
        }
        try {
            return config.urgencyHint().urgencyBonus(agent, rule);
        } catch (RuntimeException e) {
            faults.report("urgency hint", config.urgencyHint(), agent, e);
            return 0;
        }
    }

    /** Whether an entity has all components of an agent. */
    public boolean isComplete(int agent) {
        return view.isComplete(agent);
    }

    /** Whether an agent is complete, alive, awake, not held and not deferred. */
    boolean mayThink(int agent, Mind mind) {
        return isComplete(agent) && mayThink(mind, mNeeds.get(agent), mBehavior.get(agent));
    }

    private boolean mayThink(Mind mind, Needs needs, Behavior behavior) {
        return needs.alive()
                && !behavior.unconscious()
                && !mind.held
                && cooldowns.tick() >= mind.deferredUntil;
    }

    /** Whether an agent may call a model for its talker now. */
    public boolean canAnswer(int agent, Mind mind) {
        if (!mayThink(agent, mind)) {
            return false;
        }
        SelectionRule rule = select(agent, mind);
        return rule.layer() == Layer.TALKER
                && asksModel(rule)
                && isReady(agent, mind, rule)
                && cooldowns.mayAskModel(mind);
    }

    /** Whether the layer of a rule is ready; a second try need not wait for the cooldown. */
    boolean isReady(int agent, Mind mind, SelectionRule rule) {
        if (rule == secondTry(mind)) {
            return cooldowns.get(rule.layer()).enabled();
        }
        return cooldowns.ready(mind, rule.layer()) && !isAlreadyHandled(agent, mind, rule);
    }

    /**
     * Whether the reason of a rule is already being dealt with: a current plan, or a critical need.
     */
    private boolean isAlreadyHandled(int agent, Mind mind, SelectionRule rule) {
        boolean thriving = rule == StandardSelectionRule.THRIVING;
        if (!thriving && rule != StandardSelectionRule.CRITICAL_NEEDS) {
            return false;
        }
        return !isComplete(agent) // because a game's rule has removed a component
                || (thriving
                        ? cooldowns.replansTooSoon(mind, mQueue.get(agent))
                        : cooldowns.isBeingHandled(mind, mBehavior.get(agent), mQueue.get(agent)));
    }

    /** Returns what an agent would think about if the executor's calls did not fail; for habits. */
    SelectionRule selectForHabit(int agent, Mind mind) {
        return select(agent, mind, Layer.EXECUTOR, 0);
    }

    /** Whether a habit may act for a rule of the executor. */
    boolean isReadyForHabit(int agent, Mind mind, SelectionRule rule) {
        return cooldowns.readyForHabit(mind, mQueue.get(agent), rule);
    }

    /** Whether rules decide for a layer, or the agent may call a model. */
    boolean mayAsk(Mind mind, SelectionRule rule) {
        return !asksModel(rule) || cooldowns.mayAskModel(mind);
    }

    /** Whether a rule needs a model call; none is made if there is nothing to decide. */
    boolean asksModel(SelectionRule rule) {
        return cooldowns.hasPrompt(rule.layer()) && rule != StandardSelectionRule.OTHERWISE;
    }

    /** Whether the layer of a request that is granted now would still be selected. */
    boolean isStillNeeded(int agent, Mind mind, Layer layer, boolean again) {
        if (!mayThink(agent, mind)
                || !cooldowns.mayAskModel(mind)
                || !cooldowns.get(layer).enabled()) {
            return false;
        }
        SelectionRule rule = select(agent, mind, layer, 0);
        boolean critical = rule.urgency() == Priority.MAX;
        if (rule.layer() == layer || (again && !critical)) {
            return true;
        }
        SelectionRule plan = concurrentPlanRule(rule, agent, mind, layer);
        return plan != null && plan.layer() == layer && cooldowns.mayPlanDespite(rule, mind, layer);
    }

    private SelectionRule select(int agent, Mind mind, @Nullable Layer granted, int hiddenLayers) {
        if (mind.layerOverride != null) {
            return forPlayer(agent, overrides[mind.layerOverride.ordinal()]);
        }
        SelectionRule chosen = selectByPolicy(agent, view(agent, mind, granted, hiddenLayers));
        SelectionRule rule = forPlayer(agent, chosen);
        SelectionRule again = secondTry(mind);
        return again != null && rule.urgency() <= again.urgency() ? again : rule;
    }

    /** Returns the rule about players in place of any other of the talker, while a player waits. */
    private SelectionRule forPlayer(int agent, SelectionRule rule) {
        Conversation conversation =
                rule.layer() == Layer.TALKER ? viewOf(agent).conversation() : null;
        boolean waits = conversation != null && conversation.playerWaits;
        return waits ? StandardSelectionRule.PLAYER : rule;
    }

    /**
     * Selects by the game's policy; by the standard table if that throws or returns null or a rule
     * without a layer.
     */
    private SelectionRule selectByPolicy(int agent, AgentView agentView) {
        try {
            SelectionRule rule = config.policy().select(agentView);
            Objects.requireNonNull(rule.layer());
            return rule;
        } catch (RuntimeException e) {
            faults.report("decision policy", config.policy(), agent, e);
            return SelectionTable.standard().select(agentView);
        }
    }

    private @Nullable SelectionRule secondTry(Mind mind) {
        Layer layer = mind.secondTry;
        return layer == null || !cooldowns.get(layer).enabled()
                ? null
                : secondTries[layer.ordinal()];
    }

    /** Returns the layers, one bit each, that back off; their rules are not binding meanwhile. */
    private int unavailableLayers(Mind mind, @Nullable Layer granted) {
        if (mind.hasNoFailures()) {
            return 0; // nothing backs off, as nearly always
        }
        int layers = 0;
        for (Layer layer : LAYERS) {
            boolean off = layer != granted && cooldowns.isBackingOff(mind, layer);
            layers |= off ? 1 << layer.ordinal() : 0;
        }
        return layers;
    }
}
