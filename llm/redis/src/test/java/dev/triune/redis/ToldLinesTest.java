/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.SharedLimits.Told;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lines that two gateways tell each other, on a real Redis in virtual time. */
class ToldLinesTest {
    private final TestRedis redis = new TestRedis();
    private final TestGateways gateways = new TestGateways(2, redis.address());

    @AfterEach
    void close() {
        gateways.close();
        redis.close();
    }

    private Optional<String> heard(RedisLimits gateway, String name) {
        return gateway.told(name).map(Told::text);
    }

    /** Long enough for both to ask. */
    private void hear() {
        heard(gateways.first(), "inn");
        heard(gateways.second(), "inn");
        gateways.advanceMillis(1_200);
    }

    @Test
    void otherGatewaysHearALineWithinASecond() {
        gateways.begin();
        hear();
        gateways.first().tell("inn", new Told(1, "five words of \"it\", and: more"));
        gateways.advanceMillis(1_100);

        assertThat(heard(gateways.second(), "inn")).contains("five words of \"it\", and: more");
        assertThat(heard(gateways.second(), "mill")).isEmpty();
    }

    @Test
    void lineThatWasWrittenLastCountsWhoeverIsHeardLast() {
        gateways.begin();
        gateways.second().tell("inn", new Told(20, "later"));
        hear();
        gateways.first().tell("inn", new Told(10, "earlier"));
        gateways.first().tell("mill", new Told(10, "a"));
        gateways.second().tell("mill", new Told(10, "b"));
        hear();

        for (RedisLimits gateway : gateways.all) {
            assertThat(heard(gateway, "inn")).contains("later");
            assertThat(heard(gateway, "mill")).as("of two at once").contains("b");
        }
        gateways.first().tell("inn", new Told(30, ""));
        hear();
        assertThat(heard(gateways.second(), "inn")).contains("");
    }

    @Test
    void linesAreToldAgainToARedisThatLostThem() {
        gateways.begin();
        gateways.first().tell("inn", new Told(1, "kept"));
        gateways.advanceMillis(500);
        redis.kill();
        gateways.advanceMillis(1_000);
        gateways.first().tell("mill", new Told(2, "written without Redis"));
        gateways.advanceMillis(1_000);
        redis.restartEmpty();
        gateways.begin();
        hear();

        assertThat(heard(gateways.second(), "inn")).contains("kept");
        assertThat(heard(gateways.second(), "mill")).contains("written without Redis");
    }

    @Test
    void moreLinesThanFitIntoOneReplyAreHeardOneReplyAfterTheOther() {
        gateways.begin();
        for (int i = 0; i < 1_700; i++) {
            gateways.first().tell("inn " + i, new Told(i, "line " + i));
        }
        hear();
        gateways.advanceMillis(1_500);

        assertThat(List.of(0, 499, 500, 999, 1_699))
                .allSatisfy(i ->
                        assertThat(heard(gateways.second(), "inn " + i)).contains("line " + i));
    }

    @Test
    void lineIsBoundedAndNamesAreHashed() {
        gateways.begin();
        assertThatThrownBy(() -> gateways.first().tell("inn", new Told(1, "x".repeat(1_001))))
                .hasMessage("a line of 1001 characters (expected 1000 at most)");
        gateways.first().tell("secret of the inn", new Told(1, "text"));
        gateways.advanceMillis(500);

        String stored =
                redis.command(commands -> String.valueOf(commands.hgetall("{triune}:told:lines")));
        assertThat(stored).contains("1 text").doesNotContain("secret");
    }
}
