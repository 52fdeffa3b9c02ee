/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import dev.triune.action.Step;
import dev.triune.internal.text.BoundedText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an agent knows of its own life: what it did and what happened to it, why it does what it
 * does, what it agreed to with others, and whom it met. The minds write it and their prompts show
 * it; a game adds what only it knows by {@link #happened}. All of it is bounded: the oldest gives
 * way. Agents get one when there is something to write down. Game thread only.
 */
@Fluid(exclude = true)
public class Journal extends Component {
    /** The maximum number of deeds. */
    public static final int DEEDS = 40;

    /** The maximum number of agreements. */
    public static final int AGREEMENTS = 16;

    /** The maximum number of people. */
    public static final int PEOPLE = 32;

    /** The maximum number of remembered lines of talk with one person. */
    public static final int LINES = 8;

    /** The maximum number of characters of a reason, an event or an agreement. */
    public static final int TEXT_LIMIT = 240;

    /** The deeds among which a new one looks for its like. */
    private static final int MERGED = 6;

    /** The deeds and events, in the order in which they last went on. */
    public final List<Deed> deeds = new NonNullList<>();

    /** The agreements, in the order in which they were made. */
    public final List<Agreement> agreements = new NonNullList<>();

    /** The people whom the agent talked with, those of the last talk at the end. */
    public final List<Acquaintance> people = new NonNullList<>();

    /** Why the agent made its current plan, in words; empty if it gave no reason. */
    public String reason = "";

    /** Why the agent made its next plan; see {@link BehaviorQueue#ahead}. */
    public String reasonAhead = "";

    /** The number of the last agreement. */
    public int lastNumber;

    // ---- deeds

    /** Writes down that a step was completed; adds to a deed of the same kind a little earlier. */
    public void did(Step step, String place, long tick) {
        note(Deed.Kind.DONE, step, "", place, tick);
    }

    /** Writes down that a step failed, and why. */
    public void failed(Step step, String reason, String place, long tick) {
        note(Deed.Kind.FAILED, step, reason, place, tick);
    }

    /**
     * Writes down that the agent's body acted: a reflex, by the name of its behaviour.
     *
     * @param cause what made it act, such as {@code the wolf}; may be empty
     */
    public void reacted(String behavior, String cause, String place, long tick) {
        note(Deed.Kind.REFLEX, Step.of(behavior), cause, place, tick);
    }

    /**
     * Writes down what happened to the agent, such as {@code the wolf bit you}, as prompts will show
     * it.
     *
     * @param place the name of the place; empty if it does not matter
     * @param tick the current tick
     */
    public void happened(String words, String place, long tick) {
        note(Deed.Kind.EVENT, Step.of(""), words, place, tick);
    }

    private void note(Deed.Kind kind, Step step, String words, String place, long tick) {
        String note = BoundedText.words(words, TEXT_LIMIT);
        for (int i = deeds.size() - 1; i >= Math.max(0, deeds.size() - MERGED); i--) {
            Deed deed = deeds.get(i);
            Step sum = deed.kind == kind && deed.note.equals(note) ? sum(deed.step, step) : null;
            if (sum != null && deed.place.equals(place)) {
                deed.step = sum;
                deed.times++;
                deed.until = tick;
                deeds.remove(i);
                deeds.add(deed);
                return;
            }
        }
        if (deeds.size() == DEEDS) {
            deeds.remove(0);
        }
        Deed deed = new Deed();
        deed.kind = kind;
        deed.step = step;
        deed.note = note;
        deed.place = BoundedText.of(place, Memory.NAME_LIMIT);
        deed.from = tick;
        deed.until = tick;
        deeds.add(deed);
    }

    /**
     * Returns one step for two that differ at most in the one whole number that they have: their
     * sum. Null if they differ otherwise.
     */
    private static @Nullable Step sum(Step one, Step other) {
        Map<String, String> first = one.arguments();
        Map<String, String> second = other.arguments();
        if (!one.type().equals(other.type()) || !first.keySet().equals(second.keySet())) {
            return null;
        }
        String counted = null;
        for (Map.Entry<String, String> each : first.entrySet()) {
            boolean number = isCount(each.getValue())
                    && isCount(Objects.requireNonNull(second.get(each.getKey())));
            if (number && counted == null) {
                counted = each.getKey();
            } else if (!each.getValue().equals(second.get(each.getKey()))) {
                return null;
            }
        }
        return counted == null
                ? one
                : one.with(
                        counted,
                        Integer.parseInt(Objects.requireNonNull(first.get(counted)))
                                + Integer.parseInt(Objects.requireNonNull(second.get(counted))));
    }

    private static boolean isCount(String value) {
        boolean digits = !value.isEmpty() && value.length() <= 7;
        for (int i = 0; i < value.length() && digits; i++) {
            digits = value.charAt(i) >= '0' && value.charAt(i) <= '9';
        }
        return digits;
    }

    // ---- agreements

    /**
     * Writes down an agreement; if there are too many, the oldest settled one gives way, or else the
     * oldest. Words are bounded.
     *
     * @param with the name of the other
     * @param own whether the agent owes it, not the other
     * @param request what was asked for, in the other's words; may be empty
     * @param answer what was said to it; may be empty
     * @param what what shall be done; may be empty if steps follow
     */
    public Agreement agree(
            String with, boolean own, String request, String answer, String what, long tick) {
        if (agreements.size() == AGREEMENTS) {
            int oldest = 0;
            while (oldest < agreements.size() && agreements.get(oldest).open()) {
                oldest++;
            }
            agreements.remove(oldest == agreements.size() ? 0 : oldest);
        }
        Agreement made = new Agreement();
        made.number = ++lastNumber;
        made.with = BoundedText.of(with, Memory.NAME_LIMIT);
        made.own = own;
        made.request = BoundedText.words(request, TEXT_LIMIT);
        made.answer = BoundedText.words(answer, TEXT_LIMIT);
        made.what = BoundedText.words(what, TEXT_LIMIT);
        made.madeAt = tick;
        agreements.add(made);
        return made;
    }

    /** Returns an agreement by its number, which is not given again; null if it is forgotten. */
    public @Nullable Agreement agreement(int number) {
        for (int i = agreements.size() - 1; i >= 0; i--) {
            if (agreements.get(i).number == number) {
                return agreements.get(i);
            }
        }
        return null;
    }

    /**
     * Returns the first tick after another in which something that the agent owes falls due; {@link
     * Mind#NEVER} if nothing does.
     */
    public long nextDue(long tick) {
        long next = Mind.NEVER;
        for (Agreement each : agreements) {
            boolean falls = each.own && each.open() && each.due > tick;
            next = falls && (next == Mind.NEVER || each.due < next) ? each.due : next;
        }
        return next;
    }

    // ---- people

    /** Returns what is known of a person by name, moved to the end; begins it if it is new. */
    public Acquaintance meet(String name, long tick) {
        String who = BoundedText.of(name, Memory.NAME_LIMIT);
        Acquaintance met = acquaintance(who);
        if (met == null) {
            met = new Acquaintance();
            met.name = who;
            if (people.size() == PEOPLE) {
                people.remove(0);
            }
        } else {
            people.remove(met);
        }
        met.talkedAt = tick;
        people.add(met);
        return met;
    }

    /** Returns what is known of a person by name; null if the agent has not talked with it. */
    public @Nullable Acquaintance acquaintance(String name) {
        for (int i = people.size() - 1; i >= 0; i--) {
            if (people.get(i).name.equals(name)) {
                return people.get(i);
            }
        }
        return null;
    }

    /** Changes all ticks, for a world whose clock differs. */
    public void replaceTicks(LongUnaryOperator change) {
        for (Deed deed : deeds) {
            deed.from = change.applyAsLong(deed.from);
            deed.until = change.applyAsLong(deed.until);
        }
        for (Agreement agreement : agreements) {
            agreement.askedAt = change.applyAsLong(agreement.askedAt);
            agreement.madeAt = change.applyAsLong(agreement.madeAt);
            agreement.settledAt = change.applyAsLong(agreement.settledAt);
        }
        for (Acquaintance person : people) {
            person.talkedAt = change.applyAsLong(person.talkedAt);
            person.lines.forEach(line -> line.tick = change.applyAsLong(line.tick));
        }
    }

    /** What an agent did, or what happened to it, once or several times. Mutable. */
    public static class Deed {
        /** The kinds of deeds. */
        public enum Kind {
            /** A step was completed. */
            DONE,
            /** A step failed; the note says why. */
            FAILED,
            /** A reflex acted. */
            REFLEX,
            /** The note says what happened. */
            EVENT
        }

        /** The kind. */
        public Kind kind = Kind.EVENT;

        /** The step, its number being the sum of all times; of a reflex, its behaviour. */
        public Step step = Step.of("");

        /** The reason of a failure, the cause of a reflex or the words of an event; may be empty. */
        public String note = "";

        /** The name of the place; may be empty. */
        public String place = "";

        /** How many times. */
        public int times = 1;

        /** The tick of the first time. */
        public long from;

        /** The tick of the last time. */
        public long until;

        /** Creates an empty deed for loaders. */
        public Deed() {}

        /** Whether its step has a number, which is the sum of all times. */
        public boolean isSum() {
            return kind == Kind.DONE
                    && step.arguments().values().stream().anyMatch(Journal::isCount);
        }
    }

    /** A request and the answer to it, or a promise, and what became of it. Mutable. */
    public static class Agreement {
        /** The states of an agreement. */
        public enum State {
            /** It is still to be done. */
            OPEN,
            /** It was done. */
            DONE,
            /** It could not be done; the reason says why. */
            FAILED,
            /** It was given up; the reason may say why. */
            DROPPED,
            /** It was not done, for which nobody is to blame; the reason says why. */
            EXCUSED
        }

        /** The number, by which steps and answers refer to it; 1 or more. */
        public int number;

        /** The name of the other. */
        public String with = "";

        /** Whether the agent owes it; otherwise the other does. */
        public boolean own;

        /** What was asked for, in the words of whoever asked; may be empty. */
        public String request = "";

        /** What the one who owes it said to that; may be empty. */
        public String answer = "";

        /** What is to be done: steps, or words. */
        public String what = "";

        /** The number of the other's own agreement, if the other owes it; otherwise 0. */
        public int theirs;

        /** The number of ordered steps that are not ended yet; 0 if words alone were said. */
        public int stepsLeft;

        /** Whether steps were ordered for it. */
        public boolean ordered;

        /** Whether the agent's plan keeps it: then it is done when that plan is. */
        public boolean planned;

        /** Whether the agent's next plan keeps it; see {@link BehaviorQueue#ahead}. */
        public boolean plannedAhead;

        /** Whether the steps of the plan that name it are done, and the next one may belong to it. */
        public boolean prepared;

        /** The state. */
        public State state = State.OPEN;

        /** Why it failed, was given up or excused; may be empty. */
        public String reason = "";

        /** The tick of the request; {@link Mind#NEVER} if there was none. */
        public long askedAt = Mind.NEVER;

        /** The tick in which it was made. */
        public long madeAt;

        /** The tick from which on it is to be done; {@link Mind#NEVER} if no time was named. */
        public long due = Mind.NEVER;

        /** The tick in which it was settled; {@link Mind#NEVER} while it is open. */
        public long settledAt = Mind.NEVER;

        /** Creates an empty agreement for loaders. */
        public Agreement() {}

        /** Whether it is still to be done. */
        public boolean open() {
            return state == State.OPEN;
        }

        /** Adds a step, in words, that was ordered for it; reopens it if it seemed done. */
        public void add(String step) {
            what = BoundedText.words(what.isEmpty() ? step : what + ", " + step, TEXT_LIMIT);
            ordered = true;
            stepsLeft++;
            if (state == State.DONE) {
                state = State.OPEN;
                settledAt = Mind.NEVER;
            }
        }

        /** Sets what was asked for, in words, and when. */
        public void asked(String words, long tick) {
            request = BoundedText.words(words, TEXT_LIMIT);
            askedAt = tick;
        }

        /** Sets what was said to the request. */
        public void answer(String words) {
            answer = BoundedText.words(words, TEXT_LIMIT);
        }

        /**
         * Settles it, unless it is settled, by a step that ended: it is excused if the step was not needed,
         * and given up if the step did not finish.
         */
        public void settle(QueuedStep ended, long tick) {
            State how = switch (ended.state) {
                case DONE -> ended.reason.isEmpty() ? State.DONE : State.EXCUSED;
                case FAILED -> State.FAILED;
                case PENDING, CURRENT -> State.DROPPED;
            };
            settle(how, ended.finished() ? ended.reason : "", tick);
        }

        /** Settles it, unless it is settled. */
        public void settle(State how, String why, long tick) {
            if (open()) {
                state = how;
                reason = BoundedText.words(why, TEXT_LIMIT);
                settledAt = tick;
                stepsLeft = 0;
                planned = false;
                plannedAhead = false;
                prepared = false;
            }
        }
    }

    /** What an agent remembers of somebody with whom it talked. Mutable. */
    public static class Acquaintance {
        /** The name. */
        public String name = "";

        /** The role that the agent saw, such as {@code guard}; may be empty. */
        public String role = "";

        /** The first words that the other said to the agent, by which people introduce themselves. */
        public String firstWords = "";

        /** The last lines between the two, the oldest first. */
        public final List<Line> lines = new NonNullList<>();

        /** The tick of their last talk. */
        public long talkedAt = Mind.NEVER;

        /** Creates an empty acquaintance for loaders. */
        public Acquaintance() {}

        /** Adds a line, bounded, in place of the oldest, and returns it. */
        public Line add(boolean own, String text, long tick) {
            Line line = new Line();
            line.own = own;
            line.text = BoundedText.words(text, TEXT_LIMIT);
            line.tick = tick;
            if (lines.size() == LINES) {
                lines.remove(0);
            }
            lines.add(line);
            if (!own && firstWords.isEmpty()) {
                firstWords = line.text;
            }
            return line;
        }
    }

    /** A line of talk. */
    public static class Line {
        /** Whether the agent said it, not the other. */
        public boolean own;

        /** The words, as data. */
        public String text = "";

        /** Whether the rest of it was not said. */
        public boolean brokenOff;

        /** The tick. */
        public long tick;

        /** Creates an empty line for loaders. */
        public Line() {}
    }
}
