/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Agreement.State;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.prompt.Perception;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes into journals what agents do: each step once, when it ends, and the reflexes that act. A
 * step that was ordered for an agreement settles it with its end. Game thread only.
 */
public final class JournalKeeper implements MindListener {
    private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

    /** The first letters that two forms of a word have in common; shorter words do not count. */
    private static final int STEM = 4;

    private final GameFaults faults = new GameFaults(Perception.class);

    private @Nullable GameClock clock;
    private @Nullable PerKind<Perception> perceptions;
    private @Nullable ComponentMapper<Mind> mMind;
    private @Nullable ComponentMapper<Journal> mJournal;
    private @Nullable ComponentMapper<BehaviorQueue> mQueue;
    private @Nullable ComponentMapper<Senses> mSenses;
    private @Nullable ComponentMapper<Persona> mPersona;

    /** Begins to serve a world. */
    public void start(World world, GameClock gameClock, PerKind<Perception> perceptionOfKind) {
        faults.join(world);
        clock = gameClock;
        perceptions = perceptionOfKind;
        mMind = world.getMapper(Mind.class);
        mJournal = world.getMapper(Journal.class);
        mQueue = world.getMapper(BehaviorQueue.class);
        mSenses = world.getMapper(Senses.class);
        mPersona = world.getMapper(Persona.class);
    }

    /** Returns the journal of an agent, begun if there was none; null of what is no agent. */
    public @Nullable Journal of(int agent) {
        return mMind == null || mJournal == null || !mMind.has(agent)
                ? null
                : mJournal.create(agent);
    }

    private long now() {
        return clock == null ? 0 : clock.tick();
    }

    private String place(int agent) {
        if (perceptions == null) {
            return "";
        }
        Perception perception = perceptions.of(agent);
        return Objects.requireNonNullElse(
                faults.get("place", perception, agent, () -> perception.place(agent), ""), "");
    }

    /** Writes down how a step ended. */
    public void ended(int agent, QueuedStep queued) {
        Journal journal = queued.finished() || queued.agreement != 0 ? of(agent) : known(agent);
        if (journal == null) {
            return;
        }
        if (!queued.inConversation) {
            endPlan(agent, journal, queued);
        }
        switch (queued.state) {
            case DONE -> journal.did(queued.step, place(agent), now());
            case FAILED -> journal.failed(queued.step, queued.reason, place(agent), now());
            case PENDING, CURRENT -> {}
        }
        Agreement agreement = queued.agreement == 0 ? null : journal.agreement(queued.agreement);
        if (agreement == null) {
            return;
        }
        agreement.stepsLeft = Math.max(0, agreement.stepsLeft - 1);
        switch (queued.state) {
            case DONE -> {
                if (agreement.stepsLeft == 0) {
                    agreement.settle(State.DONE, "", now());
                }
            }
            case FAILED -> agreement.settle(State.FAILED, queued.reason, now());
            case PENDING, CURRENT -> agreement.settle(State.DROPPED, "", now());
        }
        if (agreement.state == State.DONE) {
            showWitness(agent, agreement);
        }
    }

    /**
     * Settles what the agent owes and its plan keeps: with the last step that has a word in common with
     * it, whatever becomes of the others; without such a step once all are done. If that fails or is
     * replaced, it stays open, as does what another owes.
     */
    private void endPlan(int agent, Journal journal, QueuedStep queued) {
        BehaviorQueue queue = mQueue == null ? null : mQueue.get(agent);
        boolean done = queued.state == QueuedStep.State.DONE;
        boolean more = queue == null || hasMore(queue);
        for (Agreement agreement : journal.agreements) {
            boolean later = agreement.planned
                    && agreement.own
                    && queue != null
                    && hasMoreOf(queue, agreement);
            if (!agreement.planned || later) {
                continue;
            }
            boolean settles = done && agreement.own && (!more || names(agreement, queued.step));
            if (settles) {
                agreement.settle(State.DONE, "", now());
                showWitness(agent, agreement);
            }
            agreement.planned = done && more && !settles;
        }
    }

    /** Whether a step that is not ended yet has a word in common with an agreement. */
    private static boolean hasMoreOf(BehaviorQueue queue, Agreement agreement) {
        for (int i = 0; i < queue.steps.size(); i++) {
            QueuedStep step = queue.steps.get(i);
            if (!step.finished() && !step.inConversation && names(agreement, step.step)) {
                return true;
            }
        }
        return false;
    }

