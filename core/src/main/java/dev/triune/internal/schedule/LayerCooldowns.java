/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.GameClock;
import dev.triune.LayerConfig;
import dev.triune.MindConfig;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Tier;
import dev.triune.internal.apply.DirtyAgents;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import java.time.Duration;

/**
 * Computes when each layer of an agent may be invoked again. Game thread only; allocates nothing.
 *
 * <ul>
 *   <li>A layer is <em>ready</em> when its cooldown since the last call is over, which failed calls
 *       and plans prolong.
 *   <li>A ready layer that has not made its request <em>waits</em>. After three cooldowns it is
 *       <em>overdue</em> and goes before all others.
 *   <li>Talk <em>delays</em> a waiting plan, at most for the talker's cooldown.
 *   <li>With smart calling a plan is left alone for {@link MindConfig#replanAfter}.
 * </ul>
 */
public final class LayerCooldowns {
    /** The number of cooldowns after which a ready layer has waited too long. */
    private static final int AGING = 3;

    /** The interval of periodic decisions in the full tier. */
    private static final Duration PERIODIC_INTERVAL = Duration.ofMinutes(5);

    private static final Layer[] LAYERS = Layer.values();

    private final GameClock clock;
    private final MindConfig mindConfig;
    private final boolean smartCalling;
    private final long replanTicks;
    private final long periodicTicks;
    private final long playerTicks;
    private final long gapTicks;
    private final long secondTicks;
    private final LayerConfig[] configs = new LayerConfig[Layer.COUNT];
    private final boolean[] prompted = new boolean[Layer.COUNT];
    private final long[] ticks = new long[Layer.COUNT];
    private final long[] agingTicks = new long[Layer.COUNT];

    /** Creates the cooldowns of a kind, in a world with an interval between requests. */
    LayerCooldowns(GameClock clock, MindConfig mindConfig, Duration requestInterval) {
        this.clock = clock;
        this.mindConfig = mindConfig;
        this.smartCalling = mindConfig.smartCalling();
        this.replanTicks = clock.ticks(mindConfig.replanAfter());
        this.periodicTicks = clock.ticks(PERIODIC_INTERVAL);
        this.playerTicks = clock.ticks(Mind.PLAYER_ATTENTION);
        this.gapTicks = Math.max(1, clock.ticks(requestInterval));
        this.secondTicks = clock.ticks(Duration.ofSeconds(1));
        for (Layer layer : LAYERS) {
            set(layer, mindConfig.layer(layer));
        }
    }

    public long tick() {
        return clock.tick();
    }

    /** Whether a model decides for a layer, because it has a prompt. */
    boolean hasPrompt(Layer layer) {
        return prompted[layer.ordinal()];
    }

    public LayerConfig get(Layer layer) {
        return configs[layer.ordinal()];
    }

    /** Returns the minimum number of ticks between two calls of a layer. */
    long cooldown(Layer layer) {
        return ticks[layer.ordinal()];
    }

    public void set(Layer layer, LayerConfig config) {
        configs[layer.ordinal()] = config;
        prompted[layer.ordinal()] = config.prompt() != null;
        ticks[layer.ordinal()] = clock.ticks(config.cooldown());
        agingTicks[layer.ordinal()] = AGING * Math.max(ticks[layer.ordinal()], secondTicks);
    }

    /** Whether the tier of a mind allows model calls now. */
    boolean mayAskModel(Mind mind) {
        return mind.usesModel && (mind.tier == Tier.FULL || isAttended(mind));
    }

    /** Whether a player recently interacted with an agent. */
    boolean isAttended(Mind mind) {
        return clock.tick() - mind.lastPlayerInteraction <= playerTicks;
    }

    // ---- ready

    void recordInvocation(Mind mind, Layer layer) {
        mind.lastInvoked(layer, clock.tick());
    }

    /** Returns the tick of the last invocation of any layer with a prompt. */
    long lastInvoked(Mind mind) {
        long last = Mind.NEVER;
        for (Layer layer : LAYERS) {
            if (hasPrompt(layer)) {
                last = Math.max(last, mind.lastInvoked(layer));
            }
        }
        return last;
    }

    public boolean ready(Mind mind, Layer layer) {
        return configs[layer.ordinal()].enabled() && clock.tick() >= readyAt(mind, layer);
    }

    /**
     * Returns the ticks until a layer is ready; failures and setbacks double the wait, as {@link
     * Mind#doublings} counts them.
     */
    public long ticksLeft(Mind mind, Layer layer) {
        return Math.max(0, readyAt(mind, layer) - clock.tick());
    }

    private long readyAt(Mind mind, Layer layer) {
        long at = mind.lastInvoked(layer) + (ticks[layer.ordinal()] << mind.doublings(layer));
        return layer == Layer.EXECUTOR ? Math.max(at, mind.nextPlanAt) : at;
    }

    /** Whether a layer waits because its last call failed; meanwhile its rules are not binding. */
    boolean isBackingOff(Mind mind, Layer layer) {
        return mind.failures(layer) > 0 && clock.tick() < readyAt(mind, layer);
    }

    // ---- waiting and overdue

