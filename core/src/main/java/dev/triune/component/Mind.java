/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.Fluid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mind of an agent; with {@link Needs}, it makes an entity an agent. */
@Fluid(exclude = true)
public class Mind extends PooledComponent {
    /** The tick of something that never happened: longer ago than any cooldown. */
    public static final long NEVER = Long.MIN_VALUE / 4;

    /** The time for which a player's attention counts: meanwhile {@link Tier#AUTONOMIC} may call a model. */
    public static final Duration PLAYER_ATTENTION = Duration.ofMinutes(1);

    /** The maximum number of {@link #troubles}. */
    public static final int TROUBLES = 5;

    /** The maximum of {@link #setbacks}. */
    public static final int SETBACKS = 5;

    /** The agent's own number, never reused, unlike entity ids; 0 until the scheduler gives it. */
    public long serial;

    /** The tier, which limits the use of models. */
    public Tier tier = Tier.FULL;

    /** Whether a model may be called; if not, the agent lives by reflexes alone. */
    public boolean usesModel = true;

    /** The tick in which each layer was last invoked, by {@link Layer#ordinal()}. */
    public final long[] lastInvoked = {NEVER, NEVER, NEVER};

    /** The tick from which on each layer would have asked a model, {@link #NEVER} if it does not wait. */
    public final long[] waitingSince = {NEVER, NEVER, NEVER};

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

    /**
     * The failed calls in a row by {@link Layer#ordinal()}; from the second on, the wait doubles.
     */
    public final int[] failures = new int[Layer.COUNT];

    /** The tick in which the last periodic call ended, or in which the agent appeared. */
    public long lastPeriodic = NEVER;

    /** The layer to call once more, with the reason, because its last answer was unusable. */
    @Nullable
    public Layer secondTry;

    /** Whether the second try is for the plan after the current one. */
    public boolean secondTryAhead;

    /** Problems with plans, the oldest first, for the executor's next prompt. */
    public final List<String> troubles = new ArrayList<>();

    /** Problems with steps that the talker queued, the oldest first, for its next prompt. */
    public final List<String> talkerTroubles = new ArrayList<>();

    /** Whether the next plan should come from a model even if a habit applies. */
    public boolean callsModel;

    /** The last plan that came from a habit; empty if there was none. */
    public String lastHabit = "";

    /** The number of uses in a row of {@link #lastHabit}. */
    public int habitRepeats;

    /** The tick before which no plan is made, because a habit has just made one. */
    public long nextPlanAt = NEVER;

    /** The number of random numbers that its habit choices have consumed. */
    public long habitDraws;

    /** The ticket of the pending request, 0 if there is none. Not saved. */
    public transient long ticket;

    /** The name under which the agent makes requests, constant for its lifetime. Not saved. */
    public transient String askedAs = "";

    /** Sets the tier. */
    public Mind tier(Tier value) {
        tier = value;
        return this;
    }

    /** Returns the problems with steps of a layer. */
    public List<String> troubles(Layer layer) {
        return layer == Layer.TALKER ? talkerTroubles : troubles;
    }

    /** Notes a problem with a plan, for the executor's next prompt. */
    public void addTrouble(String words) {
        addTrouble(Layer.EXECUTOR, words);
    }

    /** Notes a problem for a layer's next prompt; at most {@value #TROUBLES} are kept. */
    public void addTrouble(Layer layer, String words) {
        List<String> known = troubles(layer);
        if (known.contains(words)) {
            return;
        }
        if (known.size() == TROUBLES) {
            known.remove(0);
        }
        known.add(words);
    }

    /** Forgets decisions, deferrals and overrides; keeps serial, tier and model. */
    public void forget() {
        Arrays.fill(lastInvoked, NEVER);
        Arrays.fill(waitingSince, NEVER);
        lastDecision = NEVER;
        layerOverride = null;
        priorityOverride = 0;
        deferredUntil = NEVER;
        lastPlayerInteraction = NEVER;
        setbacks = 0;
        Arrays.fill(failures, 0);
        secondTry = null;
        secondTryAhead = false;
        lastPeriodic = NEVER;
        callsModel = false;
        lastHabit = "";
        habitRepeats = 0;
        nextPlanAt = NEVER;
        troubles.clear();
        talkerTroubles.clear();
    }

    @Override
    protected void reset() {
        forget();
        serial = 0;
        tier = Tier.FULL;
        usesModel = true;
        lastSeen = NEVER;
        held = false;
        ownModel = null;
        ticket = 0;
        askedAs = "";
        habitDraws = 0;
    }
}