    private static boolean names(Agreement agreement, Step step) {
        List<String> agreed = words(agreement.what + " " + agreement.request);
        for (String word :
                words(step.type() + " " + String.join(" ", step.arguments().values()))) {
            for (String other : agreed) {
                if (alike(word, other)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<String> words(String text) {
        return Arrays.stream(NO_LETTERS.split(text.toLowerCase(Locale.ROOT)))
                .filter(word -> word.length() >= STEM)
                .collect(Collectors.toList());
    }

    /** Whether two words of {@link #STEM} letters or more are forms of one, as berry and berries. */
    private static boolean alike(String one, String other) {
        return one.regionMatches(0, other, 0, STEM);
    }

    private static boolean hasMore(BehaviorQueue queue) {
        for (int i = 0; i < queue.steps.size(); i++) {
            if (!queue.steps.get(i).finished() && !queue.steps.get(i).inConversation) {
                return true;
            }
        }
        return false;
    }

    /** Notes that a new plan begins, or a next one, which keeps nothing yet. */
    void planBegins(int agent, boolean ahead) {
        Journal journal = known(agent);
        for (int i = 0; journal != null && i < journal.agreements.size(); i++) {
            Agreement agreement = journal.agreements.get(i);
            agreement.planned &= ahead;
            agreement.plannedAhead &= !ahead;
        }
    }

    /**
     * Applies what an answer says of an agreement: the agent gives it up or expects it no more, its
     * plan keeps it, or it is kept already, if the answer has no plan.
     *
     * @param planned whether the answer has a plan
     * @param ahead whether that is its next plan
     * @return whether it can be so
     */
    boolean agreementNamed(
            int agent, int number, boolean kept, boolean planned, boolean ahead, String reason) {
        Journal journal = known(agent);
        Agreement agreement = journal == null ? null : journal.agreement(number);
        if (agreement == null || !agreement.open()) {
            return false;
        }
        BehaviorQueue queue = mQueue == null ? null : mQueue.get(agent);
        if (!kept) {
            agreement.settle(State.DROPPED, reason, now());
        } else if (!agreement.own && !planned) { // the other has kept it
            agreement.settle(State.DONE, "", now());
        } else if (queue != null && ahead && queue.hasNextPlan()) {
            agreement.plannedAhead = true;
        } else if (queue != null && hasMore(queue)) {
            agreement.planned = true;
        } else if (agreement.own) {
            agreement.settle(State.DONE, "", now());
            showWitness(agent, agreement);
        }
        return true;
    }

    /** Returns the numbers of an agent's open agreements; empty if there is none. */
    String openAgreements(int agent) {
        Journal journal = known(agent);
        return journal == null
                ? ""
                : journal.agreements.stream()
                        .filter(Agreement::open)
                        .map(each -> Integer.toString(each.number))
                        .collect(Collectors.joining(", "));
    }

    private @Nullable Journal known(int agent) {
        return mJournal == null ? null : mJournal.get(agent);
    }

    /** Lets the other see that an agreement was kept, if it is near. */
    private void showWitness(int agent, Agreement kept) {
        ComponentMapper<Senses> senses = mSenses;
        ComponentMapper<Persona> personas = mPersona;
        ComponentMapper<Journal> journals = mJournal;
        if (senses == null || personas == null || journals == null || !senses.has(agent)) {
            return;
        }
        String own = Persona.nameOf(personas.get(agent));
        IntBag near = senses.get(agent).nearby;
        for (int i = 0; i < near.size(); i++) {
            int other = near.get(i);
            boolean theOther = Persona.nameOf(GameObjects.find(personas, other)).equals(kept.with);
            Journal journal = theOther ? GameObjects.find(journals, other) : null;
            for (Agreement told : journal == null ? List.<Agreement>of() : journal.agreements) {
                if (!told.own && told.theirs == kept.number && told.with.equals(own)) {
                    told.settle(State.DONE, "", now());
                }
            }
        }
    }

    @Override
    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
        Journal journal = reflex.remembered() ? of(agent) : null;
        if (journal != null) {
            journal.reacted(reflex.behavior(), place(agent), now());
        }
    }

    @Override
    public void nextPlanStarted(int agent, int steps) {
        Journal journal = of(agent);
        if (journal != null) {
            journal.reason = journal.reasonAhead;
            journal.reasonAhead = "";
            for (Agreement agreement : journal.agreements) {
                agreement.planned = agreement.plannedAhead;
                agreement.plannedAhead = false;
            }
        }
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        Journal journal = known(agent);
        if (journal != null) {
            journal.agreements.forEach(agreement -> agreement.plannedAhead = false);
        }
    }

    /** Writes down what happened to an agent, in words. */
    void happened(int agent, String words) {
        Journal journal = of(agent);
        if (journal != null) {
            journal.happened(words, "", now());
        }
    }

    /** Writes down why an agent plans what it does; empty if it gave no reason. */
    void reason(int agent, String words, boolean ahead) {
        Journal journal = words.isEmpty() ? known(agent) : of(agent);
        if (journal != null && ahead) {
            journal.reasonAhead = words;
        } else if (journal != null) {
            journal.reason = words;
        }
    }
}
