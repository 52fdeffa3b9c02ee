/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.habits.Habit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;

/** A habit or a candidate, with its record of success. Game thread only. */
final class LearnedHabit {
    /** The number of recent ends that count for its success. */
    static final int WINDOW = 10;

    /** The maximum number of times that a demotion doubles the completions needed. */
    private static final int DOUBLINGS = 4;

    final String situation;

    /** The agent it belongs to; empty for all of the kind. */
    final String agent;

    /** The steps of the habit, with slots. */
    final List<Step> steps;

    /** The steps as a text; equal for equivalent plans. */
    final String plan;

    /** The roles of the agents that completed it. */
    final Set<String> roles = new TreeSet<>();

    private long learned;
    private long plans;
    private long uses;
    private long successes;
    private int demotions;
    private int completedInRow;
    private int recent; // one bit each, the latest is the lowest
    private int recentCount;
    private long lastUsed;
    private double success;
    private boolean triedAgain;
    private boolean changesScene;

    LearnedHabit(String situation, String agent, List<Step> steps) {
        this.situation = situation;
        this.agent = agent;
        this.steps = List.copyOf(steps);
        this.plan = planOf(situation, steps);
        this.learned = -1;
    }

    /**
     * What a save tells of a habit besides its record, so that it goes on as if it had not been
     * loaded.
     *
     * @param used the tick in which it was last used or learned
     * @param demotions how often it was demoted
     * @param row its completions in a row
     * @param changes whether each plan of a model changed what its agent perceived
     * @param again whether it was demoted, and is used again
     */
    record Progress(long used, int demotions, int row, boolean changes, boolean again) {}

    LearnedHabit(Habit habit) {
        this(habit.situation(), habit.agent(), habit.steps());
        learned = habit.learned();
        roles.addAll(habit.roles());
        plans = habit.plans();
        uses = habit.uses();
        successes = habit.successes();
        completedInRow = learned < 0 ? (int) Math.min(plans, WINDOW) : 0;
        habit.recent().chars().forEach(end -> remember(end == '+'));
        lastUsed = Math.max(0, learned);
    }

    /** Returns what a save tells besides the record. */
    Progress progress() {
        return new Progress(lastUsed, demotions, completedInRow, changesScene, triedAgain);
    }

    /** Goes on as a save tells. */
    void resume(Progress saved) {
        lastUsed = saved.used();
        demotions = saved.demotions();
        completedInRow = saved.row();
        changesScene = saved.changes();
        triedAgain = saved.again();
    }

    /** Notes that its ticks are those of another clock, so that its last use was long ago. */
    void usedLongAgo() {
        lastUsed = Mind.NEVER;
    }

