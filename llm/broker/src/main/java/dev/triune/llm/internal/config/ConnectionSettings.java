/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.provider.HttpProvider;
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
 * How one provider is reached. Immutable.
 *
 * @param kind the protocol spoken there
 * @param url what comes before the protocol's paths; without user, password or query
 * @param keys its API keys, or a gateway's token, each with budgets of its own; none if it takes
 *     none
 * @param headers sent with each request, by name
 * @param structured how much the server is asked to see to it that a plan is JSON; the provider's own
 *     choice if empty
 * @param server which server it is, and its own options
 * @param ca a file of certificates that are trusted in place of the machine's
 * @param connectTimeout how long connecting may take
 * @param firstByteTimeout how long the first byte of an answer may take
 * @param gapTimeout how long the server may be silent within an answer
 * @param answerTimeout how long a whole answer may take
 * @param proxy the proxy on the way, as {@code http://host:port} or {@code socks://host:port}
 * @param proxyAuthorization what an HTTP proxy is sent as its authorization
 * @param gameId names the game at a gateway; empty for a fresh name with each opening
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
        Optional<String> gameId) {
    /** Copies the collections. */
    public ConnectionSettings {
        keys = List.copyOf(keys);
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** The protocol as the file spells it. */
    public String label() {
        return kind.label();
    }

    /** Whether it leads to a gateway of Triune. */
    public boolean isGateway() {
        return kind == ProviderKind.GATEWAY;
    }

    /** The usual connection to that place. */
    static ConnectionSettings withDefaults(
            ProviderKind kind, URI url, Map<String, Secret> headers) {
        return new ConnectionSettings(
                kind,
                url,
                List.of(),
                headers,
                Optional.empty(),
                ServerSettings.DEFAULT,
                Optional.empty(),
                HttpProvider.Builder.DEFAULT_CONNECT_TIMEOUT,
                HttpProvider.Builder.DEFAULT_FIRST_BYTE_TIMEOUT,
                HttpProvider.Builder.DEFAULT_GAP_TIMEOUT,
                HttpProvider.Builder.DEFAULT_ANSWER_TIMEOUT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
