/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Prepares agents that appear, whether new, back after a while, or from a save. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class AgentArrival {
    private final long forgetTicks;

    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Memory> mMemory;

    /**
     * Prepares agents of a world; Artemis fills the mappers in.
     *
     * @param forgetTicks who was away for so many ticks starts anew
     */
    public AgentArrival(long forgetTicks) {
        this.forgetTicks = forgetTicks;
    }

    /** Prepares an agent that appears now, with no request pending. */
    public void prepare(int agent, Mind mind, long now) {
        rebase(agent, mind, now);
        if (mind.lastSeen != Mind.NEVER && now - mind.lastSeen >= forgetTicks) {
            mind.forget();
        }
        if (mind.lastSeen != Mind.NEVER) {
            Arrays.fill(mind.waitingSince, Mind.NEVER); // it did not wait while it was away
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
     * Moves the ticks that an agent keeps to this world's clock. An agent from a game's own save may
     * carry ticks of a clock that was further on; as they are, nothing would happen until the clock
     * reached them. The latest becomes the current tick, and all others keep their distance to it.
     */
    private void rebase(int agent, Mind mind, long now) {
        long ahead = latest(agent, mind) - now;
        if (ahead <= 0) {
            return;
        }
        for (int i = 0; i < mind.lastInvoked.length; i++) {
            mind.lastInvoked[i] = back(mind.lastInvoked[i], ahead);
        }
        mind.lastDecision = back(mind.lastDecision, ahead);
        mind.lastPeriodic = back(mind.lastPeriodic, ahead);
        mind.lastSeen = back(mind.lastSeen, ahead);
        mind.lastPlayerInteraction = back(mind.lastPlayerInteraction, ahead);
        mind.deferredUntil = back(mind.deferredUntil, ahead);
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            senses.heardAt = back(senses.heardAt, ahead);
            senses.attendedAt = back(senses.attendedAt, ahead);
            List<Speech> heard = new ArrayList<>(senses.heard);
            senses.heard.clear();
            heard.forEach(speech -> senses.heard.add(
                    new Speech(speech.speaker(), speech.text(), back(speech.tick(), ahead))));
        }
        Memory memory = mMemory.get(agent);
        if (memory != null) {
            memory.episodes.forEach(episode -> episode.tick = back(episode.tick, ahead));
        }
    }

    /** The latest tick that something happened in; a deferral may well lie in the future. */
    private long latest(int agent, Mind mind) {
        long latest = Math.max(mind.lastDecision, Math.max(mind.lastPeriodic, mind.lastSeen));
        latest = Math.max(latest, mind.lastPlayerInteraction);
        for (long invoked : mind.lastInvoked) {
            latest = Math.max(latest, invoked);
        }
        Senses senses = mSenses.get(agent);
        if (senses != null) {
            latest = Math.max(latest, Math.max(senses.heardAt, senses.attendedAt));
        }
        Memory memory = mMemory.get(agent);
        if (memory != null) {
            for (int i = 0; i < memory.episodes.size(); i++) {
                latest = Math.max(latest, memory.episodes.get(i).tick);
            }
        }
        return latest;
    }

    private static long back(long tick, long ahead) {
        return tick <= Mind.NEVER ? tick : tick - ahead;
    }
}
