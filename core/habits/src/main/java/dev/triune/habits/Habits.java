/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import dev.triune.habits.internal.HabitFile;
import dev.triune.habits.internal.HabitSettings;
import dev.triune.habits.internal.HabitSystem;
import dev.triune.internal.check.Ranges;
import dev.triune.internal.check.SetupPhase;
import dev.triune.llm.ConfigException;
import dev.triune.system.MindModule;
import dev.triune.system.MindModule.MindContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Plans that succeeded, used again without a model: think once, act often. If a habit applies when
 * the executor would be called, the steps of the habit are queued, and no model is called.
 *
 * <pre>{@code
 * Habits habits = Habits.learning();
 * new MindPlugin(broker, actions).with(habits);
 * habits.save(Path.of("minds.json"));
 * }</pre>
 *
 * <p>A plan becomes a habit of its kind of mind after a model made it in the same situation and it
 * was completed in full, twice unless set. A model is still called if no habit applies, after a
 * failure, when an agent gets a goal or a player interacts with it, and now and then to find better
 * habits. One object serves one world and is set up before the world is built; the next world takes
 * the habits of an earlier one with {@code Habits.parse("level 1", earlier.text())}. Game thread
 * only.
 */
public final class Habits implements MindModule {
    private final HabitSettings settings = new HabitSettings();
    private final SetupPhase setup = new SetupPhase(
            "these Habits serve",
            "set before the world is built; the next world takes Habits.parse(name, habits.text())");
    private final String name;
    private final List<HabitFile.Line> loaded;
    private @Nullable HabitSystem system;

    private Habits(String name, List<HabitFile.Line> loaded) {
        this.name = name;
        this.loaded = loaded;
    }

    /** Creates an object without habits, which learns. */
    public static Habits learning() {
        return new Habits("habits", List.of());
    }

    /**
     * Loads the habits of a file; learning goes on unless {@link #learns} is off. Blocks while it
     * reads.
     *
     * @throws ConfigException if there is no such file, or if it is no file of habits; the message
     *     gives line and remedy of each problem
     */
    public static Habits load(Path file) {
        String name = file.toString();
        return new Habits(name, HabitFile.read(name, HabitFile.FORMAT.load(file)));
    }

    /**
     * Reads the habits of a text, such as an asset of a game; learning goes on unless {@link
     * #learns} is off.
     *
     * @param name the name of the text in error messages, such as {@code minds.json}
     * @throws ConfigException if it is no text of habits; the message gives line and remedy of each
     *     problem
     */
    public static Habits parse(String name, String text) {
        return new Habits(name, HabitFile.read(name, HabitFile.FORMAT.parse(name, text)));
    }

    /**
     * Writes all habits to a file, sorted, one a line, and the plans that succeeded whenever a model
     * made them. Blocks while it writes.
     *
     * @throws IOException if the file cannot be written
     */
    public void save(Path file) throws IOException {
        HabitFile.FORMAT.save(file, HabitFile.records(known()));
    }

    /** Returns the text that {@link #save} writes. */
    public String text() {
        return HabitFile.FORMAT.write(HabitFile.records(known()));
    }

    /** Returns all habits, sorted, including those that do not fit the game's actions. */
    public List<Habit> all() {
        return known().stream()
                .filter(habit -> !HabitFile.isLine(habit) && habit.learned() >= 0)
                .toList();
    }

    private List<Habit> known() {
        List<Habit> all = system == null
                ? loaded.stream().map(HabitFile.Line::habit).toList()
                : system.store().all();
        return all.stream()
                .filter(habit -> habit.learned() >= 0 || habit.recent().matches("\\++"))
                .toList();
    }

    // ---- settings

    /** Sets whether new habits are learned; true unless set. */
    public Habits learns(boolean value) {
        changed().learns = value;
        return this;
    }

    /** Sets how often a plan must be completed to become a habit, 1 to 10; 2 unless set. */
    public Habits completions(int value) {
        changed().completions = Ranges.within("completions", value, 1, 10);
        return this;
    }

