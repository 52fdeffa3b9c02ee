/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import dev.triune.action.Step;
import dev.triune.habit.Habit;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** A habit or a candidate for one, with its record. Game thread only. */
final class LearnedHabit {
    /** How many of the last ends count for its success. */
    static final int WINDOW = 10;

    /** The most times that a demotion doubles the plans it takes to become a habit again. */
    private static final int DOUBLINGS = 4;

    final String situation;

    /** The agent that has it; empty for all of the kind. */
    final String agent;

    /** Its steps with slots. */
    final List<Step> steps;

    /** Its steps as a text: two habits with the same do the same. */
    final String plan;

    private long learned;
    private long plans;
    private long uses;
    private long successes;
    private int demotions;
    private int completedInRow;
    private int recent; // one bit each, the latest the lowest
    private int recentCount;
    private long lastUsed;
    private double success;
    private boolean triedAgain;

    LearnedHabit(String situation, String agent, List<Step> steps) {
        this.situation = situation;
        this.agent = agent;
        this.steps = List.copyOf(steps);
        this.plan = planOf(steps);
        this.learned = -1;
    }

    LearnedHabit(Habit habit) {
        this(habit.situation(), habit.agent(), habit.steps());
        learned = habit.learned();
        plans = habit.plans();
        uses = habit.uses();
        successes = habit.successes();
        completedInRow = learned < 0 ? (int) Math.min(plans, WINDOW) : 0;
        habit.recent().chars().forEach(end -> remember(end == '+'));
        lastUsed = Math.max(0, learned);
    }

    /**
     * Returns a text that is the same for the same plan: for the same steps with the same arguments,
     * amounts aside. Whoever gathers 7 pieces does the same as who gathers 8.
     */
    static String planOf(List<Step> steps) {
        return steps.stream().map(LearnedHabit::describe).collect(Collectors.joining("; "));
    }

    private static String describe(Step step) {
        StringBuilder words = new StringBuilder(step.type());
        step.arguments().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> words.append(' ')
                        .append(each.getKey())
                        .append('=')
                        .append(isAmount(each.getValue()) ? "#" : each.getValue()));
        return words.toString();
    }

    private static boolean isAmount(String value) {
        return !value.isEmpty() && value.chars().allMatch(Character::isDigit);
    }

    /** Whether it is a habit, not only a candidate. */
    boolean admitted() {
        return learned >= 0;
    }

    /** Returns the lower bound of its success rate, 0 to 1. */
    double success() {
        return success;
    }

    /** Returns how often it was used and its end is known. */
    long uses() {
        return uses;
    }

    /** Returns the tick in which it was last used or learned. */
    long lastUsed() {
        return lastUsed;
    }

    /** Notes that it is being used. */
    void use(long tick) {
        lastUsed = tick;
        triedAgain = !admitted();
    }

    /** Whether it was given up, and was last used at least that many ticks ago. */
    boolean mayBeTriedAgain(long tick, long wait) {
        return !admitted() && uses > 0 && tick - lastUsed >= wait;
    }

    /**
     * Notes what came of a plan of a model that is the same.
     *
     * @param needed how many it takes in a row to become a habit
     * @return whether it became a habit by it
     */
    boolean planEnded(boolean completed, int needed, long tick) {
        lastUsed = tick;
        if (completed) {
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
        recent = (1 << recentCount) - 1; // what failed before it was a habit is forgotten
        success = lowerBound(recentCount, recentCount);
        return true;
    }

    /** Notes what came of a use; one that was given up and tried again is a habit again if it worked. */
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

    /** Makes it a candidate again that has to earn its place anew. */
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
     * Returns the lower bound of Wilson's score interval with one standard deviation: a rate that the
     * true one exceeds with a probability of about 84 %.
     */
    static double lowerBound(int successes, int tries) {
        if (tries == 0) {
            return 0;
        }
        double rate = (double) successes / tries;
        double spread = Math.sqrt((rate * (1 - rate) + 0.25 / tries) / tries);
        return (rate + 0.5 / tries - spread) / (1 + 1.0 / tries);
    }

    /** Whether another one is given up before this one where there is no room for both. */
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

    /** Describes its record, for people. */
    String describe(LongFunction<String> date) {
        String record = "learned " + date.apply(Math.max(0, learned)) + " from " + plans + " plans";
        return uses == 0
                ? record
                : record + ", " + Math.round(100.0 * successes / uses) + " % of " + uses + " uses";
    }

    /** Returns it as a value. */
    Habit of(String kind) {
        StringBuilder ends = new StringBuilder();
        for (int i = recentCount - 1; i >= 0; i--) {
            ends.append((recent & 1 << i) == 0 ? '-' : '+');
        }
        return new Habit(
                kind, agent, situation, steps, learned, plans, uses, successes, ends.toString());
    }
}
