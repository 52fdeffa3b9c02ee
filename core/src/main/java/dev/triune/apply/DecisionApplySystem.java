/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.apply;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.plan.PlanPart;
import dev.triune.plan.Step;
import org.jspecify.annotations.Nullable;

/**
 * Puts answers into behaviour queues, part by part, while the model still writes. An update is
 * applied only where its ticket and the agent's serial still match the {@link Mind}: entity ids and
 * pooled components are recycled and prove nothing. Game thread only.
 */
public class DecisionApplySystem extends BaseEntitySystem {
    /** The most updates that one tick applies; the rest waits for the next. */
    public static final int UPDATES_PER_TICK = 512;

    /** The most steps that one answer can queue. */
    public static final int STEPS_PER_ANSWER = 16;

    private final GameClock clock;
    private final Broker broker;
    private final Decisions decisions;
    private final DecisionListener listener;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Goals> mGoals;

    /** Applies what that broker answers, to every agent. */
    public DecisionApplySystem(GameClock clock, Broker broker, Decisions decisions) {
        this(clock, broker, decisions, new DecisionListener() {}, Aspect.all());
    }

    /**
     * The same for fewer agents, watched.
     *
     * @param extra what else an agent must have or must not have
     */
    public DecisionApplySystem(
            GameClock clock,
            Broker broker,
            Decisions decisions,
            DecisionListener listener,
            Aspect.Builder extra) {
        super(extra.copy().all(Mind.class, Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.broker = broker;
        this.decisions = decisions;
        this.listener = listener;
    }

    @Override
    protected void processSystem() {
        if (decisions.backlog() < UPDATES_PER_TICK) {
            broker.doWork();
        }
        apply(UPDATES_PER_TICK);
    }

    /**
     * Applies all that has been received so far, however much it is. For the end of a game, after
     * the broker was closed: the ledger then knows the end of every answer.
     */
    public void settle() {
        apply(Integer.MAX_VALUE);
    }

    private void apply(int limit) {
        for (int i = 0; i < limit; i++) {
            Update<PlanPart> update = decisions.next();
            if (update == null) {
                break;
            }
            UnderWay request = decisions.byTicket(update.ticket());
            if (request != null) {
                receive(request, update);
            }
        }
    }

    /** The agent is gone: what it still had to do is given up. */
    @Override
    protected void removed(int agent) {
        if (mQueue.has(agent)) {
            BehaviorQueue queue = mQueue.get(agent);
            queue.steps.removeIf(QueuedStep::finished);
            giveUp(agent, queue);
        }
    }

    private void receive(UnderWay request, Update<PlanPart> update) {
        Mind mind = mindOf(request);
        boolean current = mind != null && mind.ticket == request.ticket();
        if (update instanceof Update.Part<PlanPart> part && current) {
            apply(request, part.value());
        } else if (update instanceof Update.Ended<PlanPart> ended) {
            end(request, mind, current, ended.outcome());
        }
    }

    /** The agent that asked, or null if it is gone, whoever has its entity id now. */
    private @Nullable Mind mindOf(UnderWay request) {
        int agent = request.agent();
        boolean there = subscription.getActiveEntityIds().get(agent);
        Mind mind = there ? mMind.get(agent) : null;
        return mind != null && mind.serial == request.serial() ? mind : null;
    }

    private void end(UnderWay request, @Nullable Mind mind, boolean current, Outcome outcome) {
        decisions.end(request);
        if (outcome.kind() == Outcome.Kind.ANSWERED) {
            decisions.ledger().answered(endOf(request, mind != null, current));
        }
        if (mind != null && current) {
            mind.ticket = 0;
            listener.ended(request.agent(), request.layer(), new Ticket(request.ticket()), outcome);
        }
    }

    private static AnswerEnd endOf(UnderWay request, boolean there, boolean current) {
        if (!there) {
            return AnswerEnd.ORPHANED;
        }
        if (!current) {
            return AnswerEnd.SUPERSEDED;
        }
        return request.applied ? AnswerEnd.APPLIED : AnswerEnd.REJECTED;
    }

    private void apply(UnderWay request, PlanPart part) {
        int agent = request.agent();
        Layer layer = request.layer();
        if (part instanceof PlanPart.Ordered ordered) {
            queue(request, ordered.step());
        } else if (part instanceof PlanPart.Refused refused) {
            refuse(request, refused.type(), refused.reason());
        } else if (part instanceof PlanPart.Said said) {
            request.applied = true;
            listener.spoke(agent, layer, said.text());
        } else if (part instanceof PlanPart.Aimed aimed) {
            aim(request, aimed);
        } else if (part instanceof PlanPart.Thought thought) {
            request.applied = true;
            listener.thought(agent, layer, thought.text());
        } else if (part instanceof PlanPart.Unasked) {
            decisions.ledger().unasked();
        } else if (part instanceof PlanPart.Unreadable) {
            decisions.ledger().unreadable();
        }
    }

    private void queue(UnderWay request, Step step) {
        int agent = request.agent();
        BehaviorQueue queue = mQueue.get(agent);
        if (request.steps == 0) {
            makeRoom(request, queue);
        }
        if (request.steps == STEPS_PER_ANSWER || queue.steps.size() >= BehaviorQueue.LIMIT) {
            refuse(request, step.type(), "the plan is too long");
            return;
        }
        QueuedStep queued = new QueuedStep(step);
        queue.steps.add(place(request, queue), queued);
        request.last = queued;
        decisions.ledger().stepQueued();
        request.applied = true;
        listener.stepQueued(
                agent, request.layer(), new Ticket(request.ticket()), step, request.steps);
        request.steps++;
    }

    private void refuse(UnderWay request, String type, String reason) {
        decisions.ledger().stepRefused(type, reason);
        listener.stepRefused(request.agent(), request.layer(), type, reason);
    }

    /** A plan of the executor replaces the one before; the talker's steps come in between. */
    private void makeRoom(UnderWay request, BehaviorQueue queue) {
        queue.steps.removeIf(QueuedStep::finished);
        if (request.layer() != Layer.EXECUTOR) {
            return;
        }
        giveUp(request.agent(), queue);
    }

    private void giveUp(int agent, BehaviorQueue queue) {
        decisions.ledger().stepsDropped(queue.steps.size());
        queue.steps.clear();
        Behavior behavior = mBehavior.get(agent);
        if (behavior != null && behavior.origin == Behavior.Origin.STEP) {
            behavior.end(false, clock.tick());
        }
    }

    /** The executor's steps go to the end, the talker's before all that is still to be done. */
    private static int place(UnderWay request, BehaviorQueue queue) {
        if (request.layer() == Layer.EXECUTOR) {
            return queue.steps.size();
        }
        int behindLast = request.last == null ? 0 : queue.steps.indexOf(request.last) + 1;
        return Math.max(behindLast, queue.firstPending());
    }

    private void aim(UnderWay request, PlanPart.Aimed goal) {
        if (mGoals.has(request.agent())) {
            mGoals.get(request.agent()).add(goal.type(), goal.description());
        }
        request.applied = true;
        listener.aimed(request.agent(), goal.description());
    }
}
