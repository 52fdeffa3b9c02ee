/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An agent's goals beyond the next plan, at most {@value #LIMIT}. */
@Fluid(exclude = true)
public class Goals extends Component {
    /** The maximum number of goals. */
    public static final int LIMIT = 5;

    /** The maximum number of ended goals that are remembered. */
    public static final int ENDED = 8;

    /**
     * The goals that the agent's model ended, in words, the oldest first: they do not come back,
     * unless the game takes them from this list.
     */
    public final List<String> ended = new NonNullList<>();

    /** The goals, the oldest first. */
    public final List<Goal> goals = new NonNullList<>();

    /** The agent's priorities, in words, the most important first. */
    public final List<String> priorities = new NonNullList<>();

    /**
     * Adds a goal of the game, unless the agent has it or has {@linkplain #ended ended} it. If there
     * are too many, the oldest goal that a model set is dropped, otherwise the oldest one.
     */
    public void add(String type, String description) {
        Goal held = find(description);
        if (held != null) {
            held.own = false;
        } else if (!hasEnded(description)) {
            if (goals.size() >= LIMIT && !evictOwn()) {
                goals.remove(0);
            }
            goals.add(new Goal(type, description));
        }
    }

    /**
     * Adds a goal that the agent's model set, unless the agent has it. If there are too many, the
     * oldest such goal is dropped; those of the game stay.
     *
     * @return whether the agent has the goal now
     */
    public boolean addOwn(String type, String description) {
        if (find(description) != null) {
            return true;
        }
        if (hasEnded(description)) {
            return false;
        }
        if (goals.size() >= LIMIT && !evictOwn()) {
            return false;
        }
        Goal goal = new Goal(type, description);
        goal.own = true;
        goals.add(goal);
        return true;
    }

    /** Whether the agent's model has ended a goal of these words, in any case. */
    public boolean hasEnded(@Nullable String description) {
        String words = description == null ? "" : description.strip();
        return ended.stream().anyMatch(each -> each.equalsIgnoreCase(words));
    }

    /**
     * Takes a goal from the agent, because it is reached or given up: prompts show it no longer.
     * The game, or the agent's model, may set it again.
     *
     * @return whether the agent had it
     */
    public boolean finish(String description) {
        Goal held = find(description);
        return held != null && goals.remove(held);
    }

    /**
     * Takes a goal from the agent as a model names it: by its description or the beginning of it, in
     * any case.
     *
     * @return its description; null if there is none, or more than one begins so
     */
    public @Nullable String end(String words) {
        Goal found = begun(words);
        if (found == null) {
            return null;
        }
        goals.remove(found);
        if (ended.size() == ENDED) {
            ended.remove(0);
        }
        ended.add(found.description);
        return found.description;
    }

    /** Returns the description of the goal that {@link #end} would take; null if it takes none. */
    public @Nullable String named(String words) {
        Goal found = begun(words);
        return found == null ? null : found.description;
    }

    private @Nullable Goal begun(String words) {
        String wanted = words.strip();
        Goal found = null;
        for (Goal goal : goals) {
            boolean same = goal.description.equalsIgnoreCase(wanted);
            boolean begins = !wanted.isEmpty()
                    && (startsWith(goal.description, wanted)
                            || startsWith(wanted, goal.description));
            if (same) {
                found = goal;
                break;
            }
            if (begins && found != null) {
                return null;
            }
            found = begins ? goal : found;
        }
        return found;
    }

    private static boolean startsWith(String text, String start) {
        return text.regionMatches(true, 0, start, 0, start.length());
    }

    private @Nullable Goal find(String description) {
        for (Goal goal : goals) {
            if (goal.description.equals(description)) {
                return goal;
            }
        }
        return null;
    }

    private boolean evictOwn() {
        for (int i = 0; i < goals.size(); i++) {
            if (goals.get(i).own) {
                goals.remove(i);
                return true;
            }
        }
        return false;
    }

    /** Sets the priorities, separated by commas; at most {@value #LIMIT} are kept. */
    public void prioritize(String order) {
        priorities.clear();
        for (String word : order.split(",", LIMIT + 1)) {
            if (!word.isBlank() && priorities.size() < LIMIT) {
                priorities.add(word.strip());
            }
        }
    }

    /** A goal of an agent. Mutable: its progress grows. */
    public static class Goal {
        /** The kind of goal, for example {@code personal}; may be empty. */
        public String type = "";

        /** The goal in words. */
        public String description = "";

        /** Whether the agent's model set it, not the game. */
        public boolean own;

        /** The progress, 0 to 1; set by the game. Prompts do not show a goal that is reached. */
        public float progress;

        /** Creates an empty goal for loaders. */
        public Goal() {}

        /** Creates a goal without progress. */
        public Goal(String type, String description) {
            this.type = Objects.requireNonNull(type, "type");
            this.description = Objects.requireNonNull(description, "description");
        }
    }
}
