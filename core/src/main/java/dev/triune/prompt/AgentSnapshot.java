/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.memory.RetrievedMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a prompt may tell about an agent, taken in one tick. Immutable; holds no ids.
 *
 * @param person who it is
 * @param vitals how it fares
 * @param intentions what it wants
 * @param relationLines what it thinks of others
 * @param memories what comes to its mind, the oldest first
 * @param planState what it is doing and going to do
 * @param surroundings what it perceives
 * @param heard what was said around it, the oldest first
 * @param talk the conversation that it takes part in
 * @param troubles what went wrong since it was last asked, the oldest first
 */
public record AgentSnapshot(
        Person person,
        Vitals vitals,
        Intentions intentions,
        List<RelationLine> relationLines,
        List<RetrievedMemory> memories,
        PlanState planState,
        Surroundings surroundings,
        List<Quote> heard,
        Talk talk,
        List<String> troubles) {
    /** Copies the lists. */
    public AgentSnapshot {
        relationLines = List.copyOf(relationLines);
        memories = List.copyOf(memories);
        heard = List.copyOf(heard);
        troubles = List.copyOf(troubles);
    }

    /** Begins the snapshot of an agent that fares well and of which nothing else is known. */
    public static Builder of(String name, String description) {
        return new Builder(new Person(name, description, List.of()));
    }

    /** Begins the snapshot of such an agent with skills. */
    public static Builder of(Person person) {
        return new Builder(person);
    }

    /** Who an agent is: name, trade and traits, and what it is good at, in words. */
    public record Person(String name, String description, List<String> skills) {
        /** Copies the list. */
        public Person {
            skills = List.copyOf(skills);
        }
    }

    /** How an agent fares, as in {@link dev.triune.component.Needs}: 0 to 1. */
    public record Vitals(
            float hunger,
            float energy,
            float temperature,
            float health,
            float sleepDrive,
            boolean tooHot,
            boolean danger) {
        /** Nothing is wanting. */
        public static final Vitals WELL = new Vitals(1, 1, 1, 1, 0);

        /** In no danger, and cold if anything. */
        public Vitals(
                float hunger, float energy, float temperature, float health, float sleepDrive) {
            this(hunger, energy, temperature, health, sleepDrive, false, false);
        }
    }

    /** What an agent wants, the oldest first, and what matters to it, the most important first. */
    public record Intentions(List<GoalLine> goalLines, List<String> priorities) {
        /** Copies the lists. */
        public Intentions {
            goalLines = List.copyOf(goalLines);
            priorities = List.copyOf(priorities);
        }
    }

    /** Something that an agent wants, in words, and how far it has come, 0 to 1. */
    public record GoalLine(String text, float progress) {}

    /** What an agent thinks of somebody: words, which may be empty, and liking, -1 to 1. */
    public record RelationLine(String name, String words, float liking) {}

    /**
     * What an agent is doing and going to do, in words.
     *
     * @param steps what is left of its plan, in order
     * @param ahead the plan after that one; often empty
     * @param heldUpBy what holds the plan up; empty if nothing does
     * @param lastStepRuns whether the plan is about to end and none is planned ahead
     */
    public record PlanState(
            String doing,
            List<PlannedStep> steps,
            List<String> ahead,
            String heldUpBy,
            boolean lastStepRuns) {
        /** Copies the lists. */
        public PlanState {
            steps = List.copyOf(steps);
            ahead = List.copyOf(ahead);
        }

        /** Doing something, without a plan. */
        public static PlanState none(String doing) {
            return new PlanState(doing, List.of(), List.of(), "", false);
        }
    }

    /** A step that is not finished, and whether it is being carried out. */
    public record PlannedStep(String words, boolean current) {}

    /** Something that was said, as data. */
    public record Quote(String speaker, String text) {}

    /** A conversation, the oldest line first, and who waits for an answer, the first first. */
    public record Talk(List<TalkLine> lines, List<String> addressers) {
        /** No conversation. */
        public static final Talk NONE = new Talk(List.of(), List.of());

        /** Copies the lists. */
        public Talk {
            lines = List.copyOf(lines);
            addressers = List.copyOf(addressers);
        }
    }

    /** A line of a conversation, as data; who speaks or is spoken to may be {@code you}. */
    public record TalkLine(String speaker, String to, String text, boolean brokenOff) {}

    /** Collects what is known of an agent. Not thread-safe. */
    public static final class Builder {
        private final Person person;
        private Vitals vitals = Vitals.WELL;
        private final List<GoalLine> goalLines = new ArrayList<>();
        private final List<String> priorities = new ArrayList<>();
        private final List<RelationLine> relationLines = new ArrayList<>();
        private final List<RetrievedMemory> memories = new ArrayList<>();
        private PlanState planState = PlanState.none("nothing in particular");
        private Surroundings surroundings = Surroundings.NONE;
        private final List<Quote> heard = new ArrayList<>();
        private final List<TalkLine> lines = new ArrayList<>();
        private final List<String> addressers = new ArrayList<>();
        private final List<String> troubles = new ArrayList<>();

        private Builder(Person person) {
            this.person = person;
        }

        /** Sets how it fares. */
        public Builder vitals(Vitals value) {
            this.vitals = value;
            return this;
        }

        /** Adds a goal, younger than those before. */
        public Builder goal(String text, float progress) {
            goalLines.add(new GoalLine(text, progress));
            return this;
        }

        /** Adds what matters to it, less than those before. */
        public Builder priorities(List<String> words) {
            priorities.addAll(words);
            return this;
        }

        /** Adds what it thinks of somebody. */
        public Builder relation(String name, String words, float liking) {
            relationLines.add(new RelationLine(name, words, liking));
            return this;
        }

        /** Adds a memory, younger than those before; no source if the agent lived it. */
        public Builder memory(String text, String source) {
            return memory(new RetrievedMemory(text, source));
        }

        /** Adds a memory, younger than those before. */
        public Builder memory(RetrievedMemory value) {
            memories.add(value);
            return this;
        }

        /** Sets what it is doing and going to do. */
        public Builder plan(PlanState value) {
            this.planState = value;
            return this;
        }

        /** Sets what it perceives. */
        public Builder surroundings(Surroundings value) {
            this.surroundings = value;
            return this;
        }

        /** Adds something that was said, after all the rest. */
        public Builder heard(String speaker, String text) {
            heard.add(new Quote(speaker, text));
            return this;
        }

        /** Adds a line of the agent's conversation, after all the rest. */
        public Builder line(String speaker, String to, String text, boolean brokenOff) {
            lines.add(new TalkLine(speaker, to, text, brokenOff));
            return this;
        }

        /** Adds somebody who waits for an answer, less urgent than those before. */
        public Builder addresser(String name) {
            addressers.add(name);
            return this;
        }

        /** Adds what went wrong, after all the rest. */
        public Builder troubles(List<String> words) {
            troubles.addAll(words);
            return this;
        }

        /** Takes the snapshot. */
        public AgentSnapshot build() {
            return new AgentSnapshot(
                    person,
                    vitals,
                    new Intentions(goalLines, priorities),
                    relationLines,
                    memories,
                    planState,
                    surroundings,
                    heard,
                    lines.isEmpty() && addressers.isEmpty()
                            ? Talk.NONE
                            : new Talk(lines, addressers),
                    troubles);
        }
    }
}