    /**
     * Returns a text that is equal for equivalent plans: the same steps with the same arguments,
     * except amounts and the order of neighbouring steps of one type. Gathering 7 pieces of wood
     * and then stone is equivalent to gathering stone and then 8 pieces of wood. In a line of small
     * talk, digits are words like any other.
     */
    static String planOf(String situation, List<Step> steps) {
        boolean line = TalkLines.isLine(situation);
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < steps.size(); i++) {
            from = steps.get(i).type().equals(steps.get(from).type()) ? from : i;
            words.add(describe(steps.get(i), line));
            words.subList(from, i + 1).sort(null);
        }
        return String.join("; ", words);
    }

    /**
     * Whether this habit is another's equal: one table has no two such habits, and one file
     * neither.
     */
    boolean isSame(LearnedHabit other) {
        return situation.equals(other.situation)
                && agent.equals(other.agent)
                && plan.equals(other.plan);
    }

    private static String describe(Step step, boolean line) {
        StringBuilder words = new StringBuilder(step.type());
        step.arguments().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> words.append(' ')
                        .append(each.getKey())
                        .append('=')
                        .append(!line && isAmount(each.getValue()) ? "#" : each.getValue()));
        return words.toString();
    }

    private static boolean isAmount(String value) {
        return !value.isEmpty() && value.chars().allMatch(Character::isDigit);
    }

    /** Whether this is a habit rather than a candidate. */
    boolean admitted() {
        return learned >= 0;
    }

    /**
     * Whether this is a habit, or a candidate that was completed whenever it was tried, which may
     * be once.
     */
    boolean proven() {
        return admitted() || (recentCount > 0 && Integer.bitCount(recent) == recentCount);
    }

    /** Returns the lower bound of its success rate, 0 to 1. */
    double success() {
        return success;
    }

    /** Whether a use that changes nothing that the agent perceives is a failure. */
    boolean changesScene() {
        return changesScene;
    }

    /** Whether a plan differs from its own only in which one of several it chooses. */
    boolean isVariedBy(String otherAgent, String otherPlan) {
        return agent.equals(otherAgent)
                && !plan.equals(otherPlan)
                && PlanSlots.withoutNumbers(plan).equals(PlanSlots.withoutNumbers(otherPlan));
    }

    /** Notes that a model chose otherwise: what varies is no habit. */
    void varied() {
        completedInRow = 0;
        if (admitted()) {
            demote();
        }
    }

    /** Returns the number of uses that have ended. */
    long uses() {
        return uses;
    }

    /** Returns the tick in which it was last used or learned. */
    long lastUsed() {
        return lastUsed;
    }

    void use(long tick) {
        lastUsed = tick;
        triedAgain = !admitted();
    }

    /**
     * Whether this habit may be used if no model may be called: it is proven, or was demoted and last used
     * at least that many ticks ago.
     */
    boolean servesWithoutModel(long tick, long wait) {
        return proven() || (uses > 0 && tick - lastUsed >= wait);
    }

    /**
     * Records the end of an equivalent plan of a model.
     *
     * @param changed whether it changed what its agent perceived
     * @param needed the consecutive completions needed to become a habit
     * @return whether this made it a habit
     */
    boolean planEnded(boolean completed, boolean changed, int needed, long tick) {
        lastUsed = tick;
        if (completed) {
            changesScene = changed && (plans == 0 || changesScene);
            plans++;
            completedInRow++;
        } else {
            completedInRow = 0;
        }
        remember(completed);
        boolean earned = completedInRow >= (long) needed << Math.min(demotions, DOUBLINGS);
        if (admitted() || !earned) {
            return false;
        }
        learned = tick;
        recentCount = Math.min(WINDOW, completedInRow);
        recent = (1 << recentCount) - 1; // earlier failures no longer count
        success = lowerBound(recentCount, recentCount);
        return true;
    }

    /** Records the end of a use; a demoted habit that succeeds is a habit again. */
    void useEnded(boolean completed) {
        uses++;
        successes += completed ? 1 : 0;
        remember(completed);
        if (triedAgain && !admitted()) {
            learned = completed ? lastUsed : learned;
            recentCount = 1;
            success = lowerBound(completed ? 1 : 0, 1);
        }
        triedAgain = false;
    }

    void demote() {
        learned = -1;
        demotions++;
        completedInRow = 0;
        recent = 0;
        recentCount = 0;
        success = 0;
    }

    private void remember(boolean completed) {
        recent = (recent << 1 | (completed ? 1 : 0)) & (1 << WINDOW) - 1;
        recentCount = Math.min(WINDOW, recentCount + 1);
        success = lowerBound(Integer.bitCount(recent), recentCount);
    }

    /**
     * Returns the lower bound of Wilson's score interval with one standard deviation: the true rate
     * is higher with a probability of about 84 %.
     */
    static double lowerBound(int successes, int tries) {
        if (tries == 0) {
            return 0;
        }
        double rate = (double) successes / tries;
        double spread = Math.sqrt((rate * (1 - rate) + 0.25 / tries) / tries);
        return (rate + 0.5 / tries - spread) / (1 + 1.0 / tries);
    }

    /** Whether another habit is evicted before this one. */
    boolean outlasts(LearnedHabit other) {
        if (admitted() != other.admitted()) {
            return admitted();
        }
        if (lastUsed != other.lastUsed) {
            return lastUsed > other.lastUsed;
        }
        if (uses + plans != other.uses + other.plans) {
            return uses + plans > other.uses + other.plans;
        }
        int order = situation.compareTo(other.situation);
        return order == 0 ? plan.compareTo(other.plan) < 0 : order < 0;
    }

    String describe(LongFunction<String> date) {
        String record = "learned " + date.apply(Math.max(0, learned)) + " from " + plans + " plans";
        return uses == 0
                ? record
                : record + ", " + Math.round(100.0 * successes / uses) + " % of " + uses + " uses";
    }

    Habit of(String kind) {
        StringBuilder ends = new StringBuilder();
        for (int i = recentCount - 1; i >= 0; i--) {
            ends.append((recent & 1 << i) == 0 ? '-' : '+');
        }
        return new Habit(
                kind,
                agent,
                situation,
                steps,
                learned,
                plans,
                uses,
                successes,
                ends.toString(),
                List.copyOf(roles));
    }
}
