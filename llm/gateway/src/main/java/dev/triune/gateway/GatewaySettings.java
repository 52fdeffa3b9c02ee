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
 * The settings of a gateway: the section {@code gateway} of a configuration file. Immutable.
 *
 * @param bind the address to listen on
 * @param port the port to listen on, 0 for any free one
 * @param access the access control
 * @param clients the limits of clients
 * @param batches the credits of batches
 * @param fields the handling of foreign fields of completions
 * @param quotas the quotas of games
 * @param redis the Redis through which to share limits with other gateways
 * @param showPrompts whether the dashboard shows the beginnings of prompts
 * @param accessLog the file to which a line per request is appended, if any
 * @param shutdownTimeout the time for requests in flight to end when the gateway is stopped
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
    /** Loopback, port 8766, no token, no shared limits. */
    public static final GatewaySettings DEFAULT = new GatewaySettings(
            "127.0.0.1",
            8766,
            new AccessSettings(
                    List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty()),
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

    /** Returns a copy with another port, 0 for any free one. */
    public GatewaySettings withPort(int other) {
        return with(bind, other, redis);
    }

    /** Returns a copy with another address. */
    public GatewaySettings withBind(String other) {
        return with(other, port, redis);
    }

    /** Returns a copy that shares limits through this Redis. */
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
     * @param hosts the host names, in addition to its address, that clients may use
     * @param trustedProxies the addresses of proxies whose X-Forwarded-For names the client
     * @param token the bearer token that clients must send, if any
     * @param adminToken the bearer token of the operator's calls
     * @param keysFile the file of the games' keys, if any
     */
    public record AccessSettings(
            List<String> hosts,
            List<String> trustedProxies,
            Optional<Secret> token,
            Optional<Secret> adminToken,
            Optional<Path> keysFile) {
        /** Copies the lists. */
        public AccessSettings {
            hosts = List.copyOf(hosts);
            trustedProxies = List.copyOf(trustedProxies);
        }
    }

    /**
     * Limits on the connections, memory and time that clients may use.
     *
     * @param maxBodyBytes the maximum size of a request's body, in bytes
     * @param maxStreams the maximum number of requests in flight
     * @param maxConnectionsPerAddress the maximum number of connections per address
     * @param maxBufferBytes the maximum number of bytes buffered for one slow client
     * @param maxBuffersBytes the maximum number of bytes buffered for all slow clients together
     * @param requestTimeout the time for a client to send a request
     * @param writeTimeout the time after which a client that reads nothing is disconnected
     * @param patience the time for which the status of a stream waits for its first event
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
     * The credits of batches.
     *
     * @param maxCredits the maximum number of credits
     * @param creditsPerSecond the credits added per second
     */
    public record BatchCredits(int maxCredits, int creditsPerSecond) {}

    /**
     * The handling of fields of completions that the gateway does not know.
     *
     * @param extraBody whether games may add fields to requests to providers
     * @param unknownFields the handling of unknown fields
     */
    public record FieldSettings(boolean extraBody, UnknownFields unknownFields) {}

    /**
     * Budgets of games.
     *
     * @param bySession the quotas of sessions, by name
     * @param defaultQuota the quota shared by all sessions without their own, if any
     * @param stateFile the file that keeps quotas across restarts, if any
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

    /** The handling of an unknown field of a completion. */
    public enum UnknownFields {
        /** Forwards it to the provider. */
        PASS,
        /** Omits it, and names it in a header of the response. */
        DROP,
        /** Rejects the request. */
        REFUSE
    }

    /**
     * The budget of a session at the start.
     *
     * @param remaining the amount in USD
     * @param window the period of the quota, such as {@code day}
     * @param model the model whose prices apply; the default model if empty
     */
    public record InitialQuota(BigDecimal remaining, String window, String model) {}
}
