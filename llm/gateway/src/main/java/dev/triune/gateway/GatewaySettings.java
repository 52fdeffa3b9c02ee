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
 * @param token what clients must send as their bearer token, if anything
 * @param adminToken the bearer token of the operator's calls
 * @param hosts names, besides its address, by which clients may call it
 * @param maxBodyBytes the most bytes of the body of a request
 * @param maxStreams the most requests in flight
 * @param maxConnectionsPerAddress the most connections of one address
 * @param requestTimeout how long a client may take to send a request
 * @param patience how long the status of a stream is held back for its first event
 * @param writeTimeout how long a client may not take what it is sent
 * @param maxBufferBytes the most bytes that wait for one slow client
 * @param maxBuffersBytes the most bytes that wait for all slow clients together
 * @param shutdownTimeout how long requests in flight may take to end when the gateway is stopped
 * @param redis where to share limits with other gateways
 * @param maxCredits the most credits that batches can have saved up
 * @param creditsPerSecond credits that come back in a second
 * @param showPrompts whether the dashboard shows how prompts begin
 * @param extraBody whether games may add fields to the requests that providers get
 * @param quotas of sessions, by name
 * @param defaultQuota what all sessions without a quota of their own share, if there is a limit
 * @param accessLog where a line for each request is appended, if anywhere
 * @param unknownFields what happens to fields of completions that the gateway does not know
 * @param keysFile where the keys of games are, if they have any
 * @param stateFile where quotas are kept across restarts, if anywhere
 */
public record GatewaySettings(
        String bind,
        int port,
        Optional<Secret> token,
        Optional<Secret> adminToken,
        List<String> hosts,
        int maxBodyBytes,
        int maxStreams,
        int maxConnectionsPerAddress,
        Duration requestTimeout,
        Duration patience,
        Duration writeTimeout,
        int maxBufferBytes,
        int maxBuffersBytes,
        Duration shutdownTimeout,
        Optional<Secret> redis,
        int maxCredits,
        int creditsPerSecond,
        boolean showPrompts,
        boolean extraBody,
        Map<String, InitialQuota> quotas,
        Optional<InitialQuota> defaultQuota,
        Optional<Path> accessLog,
        UnknownFields unknownFields,
        Optional<Path> keysFile,
        Optional<Path> stateFile) {
    /** Loopback, port 8766, no token, one gateway alone. */
    public static final GatewaySettings DEFAULT = new GatewaySettings(
            "127.0.0.1",
            8766,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            1 << 20,
            2048,
            2048,
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            256 << 10,
            32 << 20,
            Duration.ofSeconds(30),
            Optional.empty(),
            100,
            10,
            false,
            false,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            UnknownFields.DROP,
            Optional.empty(),
            Optional.empty());

    /** Copies the collections. */
    public GatewaySettings {
        hosts = List.copyOf(hosts);
        quotas = Collections.unmodifiableMap(new LinkedHashMap<>(quotas));
    }

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
                token,
                adminToken,
                hosts,
                maxBodyBytes,
                maxStreams,
                maxConnectionsPerAddress,
                requestTimeout,
                patience,
                writeTimeout,
                maxBufferBytes,
                maxBuffersBytes,
                shutdownTimeout,
                otherRedis,
                maxCredits,
                creditsPerSecond,
                showPrompts,
                extraBody,
                quotas,
                defaultQuota,
                accessLog,
                unknownFields,
                keysFile,
                stateFile);
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
     * What a session may spend from the start.
     *
     * @param remaining in USD
     * @param window what it is for, such as {@code day}
     * @param model whose prices hold; the default model if empty
     */
    public record InitialQuota(BigDecimal remaining, String window, String model) {}
}
