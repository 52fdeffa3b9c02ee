/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Agreement.State;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.behavior.StepLedger;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder.GameTime;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes into journals what agents do: each step once, when it ends, and the reflexes that act. A
 * step that was ordered for an agreement settles it with its end. Game thread only.
 *
 * <p>What was promised in words is settled by the step that has most in common with them, the bond: its
 * action, a value of it, a person. A weak bond settles only if no step of the plan has a stronger one,
 * since such a step may only prepare the deed. A step that brought less than was agreed settles as failed,
 * one that was not needed as excused; what another did for the agent settles what it names wholly.
 */
public final class JournalKeeper implements MindListener, StepLedger.EndListener {
    private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

    /** The bond of a step that names only whoever is owed, or only says a word of it: the weakest. */
    private static final int ONLY_THE_OTHER = 1;

    /** The bond of a step of which one part is named, which may only prepare the deed. */
    private static final int ONE_WORD = 2;

    private static final Pattern SAID = Pattern.compile("(?:\\S+\\s+){4}\\S");

    /** The first letters that two forms of a word have in common; shorter words do not count. */
    private static final int STEM = 4;

    private final GameFaults faults = new GameFaults(Perception.class);

    private @Nullable GameClock clock;
    private @Nullable PerKind<Perception> perceptions;
    private @Nullable PerKind<GameTime> times;
    private IntFunction<Wording> wordings = agent -> Wording.ENGLISH;
    private @Nullable ComponentMapper<Goals> mGoals;
    private @Nullable ComponentMapper<Mind> mMind;
    private @Nullable ComponentMapper<Journal> mJournal;
    private @Nullable ComponentMapper<BehaviorQueue> mQueue;
    private @Nullable ComponentMapper<Senses> mSenses;
    private @Nullable ComponentMapper<Persona> mPersona;
    private @Nullable EntitySubscription people; // who may be owed something

    /** Begins to serve a world. */
    public void start(
            World world,
            GameClock gameClock,
            PerKind<Perception> perceptionOfKind,
            PerKind<GameTime> timesOfKind,
            IntFunction<Wording> wordingOfAgent) {
        faults.join(world);
        clock = gameClock;
        perceptions = perceptionOfKind;
        times = timesOfKind;
        wordings = wordingOfAgent;
        mGoals = world.getMapper(Goals.class);
        mMind = world.getMapper(Mind.class);
        mJournal = world.getMapper(Journal.class);
        mQueue = world.getMapper(BehaviorQueue.class);
        mSenses = world.getMapper(Senses.class);
        mPersona = world.getMapper(Persona.class);
        people = world.getAspectSubscriptionManager().get(Aspect.all(Persona.class, Journal.class));
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
        return perceived(agent, "place", perception -> perception.place(agent));
    }

    private String perceived(int agent, String what, Function<Perception, String> words) {
        if (perceptions == null) {
            return "";
        }
        Perception perception = perceptions.of(agent);
        return Objects.requireNonNullElse(
                faults.get(what, perception, agent, () -> words.apply(perception), ""), "");
    }

    @Override
    public void ended(int agent, QueuedStep queued) {
        Journal journal = queued.finished() || queued.agreement != 0 ? of(agent) : known(agent);
        if (journal == null) {
            return;
        }
        if (!queued.inConversation) {
            endPlan(agent, journal, queued, queued.state == QueuedStep.State.DONE);
        }
        Agreement agreement = queued.agreement == 0 ? null : journal.agreement(queued.agreement);
        boolean less = agreement != null && bringsLess(journal, agreement, queued);
        switch (queued.state) {
            case DONE -> {
                if (queued.reason.isEmpty()) {
                    journal.did(queued.achieved(), place(agent), now());
                } else {
                    journal.happened(queued.reason, place(agent), now());
                }
                succeeded(agent, journal, queued);
            }
            case FAILED -> journal.failed(queued.step, queued.reason, place(agent), now());
            case PENDING, CURRENT -> {}
        }
        if (agreement == null) {
            return;
        }
        agreement.stepsLeft = Math.max(0, agreement.stepsLeft - 1);
        if (agreement.stepsLeft == 0 || queued.state != QueuedStep.State.DONE) {
            settle(agent, agreement, queued, less);
        }
    }

