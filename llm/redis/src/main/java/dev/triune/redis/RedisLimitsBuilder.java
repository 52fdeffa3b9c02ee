/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Builds {@link RedisLimits}. Each setter checks its value. Not thread-safe. */
public final class RedisLimitsBuilder {
    static final Duration PERIOD = Duration.ofMillis(20);

    private static final Duration MAX_DURATION = Duration.ofDays(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMillis(1_500);
    private static final int MAX_GATEWAYS = 1_000;

    final String address;
    Ticker ticker = Ticker.system();
    LongSupplier clock = () -> -1;

    @Nullable
    RedisConnector connector;

    boolean startsThread = true;
    Duration timeout = Duration.ofMillis(400);
    Duration silence = Duration.ofSeconds(60);
    Duration longestCall = Duration.ofSeconds(60);
    int gateways = 2;
    String prefix = "triune";
    Runnable onChange = () -> {};

    RedisLimitsBuilder(String address) {
        this.address = Objects.requireNonNull(address);
    }

    /** Sets the clock, which must be the broker's; the system's unless set. */
    public RedisLimitsBuilder ticker(Ticker value) {
        this.ticker = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Sets the timeout of Redis, more than zero and at most 1.5 s, since a lease is valid for two;
     * 400 ms unless set: a slower Redis would cost calls more than sharing gains.
     */
    public RedisLimitsBuilder timeout(Duration value) {
        this.timeout = checked("timeout", value, MAX_TIMEOUT);
        return this;
    }

    /**
     * Sets the silence after which a game is inactive, up to a day; 60 s unless set. Use the
     * broker's.
     */
    public RedisLimitsBuilder silence(Duration value) {
        this.silence = checked("silence", value, MAX_DURATION);
        return this;
    }

    /**
     * Sets the maximum duration of a call, up to a day; 60 s unless set. Use the broker's value.
     */
    public RedisLimitsBuilder longestCall(Duration value) {
        this.longestCall = checked("longest call", value, MAX_DURATION);
        return this;
    }

    /** Sets the number of gateways to assume until Redis is available, 1 to 1,000; 2 unless set. */
    public RedisLimitsBuilder gateways(int value) {
        if (value < 1 || value > MAX_GATEWAYS) {
            throw new IllegalArgumentException(
                    "gateways " + value + " (expected 1 to " + MAX_GATEWAYS + ")");
        }
        this.gateways = value;
        return this;
    }

    /** Sets the prefix of all keys in Redis; {@code triune} unless set. */
    public RedisLimitsBuilder prefix(String value) {
        if (!value.matches("[a-zA-Z0-9._-]{1,64}")) {
            throw new IllegalArgumentException(
                    "prefix " + value + " (expected 1 to 64 letters, digits, dots, dashes)");
        }
        this.prefix = value;
        return this;
    }

    /**
     * Sets an action that runs, on any thread, after a grant for which the broker's owner may be
     * waiting, or a change of health: to wake a sleeping owner. Must be quick. None unless set.
     */
    public RedisLimitsBuilder onChange(Runnable action) {
        this.onChange = Objects.requireNonNull(action);
        return this;
    }

    /** Sets the connection, for tests. */
    RedisLimitsBuilder connector(RedisConnector value) {
        this.connector = value;
        return this;
    }

    /** Uses no thread, and that clock in the scripts, in milliseconds; for tests. */
    RedisLimitsBuilder manual(LongSupplier scriptClock) {
        this.clock = scriptClock;
        this.startsThread = false;
        return this;
    }

    /** Builds the limits and starts connecting in the background. */
    public RedisLimits build() {
        RedisLimits limits = new RedisLimits(this);
        limits.start();
        return limits;
    }

    /** Returns the connector, by default Lettuce's. */
    RedisConnector newConnector() {
        return connector == null ? new LettuceConnector(address, timeout) : connector;
    }

    private static Duration checked(String name, Duration value, Duration longest) {
        if (value.isNegative() || value.isZero() || value.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected more than 0, at most " + longest + ")");
        }
        return value;
    }
}
