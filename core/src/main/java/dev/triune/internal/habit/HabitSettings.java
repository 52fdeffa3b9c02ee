/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import dev.triune.habit.SmallTalk;
import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Settings of habits, as the game leaves them before its world is built. */
public final class HabitSettings {
    /** How often a plan must be completed until it is a habit. */
    public int completions = 2;

    /** A habit whose success rate is surely no more than this is demoted. */
    public double leastSuccess = 0.5;

    /** The most habits and candidates of a kind, and the most lines. */
    public int limit = 1_000;

    /** How often in a row an agent does the same if there is an alternative. */
    public int repeats = 3;

    /** The rate of calls for a new habit, and the least that it falls to. */
    public double exploration = 0.2;

    public double leastExploration = 0.02;

    /** The least time from one plan of a habit to the next plan. */
    public Duration pause = Duration.ofSeconds(1);

    /** The edges of the bands of needs, rising. */
    public double[] needBands = {0.3, 0.7};

    /** Seeds choices. */
    public long seed;

    /** Whether new plans are learned. */
    public boolean learns = true;

    /** The least time between two lines that are said again within earshot of each other. */
    public Duration barkInterval = Duration.ofSeconds(60);

    /** What needs no model; null if all talk does. */
    public @Nullable SmallTalk smallTalk;

    /** Agents that a model decides for each time. */
    public IntPredicate watched = agent -> false;

    /** Agents that learn for themselves alone. */
    public IntPredicate individual = agent -> false;

    /** How the game names a tick. */
    public LongFunction<String> date = tick -> "at tick " + tick;
}