    /** Settles an agreement by a step that ended, and lets the other see that it was kept. */
    private void settle(int agent, Agreement agreement, QueuedStep ended, boolean less) {
        if (less) {
            Wording wording = wordings.apply(agent);
            agreement.settle(
                    State.FAILED, wording.say(Text.STEP_DONE, ended.step, ended.done), now());
        } else {
            agreement.settle(ended, now());
        }
        if (agreement.state == State.DONE) {
            showWitness(agent, agreement, ended.step);
        }
    }

    /**
     * Whether a step is done with less than it was to bring, so that of a number agreed something is
     * lacking, with all deeds before it.
     */
    private static boolean bringsLess(Journal journal, Agreement agreement, QueuedStep ended) {
        Step achieved = ended.achieved();
        return ended.state == QueuedStep.State.DONE
                && !achieved.equals(ended.step)
                && Quantity.of(agreement).stream().anyMatch(each -> {
                    int count = each.countIn(achieved);
                    return count >= 0 && each.lacks(journal, agreement, count);
                });
    }

    /** Notes what a completed step makes untrue, or true: what failed before, and a goal reached. */
    private void succeeded(int agent, Journal journal, QueuedStep queued) {
        Mind mind = mMind == null ? null : mMind.get(agent);
        if (mind != null) {
            mind.forgetTroubles(queued.step);
        }
        for (Agreement agreement : journal.agreements) {
            boolean failed = agreement.state == State.FAILED && agreement.own;
            if (failed && isDoneAfterAll(journal, agreement)) {
                agreement.state = State.OPEN;
                agreement.settle(State.DONE, "", now());
                showWitness(agent, agreement, queued.step);
            }
        }
        Goals goals = queued.reaches.isEmpty() || mGoals == null ? null : mGoals.get(agent);
        String reached = goals == null ? null : goals.end(queued.reaches);
        if (reached != null) {
            happened(agent, wordings.apply(agent).say(Text.GOAL_REACHED, reached));
        }
    }

    /**
     * Whether all that an agreement names was done since it failed: also, if it names whoever is owed, more
     * with them than a talk.
     */
    private static boolean isDoneAfterAll(Journal journal, Agreement failed) {
        List<String> left = words(failed.what);
        boolean any = !left.isEmpty();
        boolean with =
                words(failed.with).isEmpty() || !words(failed.what).containsAll(words(failed.with));
        for (Journal.Deed deed : journal.deeds) {
            if (deed.kind == Journal.Deed.Kind.DONE && deed.until >= failed.settledAt) {
                left.removeAll(named(failed, deed.step));
                with |= isWithOther(failed, deed.step) && bond(failed, deed.step) > ONE_WORD;
            }
        }
        return any && left.isEmpty() && with && !isLacking(journal, failed);
    }

    /** Whether of a number agreed, which deeds count, something is lacking. */
    private static boolean isLacking(Journal journal, Agreement agreement) {
        return Quantity.of(agreement).stream()
                .anyMatch(each -> each.isCounted(journal) && each.lacks(journal, agreement, 0));
    }

    @Override
    public void struck(int agent, QueuedStep queued) {
        Journal journal = known(agent);
        if (journal != null) {
            endPlan(agent, journal, queued, true);
        }
    }

    /**
     * Settles what the agent owes and its plan keeps: with the step that has most in common with it, the
     * last of such, whatever becomes of the others; if that step may only prepare the next one, such as
     * gathering before giving, with that one. Without such a step once all are done. If that fails or is
     * replaced, it stays open, and also if it is not due yet: then the plan has prepared it.
     */
    private void endPlan(int agent, Journal journal, QueuedStep queued, boolean done) {
        BehaviorQueue queue = mQueue == null ? null : mQueue.get(agent);
        boolean more = queue == null || hasMore(queue);
        for (Agreement agreement : journal.agreements) {
            int bond = bond(agreement, queued.step);
            int best = !agreement.planned || queue == null ? 0 : bondOfRest(queue, agreement);
            if (!agreement.planned || (best > 0 && best >= bond)) {
                continue;
            }
            boolean deed = bond > ONE_WORD
                    || (bond > 0
                            && (concludes(agreement, queued.step)
                                    || namesMore(journal, agreement, queued.step)));
            boolean last = !more || agreement.prepared || deed;
            boolean due = bond > ONE_WORD || isDue(agent, agreement);
            if (done && last && due) {
                settle(agent, agreement, queued, bringsLess(journal, agreement, queued));
            }
            agreement.prepared = done && !last && bond > 0;
            agreement.planned = done && !last;
        }
    }

