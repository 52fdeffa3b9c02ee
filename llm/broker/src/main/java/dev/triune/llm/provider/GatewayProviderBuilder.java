/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.internal.http.IoExecutors;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects a {@link GatewayProvider}; each setter checks its value. Begun by {@link
 * GatewayProvider#builder}. Not thread-safe.
 */
public final class GatewayProviderBuilder {
    /** The most characters of a session's name. */
    public static final int MAX_GAME_ID_LENGTH = 128;

    /** How the gateway is reached: as any server that takes a bearer token. */
    final HttpProviderBuilder http;

    final String gameId;
    Ticker ticker = Ticker.system();
    Optional<Timers> timers = Optional.empty();
    CooldownListener listener = (ticks, activeGames) -> {};

    GatewayProviderBuilder(String baseUrl, String session) {
        if (session.isBlank() || session.length() > MAX_GAME_ID_LENGTH) {
            throw new IllegalArgumentException(
                    "session of " + session.length() + " characters (expected 1 to "
                            + MAX_GAME_ID_LENGTH + ", not all of them spaces)");
        }
        this.http = new HttpProviderBuilder(ApiFamily.OPENAI, baseUrl);
        this.gameId = session;
    }

    /**
     * Sets the gateway's token, as {@link HttpProviderBuilder#apiKey}.
     *
     * @throws IllegalArgumentException if it is null or empty or holds what no header can carry
     */
    public GatewayProviderBuilder token(@Nullable String token) {
        http.apiKey(token);
        return this;
    }

    /** Adds a header to each request, as {@link HttpProviderBuilder#header}. */
    public GatewayProviderBuilder header(String name, String value) {
        http.header(name, value);
        return this;
    }

    /**
     * Sets how many exchanges may be under way at a time; more wait their turn. A batch is one.
     *
     * @param count 1 to {@value HttpProviderBuilder#MAX_PERMITS}; {@value
     *     HttpProviderBuilder#DEFAULT_PERMITS} unless set
     */
    public GatewayProviderBuilder permits(int count) {
        http.permits(count);
        return this;
    }

    /** Sets how long connecting may take, as {@link HttpProviderBuilder#connectTimeout}. */
    public GatewayProviderBuilder connectTimeout(Duration timeout) {
        http.connectTimeout(timeout);
        return this;
    }

    /**
     * Sets how long the gateway may be silent, as {@link HttpProviderBuilder#gapTimeout}. While a
     * request waits there, the gateway gives signs of life.
     */
    public GatewayProviderBuilder gapTimeout(Duration timeout) {
        http.gapTimeout(timeout);
        return this;
    }

    /** Sets how long a whole exchange may take, as {@link HttpProviderBuilder#deadline}. */
    public GatewayProviderBuilder deadline(Duration time) {
        http.deadline(time);
        return this;
    }

    /**
     * Sets how much the gateway is asked to see to it that a plan is JSON; all that it can unless
     * set. It knows what its providers take.
     */
    public GatewayProviderBuilder structured(StructuredOutput how) {
        http.structured(how);
        return this;
    }

    /** Sets a proxy for all connections, as {@link HttpProviderBuilder#proxy}. */
    public GatewayProviderBuilder proxy(String url) {
        http.proxy(url);
        return this;
    }

    /** Sets what the proxy is sent, as {@link HttpProviderBuilder#proxyAuthorization}. */
    public GatewayProviderBuilder proxyAuthorization(String value) {
        http.proxyAuthorization(value);
        return this;
    }

    /** Sets the clock by which cooldowns pass; that of the machine unless set. */
    public GatewayProviderBuilder ticker(Ticker clock) {
        this.ticker = Objects.requireNonNull(clock, "ticker");
        return this;
    }

    /**
     * Sets what runs the signs of life; a daemon thread of the provider's own unless set. It is
     * called on the thread of the first call, and then on its own.
     */
    public GatewayProviderBuilder timers(Timers runner) {
        this.timers = Optional.of(runner);
        return this;
    }

    /** Sets who is told the gateway's cooldowns; nobody unless set. */
    public GatewayProviderBuilder onCooldown(CooldownListener told) {
        this.listener = Objects.requireNonNull(told, "listener");
        return this;
    }

    /** Builds the client. It connects nowhere before its first call. */
    public GatewayProvider build() {
        return new GatewayProvider(this, IoExecutors.newExecutor());
    }
}
