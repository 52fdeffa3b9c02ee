/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.component.Tier;
import dev.triune.habit.Habit;
import dev.triune.habit.SmallTalk;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.kind.PerKind;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What agents need no model for when they talk: lines that are said again, and the settings that decide
 * when. Artemis fills the mapper in. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mapper; counters are set by connect
public final class TalkHabits {
    /** How situations of small talk begin. */
    static final String SITUATION = "small talk";

    /** The one step of a line. */
    static final String SAY = "say";

    /** What that step says. */
    static final String LINE = "line";

    /** Stands for whom a line is said to. */
    public static final String PARTNER = "<partner>";

    /** Stands for whoever says a line. */
    public static final String SELF = "<self>";

    /** The most characters of a line that is learned. */
    private static final int LIMIT = 80;

    /** As many lines of other situations count like one of the same for what is still to learn. */
    private static final int FAR = 32;

    /** How many lines are drawn, of which the one not said for longest is chosen. */
    private static final int DRAWS = 3;

    private final GameClock clock;
    private final HabitSettings settings;
    private final PerKind<KindHabits> kinds;
    private final HabitChooser chooser;
    private final HabitLearning learning;
    private final IntPredicate watched;
    private final GameFaults faults = new GameFaults(TalkHabits.class);
    private final long interval;
    private IntPredicate settler = agent -> false;
    private MindCounters counters;

    private ComponentMapper<Mind> mMind;

    TalkHabits(
            GameClock clock,
            HabitSettings settings,
            PerKind<KindHabits> kinds,
            HabitChooser chooser,
            HabitLearning learning,
            IntPredicate watched) {
        this.clock = clock;
        this.settings = settings;
        this.kinds = kinds;
        this.chooser = chooser;
        this.learning = learning;
        this.watched = watched;
        this.interval = clock.ticks(settings.barkInterval);
    }

    void connect(MindCounters counts) {
        counters = counts;
    }

    /** Whether small talk needs no model. */
    public boolean on() {
        return settings.smallTalk != null;
    }

    /** Sets what settles the small talk of an agent with somebody near, if that is possible. */
    public void settler(IntPredicate value) {
        settler = value;
    }

    /** Settles the small talk of an agent with somebody near; false if a model is to be called. */
    public boolean settle(int agent) {
        return on() && settler.test(agent);
    }

    /** Counts a conversation of two agents that was settled. */
    public void settled(int one, int other) {
        counters.settledTalks++;
        learning.stateOf(one, mMind.get(one)).settledTalks++;
        learning.stateOf(other, mMind.get(other)).settledTalks++;
    }

    /** Returns the least ticks between two lines that are said again. */
    public long interval() {
        return interval;
    }

    /** Whether a player watches an agent, or did something with it a short time ago. */
    public boolean isWatched(int agent) {
        long attention = clock.ticks(Mind.PLAYER_ATTENTION);
        return watched.test(agent)
                || clock.tick() - mMind.get(agent).lastPlayerInteraction <= attention;
    }

    /** Whether the game has something to tell by one of two agents to the other. */
    public boolean hasNews(int one, int other) {
        SmallTalk rules = settings.smallTalk;
        try {
            return rules == null || rules.hasNews(one, other);
        } catch (RuntimeException e) {
            faults.report("small talk", Objects.requireNonNull(rules), one, e);
            return true;
        }
    }

    /**
     * Whether a model is called to learn better lines, which stays so until the two have talked: less
     * often the more lines are known.
     *
     * @param since what changes with each talk
     */
    public boolean explores(int one, int other, String role, long since) {
        KindHabits kind = kinds.of(one);
        Mind mind = mMind.get(one);
        boolean asks = settings.learns && mind.usesModel && mind.tier == Tier.FULL;
        SituationText situation = asks ? kind.situations.readTalk(one, role) : null;
        return situation != null
                && chooser.explores(
                        kind.lines.find(situation).size() + kind.lines.all().size() / FAR,
                        mind.serial + mMind.get(other).serial,
                        since);
    }

    /**
     * Learns a line that a talker says.
     *
     * @param role of the line, the first part of the situation
     * @param line with slots in the place of names
     */
    public void learn(int agent, String role, String line) {
        KindHabits kind = kinds.of(agent);
        if (!settings.learns || line.length() > LIMIT || !mayRepeat(agent, line)) {
            return;
        }
        SituationText situation = kind.situations.readTalk(agent, role);
        if (situation != null) {
            List<Step> steps = List.of(Step.of(SAY).with(LINE, line));
            String name = kind.kind.name();
            kind.lines.add(
                    new Habit(name, "", situation.toString(), steps, clock.tick(), 1, 0, 0, "+"));
        }
    }

    private boolean mayRepeat(int agent, String line) {
        SmallTalk rules = settings.smallTalk;
        try {
            return rules != null && rules.mayRepeat(line);
        } catch (RuntimeException e) {
            faults.report("small talk", Objects.requireNonNull(rules), agent, e);
            return false;
        }
    }

    /** Returns a line for an agent to say again, with slots, and counts it; null if there is none. */
    public @Nullable String line(int agent, String role) {
        KindHabits kind = kinds.of(agent);
        SituationText situation = kind.situations.readTalk(agent, role);
        List<LearnedHabit> known = situation == null ? List.of() : kind.lines.find(situation);
        LearnedHabit chosen = null;
        for (int i = 0; i < DRAWS && !known.isEmpty(); i++) {
            LearnedHabit drawn = known.get((int) (chooser.chance(mMind.get(agent)) * known.size()));
            boolean older = chosen == null || drawn.lastUsed() < chosen.lastUsed();
            long ago = clock.tick() - drawn.lastUsed(); // less than 0 in a file of another game
            chosen = older && (ago < 0 || ago >= interval) ? drawn : chosen;
        }
        if (chosen == null) {
            return null;
        }
        chosen.use(clock.tick());
        chosen.useEnded(true);
        counters.barks++;
        return chosen.steps.get(0).text(LINE);
    }
}
