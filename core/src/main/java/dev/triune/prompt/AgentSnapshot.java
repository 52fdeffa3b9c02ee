/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of an agent that a prompt may show, taken in one tick. Immutable; contains no ids.
 *
 * @param person its name, description and skills
 * @param vitals its needs
 * @param goalLines its goals, the oldest first
 * @param priorities its priorities, the most important first
 * @param relationLines its opinions of others
 * @param memories its memories for this prompt, the oldest first
 * @param planState its current behaviour and plan
 * @param surroundings its perceptions
 * @param heard the speech around it, the oldest first
 * @param talkLines the lines of its conversation, the oldest first
 * @param life its own life: deeds, agreements and the people it knows
 * @param addressers those who wait for its answer, in order
 * @param troubles the problems since its last request, the oldest first
 */
public record AgentSnapshot(
        Person person,
        Vitals vitals,
        List<GoalLine> goalLines,
        List<String> priorities,
        List<RelationLine> relationLines,
        List<RetrievedMemory> memories,
        PlanState planState,
        Surroundings surroundings,
        List<Quote> heard,
        List<TalkLine> talkLines,
        Life life,
        List<String> addressers,
        List<String> troubles) {
    /** Copies the lists. */
    public AgentSnapshot {
        goalLines = List.copyOf(goalLines);
        priorities = List.copyOf(priorities);
        relationLines = List.copyOf(relationLines);
        memories = List.copyOf(memories);
        heard = List.copyOf(heard);
        talkLines = List.copyOf(talkLines);
        addressers = List.copyOf(addressers);
        troubles = List.copyOf(troubles);
    }

    /** Returns a copy with another life and other memories. */
    public AgentSnapshot with(Life value, List<RetrievedMemory> others) {
        return new AgentSnapshot(
                person,
                vitals,
                goalLines,
                priorities,
                relationLines,
                others,
                planState,
                surroundings,
                heard,
                talkLines,
                value,
                addressers,
                troubles);
    }

    /** Returns a copy with other surroundings. */
    public AgentSnapshot with(Surroundings value) {
        return new AgentSnapshot(
                person,
                vitals,
                goalLines,
                priorities,
                relationLines,
                memories,
                planState,
                value,
                heard,
                talkLines,
                life,
                addressers,
                troubles);
    }

    /** Begins the snapshot of an agent with all needs met and nothing else known. */
    public static Builder of(String name, String description) {
        return new Builder(new Person(name, description, List.of()));
    }

    /** Begins the snapshot of a person with all needs met and nothing else known. */
    public static Builder of(Person person) {
        return new Builder(person);
    }

    /** An agent's person: name, trade and traits, and skills, in words. */
    public record Person(String name, String description, List<String> skills) {
        /** Copies the list. */
        public Person {
            skills = List.copyOf(skills);
        }
    }

    /** An agent's needs, as in {@link dev.triune.component.Needs}: 0 to 1. */
    public record Vitals(
            float hunger,
            float energy,
            float temperature,
            float health,
            float sleepDrive,
            boolean tooHot,
            boolean danger) {
        /** All needs are met. */
        public static final Vitals WELL = new Vitals(1, 1, 1, 1, 0);

        /** Creates needs without danger; a low temperature means cold. */
        public Vitals(
                float hunger, float energy, float temperature, float health, float sleepDrive) {
            this(hunger, energy, temperature, health, sleepDrive, false, false);
        }
    }

    /** A goal in words, with its progress, 0 to 1. */
    public record GoalLine(String text, float progress) {}

    /** An agent's opinion of somebody: words, which may be empty, and liking, -1 to 1. */
    public record RelationLine(String name, String words, float liking) {}

    /**
     * An agent's current behaviour and plan, in words.
     *
     * @param steps the remaining steps of its plan, in order
     * @param ahead the steps of the next plan; often empty
     * @param heldUpBy the behaviour that pauses the plan; empty if there is none
     * @param lastStepRuns whether the plan is about to end and none is planned ahead
     * @param reason why the agent made the plan; empty if it gave no reason
     */
    public record PlanState(
            String doing,
            List<PlannedStep> steps,
            List<String> ahead,
            String heldUpBy,
            boolean lastStepRuns,
            String reason) {
        /** Copies the lists. */
        public PlanState {
            steps = List.copyOf(steps);
            ahead = List.copyOf(ahead);
        }

        /** Creates the state of an agent that gave no reason for its plan. */
        public PlanState(
                String doing,
                List<PlannedStep> steps,
                List<String> ahead,
                String heldUpBy,
                boolean lastStepRuns) {
            this(doing, steps, ahead, heldUpBy, lastStepRuns, "");
        }

        /** Creates the state of an agent without a plan. */
        public static PlanState none(String doing) {
            return new PlanState(doing, List.of(), List.of(), "", false);
        }
    }

    /** An unfinished step; {@code current} if it is being carried out. */
    public record PlannedStep(String words, boolean current) {}

    /**
     * What an agent knows of its own life.
     *
     * @param deeds what it did and what happened to it, the oldest first
     * @param agreements what it agreed to with others, the oldest first
     * @param people those who matter now, the most important first
     * @param others other people that it knows by their role
     */
    public record Life(
            List<DeedLine> deeds,
            List<AgreementLine> agreements,
            List<PersonLine> people,
            List<RoleLine> others) {
        /** An agent of which nothing is known. */
        public static final Life NONE = new Life(List.of(), List.of(), List.of(), List.of());

        /** Copies the lists. */
        public Life {
            deeds = List.copyOf(deeds);
            agreements = List.copyOf(agreements);
            people = List.copyOf(people);
            others = List.copyOf(others);
        }
    }

    /**
     * A deed of an agent, or what happened to it.
     *
     * @param kind whether it was done, failed, done by a reflex, or happened
     * @param what the step or the reflex in words; empty for an event
     * @param note why it failed, or what happened
     * @param place where; may be empty
     * @param times how many times
     * @param when when it was last, in words
     */
    public record DeedLine(
            Deed.Kind kind, String what, String note, String place, int times, String when) {}

    /**
     * An agreement of an agent with another.
     *
     * @param number by which answers refer to it; 0 if steps under way settle it
     * @param with the name of the other
     * @param own whether the agent owes it, not the other
     * @param request the request; may be empty
     * @param answer what was said to it; may be empty
     * @param what what is to be done
     * @param state what became of it
     * @param reason why it failed or was given up
     * @param asked when the request was made, in words
     * @param made when it was agreed, in words
     * @param settled when it was settled, in words; empty while it is open
     * @param planned whether the plan of the agent keeps it
     */
    public record AgreementLine(
            int number,
            String with,
            boolean own,
            String request,
            String answer,
            String what,
            Agreement.State state,
            String reason,
            String asked,
            String made,
            String settled,
            boolean planned) {}

    /** Somebody whom an agent knows by name and role, neither empty. */
    public record RoleLine(String name, String role) {}

    /**
     * A person that an agent knows.
     *
     * @param name its name
     * @param role its role; may be empty
     * @param near whether it is near
     * @param doing what it does, as far as that can be seen; empty if it cannot
     * @param appearance what else is seen of it, in the game's words; may be empty
     * @param met when the two last talked, in words; empty if they did not
     * @param firstWords the first words that it said to the agent; empty if they do not matter now
     * @param lastWords the last words that it said to the agent; empty if they do not matter now
     * @param earlier the last lines of their earlier conversation, the oldest first
     */
    public record PersonLine(
            String name,
            String role,
            boolean near,
            String doing,
            String appearance,
            String met,
            String firstWords,
            String lastWords,
            List<TalkLine> earlier) {
        /** Copies the list. */
        public PersonLine {
            earlier = List.copyOf(earlier);
        }
    }

    /** A line of speech, as data. */
    public record Quote(String speaker, String text) {}

    /**
     * A line of a conversation, as data; speaker or addressee may be {@code you}.
     *
     * @param when when it was said, in words; empty if that is shown before it
     */
    public record TalkLine(String speaker, String to, String text, boolean brokenOff, String when) {
        /** Creates a line of the present. */
        public TalkLine(String speaker, String to, String text, boolean brokenOff) {
            this(speaker, to, text, brokenOff, "");
        }
    }

    /** Builds a snapshot. Not thread-safe. */
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
        private final List<TalkLine> talkLines = new ArrayList<>();
        private Life life = Life.NONE;
        private final List<String> addressers = new ArrayList<>();
        private final List<String> troubles = new ArrayList<>();

        private Builder(Person person) {
            this.person = person;
        }

        /** Sets the needs. */
        public Builder vitals(Vitals value) {
            this.vitals = value;
            return this;
        }

        /** Adds a goal, younger than those before. */
        public Builder goal(String text, float progress) {
            goalLines.add(new GoalLine(text, progress));
            return this;
        }

        /** Adds priorities, less important than those before. */
        public Builder priorities(List<String> words) {
            priorities.addAll(words);
            return this;
        }

        /** Adds an opinion of somebody. */
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

        /** Sets current behaviour and plan. */
        public Builder plan(PlanState value) {
            this.planState = value;
            return this;
        }

        /** Sets the surroundings. */
        public Builder surroundings(Surroundings value) {
            this.surroundings = value;
            return this;
        }

        /** Adds a line of speech, after those before. */
        public Builder heard(String speaker, String text) {
            heard.add(new Quote(speaker, text));
            return this;
        }

        /** Adds a line of the agent's conversation, after those before. */
        public Builder line(String speaker, String to, String text, boolean brokenOff) {
            talkLines.add(new TalkLine(speaker, to, text, brokenOff));
            return this;
        }

        /** Sets what the agent knows of its own life. */
        public Builder life(Life value) {
            this.life = value;
            return this;
        }

        /** Adds somebody who waits for an answer, less urgent than those before. */
        public Builder addresser(String name) {
            addressers.add(name);
            return this;
        }

        /** Adds problems, after those before. */
        public Builder troubles(List<String> words) {
            troubles.addAll(words);
            return this;
        }

        /** Builds the snapshot. */
        public AgentSnapshot build() {
            return new AgentSnapshot(
                    person,
                    vitals,
                    goalLines,
                    priorities,
                    relationLines,
                    memories,
                    planState,
                    surroundings,
                    heard,
                    talkLines,
                    life,
                    addressers,
                    troubles);
        }
    }
}
