/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.AgentInspection.Choice;
import dev.triune.component.Behavior;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.rule.SelectionRule.Readiness;
import dev.triune.talk.Silence.Cause;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps why agents gave players no answer of a model, and logs it once for each line. Game thread
 * only.
 */
final class Silences {
    private static final Logger LOG = Logger.getLogger(Conversations.class.getName());

    private final TalkContext context;
    private final Participants people;

    /** The reasons by agent, of the last line that it got. */
    private final Map<Integer, Silence> last = new HashMap<>();

    /** The failure of talk since the last answer, for refusals that do not tell it; may be empty. */
    private String lastError = "";

    Silences(TalkContext context) {
        this.context = context;
        this.people = context.people();
    }

    /** Returns why the last line of a player to an agent got no answer of a model. */
    Silence of(int agent) {
        return last.getOrDefault(agent, Silence.NONE);
    }

    /** Notes that an agent was spoken to, or answers in a model's words. */
    void clear(int agent) {
        last.remove(agent);
    }

    /** Notes that a model answered an agent. */
    void answered() {
        lastError = "";
    }

    /** Notes and logs why a player's line gets no answer of a model. */
    Silence report(String player, int agent, Silence why) {
        String name = "entity " + agent;
        if (people.isAgent(agent)) {
            last.put(agent, why);
            name = people.nameOf(agent) + " (" + name + ")";
        }
        String whole = name;
        LOG.info(() -> whole + " gives " + player + " no answer of a model: " + why);
        return why;
    }

    /** Reports the lines of players that an agent owes an answer, which it will not give. */
    void reportOwed(int agent, TalkState member, Silence why) {
        for (int i = 0; i < member.owed.size(); i++) {
            if (member.owed.get(i).fromPlayer()) {
                report(member.owed.get(i).speaker(), agent, why);
            }
        }
    }

    /** Returns why an agent cannot call a model for a player now. */
    Silence obstacle(int agent) {
        Silence state = stateOf(agent);
        if (state.isSilent()
                || !context.scheduler().getSubscription().getActiveEntityIds().get(agent)) {
            return state;
        }
        if (!people.mBehavior.has(agent)) {
            return Silence.of(Cause.OTHER_MATTER, "the game has removed its Behavior");
        }
        if (!context.scheduler().isEnabled(agent, Layer.TALKER)) {
            return Silence.of(Cause.TALKER_OFF);
        }
        Choice choice = context.scheduler().choice(agent);
        Readiness readiness = choice.readiness();
        return switch (readiness) {
            case DEAD -> Silence.of(Cause.DEAD);
            case ASLEEP -> Silence.of(Cause.ASLEEP);
            case HELD -> Silence.of(Cause.HELD);
            case DEFERRED -> Silence.of(Cause.DEFERRED);
            case OFF, BY_RULES ->
                choice.layer() == Layer.TALKER
                        ? Silence.of(Cause.TALKER_OFF)
                        : Silence.of(Cause.OTHER_MATTER, choice.reason());
            case NO_MODEL -> Silence.of(Cause.NO_MODEL, "the agent may call none");
            case FULL -> Silence.of(Cause.LIMITS, "other requests wait already");
            case TOO_DEAR -> Silence.of(Cause.BUDGET, "nothing of MindPlugin.budget is left");
            case READY, COOLING, HANDLED, NOTHING, CALLING ->
                choice.layer() == Layer.TALKER
                        ? Silence.of(Cause.NO_MODEL, "the broker takes no request")
                        : Silence.of(Cause.OTHER_MATTER, choice.reason());
        };
    }

    /** Returns what is the matter with an agent itself. */
    Silence stateOf(int agent) {
        if (!people.isAgent(agent)) {
            return Silence.of(Cause.NO_AGENT);
        }
        if (!people.isAlive(agent)) {
            return Silence.of(Cause.DEAD);
        }
        Mind mind = people.mMind.get(agent);
        Behavior behavior = people.mBehavior.get(agent);
        if (behavior != null && behavior.asleep) {
            return Silence.of(Cause.ASLEEP);
        }
        if (behavior != null && behavior.directed) {
            return Silence.of(Cause.SCENE);
        }
        if (mind.held) {
            return Silence.of(Cause.HELD);
        }
        if (people.isAway(agent)) {
            return Silence.of(Cause.IN_DANGER);
        }
        if (people.hasCriticalNeed(agent)) {
            return Silence.of(Cause.IN_NEED);
        }
        return mind.usesModel
                ? Silence.NONE
                : Silence.of(Cause.NO_MODEL, "the agent may call none");
    }

    /** Returns why an agent that leaves a conversation gives no answer there. */
    Silence ofEnd(int agent, String reason) {
        Silence state = stateOf(agent);
        return state.cause() == Cause.DEAD || state.cause() == Cause.NO_AGENT
                ? state
                : Silence.of(Cause.ENDED, reason);
    }

    /** Returns why a request that ended brought no words. */
    Silence ofOutcome(Outcome outcome, boolean unusable) {
        if (outcome instanceof Outcome.Failed failed) {
            String status = failed.status() == 0 ? "" : " (HTTP " + failed.status() + ")";
            lastError = failed.code().code() + status + ": " + failed.message();
            boolean spent = failed.code() == FailureCode.QUOTA_EXHAUSTED;
            return Silence.of(spent ? Cause.BUDGET : Cause.NO_MODEL, lastError);
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            boolean down = rejected.reason() == RejectReason.PROVIDERS_UNAVAILABLE;
            String more = down && !lastError.isEmpty() ? ", after " + lastError : "";
            return Silence.of(down ? Cause.NO_MODEL : Cause.LIMITS, outcome.canonicalCode() + more);
        }
        if (outcome instanceof Outcome.Incomplete) {
            return Silence.of(Cause.UNUSABLE, outcome.canonicalCode());
        }
        String late = "its call could not begin in time";
        return switch (outcome.kind()) {
            case EXPIRED ->
                lastError.isEmpty()
                        ? Silence.of(Cause.TOO_SLOW, late)
                        : Silence.of(Cause.NO_MODEL, late + ", after " + lastError);
            case ANSWERED -> Silence.of(unusable ? Cause.UNUSABLE : Cause.SAID_NOTHING);
            case INCOMPLETE, REJECTED, FAILED, CANCELLED, SUPERSEDED ->
                Silence.of(Cause.NO_MODEL, outcome.canonicalCode());
        };
    }

    /** Returns one reason, or another if there is none. */
    static Silence orElse(@Nullable Silence why, Silence other) {
        return why == null ? other : why;
    }
}
