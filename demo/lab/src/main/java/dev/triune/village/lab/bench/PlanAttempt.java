/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import com.artemis.ComponentMapper;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.village.people.Villager;
import dev.triune.village.sim.SimulationObserver;
import dev.triune.village.sim.VillageSimulation;
import java.util.ArrayList;
import java.util.List;

/** A villager's only request in a situation, and the result of its plan. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class PlanAttempt implements SimulationObserver {
    private final PlanSituation situation;
    private final Step order;
    private final List<Step> plan = new ArrayList<>();
    private List<QueuedStep> queued = List.of();
    private boolean asked;
    private boolean answered;
    private boolean valid;
    private boolean refused;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Conversation> mTalk;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Villager> mVillager;

    /**
     * Creates the attempt.
     *
     * @param order what the player asks for, for {@link PlanSituation#PLAYER}
     */
    PlanAttempt(PlanSituation situation, Step order) {
        this.situation = situation;
        this.order = order;
    }

    /**
     * Brings a villager into the situation, without the plan it had.
     *
     * @return whether it is free to think
     */
    boolean begin(VillageSimulation village, int agent) {
        village.inject(this);
        Behavior now = mBehavior.get(agent);
        if (now.priority > Behavior.STEP_PRIORITY || now.asleep || mTalk.get(agent).active) {
            return false;
        }
        mQueue.get(agent).steps.clear();
        mQueue.get(agent).nextPlan().clear();
        mMind.get(agent).forget();
        mMind.get(agent).usesModel = true;
        situation.prepare(village.village(), mVillager.get(agent).carries);
        if (situation == PlanSituation.PLAYER) {
            village.inputs().say(agent, words(order));
        } else {
            village.inputs().override(agent, Layer.EXECUTOR);
        }
        return true;
    }

    private static String words(Step order) {
        return order.type().equals("gather")
                ? "Please gather 5 " + order.text("target") + "."
                : "Please go to the " + order.text("place") + ".";
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        asked = true;
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        plan.add(step);
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        refused = true;
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus status) {
        valid = status == AnswerStatus.APPLIED;
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        mMind.get(agent).usesModel = false;
        queued = plan.isEmpty() ? List.of() : List.copyOf(mQueue.get(agent).steps);
        answered = true;
    }

    /** Returns whether the villager has sent its request. */
    boolean isAsked() {
        return asked;
    }

    /** Returns whether it is settled if the plan is carried out. */
    boolean isOver() {
        return answered
                && (refused
                        || queued.stream().allMatch(QueuedStep::finished)
                        || queued.stream().anyMatch(step -> step.state == State.FAILED));
    }

    /** Returns the kind of situation. */
    PlanSituation situation() {
        return situation;
    }

    /** Returns whether the answer followed its schema, so that nothing was changed or left out. */
    boolean isValid() {
        return valid;
    }

    /** Returns whether there was a plan, and each of its steps was accepted and completed. */
    boolean isCarriedOut() {
        return !refused
                && !queued.isEmpty()
                && queued.stream().allMatch(step -> step.state == State.DONE);
    }

    /** Returns whether the plan answers the situation. */
    boolean isSensible() {
        return situation.isSensible(plan, order);
    }
}
