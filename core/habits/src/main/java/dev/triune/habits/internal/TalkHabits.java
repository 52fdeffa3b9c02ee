/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.TurnSource;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.component.Tier;
import dev.triune.habits.Habit;
import dev.triune.habits.SmallTalk;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.kind.PerKind;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The talk that needs no model: learned lines, and the settings that decide when to use them.
 * Artemis fills in the mapper. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mapper
public final class TalkHabits implements TurnSource {
    /** The beginning of situations of small talk. */
    static final String SITUATION = "small talk";

    /** The action of a line's only step. */
    static final String SAY = "say";

    /** The argument of that step: the text. */
    static final String LINE = "line";

    /** The slot for the addressee of a line. */
    public static final String PARTNER = "<partner>";

    /** The slot for the speaker of a line. */
    public static final String SELF = "<self>";

    /** The maximum length of a learned line, in characters. */
    private static final int LIMIT = 80;

    /**
     * The number of lines from other situations that count as much as one from the same situation.
     */
    private static final int LINES_PER_SAMPLE = 32;

    /** The number of lines drawn at random; the one unused for longest is chosen. */
    private static final int DRAWS = 3;

    private final GameClock clock;
    private final HabitSettings settings;
    private final PerKind<KindHabits> kinds;
    private final HabitChooser chooser;
    private final HabitLearning learning;
    private final IntPredicate watched;
    private final GameFaults faults = new GameFaults(TalkHabits.class);
    private final long interval;
    private @Nullable IntPredicate settler;
    private long settledTalks;
    private long repeatedLines;

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

    /** Whether small talk is handled without a model. */
    public boolean on() {
        return settings.smallTalk != null;
    }

    /** Sets the function that settles an agent's small talk with a neighbour if possible. */
    public void settler(IntPredicate value) {
        settler = value;
    }

    /** Whether the world has conversations that settle talk. */
    boolean hasSettler() {
        return settler != null;
    }

    @Override
    public boolean settle(int agent) {
        return on() && settler != null && settler.test(agent);
    }

    @Override
    public long settledTalks() {
        return settledTalks;
    }

    @Override
    public long settledTalks(int agent) {
        return learning.stateOf(agent, mMind.get(agent)).settledTalks;
    }

    @Override
    public long repeatedLines() {
        return repeatedLines;
    }

    /** Counts a settled conversation of two agents. */
    public void settled(int one, int other) {
        settledTalks++;
        learning.stateOf(one, mMind.get(one)).settledTalks++;
        learning.stateOf(other, mMind.get(other)).settledTalks++;
    }

    /** Returns the minimum number of ticks between two learned lines. */
    public long interval() {
        return interval;
    }

    /** Whether a player watches an agent, or has interacted with it recently. */
    public boolean isWatched(int agent) {
        long attention = clock.ticks(Mind.PLAYER_ATTENTION);
        return clock.tick() - mMind.get(agent).lastPlayerInteraction <= attention
                || watched.test(agent);
    }

    /** Whether an agent may call a model, apart from attention and failures. */
    public boolean mayAsk(int agent) {
        Mind mind = mMind.get(agent);
        return mind.usesModel && mind.tier == Tier.FULL;
    }

    /** Returns the game's words for the news of an agent that may call no model; often empty. */
    public String news(int one, int other) {
        SmallTalk rules = settings.smallTalk;
        try {
            return rules == null || mayAsk(one) ? "" : rules.tell(one, other).strip();
        } catch (RuntimeException e) {
            faults.report("small talk", Objects.requireNonNull(rules), one, e);
            return "";
        }
    }

    /** Whether the game has news for one of two agents to tell the other. */
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
     * Whether to call a model to learn new lines: the more are known, the less often. The answer
     * stays the same until the two have talked.
     *
     * @param since a value that changes with each talk
     */
    public boolean explores(int one, int other, String role, long since) {
        KindHabits kind = kinds.of(one);
        Mind mind = mMind.get(one);
        SituationText situation =
                settings.learns && mayAsk(one) ? kind.situations.readTalk(one, role) : null;
        return situation != null
                && chooser.explores(
                        kind.lines.find(situation).size()
                                + kind.lines.all().size() / LINES_PER_SAMPLE,
                        mind.serial + mMind.get(other).serial,
                        since);
    }

    /**
     * Learns a line.
     *
     * @param role the role of the line, which is the first part of the situation
     * @param line the line, with slots in place of names
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
            kind.lines.add(new Habit(
                    name, "", situation.toString(), steps, clock.tick(), 1, 0, 0, "+", List.of()));
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

    /** Returns a learned line with slots, and counts its use; null if there is none. */
    public @Nullable String line(int agent, String role) {
        KindHabits kind = kinds.of(agent);
        SituationText situation = kind.situations.readTalk(agent, role);
        List<LearnedHabit> known = situation == null ? List.of() : kind.lines.find(situation);
        LearnedHabit chosen = null;
        for (int i = 0; i < DRAWS && !known.isEmpty(); i++) {
            LearnedHabit drawn = known.get((int) (chooser.chance(mMind.get(agent)) * known.size()));
            boolean older = chosen == null || drawn.lastUsed() < chosen.lastUsed();
            long ticksSinceUse =
                    clock.tick() - drawn.lastUsed(); // negative for habits from another game's file
            chosen = older && (ticksSinceUse < 0 || ticksSinceUse >= interval) ? drawn : chosen;
        }
        if (chosen == null) {
            return null;
        }
        chosen.use(clock.tick());
        chosen.useEnded(true);
        repeatedLines++;
        return chosen.steps.get(0).text(LINE);
    }
}
