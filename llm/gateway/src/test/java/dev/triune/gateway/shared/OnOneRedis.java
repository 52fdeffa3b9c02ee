/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits.Slice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Two gateways on a real Redis, which grants when a test begins. */
abstract class OnOneRedis {
    private static TestRedis redis;
    private static int runs;
    Gateways gateways;

    @BeforeAll
    static void startRedis() {
        redis = new TestRedis();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void begin() {
        String prefix = "run-" + runs++;
        gateways = new Gateways(2, redis.address(), builder -> builder.prefix(prefix));
        gateways.begin();
    }

    @AfterEach
    void end() {
        gateways.close();
    }

    Slice slice(int gateway, Limits limits) {
        return gateways.all.get(gateway).slice("key", limits);
    }

    long now() {
        return gateways.time.nanos();
    }

    /** Asks, waits for the answer of Redis, asks again, a few times. */
    boolean fits(Slice slice, long tokens) {
        for (int turn = 0; turn < 5 && !slice.fits(tokens, now()); turn++) {
            gateways.advanceMillis(60);
        }
        return slice.fits(tokens, now());
    }

    /** Takes as many as it gets within half a second, that many at the most. */
    int takeAll(Slice slice, long tokens, int most) {
        int taken = 0;
        for (int turn = 0; turn < 25; turn++) {
            while (taken < most && slice.fits(tokens, now())) {
                slice.take(tokens, now());
                taken++;
            }
            gateways.advanceMillis(20);
        }
        return taken;
    }
}
