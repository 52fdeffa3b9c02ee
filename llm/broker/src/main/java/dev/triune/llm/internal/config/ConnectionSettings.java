/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a connection to a provider. Immutable.
 *
 * @param url the URL without user, password and query; {@code local:/} for a model run by another artifact
 * @param keys API keys, or a gateway's token; may be empty
 * @param structured the structured output for plans; the provider's default if null
 * @param ca a file of certificates to trust in place of the system's, if not null
 * @param proxy the proxy in place of the JVM's, if not null
 * @param gameId the game's name at a gateway; null for a random one each time
 * @param own the settings of a model run by another artifact, by key
 */
public record ConnectionSettings(
        ProviderKind kind,
        URI url,
        List<Secret> keys,
        Map<String, Secret> headers,
        @Nullable StructuredOutput structured,
        ServerSettings server,
        @Nullable Path ca,
        Timeouts timeouts,
        @Nullable Proxy proxy,
        @Nullable String gameId,
        Map<String, String> own) {
    /**
     * How long to wait for a server.
     *
     * @param gap the maximum silence within an answer
     * @param answer the maximum for a whole answer
     */
    public record Timeouts(Duration connect, Duration firstByte, Duration gap, Duration answer) {
        static final Timeouts DEFAULT = new Timeouts(
                HttpSettings.DEFAULT_CONNECT_TIMEOUT,
                HttpSettings.DEFAULT_FIRST_BYTE_TIMEOUT,
                HttpSettings.DEFAULT_GAP_TIMEOUT,
                HttpSettings.DEFAULT_ANSWER_TIMEOUT);
    }

    /** A proxy, and the value of its {@code Proxy-Authorization} if it needs one. */
    public record Proxy(String url, @Nullable Secret authorization) {}

    public ConnectionSettings {
        keys = List.copyOf(keys);
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    public String label() {
        return kind.label();
    }

    public boolean isGateway() {
        return kind == ProviderKind.GATEWAY;
    }

    public boolean isLocal() {
        return kind.isLocal();
    }

    static ConnectionSettings withDefaults(
            ProviderKind kind, URI url, Map<String, Secret> headers, Map<String, String> own) {
        return new ConnectionSettings(
                kind,
                url,
                List.of(),
                headers,
                null,
                ServerSettings.DEFAULT,
                null,
                Timeouts.DEFAULT,
                null,
                null,
                own);
    }
}
