/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.StructuredOutput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a provider is reached. Immutable.
 *
 * @param url without user, password or query; {@code local:/} for a model in this process
 * @param keys API keys, or a gateway's token; none if it takes none
 * @param structured how plans are held to JSON; the provider's own choice if empty
 * @param ca certificates that are trusted in place of the machine's
 * @param gapTimeout how long the server may be silent within an answer
 * @param gameId the game's name at a gateway; empty for a fresh one with each opening
 * @param own settings of a model in this process, by key
 */
public record ConnectionSettings(
        ProviderKind kind,
        URI url,
        List<Secret> keys,
        Map<String, Secret> headers,
        Optional<StructuredOutput> structured,
        ServerSettings server,
        Optional<Path> ca,
        Duration connectTimeout,
        Duration firstByteTimeout,
        Duration gapTimeout,
        Duration answerTimeout,
        Optional<String> proxy,
        Optional<Secret> proxyAuthorization,
        Optional<String> gameId,
        Map<String, String> own) {
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
        return kind == ProviderKind.LOCAL;
    }

    /** The usual connection to that place. */
    static ConnectionSettings withDefaults(
            ProviderKind kind, URI url, Map<String, Secret> headers) {
        return with(kind, url, headers, Map.of());
    }

    private static ConnectionSettings with(
            ProviderKind kind, URI url, Map<String, Secret> headers, Map<String, String> own) {
        return new ConnectionSettings(
                kind,
                url,
                List.of(),
                headers,
                Optional.empty(),
                ServerSettings.DEFAULT,
                Optional.empty(),
                HttpSettings.DEFAULT_CONNECT_TIMEOUT,
                HttpSettings.DEFAULT_FIRST_BYTE_TIMEOUT,
                HttpSettings.DEFAULT_GAP_TIMEOUT,
                HttpSettings.DEFAULT_ANSWER_TIMEOUT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                own);
    }

    /** A model in this process, whose artifact knows these settings. */
    static ConnectionSettings local(Map<String, String> own) {
        return with(ProviderKind.LOCAL, URI.create("local:/"), Map.of(), own);
    }
}
