/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.policy.limit.SharedLimits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A gateway beside another one on a real Redis. */
class RedisContractTest extends SharedLimitsContract {
    private static TestRedis redis;
    private static int runs;
    private Gateways gateways;

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

    @Override
    SharedLimits limits() {
        return gateways.first();
    }

    @Override
    long now() {
        return gateways.time.nanos();
    }

    @Override
    void arrive() {
        gateways.advanceMillis(60);
    }
}
