/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that joins after Redis's clock has jumped, before another one notices the jump. */
class ClockJumpTest {
    private static final int LIMIT = 20;
    private static final Limits LIMITS = Limits.perMinute(LIMIT);
    private static final Usage CALL = new Usage(1, 0, 0, 1);

    private final VirtualTime time = new VirtualTime();
    private final LeaseOracle oracle = new LeaseOracle(LIMITS, 2, false, this::now);
    private final ModelledNetwork network =
            new ModelledNetwork(time, new SplittableRandom(1), oracle);
    private final List<RedisLimits> gateways = new ArrayList<>();
    private final List<SharedBudget> budgets = new ArrayList<>();
    private int calls;

    @ParameterizedTest
    @ValueSource(longs = {10_000, 10_200, 10_400, 10_600, 10_800})
    void newcomerGetsNothingBeforeTheOthersNoticeTheJump(long jumpAt) {
        open();
        advance(jumpAt);
        assertThat(calls).isEqualTo(LIMIT);

        network.jumpClock(100_000);
        open();
        advance(jumpAt + 20_000);

        assertThat(calls).isLessThanOrEqualTo((int) LocalShare.maxCombinedUse(LIMIT, 2));
    }

    private void open() {
        ModelledNetwork.Connector connector = network.new Connector();
        RedisLimits gateway = RedisLimits.at("redis://modelled")
                .ticker(time)
                .gateways(2)
                .connector(connector)
                .manual(() -> -1)
                .build();
        connector.ledger = new GatewayLedger(oracle, this::now, gateway::redisHealth);
        gateways.add(gateway);
        budgets.add(gateway.budget("key", LIMITS));
    }

    private void advance(long until) {
        while (now() < until) {
            time.advance(Duration.ofMillis(20));
            for (SharedBudget budget : budgets) {
                while (budget.fits(CALL, time.nanos())) {
                    budget.settle(budget.reserve(CALL, time.nanos()), CALL, time.nanos());
                    calls++;
                }
            }
            gateways.forEach(RedisLimits::sendDue);
        }
    }

    private long now() {
        return time.nanos() / 1_000_000;
    }
}
