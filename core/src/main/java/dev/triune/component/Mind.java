/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.Fluid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What makes an entity an agent. */
@Fluid(exclude = true)
public class Mind extends PooledComponent {
    /** The tick of something that never happened: longer ago than any cooldown. */
    public static final long NEVER = Long.MIN_VALUE / 4;

    /** The most {@link #troubles} that are kept. */
    public static final int TROUBLES = 5;

    /** The most {@link #setbacks} that are counted. */
    public static final int SETBACKS = 5;

    /** The agent's own number, never reused, unlike entity ids; 0 until the scheduler gives it. */
    public long serial;

    /** How much of a mind it gets. */
    public Tier tier = Tier.FULL;

    /** Whether a model may be asked; off, the agent lives by reflexes alone. */
    public boolean usesModel = true;

    /** The tick in which each layer was last invoked, by {@link Layer#ordinal()}. */
    public final long[] lastInvoked = {NEVER, NEVER, NEVER};

    /** The tick from which on each layer would have asked a model, {@link #NEVER} if it does not wait. */
    public final long[] waitingSince = {NEVER, NEVER, NEVER};

    /** The tick of the last answer that took effect, or of the agent's appearance. */
    public long lastDecision = NEVER;

    /** The tick in which the scheduler last let go of it, {@link #NEVER} while it is there. */
    public long lastSeen = NEVER;

    /** The layer that thinks whatever the rules say; null for the rules' choice. */
    @Nullable
    public Layer layerOverride;

    /** How urgent its requests are whatever the rules say, 1 to 10; 0 for the rules' choice. */
    public int priorityOverride;

    /** No model is asked before this tick. */
    public long deferredUntil = NEVER;

    /** Whether the game holds it: no model is asked until it is released. */
    public boolean held;

    /** The tick in which a player last spoke to it or did something with it. */
    public long lastPlayerInteraction = NEVER;

    /** A model of its own; null for the game's. */
    @Nullable
    public OwnModel ownModel;

    /** Plans in a row of which no step came to its end: each doubles the executor's wait. */
    public int setbacks;

    /** Failed calls in a row by {@link Layer#ordinal()}; from the second on, the wait doubles. */
    public final int[] failures = new int[Layer.COUNT];

    /** The tick in which the last periodic call ended, or in which the agent appeared. */
    public long lastPeriodic = NEVER;

    /** The layer whose last answer was unusable: it is asked once more, with the reason. */
    @Nullable
    public Layer secondTry;

    /** Whether that answer was to be the plan after the one that is being carried out. */
    public boolean secondTryAhead;

    /** What went wrong with plans, the oldest first, for the executor's next prompt. */
    public final List<String> troubles = new ArrayList<>();

    /** What went wrong with steps that the talker ordered, for its next prompt. */
    public final List<String> talkerTroubles = new ArrayList<>();

    /** Whether its next plan is to come from a model even where a habit applies. */
    public boolean callsModel;

    /** What its last plan of a habit was; empty if there was none. */
    public String lastHabit = "";

    /** How often in a row that was its plan. */
    public int habitRepeats;

    /** No plan is made before this tick: a habit has just made one. */
    public long nextPlanAt = NEVER;

    /** How many chances its choices among habits have taken. */
    public long habitDraws;

    /** The ticket of the pending request, 0 if there is none. Not saved. */
    public transient long ticket;

    /** The name under which the agent asks, the same as long as it is there. Not saved. */
    public transient String askedAs = "";

    /** Sets the tier. */
    public Mind tier(Tier value) {
        tier = value;
        return this;
    }

    /** Returns what went wrong with what that layer ordered. */
    public List<String> troubles(Layer layer) {
        return layer == Layer.TALKER ? talkerTroubles : troubles;
    }

    /** Notes something that went wrong with a plan, for the executor's next prompt. */
    public void addTrouble(String words) {
        addTrouble(Layer.EXECUTOR, words);
    }

    /** Notes a trouble for the layer that ordered it; at most {@value #TROUBLES} are kept. */
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

    /** Forgets what was decided, deferred or overridden; keeps number, tier and model. */
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
