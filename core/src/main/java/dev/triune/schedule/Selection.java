/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.llm.Priority;
import org.jspecify.annotations.Nullable;

/**
 * What an agent would think about now, how urgently, and whether it may. Artemis fills the mappers
 * in. Game thread only; allocates nothing.
 */
final class Selection {
    private final Thinking thinking;
    private final Readiness readiness;
    private final AgentView view;
    private final FixedRule[] overrides = FixedRule.overrides();
    private final FixedRule[] secondTries = FixedRule.secondTries();

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    Selection(Thinking thinking, Readiness readiness) {
        this.thinking = thinking;
        this.readiness = readiness;
        this.view = new AgentView(readiness, thinking.companyBinds(), thinking.thinkAhead());
    }

    /** What an agent would think about, and why; binding needs come before a second try. */
    SelectionRule select(int agent, Mind mind) {
        return select(agent, mind, null);
    }

    /** How urgent that is, 1 to 10: the game may override it, or add to it. */
    int urgencyOf(int agent, Mind mind, SelectionRule rule) {
        if (mind.priorityOverride > 0) {
            return mind.priorityOverride;
        }
        int sum = rule.urgency() + thinking.hint().add(agent, rule);
        return Math.max(Priority.MIN, Math.min(Priority.MAX, sum));
    }

    /** Whether an agent is alive, awake and not deferred. */
    boolean mayThink(int agent, Mind mind) {
        return mNeeds.get(agent).alive()
                && !mBehavior.get(agent).asleep
                && readiness.tick() >= mind.deferredUntil;
    }

    /** Whether the layer of a rule is ready; a second try need not wait for the cooldown. */
    boolean isReady(int agent, Mind mind, SelectionRule rule) {
        return rule == secondTry(mind)
                ? readiness.get(rule.layer()).enabled()
                : readiness.ready(mind, mQueue.get(agent), rule);
    }

    /** Whether the rules decide for a layer, or its agent may ask a model. */
    boolean mayAsk(Mind mind, SelectionRule rule) {
        return !thinking.asksModel(rule.layer()) || readiness.mayAskModel(mind);
    }

    /** Whether a layer whose request is granted now is the one that would ask now. */
    boolean stillHolds(int agent, Mind mind, Layer layer, boolean again) {
        if (!mayThink(agent, mind)
                || !readiness.mayAskModel(mind)
                || !readiness.get(layer).enabled()) {
            return false;
        }
        SelectionRule rule = select(agent, mind, layer);
        boolean critical = rule.urgency() == Priority.MAX;
        return rule.layer() == layer || (again && !critical);
    }

    /** A prompt goes out that a rule asked for. */
    void granted(Mind mind, SelectionRule rule) {
        readiness.granted(mind, rule);
    }

    private SelectionRule select(int agent, Mind mind, @Nullable Layer granted) {
        if (mind.layerOverride != null) {
            return overrides[mind.layerOverride.ordinal()];
        }
        view.of(agent, mind, mNeeds.get(agent), granted)
                .doing(mBehavior.get(agent), mQueue.get(agent))
                .perceiving(mConversation.get(agent), mSenses.get(agent));
        SelectionRule rule = thinking.policy().select(view);
        SelectionRule again = secondTry(mind);
        return again != null && rule.urgency() <= again.urgency() ? again : rule;
    }

    private @Nullable SelectionRule secondTry(Mind mind) {
        return mind.secondTry == null ? null : secondTries[mind.secondTry.ordinal()];
    }
}
