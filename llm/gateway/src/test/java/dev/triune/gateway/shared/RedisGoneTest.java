/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits.Slice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a gateway does when Redis is not there, hangs, refuses or has forgotten everything. */
class RedisGoneTest {
    private static final Limits LIMITS = Limits.perMinute(80).withTokensPerMinute(8_000);

    /** Long enough for a Redis that answers, on any machine. */
    private static final Duration PATIENT = Duration.ofMillis(1_500);

    /** For one that hangs. */
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void withRedisDownFromTheBeginningItServesOnACautiousShare() {
        try (Gateways gateways = of(2, "redis://127.0.0.1:" + TestRedis.freePort())) {
            Slice slice = gateways.slices(LIMITS).get(0);
            assertThat(gateways.first().health().state()).isEqualTo(Health.State.STARTING);
            assertThat(slice.fits(10, 0)).as("not before Redis was tried").isFalse();
            gateways.pulse();

            assertThat(gateways.first().health().state()).isEqualTo(Health.State.ALONE);
            assertThat(gateways.first().health().reason()).isEqualTo("Redis cannot be reached");
            assertThat(takeAll(gateways, slice, 10)).isEqualTo(80 / 4 / 2);
            gateways.advanceMillis(60_000);
            assertThat(takeAll(gateways, slice, 10)).isZero();
            gateways.advanceMillis(2_500);
            assertThat(takeAll(gateways, slice, 10)).isEqualTo(10);
        }
    }

    @Test
    void theShareOfTokensIsKeptToo() {
        try (Gateways gateways = of(2, "redis://127.0.0.1:" + TestRedis.freePort())) {
            Slice slice = gateways.slices(LIMITS).get(0);
            gateways.pulse();

            assertThat(takeAll(gateways, slice, 300)).as("8,000 / 4 / 2 in all").isEqualTo(3);
            assertThat(slice.fits(1_001, gateways.time.nanos())).isFalse();
        }
    }

    @Test
    void aRedisThatComesLaterIsFoundAndToldWhatWasUsed() {
        try (TestRedis redis = new TestRedis();
                Gateways gateways = of(2, redis.address())) {
            redis.kill();
            List<Slice> slices = gateways.slices(LIMITS);
            gateways.pulse();
            assertThat(takeAll(gateways, slices.get(0), 0)).isEqualTo(10);
            redis.restartEmpty();
            gateways.begin();

            assertThat(gateways.first().health().state()).isEqualTo(Health.State.SHARED);
            assertThat(takeAllFetching(gateways, slices.get(1))).isEqualTo(70);
        }
    }

