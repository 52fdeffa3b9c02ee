/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.LayerConfig;
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
import dev.triune.rule.SelectionRule;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.village.people.Body;
import dev.triune.village.people.Villager;
import dev.triune.village.sim.PromptCapture;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.talk.Talking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects everything about one villager. Changes nothing. Artemis fills in the mappers. Game
 * thread only.
 */
final class VillagerInspector {
    private final VillageSimulation simulation;
    private final ActivityLog lives;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Goals> mGoals;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Talking> mTalking;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Body> mBody;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Memory> mMemory;

    VillagerInspector(VillageSimulation simulation, ActivityLog activityLog) {
        this.simulation = simulation;
        this.lives = activityLog;
    }

    /** Returns the details of the villager with that number and entity id. */
    VillagerDetail detail(int number, int agent, double costPerToken) {
        VillagerActivity villagerActivity = lives.activityOf(number);
        Persona persona = mPersona.get(agent);
        Villager villager = mVillager.get(agent);
        Mind mind = mMind.get(agent);
        Behavior behavior = mBehavior.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        Goals goals = mGoals.get(agent);
        Layer override = mind.layerOverride;
        return new VillagerDetail(
                number,
                persona.name,
                villager.trade.label(),
                persona.description,
                List.copyOf(persona.skills),
                List.of(villager.trait.label(), villager.otherTrait.label()),
                villager.extraversion,
                villager.carries.toString(),
                needs(mNeeds.get(agent), mBody.get(agent)),
                mNeeds.get(agent).alive(),
                behavior.asleep,
                mind.ticket != 0,
                behavior.name.replace('_', ' '),
                queue.pausedBy.replace('_', ' '),
                rule(agent),
                villagerActivity.request,
                override == null ? "" : override.label(),
                layers(agent),
                villagerActivity.thought,
                steps(queue.steps),
                steps(queue.ahead),
                goals == null ? List.of() : goals(goals),
                goals == null ? List.of() : List.copyOf(goals.priorities),
                List.copyOf(mind.troubles),
                partners(mConversation.get(agent)),
                turn(agent),
                mConversation.get(agent).turns,
                villagerActivity.spokenLines(),
                memories(agent),
                relations(agent),
                villagerActivity.answers(),
                villagerActivity.steps(),
                villagerActivity.asked(),
                new VillagerDetail.VillagerTokens(
                        villagerActivity.input, villagerActivity.output, villagerActivity.tokens),
                exchange(mind),
                costPerToken);
    }

    private VillagerDetail.SelectedRule rule(int agent) {
        SelectionRule rule = simulation.scheduler().select(agent);
        return new VillagerDetail.SelectedRule(rule.layer().label(), rule.reason(), rule.urgency());
    }

    private List<VillagerDetail.LayerReadiness> layers(int agent) {
        LLMSchedulerSystem scheduler = simulation.scheduler();
        List<VillagerDetail.LayerReadiness> all = new ArrayList<>();
        for (Layer layer : Layer.values()) {
            LayerConfig config = scheduler.layerConfig(layer);
            all.add(new VillagerDetail.LayerReadiness(
                    layer.label(),
                    scheduler.timeUntilReady(agent, layer).toMillis(),
                    config.cooldown().toMillis(),
                    config.enabled()));
        }
        return all;
    }

    private static Map<String, Float> needs(Needs needs, Body body) {
        Map<String, Float> all = new LinkedHashMap<>();
        all.put("hunger", needs.hunger);
        all.put("thirst", body.water);
        all.put("energy", needs.energy);
        all.put("warmth", needs.temperature);
        all.put("health", needs.health);
        all.put("rest", 1 - needs.sleepDrive);
        all.put("company", body.company);
        return all;
    }

    private static List<VillagerDetail.StepRow> steps(List<QueuedStep> queued) {
        List<VillagerDetail.StepRow> rows = new ArrayList<>();
        for (QueuedStep step : queued) {
            rows.add(new VillagerDetail.StepRow(
                    step.step,
                    step.state.name().toLowerCase(Locale.ROOT),
                    step.reason,
                    step.starts));
        }
        return rows;
    }

    private static List<VillagerDetail.GoalRow> goals(Goals goals) {
        return goals.goals.stream()
                .map(goal -> new VillagerDetail.GoalRow(goal.type, goal.description, goal.progress))
                .toList();
    }

    private List<String> partners(Conversation talk) {
        List<String> names = new ArrayList<>();
        IntBag partners = talk.partners;
        for (int i = 0; talk.active && i < partners.size(); i++) {
            names.add(mPersona.get(partners.get(i)).name);
        }
        return names;
    }

    /** Returns who has the turn in the villager's conversation. */
    private String turn(int agent) {
        Conversation talk = mConversation.get(agent);
        if (!talk.active) {
            return "";
        }
        if (mTalking.get(agent).holds) {
            return mPersona.get(agent).name;
        }
        for (int i = 0; i < talk.partners.size(); i++) {
            if (mTalking.get(talk.partners.get(i)).holds) {
                return mPersona.get(talk.partners.get(i)).name;
            }
        }
        return "";
    }

    private @Nullable List<VillagerDetail.MemoryRow> memories(int agent) {
        return mMemory.has(agent)
                ? mMemory.get(agent).episodes.stream()
                        .map(episode -> new VillagerDetail.MemoryRow(
                                episode.text,
                                episode.kind,
                                episode.score,
                                episode.tick,
                                episode.source))
                        .toList()
                : null;
    }

    private @Nullable List<VillagerDetail.RelationRow> relations(int agent) {
        return mMemory.has(agent)
                ? mMemory.get(agent).relations.stream()
                        .map(known -> new VillagerDetail.RelationRow(
                                known.name, known.words, known.liking))
                        .toList()
                : null;
    }

    private PromptCapture.@Nullable CapturedExchange exchange(Mind mind) {
        return lives.promptCapture().of(mind.askedAs).orElse(null);
    }
}
