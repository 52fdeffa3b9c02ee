/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Endpoint;
import dev.triune.llm.Endpoint.EndpointRejectedException;
import dev.triune.llm.Secret;
import dev.triune.llm.provider.Provider;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Opens the callers' own models at hosts that the file permits. Immutable. */
final class EndpointAllowlist implements Function<Endpoint, Provider> {

    /** The host that speaks Anthropic's protocol; all others are assumed to speak OpenAI's. */
    private static final String ANTHROPIC = "api.anthropic.com";

    private final List<String> hosts;
    private final BrokerFactory.ConnectionOpener opener;

    EndpointAllowlist(List<String> hosts, BrokerFactory.ConnectionOpener opener) {
        this.hosts = List.copyOf(hosts);
        this.opener = opener;
    }

    @Override
    public Provider apply(Endpoint endpoint) {
        String host = host(endpoint.url());
        if (!hosts.contains(host)) {
            throw new EndpointRejectedException(
                    EndpointRejectedException.Reason.NOT_ALLOWED,
                    "endpoint at " + host
                            + " is not allowed (add it to endpoints.allow of the configuration)");
        }
        String key = endpoint.key();
        return opener.open(connection(endpoint), key == null ? null : Secret.of(key));
    }

    /** Returns the host, with its port unless it is the protocol's default. */
    private static String host(URI url) {
        int usual = "https".equals(url.getScheme()) ? 443 : 80;
        boolean other = url.getPort() >= 0 && url.getPort() != usual;
        String host = url.getHost().toLowerCase(Locale.ROOT);
        return other ? host + ":" + url.getPort() : host;
    }

    private static ConnectionSettings connection(Endpoint endpoint) {
        Map<String, Secret> headers = new LinkedHashMap<>();
        endpoint.headers().forEach((name, value) -> headers.put(name, Secret.of(value)));
        boolean anthropic = ANTHROPIC.equals(host(endpoint.url()));
        ProviderKind kind = anthropic ? ProviderKind.ANTHROPIC : ProviderKind.OPENAI;
        return ConnectionSettings.withDefaults(kind, endpoint.url(), headers, Map.of());
    }
}
