/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder.PromptPart;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.Reflex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Logger;

/**
 * Takes the snapshots that prompts are rendered from, without changing the world. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class SnapshotTaker {
    /** The maximum number of lines of speech in a cue for memories. */
    private static final int LAST_LINES = 3;

    private static final Logger LOG = Logger.getLogger(SnapshotTaker.class.getName());

    /** Says that code of the game changed the agent whose prompt it was asked about. */
    static final class ChangedAgentException extends RuntimeException {
        private static final long serialVersionUID = 1;

        final String fault;

        ChangedAgentException(Object culprit) {
            fault = culprit.getClass().getName()
                    + " removed a component of its agent (let it change nothing)";
        }
    }

    private final Perception perception;
    private final MemoryRetriever memoryRetriever;
    private final GameClock clock;
    private final List<PromptPart> parts;
    private boolean namelessSaid;

    private final LifeReader lives;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private final Wording wording;

    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Journal> mJournal;

    /** Creates a taker with the perception and memory of a kind; Artemis fills in the mappers. */
    public SnapshotTaker(MindConfig config, GameClock clock, List<PromptPart> parts) {
        this.clock = clock;
        this.parts = parts;
        this.lives = new LifeReader(config, clock);
        this.wording = config.catalog().wording();
        this.perception = config.perception();
        this.memoryRetriever =
                Objects.requireNonNullElseGet(config.memoryRetriever(), RecentEpisodes::new);
    }

    /** Lets Artemis fill in the mappers of this, the retriever and the perception. */
    public void inject(World world) {
        world.inject(this);
        lives.inject(world);
        GameObjects.inject(world, memoryRetriever);
        GameObjects.inject(world, perception);
    }

    /**
     * Takes the snapshot of an agent, with {@code ahead} for the plan after the current one.
     *
     * @throws ChangedAgentException if the game's code removes a component of the agent meanwhile
     */
    public AgentSnapshot take(int agent, Layer layer, boolean ahead, String reason) {
        Surroundings surroundings = surroundings(agent);
        AgentSnapshot.Builder snapshot = AgentSnapshot.of(person(agent))
                .vitals(vitals(mNeeds.get(agent)))
                .plan(plan(agent, ahead))
                .surroundings(surroundings)
                .troubles(mMind.get(agent).troubles(layer));
        addIntentions(agent, snapshot);
        addMemories(agent, cue(agent, surroundings, reason), snapshot);
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            senses.heard()
                    .forEach(speech -> snapshot.heard(
                            speech.overheard()
                                    ? wording.say(Text.OVERHEARD, speech.speaker())
                                    : speech.speaker(),
                            speech.text()));
        }
        for (PromptPart part : parts) {
            part.describe(agent, snapshot);
            requireUnchanged(agent, part);
        }
        AgentSnapshot shown = snapshot.build();
        Set<String> partners = new LinkedHashSet<>();
        for (PromptPart part : parts) {
            part.addAddressees(agent, partners);
            requireUnchanged(agent, part);
        }
        AgentSnapshot.Life life = lives.read(agent, shown, partners);
        requireUnchanged(agent, perception);
        return shown.with(life, lives.withoutShown(shown, life));
    }

    /**
     * Returns whom a talker may address, with the roles that its prompt shows: agents and players first,
     * then the game's own names.
     */
    List<VisibleObject> collectAddressees(int agent, AgentSnapshot snapshot) {
        Set<String> names = new LinkedHashSet<>();
        parts.forEach(part -> part.addAddressees(agent, names));
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            addNames(senses.nearby, names);
            senses.heard().forEach(speech -> names.add(speech.speaker()));
        }
        names.addAll(snapshot.surroundings().nearby());
        names.remove(nameOf(agent));
        return names.stream()
                .map(name -> VisibleObject.of(name).withRole(roleOf(name, snapshot)))
                .toList();
    }

    private static String roleOf(String name, AgentSnapshot snapshot) {
        return snapshot.life().people().stream()
                .filter(person -> person.name().equals(name))
                .map(AgentSnapshot.PersonLine::role)
                .findFirst()
                .orElse("");
    }

    private void addNames(IntBag agents, Set<String> names) {
        for (int i = 0; i < agents.size(); i++) {
            names.add(nameOf(agents.get(i)));
        }
    }

    /** Whether the plan prompts of an agent number what it owes. */
    boolean owes(int agent) {
        return lives.owes(agent);
    }

    /** Returns how long the request of an agent may wait for its memories, zero or more. */
    Duration prepare(int agent, GameFaults faults) {
        Duration wait = faults.get(
                "memory",
                memoryRetriever,
                agent,
                () -> Objects.requireNonNull(
                        memoryRetriever.prepare(agent, () -> cue(agent, Surroundings.NONE, "")),
                        "a retriever prepares for null (return Duration.ZERO not to wait)"),
                Duration.ZERO);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /** Notes that a prompt contains memories and the modules' shares. */
    void recordPrompted(int agent, Layer layer, GameFaults faults) {
        faults.run("memory", memoryRetriever, agent, () -> memoryRetriever.shown(agent));
        for (PromptPart part : parts) {
            faults.run("prompt part", part, agent, () -> part.prompted(agent, layer));
        }
    }

    /** Returns the agent's name, or a word if it has none; never its id. */
    String nameOf(int agent) {
        return Persona.nameOf(GameObjects.find(mPersona, agent));
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

    /** Returns the needs of an agent as a value. */
    static AgentSnapshot.Vitals vitals(Needs needs) {
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
            for (Goals.Goal goal : goals.goals) {
                if (!(goal.progress >= 1)) { // true for NaN
                    snapshot.goal(goal.description, goal.progress);
                }
            }
            snapshot.priorities(goals.priorities);
        }
    }

    /** Collects the cue for memories, the most important lines first. */
    private Cue cue(int agent, Surroundings surroundings, String reason) {
        List<String> names = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (PromptPart part : parts) {
            part.addCue(agent, names, lines);
            requireUnchanged(agent, part);
        }
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            List<Speech> heard = List.copyOf(senses.heard());
            for (int i = heard.size() - 1; i >= Math.max(0, heard.size() - LAST_LINES); i--) {
                names.add(heard.get(i).speaker());
                lines.add(heard.get(i).text());
            }
        }
        Goals goals = mGoals.get(agent);
        if (goals != null) {
            goals.goals.forEach(goal -> lines.add(goal.description));
        }
        lines.add(reason);
        names.addAll(surroundings.nearby());
        names.add(surroundings.place());
        return new Cue(names, lines, clock.tick());
    }

    private void addMemories(int agent, Cue cue, AgentSnapshot.Builder snapshot) {
        Memory memory = mMemory.get(agent);
        if (memory != null) {
            memory.relations.forEach(
                    relation -> snapshot.relation(relation.name, relation.words, relation.liking));
        }
        memoryRetriever.retrieve(agent, cue).forEach(snapshot::memory);
        requireUnchanged(agent, memoryRetriever);
    }

    private void requireUnchanged(int agent, Object culprit) {
        if (!mMind.has(agent) || !mNeeds.has(agent) || !mBehavior.has(agent)) {
            throw new ChangedAgentException(culprit);
        }
    }

    /** Returns the surroundings from the game's perception, with those of the senses added. */
    private Surroundings surroundings(int agent) {
        Surroundings seen = Objects.requireNonNull(
                perception.perceive(agent),
                () -> perception.getClass().getName()
                        + " perceives null (return Surroundings.NONE for nothing)");
        requireUnchanged(agent, perception);
        Surroundings placed = seen.place().isEmpty() ? seen.at(perception.place(agent)) : seen;
        requireUnchanged(agent, perception);
        Senses senses = mSenses.get(agent);
        Surroundings perceived = senses == null || !placed.nearby().isEmpty()
                ? placed
                : placed.nearby(namesOf(senses.nearby));
        return senses == null || senses.visible.isEmpty()
                ? perceived
                : perceived.andFacts(senses.visible.stream()
                        .filter(this::hasName)
                        .map(thing -> wording.say(Text.SEE, thing))
                        .toList());
    }

    /** Returns the names of those near whom the game's perception leaves unnamed. */
    private List<String> namesOf(IntBag agents) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < agents.size(); i++) {
            Persona persona = GameObjects.find(mPersona, agents.get(i));
            if (persona != null && persona.name != null && !persona.name.isBlank()) {
                names.add(persona.name);
            }
        }
        return List.copyOf(names);
    }

    private boolean hasName(VisibleObject thing) {
        boolean named = !thing.name().isBlank();
        if (!named && !namelessSaid) {
            namelessSaid = true;
            LOG.warning("a visible object has no name, so that no prompt shows it and no step can"
                    + " target it (give it one in VisibleObject.of). Said once.");
        }
        return named;
    }

    private AgentSnapshot.PlanState plan(int agent, boolean ahead) {
        BehaviorQueue queue = mQueue.get(agent);
        QueuedStep next = queue == null ? null : queue.next();
        Behavior behavior = mBehavior.get(agent);
        String doing = next != null && behavior.origin == Behavior.Origin.STEP
                ? describeStep(next)
                : wordsFor(wording, behavior.name);
        if (queue == null) {
            return AgentSnapshot.PlanState.none(doing);
        }
        List<AgentSnapshot.PlannedStep> left = stepsLeft(queue);
        return new AgentSnapshot.PlanState(
                doing,
                left,
                queue.ahead().stream().map(this::describeStep).toList(),
                queue.paused() ? wordsFor(wording, queue.pausedBy) : "",
                ahead && queue.atLastStep(),
                mJournal.has(agent) && !left.isEmpty() ? mJournal.get(agent).reason : "");
    }

    private List<AgentSnapshot.PlannedStep> stepsLeft(BehaviorQueue queue) {
        List<AgentSnapshot.PlannedStep> left = new ArrayList<>(queue.steps.size());
        for (QueuedStep queued : queue.steps) {
            if (!queued.finished()) {
                left.add(new AgentSnapshot.PlannedStep(
                        describeStep(queued), queued.state == QueuedStep.State.CURRENT));
            }
        }
        return left;
    }

    private String describeStep(QueuedStep queued) {
        String step = words(queued.step);
        return queued.done == 0 ? step : wording.say(Text.STEP_DONE, step, queued.done);
    }

    /** Returns a step in words, such as {@code go to square}. */
    static String wordsFor(Wording wording, String behavior) {
        return wording.behavior(behavior, Reflex.wordsFor(behavior));
    }

    static String words(Step step) {
        String type = step.type();
        return type.replace('_', ' ') + step.toString().substring(type.length());
    }
}
