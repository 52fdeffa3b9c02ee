/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.AgentInspection.PickedMemory;
import dev.triune.MindConfig;
import dev.triune.action.VisibleObject;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Transcript;
import dev.triune.component.Utterance;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.text.PromptText;
import dev.triune.memory.MemoryRetriever;
import dev.triune.memory.RetrievedMemory;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.Reflex;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Takes the snapshot of an agent that its prompt is written from, and changes nothing. Only the
 * needs, the behaviour and the mind must be there. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class SnapshotTaker {
    private final Perception perception;
    private final MemoryRetriever memoryRetriever;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Conversation> mConversation;

    public SnapshotTaker(MindConfig mindConfig) {
        this.perception = mindConfig.perception();
        this.memoryRetriever = mindConfig.memoryRetriever();
    }

    /** Has Artemis fill in the mappers of this, of the recall and of the perception. */
    public void inject(World world) {
        world.inject(this);
        GameObjects.inject(world, memoryRetriever);
        GameObjects.inject(world, perception);
    }

    /**
     * Takes the snapshot of an agent.
     *
     * @param layer whose prompt is written
     * @param ahead whether it is asked for the plan after the one that is being carried out
     */
    public AgentSnapshot take(int agent, Layer layer, boolean ahead) {
        AgentSnapshot.Builder snapshot = AgentSnapshot.of(person(agent))
                .vitals(vitals(agent))
                .plan(plan(agent, ahead))
                .surroundings(surroundings(agent))
                .troubles(mMind.get(agent).troubles(layer));
        addIntentions(agent, snapshot);
        addMemories(agent, snapshot);
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            senses.heard.forEach(speech -> snapshot.heard(
                    speech.overheard() ? speech.speaker() + " (overheard)" : speech.speaker(),
                    speech.text()));
        }
        addConversation(agent, snapshot);
        return snapshot.build();
    }

    /** Says of each memory of a prompt why it was picked. */
    List<PickedMemory> explain(int agent, List<RetrievedMemory> picked, long now) {
        Memory memory = mMemory.get(agent);
        List<Episode> episodes = memory == null ? List.of() : memory.episodes;
        return picked.stream()
                .map(each -> new PickedMemory(
                        each.text(),
                        each.source(),
                        episodes.stream()
                                .filter(episode -> episode.text.equals(each.text()))
                                .findFirst()
                                .map(episode -> why(episode, now))
                                .orElse("by " + memoryRetriever.getClass().getName())))
                .toList();
    }

    private static String why(Episode episode, long now) {
        return "worth " + Math.round(episode.worth(now) * 100) + " of 100, score "
                + Math.round(episode.score * 100) + ", " + Math.max(0, now - episode.tick)
                + " ticks old"
                + (episode.kind.isEmpty() ? "" : ", one of the best of kind " + episode.kind);
    }

    /** Returns the names that a talker may address, those of agents and players before the game's words. */
    List<VisibleObject> namesNear(int agent, AgentSnapshot snapshot) {
        Set<String> names = new LinkedHashSet<>();
        Conversation conversation = mConversation.get(agent);
        Transcript talk = conversation == null ? null : conversation.transcript;
        if (talk != null) {
            names.addAll(talk.players);
            addNames(talk.agents, names);
        }
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            addNames(senses.nearby, names);
            senses.heard.forEach(speech -> names.add(speech.speaker()));
        }
        names.addAll(snapshot.surroundings().nearby());
        names.remove(nameOf(agent));
        return names.stream().map(VisibleObject::of).toList();
    }

    private void addNames(IntBag agents, Set<String> names) {
        for (int i = 0; i < agents.size(); i++) {
            names.add(nameOf(agents.get(i)));
        }
    }

    /** Notes that a prompt of the talker shows all lines of its agent's conversation so far. */
    void notePrompted(int agent, Layer layer) {
        Conversation conversation = layer == Layer.TALKER ? mConversation.get(agent) : null;
        if (conversation != null && conversation.transcript != null) {
            conversation.prompted = conversation.transcript.said;
        }
    }

    /** Nobody can speak in the agent's own name, whatever a player calls itself. */
    private static String withoutYou(String name) {
        return PromptText.name(name, Memory.NAME_LIMIT).equalsIgnoreCase("you") ? "somebody" : name;
    }

    private void addConversation(int agent, AgentSnapshot.Builder snapshot) {
        Conversation conversation = mConversation.get(agent);
        if (conversation == null || conversation.transcript == null) {
            return;
        }
        long serial = mMind.get(agent).serial;
        String name = nameOf(agent);
        for (Utterance line : conversation.transcript.lines) {
            boolean own = line.serial() == serial && !line.fromPlayer();
            snapshot.line(
                    own ? "You" : withoutYou(line.speaker()),
                    line.to().equals(name) && !own ? "you" : line.to(),
                    line.text(),
                    line.brokenOff());
        }
        for (Utterance line : conversation.owed) {
            snapshot.addresser(line.speaker());
        }
    }

    /** The agent's name, or a word for one that has none: never its id. */
    String nameOf(int agent) {
        Persona persona = GameObjects.find(mPersona, agent);
        String name = persona == null ? "" : Objects.requireNonNullElse(persona.name, "");
        return name.isEmpty() ? "somebody" : name;
    }

    private AgentSnapshot.Person person(int agent) {
        Persona persona = mPersona.get(agent);
        return persona == null
                ? new AgentSnapshot.Person(nameOf(agent), "", List.of())
                : new AgentSnapshot.Person(
                        nameOf(agent),
                        Objects.requireNonNullElse(persona.description, ""),
                        persona.skills);
    }

    private AgentSnapshot.Vitals vitals(int agent) {
        Needs needs = mNeeds.get(agent);
        return new AgentSnapshot.Vitals(
                needs.hunger,
                needs.energy,
                needs.temperature,
                needs.health,
                needs.sleepDrive,
                needs.tooHot,
                needs.danger);
    }

    private void addIntentions(int agent, AgentSnapshot.Builder snapshot) {
        Goals goals = mGoals.get(agent);
        if (goals != null) {
            goals.goals.forEach(goal -> snapshot.goal(goal.description, goal.progress));
            snapshot.priorities(goals.priorities);
        }
    }

    private void addMemories(int agent, AgentSnapshot.Builder snapshot) {
        Memory memory = mMemory.get(agent);
        if (memory != null) {
            memory.relations.forEach(
                    relation -> snapshot.relation(relation.name, relation.words, relation.liking));
        }
        memoryRetriever
                .retrieve(agent)
                .forEach(known -> snapshot.memory(known.text(), known.source()));
    }

    /** What the game tells, and besides it what the senses hold. */
    private Surroundings surroundings(int agent) {
        Surroundings told = Objects.requireNonNull(
                perception.perceive(agent),
                () -> perception.getClass().getName()
                        + " perceives null (expected Surroundings.NONE for nothing)");
        Senses senses = mSenses.get(agent);
        return senses == null || senses.visible.isEmpty()
                ? told
                : told.andFacts(
                        senses.visible.stream().map(thing -> "you see " + thing).toList());
    }

    private AgentSnapshot.PlanState plan(int agent, boolean ahead) {
        BehaviorQueue queue = mQueue.get(agent);
        QueuedStep next = queue == null ? null : queue.next();
        Behavior behavior = mBehavior.get(agent);
        String doing = next != null && behavior.origin == Behavior.Origin.STEP
                ? words(next)
                : Reflex.wordsFor(behavior.name);
        return queue == null
                ? AgentSnapshot.PlanState.none(doing)
                : new AgentSnapshot.PlanState(
                        doing,
                        queue.steps.stream()
                                .filter(queued -> !queued.finished())
                                .map(SnapshotTaker::describe)
                                .toList(),
                        queue.ahead.stream().map(SnapshotTaker::words).toList(),
                        queue.pausedBy.isEmpty() ? "" : Reflex.wordsFor(queue.pausedBy),
                        ahead && queue.atLastStep());
    }

    private static AgentSnapshot.PlannedStep describe(QueuedStep queued) {
        return new AgentSnapshot.PlannedStep(
                words(queued), queued.state == QueuedStep.State.CURRENT);
    }

    private static String words(QueuedStep queued) {
        String type = queued.step.type();
        return type.replace('_', ' ') + queued.step.toString().substring(type.length());
    }
}
