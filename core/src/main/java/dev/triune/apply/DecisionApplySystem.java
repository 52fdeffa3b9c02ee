/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.apply;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import dev.triune.behavior.PlanRepair;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.plan.PlanPart;
import dev.triune.plan.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
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
    public static final int STEPS_PER_ANSWER = QueueWriter.STEPS_PER_ANSWER;

    private static final Logger LOG = Logger.getLogger(DecisionApplySystem.class.getName());

    private final Set<FailureCode> failures = EnumSet.noneOf(FailureCode.class);
    private final GameClock clock;
    private final Broker broker;
    private final Decisions decisions;
    private final PlanRepair repair;
    private final QueueWriter queues;
    private final Ledger ledger;
    private final DecisionListener listener;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Goals> mGoals;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Senses> mSenses;

    /** Applies what that broker answers, to every agent. */
    public DecisionApplySystem(
            GameClock clock, Broker broker, Decisions decisions, PlanRepair repair) {
        this(clock, broker, decisions, repair, Aspect.all());
    }

    /**
     * The same for fewer agents.
     *
     * @param extra what else an agent must have or must not have
     */
    public DecisionApplySystem(
            GameClock clock,
            Broker broker,
            Decisions decisions,
            PlanRepair repair,
            Aspect.Builder extra) {
        super(extra.copy().all(Mind.class, Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.broker = broker;
        this.decisions = decisions;
        this.repair = repair;
        this.queues = new QueueWriter(clock, decisions, repair);
        this.ledger = decisions.ledger();
        this.listener = decisions.listener();
    }

    @Override
    protected void initialize() {
        world.inject(queues);
        repair.join(world);
    }

    @Override
    protected void processSystem() {
        if (decisions.mayReceive()) {
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

    /**
     * Puts steps of the game's own behind what an agent still has to do; the ledger counts them.
     *
     * @return how many of them there was room for
     */
    public int order(int agent, List<Step> steps) {
        int queued = queues.append(mQueue.get(agent), steps);
        decisions.attention().mark(agent);
        return queued;
    }

    /** Has an agent give up all that it still has to do. */
    public void giveUpPlan(int agent) {
        queues.giveUp(agent, mQueue.get(agent));
        decisions.attention().mark(agent);
    }

    /** The agent is gone: what it still had to do is given up. */
    @Override
    protected void removed(int agent) {
        if (mQueue.has(agent)) {
            queues.giveUp(agent, mQueue.get(agent));
        }
    }

    private void receive(UnderWay request, Update<PlanPart> update) {
        Mind mind = mindOf(request);
        boolean current = mind != null && mind.ticket == request.ticket();
        if (update instanceof Update.Part<PlanPart> part && mind != null && current) {
            request.late |= clock.tick() > request.usefulUntil;
            if (!request.late) {
                apply(request, mind, part.value());
            }
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

    // ---- the end of an answer

    private void end(UnderWay request, @Nullable Mind mind, boolean current, Outcome outcome) {
        decisions.end(request);
        boolean answered = outcome.kind() == Outcome.Kind.ANSWERED;
        AnswerEnd end = endOf(request, mind != null, current);
        if (answered) {
            ledger.answered(end);
            if (request.ahead() && request.steps == 0) {
                ledger.noteAheadWasted();
            }
        }
        if (mind == null) {
            return;
        }
        Ticket ticket = new Ticket(request.ticket());
        if (current) {
            mind.ticket = 0;
        }
        if (!answered || end == AnswerEnd.EXPIRED) {
            hearAgain(request);
        }
        if (!answered) {
            takeBack(request, mind, current, outcome);
        } else if (current) {
            judge(request, mind, end);
        }
        if (answered) {
            listener.answered(request.agent(), request.layer(), ticket, end);
        }
        listener.ended(request.agent(), request.layer(), ticket, outcome);
    }

    private static AnswerEnd endOf(UnderWay request, boolean there, boolean current) {
        if (!there) {
            return AnswerEnd.ORPHANED;
        }
        if (!current) {
            return AnswerEnd.SUPERSEDED;
        }
        if (!request.applied) {
            return request.late ? AnswerEnd.EXPIRED : AnswerEnd.REJECTED;
        }
        return request.mended ? AnswerEnd.REPAIRED : AnswerEnd.APPLIED;
    }

    /** What an answer that was of no use leads to: a second try, and after that the routine. */
    private void judge(UnderWay request, Mind mind, AnswerEnd end) {
        mind.troubles.removeAll(request.told);
        if (end == AnswerEnd.APPLIED || end == AnswerEnd.REPAIRED) {
            mind.lastDecision = clock.tick();
        } else if (end == AnswerEnd.REJECTED && !request.error.isEmpty()) {
            mind.trouble("your last answer was of no use: " + request.error);
            if (request.secondTry()) {
                queues.fallBack(request, mind);
            } else {
                askAgain(request, mind);
                ledger.secondTry();
            }
        }
    }

    private static void askAgain(UnderWay request, Mind mind) {
        mind.secondTry = request.layer();
        mind.secondTryAhead = request.ahead();
    }

    /** A second try that was never made is still due; one that failed leaves it to the routine. */
    private void takeBack(UnderWay request, Mind mind, boolean current, Outcome outcome) {
        warn(outcome);
        if (!request.secondTry()) {
            return;
        }
        boolean notMade = outcome.kind() == Outcome.Kind.SUPERSEDED
                || outcome.kind() == Outcome.Kind.CANCELLED;
        if (notMade && mind.secondTry == null) {
            askAgain(request, mind);
        } else if (!notMade && current) {
            queues.fallBack(request, mind);
        }
    }

    /** Where nobody watches, a call that fails is told once for each kind of failure. */
    private void warn(Outcome outcome) {
        boolean told = decisions.isWatched()
                || !(outcome instanceof Outcome.Failed failed)
                || !failures.add(failed.code());
        if (!told) {
            LOG.log(
                    Level.WARNING,
                    "a model could not be asked: {0} (said once for each kind of failure;"
                            + " DecisionListener.ended tells of each)",
                    ((Outcome.Failed) outcome).message());
        }
    }

    /** What was said and never answered is news again. */
    private void hearAgain(UnderWay request) {
        Senses senses = mSenses.get(request.agent());
        if (senses != null) {
            senses.unattended += request.takeAttended();
        }
    }

    // ---- the parts of an answer

    private void apply(UnderWay request, Mind mind, PlanPart part) {
        int agent = request.agent();
        Layer layer = request.layer();
        if (part instanceof PlanPart.Ordered ordered) {
            queues.order(request, mind, ordered);
        } else if (part instanceof PlanPart.Refused refused) {
            queues.refuse(request, mind, refused.type(), refused.reason());
        } else if (part instanceof PlanPart.Said said) {
            request.applied = true;
            listener.spoke(agent, layer, said.text());
        } else if (part instanceof PlanPart.Aimed aimed) {
            aim(request, aimed.type(), aimed.description());
        } else if (part instanceof PlanPart.Thought thought) {
            request.applied = true;
            listener.thought(agent, layer, thought.text());
        } else if (part instanceof PlanPart.Unasked unasked) {
            ledger.unasked();
            listener.unasked(agent, layer, unasked.key());
        } else if (part instanceof PlanPart.Unreadable unreadable) {
            request.mended = true;
            request.error = unreadable.reason();
            ledger.unreadable();
        }
    }

    private void aim(UnderWay request, String type, String description) {
        if (mGoals.has(request.agent())) {
            mGoals.get(request.agent()).add(type, description);
        }
        request.applied = true;
        listener.aimed(request.agent(), description);
    }
}
