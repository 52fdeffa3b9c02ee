/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.action.Step;
import dev.triune.component.Goals;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Chooses randomly among the habits that apply, weighted by success, fit with the persona, and
 * freshness. Each agent has its own random sequence, so that the same seed makes the same choices,
 * also after a load. Game thread only.
 */
final class HabitChooser {
    /** The additional weight of a habit for each of its actions that the persona mentions. */
    private static final double PERSONA_MATCH_WEIGHT = 1.0;

    /** The weight of a habit of the agent's role, relative to others. */
    private static final double ROLE_WEIGHT = 5;

    private static final int STEM = 4;

    /** The approximate number of calls in a conversation. */
    private static final int CALLS_PER_TALK = 8;

    private final HabitSettings settings;

    HabitChooser(HabitSettings settings) {
        this.settings = settings;
    }

    /** A habit that applies, with all slots filled. */
    record Option(LearnedHabit habit, List<Step> steps) {}

    Option choose(
            List<Option> options,
            String role,
            Mind mind,
            HabitState saved,
            @Nullable Persona persona,
            @Nullable Goals goals) {
        String person = persona == null
                ? ""
                : (persona.description + " " + persona.skills
                                + (goals == null ? "" : " " + goals.priorities))
                        .toLowerCase(Locale.ROOT);
        double[] weights = new double[options.size()];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            LearnedHabit habit = options.get(i).habit();
            weights[i] =
                    weight(habit, saved, person) * (habit.roles.contains(role) ? ROLE_WEIGHT : 1);
            sum += weights[i];
        }
        if (sum == 0) { // every option was just repeated too often
            return options.get(0);
        }
        double left = chance(mind, saved) * sum;
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

    private double weight(LearnedHabit habit, HabitState saved, String person) {
        int recentRepeats = saved.lastHabit.equals(habit.plan) ? saved.habitRepeats : 0;
        return recentRepeats >= settings.repeats
                ? 0
                : habit.success()
                        * fit(habit, person)
                        / (1 + recentRepeats)
                        / Math.sqrt(1 + (double) habit.uses());
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
            fit += place < 0 ? 0 : PERSONA_MATCH_WEIGHT / habit.steps.size();
        }
        return fit;
    }

    /**
     * Whether to call a model for something better: the more a habit was used, the less often.
     *
     * @param cooldowns the time since the last plan, as a multiple of the executor's cooldown
     */
    boolean explores(LearnedHabit habit, Mind mind, HabitState saved, double cooldowns) {
        double rate = settings.exploration / (1 + habit.uses());
        return chance(mind, saved)
                < Math.min(1, cooldowns) * Math.max(settings.leastExploration, rate);
    }

    /**
     * Whether to call a model for small talk to learn new lines: the more are known, the less
     * often.
     *
     * @param pair the two who talk
     * @param since the tick in which they last talked
     */
    boolean explores(int known, long pair, long since) {
        double rate = settings.exploration / ((1 + known) * (1 + known));
        return chance(pair * 31 + since)
                < Math.max(settings.leastExploration / CALLS_PER_TALK, rate);
    }

    /** Returns the agent's next random number, 0 to below 1. */
    double chance(Mind mind, HabitState saved) {
        return chance(mind.serial * 31 + ++saved.habitDraws);
    }

    private double chance(long number) {
        long mixed = settings.seed + 0x9E3779B97F4A7C15L * number;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return ((mixed ^ mixed >>> 31) >>> 11) * 0x1.0p-53;
    }
}