    /**
     * Sets the success rate, as the lower bound over its last ten runs, below which a habit is
     * given up, 0 to 0.5; 0.5 unless set.
     */
    public Habits leastSuccess(double value) {
        changed().leastSuccess = Ranges.within("leastSuccess", value, 0, 0.5);
        return this;
    }

    /**
     * Sets how many habits, candidates and lines of small talk a kind of mind keeps, 1 to 100,000;
     * 1,000 unless set. The least useful give way.
     */
    public Habits limit(int value) {
        changed().limit = Ranges.within("limit", value, 1, 100_000);
        return this;
    }

    /**
     * Sets the maximum number of times in a row that an agent uses one habit, 1 to 1,000; 3 unless
     * set.
     */
    public Habits repeats(int value) {
        changed().repeats = Ranges.within("repeats", value, 1, 1_000);
        return this;
    }

    /**
     * Sets how often a model is called although a habit applies, to find a better one.
     *
     * @param first the rate for a new habit, 0 to 1; 0.2 unless set
     * @param least the rate to which this falls with use, 0 to {@code first}; 0.02 unless set
     */
    public Habits exploration(double first, double least) {
        changed().exploration = Ranges.within("exploration", first, 0, 1);
        settings.leastExploration = Ranges.within("least exploration", least, 0, first);
        return this;
    }

    /**
     * Sets the least time between a plan of a habit and the next plan, zero or more; 1 s unless
     * set. The cooldown of the executor does not count for habits.
     */
    public Habits pause(Duration value) {
        changed().pause = Ranges.notNegative("pause", value);
        return this;
    }

    /** Sets the edges of bands of needs, rising in 0 to 1, at most 8; 0.3 and 0.7 unless set. */
    public Habits needBands(double... edges) {
        Ranges.within("number of edges of needBands", edges.length, 0, 8);
        double last = 0;
        for (double edge : edges) {
            if (!(edge > last && edge < 1)) {
                throw new IllegalArgumentException("edge " + edge
                        + " of needBands (expected rising numbers above 0 and below 1)");
            }
            last = edge;
        }
        changed().needBands = edges.clone();
        return this;
    }

    /** Sets the seed of choices and exploration; 0 unless set. */
    public Habits seed(long value) {
        changed().seed = value;
        return this;
    }

    /** Sets the agents for which a model is always called, such as those that a player watches. */
    public Habits watched(IntPredicate value) {
        changed().watched = Objects.requireNonNull(value, "watched");
        return this;
    }

    /** Sets the agents that learn habits of their own, under the name of their persona. */
    public Habits individual(IntPredicate value) {
        changed().individual = Objects.requireNonNull(value, "individual");
        return this;
    }

    /** Sets the words for a tick in descriptions, for example {@code on day 2}. */
    public Habits date(LongFunction<String> value) {
        changed().date = Objects.requireNonNull(value, "date");
        return this;
    }

    private HabitSettings changed() {
        setup.allowChange();
        return settings;
    }

    // ---- while the game runs

    /**
     * Requests a model for an agent's next plan, because something important happened.
     *
     * @throws IllegalStateException before the world is built
     */
    public void callModel(int agent) {
        if (system == null) {
            throw new IllegalStateException(
                    "these Habits serve no world yet (build one with them)");
        }
        system.callModel(agent);
    }

    /**
     * Adds the habits to the minds of a world.
     *
     * @throws ConfigException if no habit of the file fits the actions of the game, or if there are
     *     more than {@link #limit}
     */
    @Override
    public void install(MindContext minds) {
        HabitSystem made = new HabitSystem(minds.clock(), changed(), minds.kinds());
        made.store().load(name, loaded);
        system = made;
        setup.end();
        minds.afterActing(made);
        minds.afterActing(made.openPlans());
        minds.scheduler().plans(made);
        minds.listener(made.learning());
    }
}
