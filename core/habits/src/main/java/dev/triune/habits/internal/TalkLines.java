/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.habits.Habit;
import dev.triune.internal.kind.PerKind;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The lines of small talk: learned, found again and saved like habits. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mapper
public final class TalkLines {
    /** The beginning of situations of small talk. */
    static final String SITUATION = "small talk";

    /** The action of a line's only step. */
    static final String SAY = "say";

    /** The argument of that step: the text. */
    static final String LINE = "line";

    private static final String OPENING = "opening";
    private static final String ANSWER = "answer";

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

    private ComponentMapper<Mind> mMind;

    TalkLines(
            GameClock clock,
            HabitSettings settings,
            PerKind<KindHabits> kinds,
            HabitChooser chooser,
            HabitLearning learning) {
        this.clock = clock;
        this.settings = settings;
        this.kinds = kinds;
        this.chooser = chooser;
        this.learning = learning;
    }

    /** Whether a situation is one of small talk. */
    static boolean isLine(String situation) {
        return situation.startsWith(SITUATION);
    }

    /**
     * Whether to call a model to learn new lines: the more are known, the less often. The answer
     * stays the same until the two have talked.
     *
     * @param since a value that changes with each talk
     */
    public boolean explores(int one, int other, long since) {
        KindHabits kind = kinds.of(one);
        Mind mind = mMind.get(one);
        Mind otherMind = mMind.get(other);
        SituationText situation = settings.learns ? kind.situations.readTalk(one, OPENING) : null;
        return situation != null
                && mind != null
                && otherMind != null
                && chooser.explores(
                        kind.lines.find(situation).size()
                                + kind.lines.all().size() / LINES_PER_SAMPLE,
                        mind.serial + otherMind.serial,
                        since);
    }

    /** Whether a line would be learned: learning is on, and the line is short. */
    public boolean mayLearn(String line) {
        return settings.learns && line.length() <= LIMIT;
    }

    /**
     * Learns a line.
     *
     * @param line the line, with slots in place of names
     */
    public void learn(int agent, boolean opening, String line) {
        KindHabits kind = kinds.of(agent);
        SituationText situation = read(kind, agent, opening);
        if (situation != null) {
            List<Step> steps = List.of(Step.of(SAY).with(LINE, line));
            String name = kind.kind.name();
            kind.lines.add(new LearnedHabit(new Habit(
                    name, "", situation.toString(), steps, clock.tick(), 1, 0, 0, "+", List.of())));
        }
    }

    /**
     * Returns a learned line with slots, and counts its use; null if none is drawn that was unused
     * for a number of ticks and that the agent may say.
     */
    public @Nullable String line(
            int agent, boolean opening, long unused, Predicate<String> maySay) {
        KindHabits kind = kinds.of(agent);
        SituationText situation = read(kind, agent, opening);
        List<LearnedHabit> known = situation == null ? List.of() : kind.lines.find(situation);
        LearnedHabit chosen = null;
        Mind mind = mMind.get(agent);
        if (mind == null) {
            return null; // the game's code has removed it
        }
        HabitState saved = learning.saved(agent, mind);
        for (int i = 0; i < DRAWS && !known.isEmpty(); i++) {
            LearnedHabit drawn = known.get((int) (chooser.chance(mind, saved) * known.size()));
            boolean better = (chosen == null || drawn.lastUsed() < chosen.lastUsed())
                    && clock.tick() - drawn.lastUsed() >= unused
                    && maySay.test(drawn.steps.get(0).text(LINE));
            chosen = better ? drawn : chosen;
        }
        if (chosen == null) {
            return null;
        }
        chosen.use(clock.tick());
        chosen.useEnded(true);
        return chosen.steps.get(0).text(LINE);
    }

    private static @Nullable SituationText read(KindHabits kind, int agent, boolean opening) {
        return kind.situations.readTalk(agent, opening ? OPENING : ANSWER);
    }
}
