/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;

/** The settings of habits, fixed when the world is built. */
public final class HabitSettings {
    /** The number of completions after which a plan becomes a habit. */
    public int completions = 2;

    /** A habit is demoted when the lower bound of its success rate falls below this. */
    public double leastSuccess = 0.5;

    /** The maximum number of habits and candidates of a kind, and of lines. */
    public int limit = 1_000;

    /** The maximum number of repetitions in a row if there is an alternative. */
    public int repeats = 3;

    /** The rate of calls for a new habit, and its minimum. */
    public double exploration = 0.2;

    public double leastExploration = 0.02;

    /** The minimum time from a habit's plan to the next plan. */
    public Duration pause = Duration.ofSeconds(1);

    /** The boundaries between bands of needs, in ascending order. */
    public double[] needBands = {0.3, 0.7};

    /** The seed of random choices. */
    public long seed;

    /** Whether new plans are learned. */
    public boolean learns = true;

    /** Agents for which a model always decides. */
    public IntPredicate watched = agent -> false;

    /** Agents that learn only for themselves. */
    public IntPredicate individual = agent -> false;

    /** Formats a tick as a date of the game. */
    public LongFunction<String> date = tick -> "at tick " + tick;
}
