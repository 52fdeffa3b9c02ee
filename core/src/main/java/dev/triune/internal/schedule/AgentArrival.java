/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

/** Prepares agents that appear, whether new, back after a while, or from a save. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class AgentArrival {
    /** The absence after which an agent starts afresh. */
    private static final Duration FORGET_AFTER = Duration.ofMinutes(5);

    private final GameClock clock;

    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Journal> mJournal;

    public AgentArrival(GameClock clock) {
        this.clock = clock;
    }

    /** Prepares an agent that appears now, without a pending request. */
    public void prepare(int agent, Mind mind) {
        long now = clock.tick();
        rebase(agent, mind, now);
        if (mind.lastSeen != Mind.NEVER && now - mind.lastSeen >= clock.ticks(FORGET_AFTER)) {
            mind.forget();
        }
        if (mind.lastSeen != Mind.NEVER) {
            mind.stopWaiting(); // absence is not waiting
        }
        if (mind.lastDecision == Mind.NEVER) {
            mind.lastDecision = now;
            mind.lastPeriodic = now;
        }
        mind.lastSeen = Mind.NEVER;
        mind.ticket = 0;
        mind.askedAs = "";
    }

    /**
     * Shifts an agent's ticks from a clock that was ahead to this world's clock: the latest becomes
     * the current tick, the others keep their distance to it.
     */
    private void rebase(int agent, Mind mind, long now) {
        long[] latest = {Mind.NEVER};
        replaceTicks(agent, mind, tick -> {
            latest[0] = Math.max(latest[0], tick);
            return tick;
        });
        long ahead = latest[0] - now;
        if (ahead <= 0) {
            return;
        }
        LongUnaryOperator shiftBack = tick -> tick <= Mind.NEVER ? tick : tick - ahead;
        replaceTicks(agent, mind, shiftBack);
        mind.deferredUntil = shiftBack.applyAsLong(mind.deferredUntil);
        mind.nextPlanAt = shiftBack.applyAsLong(mind.nextPlanAt);
        mind.owesSince = shiftBack.applyAsLong(mind.owesSince);
        mind.reviewAt = shiftBack.applyAsLong(mind.reviewAt);
        Journal journal = mJournal.get(agent);
        if (journal != null) {
            journal.agreements.forEach(each -> each.due = shiftBack.applyAsLong(each.due));
        }
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            senses.replaceHeard(line -> line.at(shiftBack.applyAsLong(line.tick())));
        }
    }

    /** Maps all ticks of an agent; a deferral may lie in the future. */
    private void replaceTicks(int agent, Mind mind, LongUnaryOperator change) {
        for (Layer layer : Layer.values()) {
            mind.lastInvoked(layer, change.applyAsLong(mind.lastInvoked(layer)));
        }
        mind.lastDecision = change.applyAsLong(mind.lastDecision);
        mind.lastPeriodic = change.applyAsLong(mind.lastPeriodic);
        mind.lastSeen = change.applyAsLong(mind.lastSeen);
        mind.lastPlayerInteraction = change.applyAsLong(mind.lastPlayerInteraction);
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            senses.heardAt = change.applyAsLong(senses.heardAt);
            senses.attendedAt = change.applyAsLong(senses.attendedAt);
        }
        Memory memory = mMemory.get(agent);
        if (memory != null) {
            memory.episodes.forEach(episode -> episode.tick = change.applyAsLong(episode.tick));
        }
        Journal journal = mJournal.get(agent);
        if (journal != null) {
            journal.replaceTicks(change);
        }
    }
}
