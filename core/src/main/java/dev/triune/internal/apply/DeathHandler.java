/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;

/** Ends the request and the plan of an agent that dies. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class DeathHandler {
    /** Why the answer to an agent that is dead, or no longer in a world, has no effect. */
    public static final String GONE = "the agent is gone";

    private final GameClock clock;
    private final Broker broker;
    private final DecisionContext context;
    private final QueueWriter queues;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Needs> mNeeds;

    public DeathHandler(
            GameClock clock, Broker broker, DecisionContext context, QueueWriter queues) {
        this.clock = clock;
        this.broker = broker;
        this.context = context;
        this.queues = queues;
    }

    /** Whether an agent is dead; one without needs is not. */
    public boolean isDead(int agent) {
        Needs needs = mNeeds.get(agent);
        return needs != null && !needs.alive();
    }

    /** Cancels the requests of a dead agent, drops its plan and clears what it heard. */
    public void handle(int agent) {
        Mind mind = mMind.get(agent);
        for (PendingDecision request : context.requestsOf(agent)) {
            if (mind != null && request.serial == mind.serial) {
                orphan(request);
            }
        }
        BehaviorQueue queue = mQueue.get(agent);
        if (queue != null && (queue.next() != null || queue.hasNextPlan())) {
            queue.forgetFinished();
            int unfinished = queue.steps.size() + queue.ahead().size();
            queues.cancel(agent, queue);
            context.listener().planDropped(agent, unfinished, "the agent is dead");
        }
        Senses senses = mSenses.get(agent);
        if (senses != null && !senses.heard().isEmpty()) {
            senses.forgetHeard(line -> true);
            senses.markAttended(clock.tick());
        }
    }

    /** Cancels a request whose answer can have no effect any more. */
    public void orphan(PendingDecision request) {
        if (request.answer.overruled() != AnswerStatus.ORPHANED) {
            request.answer.overrule(AnswerStatus.ORPHANED, GONE);
            request.prompt.takeAttended();
            broker.cancel(request.ticket);
        }
    }
}
