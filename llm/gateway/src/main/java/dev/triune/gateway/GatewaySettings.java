/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway;

import dev.triune.llm.ConfigSection;
import dev.triune.llm.Secret;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a gateway serves: the section {@code gateway} of a configuration file. Immutable.
 *
 * @param bind the address to listen at
 * @param port the port to listen at, 0 for any that is free
 * @param access who may call
 * @param clients what one client may take
 * @param batches the credits of batches
 * @param fields what happens to fields of completions that are not the gateway's own
 * @param quotas what games may spend
 * @param redis where to share limits with other gateways
 * @param showPrompts whether the dashboard shows how prompts begin
 * @param accessLog where a line for each request is appended, if anywhere
 * @param shutdownTimeout how long requests in flight may take to end when the gateway is stopped
 */
public record GatewaySettings(
        String bind,
        int port,
        AccessSettings access,
        ClientLimits clients,
        BatchCredits batches,
        FieldSettings fields,
        QuotaSettings quotas,
        Optional<Secret> redis,
        boolean showPrompts,
        Optional<Path> accessLog,
        Duration shutdownTimeout) {
    /** Loopback, port 8766, no token, one gateway alone. */
    public static final GatewaySettings DEFAULT = new GatewaySettings(
            "127.0.0.1",
            8766,
            new AccessSettings(List.of(), Optional.empty(), Optional.empty(), Optional.empty()),
            new ClientLimits(
                    1 << 20,
                    2048,
                    2048,
                    256 << 10,
                    32 << 20,
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30)),
            new BatchCredits(100, 10),
            new FieldSettings(false, UnknownFields.DROP),
            new QuotaSettings(Map.of(), Optional.empty(), Optional.empty()),
            Optional.empty(),
            false,
            Optional.empty(),
            Duration.ofSeconds(30));

    /**
     * Reads the gateway's section of a file. Use the result only after {@link
     * ConfigSection#throwIfInvalid}.
     *
     * @param section the section {@code gateway}
     */
    public static GatewaySettings read(ConfigSection section) {
        return new GatewaySettingsReader(section).read();
    }

    /** Returns a copy with another port, 0 for any that is free. */
    public GatewaySettings withPort(int other) {
        return with(bind, other, redis);
    }

    /** Returns a copy with another address. */
    public GatewaySettings withBind(String other) {
        return with(other, port, redis);
    }

    /** Returns a copy that shares limits there. */
    public GatewaySettings withRedis(Secret uri) {
        return with(bind, port, Optional.of(uri));
    }

    private GatewaySettings with(String otherBind, int otherPort, Optional<Secret> otherRedis) {
        return new GatewaySettings(
                otherBind,
                otherPort,
                access,
                clients,
                batches,
                fields,
                quotas,
                otherRedis,
                showPrompts,
                accessLog,
                shutdownTimeout);
    }

    /**
     * The clients that may call a gateway.
     *
     * @param hosts names, besides its address, by which clients may call it
     * @param token what clients must send as their bearer token, if anything
     * @param adminToken the bearer token of the operator's calls
     * @param keysFile where the keys of games are, if they have any
     */
    public record AccessSettings(
            List<String> hosts,
            Optional<Secret> token,
            Optional<Secret> adminToken,
            Optional<Path> keysFile) {
        /** Copies the hosts. */
        public AccessSettings {
            hosts = List.copyOf(hosts);
        }
    }

    /**
     * Limits on the connections, memory and time that clients may use.
     *
     * @param maxBodyBytes the most bytes of the body of a request
     * @param maxStreams the most requests in flight
     * @param maxConnectionsPerAddress the most connections of one address
     * @param maxBufferBytes the most bytes that wait for one slow client
     * @param maxBuffersBytes the most bytes that wait for all slow clients together
     * @param requestTimeout how long a client may take to send a request
     * @param writeTimeout how long a client may take no byte of what it is sent
     * @param patience how long the status of a stream is held back for its first event
     */
    public record ClientLimits(
            int maxBodyBytes,
            int maxStreams,
            int maxConnectionsPerAddress,
            int maxBufferBytes,
            int maxBuffersBytes,
            Duration requestTimeout,
            Duration writeTimeout,
            Duration patience) {}

    /**
     * The credits that batches spend.
     *
     * @param maxCredits the most that can be saved up
     * @param creditsPerSecond how many come back in a second
     */
    public record BatchCredits(int maxCredits, int creditsPerSecond) {}

    /**
     * The handling of fields of completions that the gateway does not know.
     *
     * @param extraBody whether games may add fields to the requests that providers get
     * @param unknownFields what happens to fields that the gateway does not know
     */
    public record FieldSettings(boolean extraBody, UnknownFields unknownFields) {}

    /**
     * Budgets of games.
     *
     * @param bySession the quotas of sessions, by name
     * @param defaultQuota what all sessions without a quota of their own share, if there is a limit
     * @param stateFile where quotas are kept across restarts, if anywhere
     */
    public record QuotaSettings(
            Map<String, InitialQuota> bySession,
            Optional<InitialQuota> defaultQuota,
            Optional<Path> stateFile) {
        /** Copies the quotas. */
        public QuotaSettings {
            bySession = Collections.unmodifiableMap(new LinkedHashMap<>(bySession));
        }
    }

    /** What happens to a field of a completion that the gateway does not know. */
    public enum UnknownFields {
        /** It is handed on to the provider. */
        PASS,
        /** It is left out, and a header of the response names it. */
        DROP,
        /** The request is refused. */
        REFUSE
    }

    /**
     * The budget of a session at the start.
     *
     * @param remaining in USD
     * @param window what it is for, such as {@code day}
     * @param model whose prices hold; the default model if empty
     */
    public record InitialQuota(BigDecimal remaining, String window, String model) {}
}
