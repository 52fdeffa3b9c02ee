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
import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.internal.apply.AgentRecord;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.rule.SelectionRule;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects everything that an agent thinks, and changes nothing. Game thread only. */
public final class AgentInspector {
    private static final AgentRecord NOTHING = new AgentRecord();

    private final GameClock clock;
    private final DecisionContext decisionContext;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Goals> mGoals;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Memory> mMemory;

    /** Creates an inspector; Artemis fills in the mappers. */
    public AgentInspector(GameClock clock, DecisionContext decisionContext) {
        this.clock = clock;
        this.decisionContext = decisionContext;
    }

    /** Collects everything about an agent of that kind. */
    public AgentInspection inspect(int agent, Mind mind, KindSchedule kind) {
        Behavior behavior = mBehavior.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        Persona persona = mPersona.get(agent);
        Goals goals = mGoals.get(agent);
        Memory memory = mMemory.get(agent);
        AgentRecord kept = decisionContext.recorder().of(agent);
        AgentRecord history = kept == null ? NOTHING : kept;
        SelectionRule rule = kind.selector().select(agent, mind);
        return new AgentInspection(
                agent,
                clock.tick(),
                persona == null ? "" : persona.name,
                mNeeds.get(agent).alive(),
                behavior.asleep,
                kept != null,
                behavior.name,
                queue.pausedBy,
                new Choice(rule.layer(), rule.reason(), rule.urgency()),
                mind.layerOverride,
                pending(decisionContext.pendingOf(agent)),
                Arrays.stream(Layer.values())
                        .map(layer -> layer(mind, kind.cooldowns(), layer))
                        .toList(),
                steps(queue.steps),
                steps(queue.ahead),
                history.dropped(),
                goals == null
                        ? List.of()
                        : goals.goals.stream()
                                .map(goal -> new GoalState(
                                        goal.type, goal.description, goal.progress, goal.own))
                                .toList(),
                goals == null ? List.of() : List.copyOf(goals.priorities),
                List.copyOf(mind.troubles),
                memory == null
                        ? List.of()
                        : memory.episodes.stream()
                                .map(episode -> new MemoryState(
                                        episode.text,
                                        episode.kind,
                                        episode.score,
                                        episode.tick,
                                        episode.source))
                                .toList(),
                memory == null
                        ? List.of()
                        : memory.relations.stream()
                                .map(relation -> new RelationState(
                                        relation.name, relation.words, relation.liking))
                                .toList(),
                history.thought(),
                history.exchanges(),
                history.counts());
    }

    private static @Nullable PendingRequest pending(@Nullable PendingDecision request) {
        return request == null
                ? null
                : new PendingRequest(
                        request.layer(), request.reason(), request.urgency(), request.granted());
    }

    private LayerState layer(Mind mind, LayerCooldowns cooldowns, Layer layer) {
        return new LayerState(
                layer,
                cooldowns.get(layer).enabled(),
                clock.duration(cooldowns.ticksLeft(mind, layer)).toMillis(),
                cooldowns.get(layer).cooldown().toMillis());
    }

    private static List<StepState> steps(List<QueuedStep> queued) {
        return queued.stream()
                .map(step ->
                        new StepState(step.step.toString(), step.state, step.reason, step.starts))
                .toList();
    }
}
