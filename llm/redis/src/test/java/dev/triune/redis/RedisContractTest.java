/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.SharedLimits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The contract for a gateway that shares a real Redis with another one. */
class RedisContractTest extends SharedLimitsContract {
    private static TestRedis redis;
    private static int runs;
    private TestGateways testGateways;

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

    @Override
    SharedLimits limits() {
        return testGateways.first();
    }

    @Override
    long now() {
        return testGateways.time.nanos();
    }

    @Override
    void arrive() {
        testGateways.advanceMillis(60);
    }
}
