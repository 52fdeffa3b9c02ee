/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import org.jspecify.annotations.Nullable;

/** A reason for a layer to think. Game thread; must be quick and allocate nothing. */
public interface SelectionRule {
    /** Returns the layer that thinks. */
    Layer layer();

    /** Returns the urgency, 1 to 10, which is also the priority of the request. */
    int urgency();

    /** Returns the reason in words. */
    String reason();

    /**
     * Returns what the call is for, which tells how the scheduler treats it. By default a need for
     * the autonomic layer, talk for the talker, and a plan for the executor. It must {@linkplain
     * Purpose#fits fit} the layer: a table with another rule is refused when the world is built, and
     * the standard table decides in place of a policy that selects one.
     */
    default Purpose purpose() {
        return switch (layer()) {
            case AUTONOMIC -> Purpose.NEED;
            case TALKER -> Purpose.TALK;
            case EXECUTOR -> Purpose.PLAN;
        };
    }

    /**
     * Returns the name of the situation in which the rule matches, for habits: rules that ask for
     * the same decision share it. The reason unless overridden.
     */
    default String situation() {
        return reason();
    }

    /** Whether the rule matches an agent now. */
    boolean matches(AgentView agent);

    /**
     * What a call is for. Requests of all purposes but {@link #COMPANY} age: after three cooldowns
     * without a turn they are as urgent as talk in progress. A purpose fits some layers only: the
     * scheduler refuses a rule that joins talk with the executor, say, for which it would look up the
     * wrong cooldowns.
     */
    enum Purpose {
        /**
         * A critical need. While a plan or a reflex deals with it, it calls a model at most once in
         * {@link dev.triune.MindConfig#replanAfter(java.time.Duration)}.
         */
        NEED,
        /**
         * The answer to a player: replaces the agent's running call for other talk, goes beside that for
         * a plan, and is not sent if it could not begin within 15 s.
         */
        PLAYER,
        /** Talk: delays a plan for at most a cooldown. */
        TALK,
        /**
         * Talk whose only reason is that others are near: has a share of the requests while any
         * agent is ready to plan, delays plans hardly, and may be settled by rules.
         */
        COMPANY,
        /** A plan, which habits may make. */
        PLAN,
        /**
         * A plan, in place of one that goes on, because something is due. Habits make it only if no model
         * can be asked, and no plan goes on.
         */
        DUE,
        /** The plan after the current one, which it does not replace. Habits may make it. */
        NEXT_PLAN,
        /** A new look at a plan that goes well: not too soon, and habits may keep the plan. */
        REVIEW,
        /** A {@link #REVIEW} for which time is the only reason. */
        PERIODIC,
        /** Nothing: no model is called. */
        NOTHING;

        /** Whether a layer can think for this purpose. */
        public boolean fits(Layer layer) {
            return switch (this) {
                case NEED -> layer == Layer.AUTONOMIC;
                case PLAYER, TALK, COMPANY -> layer == Layer.TALKER;
                case PLAN, DUE, NEXT_PLAN, REVIEW, PERIODIC -> layer != Layer.TALKER;
                case NOTHING -> true;
            };
        }

        /** Whether an agent with a current plan is asked whether to keep it. */
        public boolean reviewsPlan() {
            return this == REVIEW || this == PERIODIC;
        }
    }

    /** Creates a rule that always matches, with an urgency of 1 to 10, for a plan or for talk. */
    static SelectionRule fixed(Layer layer, int urgency, String reason) {
        Purpose purpose = layer == Layer.TALKER ? Purpose.TALK : Purpose.PLAN;
        record Fixed(Layer layer, Purpose purpose, int urgency, String reason)
                implements SelectionRule {
            @Override
            public boolean matches(AgentView agent) {
                return true;
            }
        }
        return new Fixed(layer, purpose, urgency, reason);
    }

    /**
     * The game's addition to the urgency of an agent's requests, for example because it fights or
     * stands before the player. Called on the game thread, for each agent that could ask, whenever
     * the scheduler examines it: must be quick.
     */
    @FunctionalInterface
    interface UrgencyHint {
        /** A hint that adds nothing. */
        UrgencyHint NONE = (agent, rule) -> 0;

        /** Returns the amount to add to the urgency of a rule; the sum is limited to 1 to 10. */
        int urgencyBonus(int agent, SelectionRule rule);
    }

    /** The agent that {@linkplain SelectionRule rules} read; valid only during the call. */
    interface AgentView {
        /** Returns the entity id: for mappers of the game's own. */
        int agent();

        /** Returns the agent's mind. */
        Mind mind();

        /** Returns the agent's needs. */
        Needs needs();

        /** Returns the agent's current behaviour. */
        Behavior behavior();

        /** Returns the agent's plan. */
        BehaviorQueue queue();

        /** Returns the agent's conversation; null if it has no such component. */
        @Nullable
        Conversation conversation();

        /** Returns the agent's senses; null if it has no such component. */
        @Nullable
        Senses senses();

        /** Returns the current tick. */
        long tick();

        /** Whether a layer is enabled and its cooldown is over. */
        boolean ready(Layer layer);

        /**
         * Whether a layer is enabled and does not back off after calls that failed, however long its
         * cooldown still takes. A rule that does not ask keeps later ones from being tried meanwhile.
         */
        boolean enabled(Layer layer);

        /** Whether a layer may be selected: it is ready, or enabled if nearby agents delay planning. */
        boolean available(Layer layer);

        /** Whether the next plan is made while the last step of the current one runs. */
        boolean plansAhead();

        /** Whether the periodic decision of the agent is due. */
        boolean periodicDue();

        /**
         * Whether a module of talk, if there is one, knows somebody near who could be spoken to now: free,
         * awake, and not just talked with, unless the agent heard that one call out since.
         */
        boolean hasCompany();
    }

    /** Whether an agent may make the request of its {@link SelectionRule} now; if not, why not. */
    enum Readiness {
        /**
         * The agent may make the request: it has its turn by urgency, after the interval between
         * requests.
         */
        READY,
        /**
         * The agent may make the request, but as many requests are pending as may be, besides talk in
         * progress; or one to its model has not begun for half a second, and another of its sort (a
         * plan, talk) waits there. Nothing holds back what a player waits for, and what is as urgent.
         */
        FULL,
        /** The layer cools down after its last call, a failed one, or the plan of a habit. */
        COOLING,
        /** The layer is disabled. */
        OFF,
        /** A plan or a reflex deals with the reason already. */
        HANDLED,
        /** There is nothing to decide. */
        NOTHING,
        /** The layer has no prompt: rules decide. */
        BY_RULES,
        /** The agent may call no model, or not without a player's attention. */
        NO_MODEL,
        /** The budget of the world has nothing free for the call now; see {@link dev.triune.MindBudget}. */
        TOO_DEAR,
        /** The agent has a request that is as urgent, or whose call runs. */
        CALLING,
        /** The agent is dead. */
        DEAD,
        /** The agent sleeps, or is unconscious otherwise. */
        ASLEEP,
        /** The game holds the agent. */
        HELD,
        /** The game has deferred the agent's requests. */
        DEFERRED;

        /** Whether the agent decides now: by a model, by rules, or that there is nothing to decide. */
        public boolean mayDecide() {
            return this == READY || this == BY_RULES || this == NOTHING;
        }

        /** Whether the layer itself prevents the request, whatever agent and world allow. */
        public boolean blockedByLayer() {
            return this == COOLING || this == OFF || this == HANDLED;
        }
    }
}
