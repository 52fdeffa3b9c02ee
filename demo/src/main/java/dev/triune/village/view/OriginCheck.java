/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.sun.net.httpserver.HttpExchange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests that other sites make a browser send: those for another host name, and those
 * with the origin of another page. Immutable.
 */
final class OriginCheck {
    private final Set<String> hosts;

    /** Creates the check of a server at a port. */
    OriginCheck(int port) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }

    /** Returns whether a request is for this server, and from its own page or without an origin. */
    boolean allows(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return host != null && hosts.contains(host) && ownOrigin(origin, host);
    }

    private static boolean ownOrigin(@Nullable String origin, String host) {
        return origin == null || origin.equals("http://" + host);
    }
}