    /** Notes what another did for an agent that had no step for it. */
    void didUnplanned(int agent, Step step) {
        Journal journal = of(agent);
        if (journal != null) {
            journal.did(step, place(agent), now());
            keptUnplanned(agent, step);
        }
    }

    /** Settles what an agent owes to whom a deed was done with, all of whose values the words name. */
    void keptUnplanned(int agent, Step step) {
        Journal journal = of(agent);
        if (journal == null) {
            return;
        }
        for (Agreement agreement : journal.agreements) {
            boolean names = step.arguments().values().stream()
                    .allMatch(value -> value.strip().equalsIgnoreCase(agreement.with)
                            || words(value).isEmpty()
                            || named(agreement, words(value)));
            boolean owed = agreement.own && agreement.open() && isDeedWithOther(agreement, step);
            if (owed && names && !isLacking(journal, agreement)) {
                agreement.settle(State.DONE, "", now());
                showWitness(agent, agreement, step);
            }
        }
    }

    private boolean isDue(int agent, Agreement agreement) {
        return due(agent, agreement) <= Math.max(now(), agreement.madeAt);
    }

    /** Returns when an agreement falls due, as the game reads its words. */
    public long due(int agent, Agreement agreement) {
        if (times == null) {
            return agreement.madeAt;
        }
        GameTime time = times.of(agent);
        String words = agreement.what.isEmpty() ? agreement.answer : agreement.what;
        return faults.get(
                "game time",
                time,
                agent,
                () -> time.due(words, agreement.madeAt),
                agreement.madeAt);
    }

    /** Whether a step that names an agreement is the deed itself: its action is named, or the other. */
    private static boolean concludes(Agreement agreement, Step step) {
        return named(agreement, words(step.type())) || isWithOther(agreement, step);
    }

    private static boolean isWithOther(Agreement agreement, Step step) {
        return step.arguments().values().stream()
                .anyMatch(value -> value.strip().equalsIgnoreCase(agreement.with));
    }

