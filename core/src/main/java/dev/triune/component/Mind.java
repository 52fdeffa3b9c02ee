/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import dev.triune.action.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The mind of an agent; with {@link Needs}, it makes an entity an agent. */
@Fluid(exclude = true)
public class Mind extends Component {
    /** The tick of something that never happened: longer ago than any cooldown. */
    public static final long NEVER = Long.MIN_VALUE / 4;

    /**
     * The time for which a player's attention counts: meanwhile {@link Tier#AUTONOMIC} may call a
     * model.
     */
    public static final Duration PLAYER_ATTENTION = Duration.ofMinutes(1);

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** The maximum number of {@link #troubles()}. */
    public static final int TROUBLES = 5;

    /** The maximum of {@link #setbacks}. */
    public static final int SETBACKS = 5;

    private static final long[] NO_TICKS = {};
    private static final int[] NO_COUNTS = {};

    /** The agent's own number, never reused, unlike entity ids; 0 until the scheduler gives it. */
    public long serial;

    /** The tier, which limits the use of models. */
    public Tier tier = Tier.FULL;

    /** Whether a model may be called; if not, the agent lives by reflexes alone. */
    public boolean usesModel = true;

    /** By {@link Layer#ordinal()}; like the next two, without room until a layer has a value. */
    private long[] lastInvoked = NO_TICKS;

    private long[] waitingSince = NO_TICKS;

    private int[] failures = NO_COUNTS;

    /** The tick of the last answer that took effect, or of the agent's appearance. */
    public long lastDecision = NEVER;

    /** The tick in which the agent last left the scheduler, {@link #NEVER} while it is there. */
    public long lastSeen = NEVER;

    /** The layer that thinks whatever the rules say; null for the rules' choice. */
    @Nullable
    public Layer layerOverride;

    /** The urgency of its requests whatever the rules say, 1 to 10; 0 for the rules' choice. */
    public int priorityOverride;

    /** The tick before which no model is called. */
    public long deferredUntil = NEVER;

    /** Whether the game holds the agent: no model is called until it is released. */
    public boolean held;

    /** The tick in which a player last spoke to the agent or interacted with it. */
    public long lastPlayerInteraction = NEVER;

    /** The agent's own model; null for the game's. */
    @Nullable
    public OwnModel ownModel;

    /** The number of plans in a row without a completed step: each doubles the executor's wait. */
    public int setbacks;

    /** The tick in which the last periodic call ended, or in which the agent appeared. */
    public long lastPeriodic = NEVER;

    /** The layer to call once more, with the reason, because its last answer was unusable. */
    @Nullable
    public Layer secondTry;

    /** Whether the second try is for the plan after the current one. */
    public boolean secondTryAhead;

    private List<String> troubles = Collections.emptyList();

    private List<String> talkerTroubles = Collections.emptyList();

    /** The tick before which no plan is made, because a plan source has just made one. */
    public long nextPlanAt = NEVER;

    /**
     * The tick from which on the agent is asked what it does, whatever plan it has, because something
     * that it promised falls due or the game wants it to look; {@link #NEVER} if nothing does.
     */
    public long reviewAt = NEVER;

    /**
     * The tick in which the agent last promised something that no plan of a model has seen: until then
     * habits make none, if a model can be asked; {@link #NEVER} if there is nothing.
     */
    public long owesSince = NEVER;

    /** How often the mind was told to {@link #forget}; parts with state of their own then do so, too. */
    public int forgotten;

    /** The ticket of the pending request, 0 if there is none. Not saved. */
    public transient long ticket;

    /** The name under which the agent makes requests, constant for its lifetime. Not saved. */
    public transient String askedAs = "";

    /** Sets the tier. */
    public Mind tier(Tier value) {
        tier = value;
        return this;
    }

    /** Returns the tick in which a layer was last invoked, {@link #NEVER} if it was not. */
    public long lastInvoked(Layer layer) {
        return tick(lastInvoked, layer);
    }

    /** Sets the tick in which a layer was last invoked. */
    public void lastInvoked(Layer layer, long tick) {
        lastInvoked = withTick(lastInvoked, layer, tick);
    }

    /**
     * Returns the tick from which on a layer would have asked a model, {@link #NEVER} if it does
     * not wait.
     */
    public long waitingSince(Layer layer) {
        return tick(waitingSince, layer);
    }

    /** Sets the tick from which on a layer would have asked a model. */
    public void waitingSince(Layer layer, long tick) {
        waitingSince = withTick(waitingSince, layer, tick);
    }

    /** Notes that no layer waits. */
    public void stopWaiting() {
        waitingSince = NO_TICKS;
    }

    /** Returns the failed calls of a layer in a row; from the second on, its wait doubles. */
    public int failures(Layer layer) {
        return failures.length == 0 ? 0 : failures[layer.ordinal()];
    }

    /** Sets the failed calls of a layer in a row. */
    public void failures(Layer layer, int count) {
        if (failures.length == 0 && count != 0) {
            failures = new int[Layer.COUNT];
        }
        if (failures.length > 0) {
            failures[layer.ordinal()] = count;
        }
    }

    /**
     * Counts a call of a layer: one whose answer was of no use adds to {@link #failures}, up to one
     * more than {@link #SETBACKS}, and any other sets them to 0.
     */
    public void recordCall(Layer layer, boolean used) {
        failures(layer, used ? 0 : Math.min(failures(layer), SETBACKS) + 1);
    }

    /** Counts a plan that ended: one without a completed step adds to {@link #setbacks}. */
    public void recordPlan(boolean anyStepCompleted) {
        setbacks = anyStepCompleted ? 0 : Math.min(setbacks + 1, SETBACKS);
    }

    /**
     * Returns how many times the cooldown of a layer is doubled, 0 to {@link #SETBACKS}: once for
     * each failure in a row but the first, which may be chance, and for the executor once for each
     * setback.
     */
    public int doublings(Layer layer) {
        int failed = Math.max(0, failures(layer) - 1);
        return Math.min(failed + (layer == Layer.EXECUTOR ? setbacks : 0), SETBACKS);
    }

    /** Whether no call of any layer has failed since its last success. */
    public boolean hasNoFailures() {
        for (int count : failures) {
            if (count > 0) {
                return false;
            }
        }
        return true;
    }

    private static long tick(long[] ticks, Layer layer) {
        return ticks.length == 0 ? NEVER : ticks[layer.ordinal()];
    }

    /** Returns the ticks with one changed, in an array with room for all if there was none. */
    private static long[] withTick(long[] ticks, Layer layer, long tick) {
        long[] changed = ticks;
        if (changed.length == 0 && tick != NEVER) {
            changed = new long[] {NEVER, NEVER, NEVER};
        }
        if (changed.length > 0) {
            changed[layer.ordinal()] = tick;
        }
        return changed;
    }

    /**
     * Returns the problems with plans, the oldest first, for the executor's next prompt; {@link
     * #addTrouble(String)} adds to them.
     */
    public List<String> troubles() {
        return troubles(Layer.EXECUTOR);
    }

    /**
     * Returns the problems with steps of a layer, the oldest first, for its next prompt; {@link
     * #addTrouble(Layer, String)} adds to them.
     */
    public List<String> troubles(Layer layer) {
        return Collections.unmodifiableList(knownTroubles(layer));
    }

    private List<String> knownTroubles(Layer layer) {
        return Objects.requireNonNull(layer, "layer") == Layer.TALKER ? talkerTroubles : troubles;
    }

    /** Forgets problems that a layer's prompt has reported. */
    public void forgetTroubles(Layer layer, Collection<String> reported) {
        knownTroubles(layer).removeAll(reported);
    }

    /** Forgets that a step failed, or was refused, which has succeeded since, with any numbers. */
    public void forgetTroubles(Step done) {
        String step = DIGITS.matcher(done.toString()).replaceAll("0") + ":";
        for (List<String> known : List.of(troubles, talkerTroubles)) {
            known.removeIf(each -> DIGITS.matcher(each).replaceAll("0").startsWith(step));
        }
    }

    /** Notes a problem with a plan, for the executor's next prompt. */
    public void addTrouble(String words) {
        addTrouble(Layer.EXECUTOR, words);
    }

    /** Notes a problem for a layer's next prompt; at most {@value #TROUBLES} are kept. */
    public void addTrouble(Layer layer, String words) {
        List<String> known = knownTroubles(layer);
        if (known.contains(Objects.requireNonNull(words, "words"))) {
            return;
        }
        if (known.isEmpty()) { // most agents have none, and share the empty list
            known = new ArrayList<>(1);
            troubles = layer == Layer.TALKER ? troubles : known;
            talkerTroubles = layer == Layer.TALKER ? known : talkerTroubles;
        }
        if (known.size() == TROUBLES) {
            known.remove(0);
        }
        known.add(words);
    }

    /** Forgets decisions, deferrals and overrides; keeps serial, tier and model. */
    public void forget() {
        lastInvoked = NO_TICKS;
        waitingSince = NO_TICKS;
        failures = NO_COUNTS;
        lastDecision = NEVER;
        layerOverride = null;
        priorityOverride = 0;
        deferredUntil = NEVER;
        lastPlayerInteraction = NEVER;
        setbacks = 0;
        secondTry = null;
        secondTryAhead = false;
        lastPeriodic = NEVER;
        nextPlanAt = NEVER;
        reviewAt = NEVER;
        owesSince = NEVER;
        troubles = Collections.emptyList();
        talkerTroubles = Collections.emptyList();
        forgotten++;
    }
}
