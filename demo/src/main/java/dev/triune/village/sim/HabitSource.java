/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.habits.Habits;
import dev.triune.llm.ConfigException;
import dev.triune.village.world.Calendar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The habits that villagers start with. Immutable.
 *
 * @param name the name of the file, for messages; {@code off} or {@code learning} without one
 * @param text the text of the file; empty without one
 */
public record HabitSource(String name, String text) {
    /** The executor's cooldown, so that habits make villagers no busier than a model does. */
    private static final Duration PAUSE_BETWEEN_PLANS = Duration.ofSeconds(10);

    /** No habits: a model is called for each plan. */
    public static final HabitSource OFF = new HabitSource("off", "");

    /** No habits at first; villagers acquire them. */
    public static final HabitSource LEARNING = new HabitSource("learning", "");

    /**
     * Reads a file of habits. Blocks while it reads.
     *
     * @throws ConfigException if the file does not exist or is not a file of habits
     */
    public static HabitSource load(Path file) {
        return new HabitSource(file.toString(), Habits.load(file).text());
    }

    /**
     * Creates the habits of a village; empty if it has none.
     *
     * @param seed the seed of the choice between habits
     * @param watched the agents that a player watches
     * @throws ConfigException if the text is not a file of habits
     */
    Optional<Habits> open(long seed, IntPredicate watched) {
        if (equals(OFF)) {
            return Optional.empty();
        }
        Habits habits = text.isEmpty() ? Habits.learning() : Habits.parse(name, text);
        return Optional.of(habits.seed(seed)
                .pause(PAUSE_BETWEEN_PLANS)
                .watched(watched)
                .needBands(0.3)
                .date(tick -> "on day " + Calendar.day(tick)));
    }
}