    @Test
    void aRedisThatHangsFromTheBeginningIsGone() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Gateways gateways = of(1, "redis://127.0.0.1:" + silent.getLocalPort(), SHORT)) {
            gateways.pulse();

            assertThat(gateways.first().health().state()).isEqualTo(Health.State.ALONE);
            assertThat(gateways.slices(LIMITS).get(0).fits(1, 0)).isTrue();
        }
    }

    @Test
    void aRedisThatBeginsToHangIsGoneAfterTheTimeoutAndFoundAgain() {
        try (TestRedis redis = new TestRedis();
                Gateways gateways = of(2, redis.address(), PATIENT)) {
            List<Slice> slices = gateways.slices(LIMITS);
            gateways.begin();
            assertThat(takeFetching(gateways, slices.get(0), 30)).isEqualTo(30);
            redis.command(commands -> commands.clientPause(2_500));
            slices.get(0).fits(1_000, gateways.time.nanos());
            gateways.advanceMillis(100);
            assertThat(gateways.first().health().state()).isEqualTo(Health.State.ALONE);
            assertThat(gateways.first().health().reason())
                    .isEqualTo("Redis did not answer in time");
            assertThat(takeAll(gateways, slices.get(0), 0)).isEqualTo(10);
            for (int i = 0; i < 50 && alone(gateways); i++) {
                gateways.advanceMillis(1_000);
            }

            assertThat(gateways.second().health().state()).isEqualTo(Health.State.SHARED);
        }
    }

    @Test
    void aRedisWithOldDataIsToldEverythingAgain() {
        try (TestRedis redis = new TestRedis();
                Gateways gateways = of(2, redis.address())) {
            List<Slice> slices = gateways.slices(LIMITS);
            gateways.begin();
            assertThat(takeFetching(gateways, slices.get(0), 50)).isEqualTo(50);
            gateways.advanceMillis(2_000);
            redis.command(commands -> commands.set("{triune}:epoch", "another-run:0"));
            gateways.advanceMillis(1_500);
            assertThat(gateways.first().health().state()).isEqualTo(Health.State.SETTLING);
            gateways.begin();

            assertThat(takeAllFetching(gateways, slices.get(1))).isEqualTo(30);
        }
    }

    @Test
    void aRedisThatWasFlushedIsToldEverythingAgain() {
        try (TestRedis redis = new TestRedis();
                Gateways gateways = of(2, redis.address())) {
            List<Slice> slices = gateways.slices(LIMITS);
            gateways.begin();
            assertThat(takeFetching(gateways, slices.get(0), 50)).isEqualTo(50);
            gateways.advanceMillis(2_000);
            redis.command(commands -> commands.flushall());
            gateways.begin();

            assertThat(takeAllFetching(gateways, slices.get(1))).isEqualTo(30);
        }
    }

    @Test
    void theLatestReasonIsTold() {
        Standing standing = new Standing();

        assertThat(standing.became(Health.State.ALONE, "Redis cannot be reached", 5))
                .isTrue();
        assertThat(standing.became(Health.State.ALONE, "Redis refused: WRONGPASS", 9))
                .isFalse();

        assertThat(standing.health(false, 1, 12))
                .isEqualTo(new Health(
                        Health.State.ALONE, Duration.ofMillis(7), 1, "Redis refused: WRONGPASS"));
    }

    @Test
    void whatTheOtherGatewaysGamesWereIsKeptForAWhile() {
        try (TestRedis redis = new TestRedis();
                Gateways gateways = of(2, redis.address())) {
            gateways.begin();
            gateways.second().sign("game", gateways.time.nanos());
            gateways.advanceMillis(2_000);
            redis.kill();
            gateways.advanceMillis(2_000);
            assertThat(gateways.first().activeGames(0)).isEqualTo(1);
            gateways.advanceMillis(60_000);

            assertThat(gateways.first().activeGames(0)).isZero();
        }
    }

    private static boolean refused(List<String> messages) {
        return messages.stream().anyMatch(message -> message.contains("WRONGPASS"));
    }

    @Test
    void noPasswordIsInAnyMessage() {
        List<String> messages = new CopyOnWriteArrayList<>();
        Handler handler = collecting(messages);
        Logger log = Logger.getLogger("dev.triune.gateway");
        log.addHandler(handler);
        log.setLevel(Level.ALL);
        try (TestRedis redis = new TestRedis();
                Gateways gateways =
                        of(1, redis.address().replace("redis://", "redis://somebody:sesame@"))) {
            gateways.pulse();
            messages.add(gateways.first().health().toString());
            for (int i = 0; i < 10 && !refused(messages); i++) { // or it was not there in time
                gateways.advanceMillis(1_000);
                messages.add(gateways.first().health().toString());
            }
        } finally {
            log.removeHandler(handler);
        }

        assertThat(messages)
                .hasSizeGreaterThan(1)
                .anySatisfy(message -> assertThat(message).contains("Redis refused: WRONGPASS"))
                .allSatisfy(message -> assertThat(message).doesNotContain("sesame"));
        assertThatThrownBy(() -> RedisLimits.at("rediss:/sesame@nonsense:x").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("sesame")
                .hasNoCause();
    }

    // ---- fixtures

    private static Gateways of(int count, String address) {
        return of(count, address, PATIENT);
    }

    private static Gateways of(int count, String address, Duration timeout) {
        return new Gateways(count, address, builder -> builder.timeout(timeout));
    }

    private static boolean alone(Gateways gateways) {
        return gateways.all.stream()
                .anyMatch(gateway -> gateway.health().state() != Health.State.SHARED);
    }

    /** Takes as long as something fits. */
    private static int takeAll(Gateways gateways, Slice slice, long tokens) {
        int taken = 0;
        while (taken < 1_000 && slice.fits(tokens, gateways.time.nanos())) {
            slice.take(tokens, gateways.time.nanos());
            taken++;
        }
        return taken;
    }

    private static int takeAllFetching(Gateways gateways, Slice slice) {
        return takeFetching(gateways, slice, 1_000);
    }

    private static int takeFetching(Gateways gateways, Slice slice, int most) {
        int taken = 0;
        for (int turn = 0; turn < 100 && taken < most; turn++) {
            while (taken < most && slice.fits(0, gateways.time.nanos())) {
                slice.take(0, gateways.time.nanos());
                taken++;
            }
            gateways.advanceMillis(20);
        }
        return taken;
    }

    private static Handler collecting(List<String> messages) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                messages.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
