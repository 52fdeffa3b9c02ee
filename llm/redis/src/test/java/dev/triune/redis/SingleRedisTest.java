/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.Usage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Base of tests with two gateways on a real Redis that has settled. */
abstract class SingleRedisTest {
    private static TestRedis redis;
    private static int runs;
    TestGateways testGateways;

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
        testGateways = new TestGateways(2, redis.address(), builder -> builder.prefix(prefix));
        testGateways.begin();
    }

    @AfterEach
    void end() {
        testGateways.close();
    }

    SharedBudget budget(int gateway, Limits limits) {
        return testGateways.all.get(gateway).budget("key", limits);
    }

    long now() {
        return testGateways.time.nanos();
    }

    /** Checks whether a call fits, several times, with a reply of Redis in between. */
    boolean fits(SharedBudget sharedBudget, long tokens) {
        for (int turn = 0;
                turn < 5 && !sharedBudget.fits(new Usage(tokens, 0, 0, 0), now());
                turn++) {
            testGateways.advanceMillis(60);
        }
        return sharedBudget.fits(new Usage(tokens, 0, 0, 0), now());
    }

    /** Reserves as many calls as fit within half a second, up to a maximum. */
    int takeAll(SharedBudget sharedBudget, long tokens, int most) {
        int taken = 0;
        for (int turn = 0; turn < 25; turn++) {
            while (taken < most && sharedBudget.fits(new Usage(tokens, 0, 0, 0), now())) {
                sharedBudget.reserve(new Usage(tokens, 0, 0, 0), now());
                taken++;
            }
            testGateways.advanceMillis(20);
        }
        return taken;
    }
}
