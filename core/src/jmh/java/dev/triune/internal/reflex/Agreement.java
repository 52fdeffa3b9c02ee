/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Checks that two kinds of herd do the same work: both get the same random changes, and all agents
 * must do the same for the same reason and time.
 */
public final class Agreement {
    private static final int AGENTS = 1_000;
    private static final int TICKS = 800;
    private static final long SEED = 20_260_101;

    private Agreement() {}

    /**
     * Compares two kinds.
     *
     * @throws IllegalStateException if there is a difference
     */
    public static void check(IntFunction<Herd> oneKind, IntFunction<Herd> otherKind) {
        Herd one = oneKind.apply(AGENTS);
        Herd other = otherKind.apply(AGENTS);
        Scenario first = new Scenario(one, AGENTS, 5);
        Scenario second = new Scenario(other, AGENTS, 5);
        SplittableRandom random = new SplittableRandom(SEED);
        SplittableRandom same = new SplittableRandom(SEED);
        for (int tick = 1; tick <= TICKS; tick++) {
            live(one, first, random, tick);
            live(other, second, same, tick);
            if (tick % 10 == 0) { // differences persist in generation and start
                compare(one, other, tick);
            }
        }
    }

    private static void live(Herd herd, Scenario scenario, SplittableRandom random, int tick) {
        scenario.change();
        NeedValues values = new NeedValues();
        for (int agent = 0; agent < AGENTS / 2; agent++) { // the others live as in the benchmark
            if (random.nextInt(20) == 0) {
                herd.setNeeds(agent, values.random(random));
            }
            if (random.nextInt(200) == 0) {
                herd.resume(agent, random.nextInt(10) != 0, tick);
            }
        }
        herd.pass();
    }

    private static void compare(Herd one, Herd other, int tick) {
        for (int agent = 0; agent < AGENTS; agent++) {
            String state = one.state(agent);
            String otherState = other.state(agent);
            if (!state.equals(otherState)) {
                throw new IllegalStateException("after tick " + tick + " agent " + agent + " is at "
                        + state + " here, at " + otherState + " there (seed " + SEED + ")");
            }
        }
    }
}
