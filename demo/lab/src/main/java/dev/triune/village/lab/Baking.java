/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.habits.Habit;
import dev.triune.habits.Habits;
import dev.triune.village.sim.RunStats;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Calendar;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Bakes minds: prints a line for each day, and writes the habits to a file at the end. */
final class Baking {
    private final Path file;
    private final PrintStream out;
    private int days;

    Baking(Path file, PrintStream out) {
        this.file = file;
        this.out = out;
    }

    /**
     * Prints a line if a day has ended.
     *
     * @param seconds the time since the start
     * @param ticksLeft the ticks until the end
     */
    void update(VillageSimulation village, RunHistory history, double seconds, long ticksLeft) {
        List<RunHistory.Day> all = history.days();
        if (all.size() == days) {
            return;
        }
        days = all.size();
        double remainingSeconds = seconds / days * ticksLeft / Calendar.TICKS_PER_DAY;
        List<Habit> habits = village.habits().map(Habits::all).orElse(List.of());
        out.printf(
                Locale.ROOT,
                "day %d  %d habits, %.0f %% of uses succeeded, %.1f calls a villager, cost %.4f USD,"
                        + " %.0f s left%n",
                all.get(days - 1).day(),
                habits.size(),
                100 * success(habits),
                all.get(days - 1).calls() / (double) all.get(days - 1).villagers(),
                RunStats.cost(village.stats().broker()),
                remainingSeconds);
        out.flush();
    }

    /** Writes the file; returns the problem if it cannot be written. */
    Optional<String> write(VillageSimulation village) {
        Habits habits = village.habits().orElseThrow();
        try {
            habits.save(file);
        } catch (IOException e) {
            return Optional.of("--bake " + file + ": cannot be written: " + e);
        }
        List<Habit> all = habits.all();
        out.printf(
                Locale.ROOT,
                "baked  %d habits from %d plans to %s (%.0f %% of their uses succeeded)%n",
                all.size(),
                all.stream().mapToLong(Habit::plans).sum(),
                file,
                100 * success(all));
        out.flush();
        return Optional.empty();
    }

    /** Returns the share of completed uses; 1 without any. */
    private static double success(List<Habit> habits) {
        long uses = habits.stream().mapToLong(Habit::uses).sum();
        long successes = habits.stream().mapToLong(Habit::successes).sum();
        return uses == 0 ? 1 : (double) successes / uses;
    }
}
