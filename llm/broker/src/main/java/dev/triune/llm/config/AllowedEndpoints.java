/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.Endpoint;
import dev.triune.llm.provider.EndpointOpener;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.http.HttpProviderBuilder;
import dev.triune.llm.provider.wire.Family;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Opens models of the callers' own, at hosts that the file lists. Immutable. */
final class AllowedEndpoints implements EndpointOpener {
    private static final int PERMITS = HttpProviderBuilder.DEFAULT_PERMITS;

    /** Every other host is taken to speak OpenAI's protocol. */
    private static final String ANTHROPIC = "api.anthropic.com";

    private final List<String> hosts;
    private final Opening.Opener opener;

    AllowedEndpoints(List<String> hosts, Opening.Opener opener) {
        this.hosts = List.copyOf(hosts);
        this.opener = opener;
    }

    @Override
    public Provider open(Endpoint endpoint) {
        String host = host(endpoint.url());
        if (!hosts.contains(host)) {
            throw new IllegalArgumentException("endpoint at " + host
                    + " is not allowed (add it to endpoints.allow of the configuration)");
        }
        return opener.open(connection(endpoint), endpoint.key().map(Secret::of), PERMITS);
    }

    /** With its port, unless that is the usual one of the protocol. */
    private static String host(URI url) {
        int usual = "https".equals(url.getScheme()) ? 443 : 80;
        boolean other = url.getPort() >= 0 && url.getPort() != usual;
        String host = url.getHost().toLowerCase(Locale.ROOT);
        return other ? host + ":" + url.getPort() : host;
    }

    private static Connection connection(Endpoint endpoint) {
        Map<String, Secret> headers = new LinkedHashMap<>();
        endpoint.headers().forEach((name, value) -> headers.put(name, Secret.of(value)));
        boolean anthropic = ANTHROPIC.equals(host(endpoint.url()));
        Family family = anthropic ? Family.ANTHROPIC : Family.OPENAI;
        return Connection.of(family, endpoint.url(), headers);
    }
}
