/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.sun.net.httpserver.HttpExchange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Accepts requests from the page itself, on this machine. A page of another site can make a browser
 * send requests only with that site's origin, which is refused. Immutable.
 */
final class OriginCheck {
    private final Set<String> hosts;

    /** Checks the requests of a server at that port. */
    OriginCheck(int port) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }

    /** Returns whether a request is for this server and from its own page. */
    boolean allows(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return host != null && hosts.contains(host) && ownOrigin(origin, host);
    }

    private static boolean ownOrigin(@Nullable String origin, String host) {
        return origin == null || origin.equals("http://" + host);
    }
}
