/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Snapshot;
import dev.triune.prompt.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** Takes the snapshot of an agent that its prompt is written from. Artemis fills the mappers in. */
final class SnapshotTaker {
    private final Perception perception;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Goals> mGoals;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    SnapshotTaker(Perception perception) {
        this.perception = perception;
    }

    Snapshot take(int agent) {
        Needs needs = mNeeds.get(agent);
        Persona persona = mPersona.get(agent);
        Goals goals = mGoals.get(agent);
        return new Snapshot(
                nameOf(agent),
                persona == null ? "" : persona.description,
                new Snapshot.Vitals(
                        needs.hunger,
                        needs.energy,
                        needs.temperature,
                        needs.health,
                        needs.sleepDrive),
                goals == null
                        ? List.of()
                        : goals.goals.stream().map(goal -> goal.description).toList(),
                heard(agent),
                surroundings(agent),
                mBehavior.get(agent).name,
                plan(agent));
    }

    /** The agent's name, or a word for one that has none: never its id. */
    String nameOf(int agent) {
        Persona persona = mPersona.get(agent);
        return persona == null || persona.name.isEmpty() ? "somebody" : persona.name;
    }

    /** What the game tells, and besides it what the senses hold. */
    private Surroundings surroundings(int agent) {
        Surroundings told = perception.perceive(agent);
        Senses senses = mSenses.get(agent);
        if (senses == null || senses.visible.isEmpty()) {
            return told;
        }
        List<String> facts = new ArrayList<>(told.facts());
        senses.visible.forEach(thing -> facts.add("you see " + thing));
        return new Surroundings(told.moment(), told.nearby(), facts);
    }

    private List<Snapshot.Quote> heard(int agent) {
        Senses senses = mSenses.get(agent);
        List<Snapshot.Quote> quotes = new ArrayList<>();
        if (senses != null) {
            for (Speech speech : senses.heard) {
                quotes.add(new Snapshot.Quote(speech.speaker(), speech.text()));
            }
        }
        return quotes;
    }

    private List<String> plan(int agent) {
        BehaviorQueue queue = mQueue.get(agent);
        List<String> steps = new ArrayList<>();
        if (queue != null) {
            for (QueuedStep queued : queue.steps) {
                if (!queued.finished()) {
                    steps.add(queued.step.toString());
                }
            }
        }
        return steps;
    }
}