    /** Notes which layers, one bit each, are ready to call a model; the others no longer wait. */
    void recordWaiting(Mind mind, int waiting) {
        for (Layer layer : LAYERS) {
            boolean waits = (waiting & 1 << layer.ordinal()) != 0;
            long since = mind.waitingSince(layer);
            if (!waits && since != Mind.NEVER) {
                mind.waitingSince(layer, Mind.NEVER);
            } else if (waits && (since == Mind.NEVER || since > clock.tick())) { // of this clock
                mind.waitingSince(layer, clock.tick());
            }
        }
    }

    /**
     * Returns the tick in which a waiting layer has waited too long: after three cooldowns, at
     * least 3 s.
     */
    long overdueAt(Mind mind, Layer layer) {
        return mind.waitingSince(layer) + agingTicks[layer.ordinal()];
    }

    boolean isOverdue(Mind mind, Layer layer) {
        return mind.waitingSince(layer) != Mind.NEVER && clock.tick() >= overdueAt(mind, layer);
    }

    // ---- plans beside talk

    /** Whether a layer has waited so long that the talker no longer delays it. */
    boolean mayPlanDespite(SelectionRule talk, Mind mind, Layer layer) {
        return mind.waitingSince(layer) != Mind.NEVER
                && clock.tick() >= planAllowedAt(talk, mind, layer);
    }

    /** Returns the tick from which the talker no longer delays a waiting layer. */
    long planAllowedAt(SelectionRule talk, Mind mind, Layer layer) {
        return mind.waitingSince(layer)
                + Math.min(maxDelayTicks(talk), agingTicks[layer.ordinal()]);
    }

    private long maxDelayTicks(SelectionRule talk) {
        return isOptionalTalk(talk.purpose()) ? gapTicks : ticks[talk.layer().ordinal()] + gapTicks;
    }

    /** Whether plans hardly wait for talk of a purpose. */
    boolean isOptionalTalk(Purpose purpose) {
        return purpose == Purpose.COMPANY && !mindConfig.nearbyAgentsDelayPlanning();
    }

    // ---- the current plan

    /** Whether a plan source may act for a rule of the executor; failed calls do not delay it. */
    boolean mayOrder(Mind mind, BehaviorQueue queue, Purpose purpose) {
        boolean replaces = queue.next() != null && purpose != Purpose.NEXT_PLAN;
        return configs[Layer.EXECUTOR.ordinal()].enabled()
                && clock.tick() >= mind.nextPlanAt
                && !(replaces && clock.tick() - mind.lastDecision < replanTicks);
    }

    /**
     * Whether a call about critical needs is unnecessary, because something is being done about
     * them.
     */
    boolean isBeingHandled(Mind mind, Behavior behavior, BehaviorQueue queue) {
        boolean busy = queue.next() != null
                || (behavior.origin == Behavior.Origin.REFLEX && !behavior.pastime);
        return busy
                && hasPrompt(Layer.AUTONOMIC)
                && clock.tick() < handledUntil(mind, Purpose.NEED);
    }

    /** Returns the tick until which a current plan or reflex counts as an answer to a purpose. */
    long handledUntil(Mind mind, Purpose purpose) {
        long since =
                purpose == Purpose.NEED ? mind.lastInvoked(Layer.AUTONOMIC) : mind.lastDecision;
        return since + replanTicks;
    }

    /** Whether it is too soon to replace the current plan, with smart calling. */
    boolean replansTooSoon(Mind mind, BehaviorQueue queue) {
        return smartCalling
                && queue.next() != null
                && clock.tick() < handledUntil(mind, Purpose.REVIEW);
    }

    public boolean periodicDue(Mind mind) {
        return mind.tier == Tier.FULL
                && mind.lastPeriodic != Mind.NEVER // it has not appeared yet
                && clock.tick() - mind.lastDecision >= replanTicks
                && clock.tick() - mind.lastPeriodic >= periodicTicks;
    }

    // ---- the next examination

    /**
     * Returns the next tick in which the passing of time may change the selection, or NEVER.
     *
     * @param planDelayedUntil the tick until which talk delays a plan, or NEVER
     */
    long nextChange(Mind mind, long planDelayedUntil) {
        long next = earliestFuture(planDelayedUntil, DirtyAgents.NEVER);
        for (Layer layer : LAYERS) {
            if (hasPrompt(layer)) {
                next = earliestFuture(readyAt(mind, layer), next);
                next = earliestFuture(overdueAt(mind, layer), next);
            }
        }
        next = earliestFuture(mind.nextPlanAt, next);
        next = earliestFuture(mind.reviewAt, next);
        next = earliestFuture(mind.lastDecision + replanTicks, next);
        if (hasPrompt(Layer.AUTONOMIC)) {
            next = earliestFuture(mind.lastInvoked(Layer.AUTONOMIC) + replanTicks, next);
        }
        if (mind.tier == Tier.FULL) {
            next = earliestFuture(mind.lastPeriodic + periodicTicks, next);
        }
        return next;
    }

    /** Returns the tick in which an agent's deferral ends, or NEVER. */
    long deferralEnd(Mind mind) {
        return earliestFuture(mind.deferredUntil, DirtyAgents.NEVER);
    }

    /** Returns the earlier of two ticks; ignores the first if it has passed. */
    private long earliestFuture(long tick, long other) {
        return tick > clock.tick() ? Math.min(tick, other) : other;
    }
}
