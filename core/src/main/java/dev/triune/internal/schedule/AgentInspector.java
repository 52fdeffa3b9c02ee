/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.AgentInspection;
import dev.triune.AgentInspection.Choice;
import dev.triune.AgentInspection.GoalState;
import dev.triune.AgentInspection.LayerState;
import dev.triune.AgentInspection.MemoryState;
import dev.triune.AgentInspection.PendingRequest;
import dev.triune.AgentInspection.RelationState;
import dev.triune.AgentInspection.StepState;
import dev.triune.AgentInspection.TalkState;
import dev.triune.GameClock;
import dev.triune.PlanSource;
import dev.triune.TurnSource;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.internal.apply.AgentRecord;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.DirtyAgents;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.rule.Readiness;
import dev.triune.rule.SelectionRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects the state of an agent's mind without changing it. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class AgentInspector {
    private final AgentRecord noRecord = new AgentRecord();
    private final Persona noPersona = new Persona();
    private final Goals noGoals = new Goals();
    private final Memory noMemory = new Memory();
    private final GameClock clock;
    private final DecisionContext context;
    private final List<PlanSource> plans;
    private final List<TurnSource> turns;

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Conversation> mConversation;

    public AgentInspector(
            GameClock clock,
            DecisionContext context,
            List<PlanSource> plans,
            List<TurnSource> turns) {
        this.clock = clock;
        this.plans = plans;
        this.turns = turns;
        this.context = context;
    }

    public AgentInspection inspect(int agent, Mind mind, KindSchedule kind) {
        Behavior behavior = mBehavior.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        Persona persona = mPersona.getSafe(agent, noPersona);
        Goals goals = mGoals.getSafe(agent, noGoals);
        Memory memory = mMemory.getSafe(agent, noMemory);
        AgentRecord agentRecord = context.recorder().of(agent);
        AgentRecord history = agentRecord == null ? noRecord : agentRecord;
        return new AgentInspection(
                agent,
                clock.tick(),
                persona.name,
                Objects.requireNonNullElse(persona.description, ""),
                List.copyOf(persona.skills),
                SnapshotTaker.vitals(mNeeds.get(agent)),
                talk(agent),
                mNeeds.get(agent).alive(),
                behavior.asleep,
                agentRecord != null,
                behavior.name,
                queue.pausedBy,
                choice(agent, mind, kind),
                mind.layerOverride,
                pending(context.pendingOf(agent)),
                map(List.of(Layer.values()), layer -> layer(mind, kind.cooldowns, layer)),
                steps(queue.wholePlan()),
                steps(queue.ahead()),
                history.dropped(),
                map(
                        goals.goals,
                        goal -> new GoalState(
                                goal.type, goal.description, goal.progress, goal.own)),
                List.copyOf(goals.priorities),
                mind.troubles(),
                map(
                        memory.episodes,
                        each -> new MemoryState(
                                each.text, each.kind, each.score, each.tick, each.source)),
                map(
                        memory.relations,
                        each -> new RelationState(each.name, each.words, each.liking)),
                history.thought(),
                history.exchanges(),
                history.counts(),
                plans.stream()
                        .map(source -> source.describePlan(agent))
                        .filter(words -> !words.isEmpty())
                        .findFirst()
                        .orElse(""),
                turns.stream().mapToLong(source -> source.settledTalks(agent)).sum());
    }

    private Choice choice(int agent, Mind mind, KindSchedule kind) {
        SelectionRule rule = kind.choose(agent, mind);
        Readiness readiness = kind.explain(agent, mind, rule);
        long end = kind.endOf(readiness, mind, rule);
        long ticksLeft = end == DirtyAgents.NEVER ? 0 : Math.max(0, end - clock.tick());
        return new Choice(
                rule.layer(),
                rule.reason(),
                rule.urgency(),
                rule.purpose(),
                readiness,
                clock.duration(ticksLeft).toMillis());
    }

    private TalkState talk(int agent) {
        Conversation talk = mConversation.get(agent);
        if (talk == null || !talk.active) {
            return new TalkState(List.of(), "", talk == null ? 0 : talk.turns);
        }
        String turn = talk.hasFloor ? nameOf(agent) : "";
        List<String> partners = new ArrayList<>();
        for (int i = 0; i < talk.partners.size(); i++) {
            int partner = talk.partners.get(i);
            partners.add(nameOf(partner));
            Conversation other = mConversation.get(partner);
            turn = other != null && other.hasFloor ? nameOf(partner) : turn;
        }
        return new TalkState(List.copyOf(partners), turn, talk.turns);
    }

    private String nameOf(int agent) {
        return Persona.nameOf(mPersona.get(agent));
    }

    private static @Nullable PendingRequest pending(@Nullable PendingDecision request) {
        return request == null
                ? null
                : new PendingRequest(
                        request.layer(), request.reason(), request.urgency, request.granted());
    }

    private LayerState layer(Mind mind, LayerCooldowns cooldowns, Layer layer) {
        return new LayerState(
                layer,
                cooldowns.get(layer).enabled(),
                clock.duration(cooldowns.ticksLeft(mind, layer)).toMillis(),
                cooldowns.get(layer).cooldown().toMillis());
    }

    private static List<StepState> steps(List<QueuedStep> queued) {
        return map(
                queued,
                each -> new StepState(each.step.toString(), each.state, each.reason, each.starts));
    }

    private static <A, B> List<B> map(List<A> all, Function<A, B> mapper) {
        return all.stream().map(mapper).toList();
    }
}
