/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.AgentInspection;
import dev.triune.AgentInspection.AimState;
import dev.triune.AgentInspection.Choice;
import dev.triune.AgentInspection.ConversationState;
import dev.triune.AgentInspection.DecisionState;
import dev.triune.AgentInspection.EpisodeState;
import dev.triune.AgentInspection.GoalState;
import dev.triune.AgentInspection.History;
import dev.triune.AgentInspection.LayerState;
import dev.triune.AgentInspection.LifeState;
import dev.triune.AgentInspection.MemoryState;
import dev.triune.AgentInspection.PersonaState;
import dev.triune.AgentInspection.QueueState;
import dev.triune.AgentInspection.RelationState;
import dev.triune.AgentInspection.RequestState;
import dev.triune.AgentInspection.StepState;
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
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Readiness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the state of an agent's mind without changing it. Game thread only.
 *
 * <p>Its answer to "why does this agent not think" comes from the methods that the scheduler uses, so
 * that the two cannot disagree; only their side effects, such as the count of blocked rules, are left
 * out. It allocates, and is meant for one agent that somebody looks at.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class AgentInspector {
    private final AgentRecord noRecord = new AgentRecord();
    private final Persona noPersona = new Persona();
    private final Goals noGoals = new Goals();
    private final Memory noMemory = new Memory();
    private final BehaviorQueue noQueue = new BehaviorQueue();
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
        return new AgentInspection(
                agent,
                clock.tick(),
                persona(mPersona.getSafe(agent, noPersona)),
                life(agent),
                new DecisionState(
                        choice(agent, mind, kind),
                        mind.layerOverride,
                        pending(context.pendingOf(agent)),
                        map(List.of(Layer.values()), layer -> layer(mind, kind.cooldowns, layer))),
                plan(agent),
                aims(mGoals.getSafe(agent, noGoals), mind),
                memory(mMemory.getSafe(agent, noMemory)),
                talk(agent),
                history(agent));
    }

    /** Returns what an agent is doing, or why it does nothing, in a line. */
    public String describe(int agent, Mind mind, KindSchedule kind) {
        Behavior behavior = mBehavior.get(agent);
        Choice choice = choice(agent, mind, kind);
        String idle = behavior.idle() ? "" : "it does " + behavior.name + "; ";
        RequestState pending = pending(context.pendingOf(agent));
        String layer = choice.layer().name().toLowerCase(Locale.ROOT);
        String wait = String.format(Locale.ROOT, "%.1f s", choice.waitMs() / 1000.0);
        return idle
                + switch (choice.readiness()) {
                    case READY ->
                        "its " + layer + " may ask (" + choice.reason() + "), and waits for its"
                                + " turn: all agents share one request in each MindPlugin.requestInterval";
                    case FULL ->
                        "other requests to its model wait already, or as many are pending as may be"
                                + " (MindPlugin.pendingLimit; more permits answer them sooner)";
                    case COOLING ->
                        "its " + layer + " cools down for " + wait + " after the last call";
                    case OFF -> "its " + layer + " is off (LayerConfig.withEnabled)";
                    case HANDLED ->
                        choice.purpose().reviewsPlan()
                                ? "its plan goes on, and is reviewed in " + wait
                                        + " at the earliest"
                                : "its plan, or a reflex, deals with \"" + choice.reason() + "\"";
                    case NOTHING -> "there is nothing to decide";
                    case BY_RULES ->
                        "\"" + choice.reason() + "\" is for reflexes, as its " + layer
                                + " has no prompt";
                    case NO_MODEL ->
                        "it may call no model (Mind.usesModel is false, or its tier is"
                                + " AUTONOMIC, and no player is near)";
                    case TOO_DEAR ->
                        "the budget has nothing free for its " + layer
                                + " now (LLMSchedulerSystem.spending; MindPlugin.budget)";
                    case CALLING ->
                        pending != null && pending.inFlight()
                                ? "its request is being answered"
                                : "its request waits at the broker for a provider";
                    case DEAD -> "it is dead (Needs.health is 0)";
                    case ASLEEP -> "it sleeps";
                    case HELD -> "the game holds it (until LLMSchedulerSystem.release)";
                    case DEFERRED -> "its requests are deferred for " + wait;
                };
    }

    private static PersonaState persona(Persona persona) {
        return new PersonaState(
                persona.name,
                Objects.requireNonNullElse(persona.description, ""),
                List.copyOf(persona.skills));
    }

    private LifeState life(int agent) {
        Needs needs = mNeeds.get(agent);
        Behavior behavior = mBehavior.get(agent);
        return new LifeState(
                SnapshotTaker.vitals(needs), needs.alive(), behavior.asleep, behavior.name);
    }

    private QueueState plan(int agent) {
        BehaviorQueue queue = mQueue.getSafe(agent, noQueue); // a rule may have removed it
        String source = plans.stream()
                .map(each -> each.describePlan(agent))
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
        return new QueueState(
                steps(queue.wholePlan()), steps(queue.ahead()), queue.pausedBy, source);
    }

    private static AimState aims(Goals goals, Mind mind) {
        return new AimState(
                map(
                        goals.goals,
                        goal -> new GoalState(
                                goal.type, goal.description, goal.progress, goal.own)),
                List.copyOf(goals.priorities),
                mind.troubles());
    }

    private static MemoryState memory(Memory memory) {
        return new MemoryState(
                map(
                        memory.episodes,
                        each -> new EpisodeState(
                                each.text, each.kind, each.score, each.tick, each.source)),
                map(
                        memory.relations,
                        each -> new RelationState(each.name, each.words, each.liking)));
    }

    private History history(int agent) {
        AgentRecord agentRecord = context.recorder().of(agent);
        AgentRecord kept = agentRecord == null ? noRecord : agentRecord;
        return new History(
                agentRecord != null,
                kept.dropped(),
                kept.thought(),
                kept.exchanges(),
                kept.counts());
    }

    /** Returns what an agent would think about, and why it does or does not. */
    public Choice choice(int agent, Mind mind, KindSchedule kind) {
        SelectionRule rule = kind.choose(agent, mind);
        Candidate turn = new Candidate().set(agent, mind, rule);
        Readiness readiness = kind.explain(turn);
        long end = kind.endOf(readiness, turn);
        long ticksLeft = end == DirtyAgents.NEVER ? 0 : Math.max(0, end - clock.tick());
        return new Choice(
                rule.layer(),
                rule.reason(),
                rule.urgency(),
                rule.purpose(),
                readiness,
                clock.duration(ticksLeft).toMillis());
    }

    private ConversationState talk(int agent) {
        Conversation talk = mConversation.get(agent);
        long settled =
                turns.stream().mapToLong(source -> source.settledTalks(agent)).sum();
        if (talk == null || !talk.active) {
            return new ConversationState(List.of(), "", talk == null ? 0 : talk.turns, settled);
        }
        String turn = talk.hasFloor ? nameOf(agent) : "";
        List<String> partners = new ArrayList<>();
        for (int i = 0; i < talk.partners.size(); i++) {
            int partner = talk.partners.get(i);
            partners.add(nameOf(partner));
            Conversation other = mConversation.get(partner);
            turn = other != null && other.hasFloor ? nameOf(partner) : turn;
        }
        return new ConversationState(List.copyOf(partners), turn, talk.turns, settled);
    }

    private String nameOf(int agent) {
        return Persona.nameOf(mPersona.get(agent));
    }

    private static @Nullable RequestState pending(@Nullable PendingDecision request) {
        return request == null
                ? null
                : new RequestState(
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
