/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import dev.triune.action.Step;
import dev.triune.component.Goals;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among habits that apply, by chance: weighted by success, by how well they fit the persona,
 * and by freshness. Each agent has a sequence of chances of its own, so that the same seed makes the
 * same choices, also after a load. Game thread only.
 */
final class HabitChooser {
    /** How much more often a habit is chosen for each action that the persona speaks of. */
    private static final double FITTING = 1.0;

    private static final int STEM = 4;

    /** How many calls a talk takes, about. */
    private static final int CALLS_OF_A_TALK = 8;

    private final HabitSettings settings;

    HabitChooser(HabitSettings settings) {
        this.settings = settings;
    }

    /** A habit that applies, with all slots filled. */
    record Option(LearnedHabit habit, List<Step> steps) {}

    /** Chooses one. */
    Option choose(
            List<Option> options, Mind mind, @Nullable Persona persona, @Nullable Goals goals) {
        String person = persona == null
                ? ""
                : (persona.description + " " + persona.skills
                                + (goals == null ? "" : " " + goals.priorities))
                        .toLowerCase(Locale.ROOT);
        double[] weights = new double[options.size()];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = weight(options.get(i).habit(), mind, person);
            sum += weights[i];
        }
        if (sum == 0) { // all that there is has just been done too often
            return options.get(0);
        }
        double left = chance(mind) * sum;
        Option chosen = options.get(0);
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0) {
                chosen = options.get(i);
                left -= weights[i];
                if (left < 0) {
                    break;
                }
            }
        }
        return chosen;
    }

    private double weight(LearnedHabit habit, Mind mind, String person) {
        int times = mind.lastHabit.equals(habit.plan) ? mind.habitRepeats : 0;
        return times >= settings.repeats ? 0 : habit.success() * fit(habit, person) / (1 + times);
    }

    private static double fit(LearnedHabit habit, String person) {
        double fit = 1;
        for (Step step : habit.steps) {
            String type = step.type();
            String stem = type.substring(0, Math.min(STEM, type.length()));
            int place = person.indexOf(stem);
            while (place > 0 && Character.isLetter(person.charAt(place - 1))) {
                place = person.indexOf(stem, place + 1);
            }
            fit += place < 0 ? 0 : FITTING / habit.steps.size();
        }
        return fit;
    }

    /**
     * Whether a model is called to find something better: less often the more a habit was used.
     *
     * @param share of the rate that counts
     */
    boolean explores(LearnedHabit habit, Mind mind, double share) {
        double rate = settings.exploration / (1 + habit.uses());
        return chance(mind) < share * Math.max(settings.leastExploration, rate);
    }

    /**
     * Whether a model is called for small talk to learn better lines: less often the more are known.
     *
     * @param pair who talks
     * @param since when they last talked
     */
    boolean explores(int known, long pair, long since) {
        double rate = settings.exploration / ((1 + known) * (1 + known));
        return chance(pair * 31 + since)
                < Math.max(settings.leastExploration / CALLS_OF_A_TALK, rate);
    }

    /** Returns the next chance of an agent, from 0 to below 1. */
    double chance(Mind mind) {
        return chance(mind.serial * 31 + ++mind.habitDraws);
    }

    private double chance(long number) {
        long mixed = settings.seed + 0x9E3779B97F4A7C15L * number;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return ((mixed ^ mixed >>> 31) >>> 11) * 0x1.0p-53;
    }
}
