/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.MindKind;
import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.internal.inject.GameFaults;
import dev.triune.prompt.Perception;
import dev.triune.rule.SelectionRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes an agent's situation in words: selection rule, bands of needs, foremost goal, the
 * game's facts, kinds in sight, and which preconditions hold. Artemis fills in the mappers. Game
 * thread only; allocates nothing after warm-up.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class SituationReader {
    private static final int MAX_THINGS = 64;
    private static final int MAX_KINDS = 32;

    /** The beginning of situations in which an agent may keep its plan. */
    static final String BUSY = "busy";

    private static final List<String> NEEDS =
            List.of("hunger", "energy", "temperature", "health", "sleep");

    private final MindKind kind;
    private final double[] edges;
    private final String[][] bands;
    private final ActionProbes probes;
    private final GameFaults faults = new GameFaults(SituationReader.class);
    private final String[] kinds = new String[MAX_KINDS + 1];
    private final SituationText text = new SituationText();

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Senses> mSenses;

    SituationReader(MindKind kind, HabitSettings settings) {
        this.kind = kind;
        this.edges = settings.needBands;
        this.bands = bands(settings.needBands);
        this.probes = new ActionProbes(kind.catalog());
    }

    /** Begins to serve a world. */
    void join(World world) {
        world.inject(this);
        faults.join(world);
    }

    private static String[][] bands(double[] edges) {
        String[][] words = new String[NEEDS.size()][edges.length];
        for (int need = 0; need < NEEDS.size(); need++) {
            for (int i = 0; i < edges.length; i++) {
                words[need][i] = NEEDS.get(need) + " <" + edges[i];
            }
        }
        return words;
    }

    /**
     * Reads the situation of an agent, valid until the next call; null if perception throws, or if
     * the game's code has removed the needs.
     */
    @Nullable
    SituationText read(int agent, SelectionRule rule) {
        text.clear();
        text.part("");
        text.item(nameOf(rule));
        Needs needs = mNeeds.get(agent);
        if (needs == null) {
            return null;
        }
        readNeeds(needs);
        Goal goal = firstOpenGoal(mGoals.get(agent));
        if (goal != null) {
            text.part("goal");
            text.item(goal.type.isEmpty() ? "any" : goal.type);
        }
        if (!readFacts(agent, false)) {
            return null;
        }
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            readSight(senses.visible);
        }
        probes.read(agent, text, faults);
        return text;
    }

    /** Returns the name of a rule, which those that ask for the same decision share. */
    private static String nameOf(SelectionRule rule) {
        return rule.purpose().reviewsPlan() ? BUSY : rule.situation();
    }

    /** Adds the game's own facts; false if its perception throws. */
    private boolean readFacts(int agent, boolean talk) {
        Perception perception = kind.config().perception();
        try {
            if (talk) {
                perception.describeTalk(agent, text);
            } else {
                perception.describeSituation(agent, text);
            }
            return true;
        } catch (Throwable e) {
            faults.report("facts of the situation by perception", perception, agent, e);
            return false;
        }
    }

    /**
     * Reads the situation of a talking agent.
     *
     * @param role the role of its line in the conversation
     * @return valid until the next call; null as for {@link #read}
     */
    @Nullable
    SituationText readTalk(int agent, String role) {
        text.clear();
        text.part("");
        text.item(TalkLines.SITUATION);
        text.more(role);
        Needs needs = mNeeds.get(agent);
        if (needs == null) {
            return null;
        }
        readNeeds(needs);
        return readFacts(agent, true) ? text : null;
    }

    /** Returns the first goal that is not reached; null if there is none. */
    static @Nullable Goal firstOpenGoal(@Nullable Goals goals) {
        for (int i = 0; goals != null && i < goals.goals.size(); i++) {
            Goal goal = goals.goals.get(i);
            if (!(goal.progress >= 1)) {
                return goal;
            }
        }
        return null;
    }

    private void readNeeds(Needs needs) {
        text.part("needs");
        readNeed(0, needs.hunger);
        readNeed(1, needs.energy);
        readNeed(2, needs.temperature);
        readNeed(3, needs.health);
        readNeed(4, 1 - needs.sleepDrive);
        if (needs.danger) {
            text.item("safety");
        }
    }

    /** Adds the band of a need, unless it is well met. */
    private void readNeed(int need, float value) {
        for (int i = 0; i < edges.length; i++) {
            if (value < edges[i]) {
                text.item(bands[need][i]);
                return;
            }
        }
    }

    /** Adds the kinds of visible objects, each once, sorted. */
    private void readSight(List<VisibleObject> visible) {
        int count = 0;
        for (int i = 0; i < Math.min(MAX_THINGS, visible.size()); i++) {
            String thing = visible.get(i).kind();
            if (!thing.isEmpty() && count < MAX_KINDS) {
                count = insert(thing, count);
            }
        }
        text.part("sees");
        for (int i = 0; i < count; i++) {
            text.item(kinds[i]);
        }
    }

    /** Inserts a kind in order unless it is present; returns the number of kinds. */
    private int insert(String thing, int count) {
        int place = count;
        while (place > 0 && kinds[place - 1].compareTo(thing) > 0) {
            place--;
        }
        if (place > 0 && kinds[place - 1].equals(thing)) {
            return count;
        }
        System.arraycopy(kinds, place, kinds, place + 1, count - place);
        kinds[place] = thing;
        return count + 1;
    }
}
