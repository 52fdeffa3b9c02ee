/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.annotations.SkipWire;
import dev.triune.GameClock;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.system.LLMSchedulerSystem;

/**
 * Makes a number of agents call a model in each tick, in turn, half of them because somebody spoke
 * to them. Agents whose answer was rejected call again, as with the scheduler.
 */
final class RequestSystem extends BaseSystem {
    private static final int TRIES = 20;

    private final GameClock clock;
    private final RequestCounts counts;

    @SkipWire
    private final int[] agents;

    private int next;
    private double due;

    /** The mean number of requests per tick, 0 or more. */
    double perTick;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private LLMSchedulerSystem scheduler;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Senses> mSenses;

    RequestSystem(GameClock clock, RequestCounts counts, int[] agents) {
        this.clock = clock;
        this.counts = counts;
        this.agents = agents;
    }

    @Override
    protected void processSystem() {
        due = Math.min(due + perTick, perTick + 1);
        for (; due >= 1; due--) {
            ask();
        }
    }

    private void ask() {
        int again = counts.nextSecondTry();
        if (again >= 0 && scheduler.request(again).isPresent()) {
            return;
        }
        for (int i = 0; i < TRIES; i++) {
            int agent = agents[next];
            Senses senses = mSenses.get(agent);
            if (next % 2 == 0 && !senses.hasNews()) {
                senses.hear(new Speech("Ada", "Do we have wood for the night?", clock.tick()));
            }
            next = (next + 1) % agents.length;
            if (scheduler.request(agent).isPresent()) {
                return;
            }
        }
    }
}