    /** Whether a step names something of an agreement after a deed that named something else. */
    private static boolean namesMore(Journal journal, Agreement agreement, Step step) {
        List<String> own = words(step);
        for (Journal.Deed deed : journal.deeds) {
            boolean since = deed.kind == Journal.Deed.Kind.DONE && deed.until >= agreement.madeAt;
            List<String> other = new ArrayList<>(words(deed.step));
            other.removeIf(word -> own.stream().anyMatch(each -> alike(each, word)));
            if (since && named(agreement, other)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns how much a step has in common with an agreement: 0 for nothing, {@link #ONLY_THE_OTHER},
     * {@link #ONE_WORD}, or more if two of its action, its values and whoever is owed are named.
     */
    private static int bond(Agreement agreement, Step step) {
        int bond = named(agreement, words(step.type())) ? ONE_WORD : 0;
        for (String value : step.arguments().values()) {
            boolean other = value.strip().equalsIgnoreCase(agreement.with);
            int most = other || isSaid(value) ? ONLY_THE_OTHER : ONE_WORD;
            bond += other || named(agreement, words(value)) ? most : 0;
        }
        return bond;
    }

    /** Whether all that a plan has in common with an agreement was done since that was made, and more. */
    private static boolean isDone(Journal journal, Agreement agreement, List<QueuedStep> plan) {
        Set<String> done = new HashSet<>();
        for (Journal.Deed deed : journal.deeds) {
            if (deed.kind == Journal.Deed.Kind.DONE && deed.until >= agreement.madeAt) {
                done.addAll(named(agreement, deed.step));
            }
        }
        Set<String> planned = new HashSet<>();
        plan.forEach(queued -> planned.addAll(named(agreement, queued.step)));
        return done.size() > planned.size() && done.containsAll(planned);
    }

    /** Returns the words of an agreement's deed that a step names. */
    private static Set<String> named(Agreement agreement, Step step) {
        Set<String> named = new HashSet<>();
        for (String word : words(agreement.what)) {
            if (words(step).stream().anyMatch(each -> alike(each, word))) {
                named.add(word);
            }
        }
        return named;
    }

    /** Returns the strongest bond of the steps that are not ended yet. */
    private static int bondOfRest(BehaviorQueue queue, Agreement agreement) {
        int best = 0;
        for (int i = 0; i < queue.steps.size(); i++) {
            QueuedStep step = queue.steps.get(i);
            best = step.finished() || step.inConversation
                    ? best
                    : Math.max(best, bond(agreement, step.step));
        }
        return best;
    }

    /** Returns what a step does, with what and whom: not what it says. */
    private static List<String> words(Step step) {
        return words(step.arguments().values().stream()
                .filter(value -> !isSaid(value))
                .collect(Collectors.joining(" ", step.type() + " ", "")));
    }

    /** Whether a value of a step is longer than a name: words for somebody, which do nothing. */
    private static boolean isSaid(String value) {
        return SAID.matcher(value).find();
    }

    private static boolean named(Agreement agreement, List<String> some) {
        List<String> agreed = words(agreement.what + " " + agreement.request);
        for (String word : some) {
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
        return !rest(queue).isEmpty();
    }

    /** Returns the steps of the plan that have not ended. */
    private static List<QueuedStep> rest(BehaviorQueue queue) {
        List<QueuedStep> rest = new ArrayList<>();
        for (int i = 0; i < queue.steps.size(); i++) {
            QueuedStep step = queue.steps.get(i);
            if (!step.finished() && !step.inConversation) {
                rest.add(step);
            }
        }
        return rest;
    }

    /** Notes that a new plan begins, or a next one, which keeps nothing yet. */
    void planBegins(int agent, boolean ahead) {
        Journal journal = known(agent);
        for (int i = 0; journal != null && i < journal.agreements.size(); i++) {
            Agreement agreement = journal.agreements.get(i);
            agreement.planned &= ahead;
            agreement.prepared &= ahead;
            agreement.plannedAhead &= !ahead;
        }
    }

    /**
     * Applies what an answer says of an agreement: the agent gives it up or expects it no more, its
     * plan keeps it, or it is kept already, which is all that can be said of what another owes.
     *
     * @param plan the steps of the answer; none if the plan of the agent goes on
     * @param ahead whether they are its next plan
     * @return what is wrong with it, for the model; empty if nothing is
     */
    String agreementNamed(
            int agent,
            int number,
            boolean kept,
            List<QueuedStep> plan,
            boolean ahead,
            String reason,
            Wording wording) {
        Journal journal = known(agent);
        Agreement agreement = journal == null ? null : journal.agreement(number);
        if (agreement != null && agreement.state == State.DONE) {
            return ""; // as it says
        }
        if (journal == null || agreement == null || !agreement.open()) {
            String open = journal == null ? "" : openAgreements(journal);
            return wording.say(
                    Text.NO_SUCH_AGREEMENT, number, open.isEmpty() ? wording.say(Text.NONE) : open);
        }
        BehaviorQueue queue = mQueue == null ? null : mQueue.get(agent);
        List<QueuedStep> named = new ArrayList<>(plan);
        if (plan.isEmpty() && queue != null) {
            named.addAll(rest(queue));
            named.addAll(queue.ahead());
        }
        if (!kept) {
            agreement.settle(State.DROPPED, reason, now());
            return "";
        }
        for (Quantity agreed : agreement.own ? Quantity.of(agreement) : List.<Quantity>of()) {
            int planned = agreed.countIn(named);
            int sum = planned < 0 ? planned : planned + agreed.done(journal, agreement.madeAt);
            if (sum >= 0 && sum < agreed.count()) {
                return wording.say(
                        Text.AGREEMENT_SHORT, number, agreed.thing(), agreed.count(), sum);
            }
        }
        boolean due = !agreement.own || isDue(agent, agreement);
        boolean done = agreement.own && due && isDone(journal, agreement, named);
        if (!done && agreement.own && queue != null && ahead && queue.hasNextPlan()) {
            agreement.plannedAhead = true;
        } else if (!done && agreement.own && queue != null && hasMore(queue)) {
            agreement.planned = true;
        } else if (due) {
            agreement.settle(State.DONE, "", now());
            showWitness(agent, agreement, null);
        }
        return "";
    }

    /** Returns the numbers of what is open and owed; empty if there is none. */
    private static String openAgreements(Journal journal) {
        return journal.agreements.stream()
                .filter(each -> each.own && each.open())
                .map(each -> Integer.toString(each.number))
                .collect(Collectors.joining(", "));
    }

    /** A number of things that an agreement names, such as wood 6, or 6 wood. */
    private record Quantity(String thing, int count) {
        private static final Pattern COUNTED =
                Pattern.compile("(\\d{1,4})\\s+(\\p{L}{3,})|(\\p{L}{3,})\\s+(\\d{1,4})\\b(?!:)");

        /** Returns those that an agreement names. */
        static List<Quantity> of(Agreement agreement) {
            return COUNTED.matcher(agreement.what.isEmpty() ? agreement.request : agreement.what)
                    .results()
                    .map(found -> found.group(1) == null
                            ? new Quantity(found.group(3), Integer.parseInt(found.group(4)))
                            : new Quantity(found.group(2), Integer.parseInt(found.group(1))))
                    .collect(Collectors.toList());
        }

        /** Whether less was done since an agreement was made, with so many more. */
        boolean lacks(Journal journal, Agreement agreement, int more) {
            return more + done(journal, agreement.madeAt) < count;
        }

        /** Returns how many of it steps have together; -1 if none counts it. */
        int countIn(List<QueuedStep> plan) {
            int sum = -1;
            for (QueuedStep queued : plan) {
                int counted = countIn(queued.step);
                sum = counted < 0 ? sum : Math.max(0, sum) + counted;
            }
            return sum;
        }

        /** Whether a deed counts it. */
        boolean isCounted(Journal journal) {
            return journal.deeds.stream().anyMatch(deed -> countIn(deed.step) >= 0);
        }

        /** Returns how many of it the agent has worked on since a tick. */
        int done(Journal journal, long since) {
            int sum = 0;
            for (Journal.Deed deed : journal.deeds) {
                boolean counts = deed.kind == Journal.Deed.Kind.DONE && deed.until >= since;
                sum += counts ? Math.max(0, countIn(deed.step)) : 0;
            }
            return sum;
        }

        /** Returns the largest whole number of a step that names it; -1 if there is none. */
        private int countIn(Step step) {
            int count = -1;
            boolean named = false;
            for (String value : step.arguments().values()) {
                named |= words(value).stream()
                        .anyMatch(word -> alike(word, thing.toLowerCase(Locale.ROOT)));
                count = value.matches("\\d{1,4}")
                        ? Math.max(count, Integer.parseInt(value))
                        : count;
            }
            return named ? count : -1;
        }
    }

    private @Nullable Journal known(int agent) {
        return mJournal == null ? null : mJournal.get(agent);
    }

    /**
     * Lets the other see that an agreement was kept, if it is near or the deed was done with it: the step
     * that just ended, or an earlier one.
     */
    private void showWitness(int agent, Agreement kept, @Nullable Step ended) {
        ComponentMapper<Persona> personas = mPersona;
        ComponentMapper<Journal> journals = mJournal;
        EntitySubscription all = people;
        if (personas == null || journals == null || all == null) {
            return;
        }
        Senses senses = mSenses == null ? null : mSenses.get(agent);
        IntBag near = senses == null ? new IntBag(0) : senses.nearby;
        String own = Persona.nameOf(personas.get(agent));
        boolean withOther = (ended != null && isDeedWithOther(kept, ended))
                || wasDoneWithOther(journals.get(agent), kept);
        IntBag witnesses = withOther ? all.getEntities() : near;
        for (int i = 0; i < witnesses.size(); i++) {
            int other = witnesses.get(i);
            boolean theOther = Persona.nameOf(GameObjects.find(personas, other)).equals(kept.with);
            Journal journal = theOther ? GameObjects.find(journals, other) : null;
            for (Agreement told : journal == null ? List.<Agreement>of() : journal.agreements) {
                if (!told.own && told.theirs == kept.number && told.with.equals(own)) {
                    told.settle(State.DONE, "", now());
                }
            }
        }
    }

    private static boolean wasDoneWithOther(@Nullable Journal journal, Agreement kept) {
        for (Journal.Deed deed : journal == null ? List.<Journal.Deed>of() : journal.deeds) {
            boolean since = deed.kind == Journal.Deed.Kind.DONE && deed.until >= kept.madeAt;
            if (since && isDeedWithOther(kept, deed.step)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a step has something of an agreement, and names whoever is owed. */
    private static boolean isDeedWithOther(Agreement agreement, Step step) {
        return isWithOther(agreement, step) && bond(agreement, step) > ONE_WORD;
    }

    @Override
    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
        Journal journal = reflex.remembered() ? of(agent) : null;
        if (journal != null) {
            String behavior = reflex.behavior();
            String cause = perceived(agent, "cause", each -> each.cause(agent, behavior));
            journal.reacted(behavior, cause, place(agent), now());
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
