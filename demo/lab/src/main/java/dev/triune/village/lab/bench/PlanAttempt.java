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
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.sim.SimulationObserver;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A villager's only request in a situation, and the result of its plan: it is asked in one village,
 * and carries out its plan in a copy of it, which lives. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class PlanAttempt implements SimulationObserver {
    private static final float AT_PLACE = 4;

    private final int number;
    private final PlanSituation situation;
    private final Step order;
    private final List<Step> plan = new ArrayList<>();
    private final List<String> misses = new ArrayList<>();
    private List<QueuedStep> queued = List.of();
    private int agent;
    private int early;
    private boolean feast;
    private boolean fulfilled;
    private boolean asked;
    private boolean answered;
    private boolean valid;
    private String failure = "";

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Conversation> mTalk;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Position> mPosition;

    /**
     * Creates the attempt.
     *
     * @param number the situation's number, 1 or more
     * @param order what the player asks for, for {@link PlanSituation#PLAYER}
     */
    PlanAttempt(int number, PlanSituation situation, Step order) {
        this.number = number;
        this.situation = situation;
        this.order = order;
    }

    /**
     * Brings a villager into the situation, without the plan it had.
     *
     * @return whether it is free to think
     */
    boolean begin(VillageSimulation village, int villager) {
        agent = villager;
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
        feast = Calendar.day(village.ticks()) == VillageFacts.FEAST_DAY
                && mMemory.get(agent).episodes.stream()
                        .anyMatch(known -> known.kind.equals(VillageFacts.FEAST));
        fulfilled = situation == PlanSituation.PLAYER && isThere(order.text("place"));
        if (situation == PlanSituation.PLAYER) {
            village.inputs().say(agent, words(order));
        } else {
            village.inputs().override(agent, Layer.EXECUTOR);
        }
        return true;
    }

    /** Whether the villager is at a place already. */
    private boolean isThere(String place) {
        Position at = mPosition.get(agent);
        return Arrays.stream(Place.values())
                .filter(each -> each.label().equals(place))
                .anyMatch(each -> at.distance(each.x(), each.y()) <= AT_PLACE);
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
        misses.add(
                "refused " + step.type() + ": " + step.reason() + ", written as " + step.written());
    }

    /** Notes a step that is done before the answer has ended, in the village that was asked. */
    @Override
    public void stepDone(int who, Step step) {
        early += who == agent && plan.contains(step) ? 1 : 0;
    }

    @Override
    public void stepFailed(int who, Step step, String reason) {
        if (who == agent && plan.contains(step)) {
            misses.add(step + " FAILED (" + reason + ")");
        }
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus status) {
        valid = status == AnswerStatus.APPLIED;
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        mMind.get(agent).usesModel = false;
        answered = true;
        if (outcome.kind() != Outcome.Kind.ANSWERED) {
            failure = outcome.toString();
        }
    }

    /** Returns whether the villager has sent its request. */
    boolean isAsked() {
        return asked;
    }

    /** Returns whether its request has ended. */
    boolean isAnswered() {
        return answered;
    }

    /** Returns whether the answer brought a plan to carry out. */
    boolean hasPlan() {
        return !plan.isEmpty();
    }

    /**
     * Lets the villager carry out its plan in a copy of the village, in which everybody has a mind
     * of rules; it makes no other plan before.
     */
    void live(VillageSimulation village) {
        village.inject(this);
        for (int villager : village.villagers()) {
            mMind.get(villager).usesModel = true;
        }
        mMind.get(agent).nextPlanAt = Long.MAX_VALUE;
        queued = mQueue.get(agent).steps.stream()
                .filter(step -> !step.finished())
                .toList();
    }

    /** Returns whether each step of the plan is finished, or is no longer in the queue. */
    boolean isOver() {
        List<QueuedStep> left = queued.stream().filter(step -> !step.finished()).toList();
        return left.isEmpty() || !mQueue.get(agent).steps.containsAll(left);
    }

    /** Returns the kind of situation. */
    PlanSituation situation() {
        return situation;
    }

    /** Returns whether the answer followed its schema, so that nothing was changed or left out. */
    boolean isValid() {
        return valid;
    }

    /**
     * Returns whether each step of the plan was accepted and completed; a valid answer without steps
     * says to go on as before, which is carried out.
     */
    boolean isCarriedOut() {
        return done() == steps() && (valid || steps() > 0);
    }

    /** Returns whether the plan answers the situation. */
    boolean isSensible() {
        return fulfilled || situation.isSensible(plan, order, feast);
    }

    /** Returns the number of steps that the answer ordered, those included that were refused. */
    int steps() {
        return early + queued.size() + misses.size();
    }

    /** Returns the number of steps that were completed. */
    int done() {
        return early
                + (int) queued.stream().filter(step -> step.state == State.DONE).count();
    }

    /** Describes what fell short; empty if nothing did. */
    Optional<String> miss() {
        List<String> wrong = new ArrayList<>();
        if (!failure.isEmpty()) {
            wrong.add("no whole answer: " + failure);
        } else if (!valid) {
            wrong.add("not valid");
        }
        if (steps() == 0 && !valid) {
            wrong.add("no plan");
        }
        wrong.addAll(misses);
        queued.stream()
                .filter(step -> step.state != State.DONE)
                .forEach(step -> wrong.add(step.toString()));
        if (!isSensible()) {
            wrong.add("not sensible");
        }
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of(number + " " + situation.name().toLowerCase(Locale.ROOT) + ": "
                        + plan.stream().map(Step::toString).collect(Collectors.joining(", "))
                        + " | " + String.join("; ", wrong));
    }
}
