/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.sun.net.httpserver.HttpExchange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets in whoever comes from this machine and from the page itself. A page of another site cannot
 * make a browser send its requests here under a name of its own, nor under this server's. Immutable.
 */
final class OriginCheck {
    private final Set<String> hosts;

    /** Of a server at that port. */
    OriginCheck(int port) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }

    /** Whether the request is meant for this server and comes from nowhere else. */
    boolean allows(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return host != null && hosts.contains(host) && ownOrigin(origin, host);
    }

    private static boolean ownOrigin(@Nullable String origin, String host) {
        return origin == null || origin.equals("http://" + host);
    }
}
