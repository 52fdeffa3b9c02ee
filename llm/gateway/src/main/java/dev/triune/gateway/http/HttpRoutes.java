/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The routes of the server. Paths are compared literally: nothing is decoded or resolved. Filled
 * before the server starts, then only read.
 */
public final class HttpRoutes {
    private final Map<String, Map<String, HttpRoute>> byPath = new LinkedHashMap<>();
    private final Map<String, HttpRoute> below = new LinkedHashMap<>();

    /** Creates an empty table. */
    public HttpRoutes() {}

    /** Adds a route. */
    public HttpRoutes add(
            Access access, String method, String path, ErrorFormat errors, RouteHandler handler) {
        Map<String, HttpRoute> methods = byPath.computeIfAbsent(path, key -> new LinkedHashMap<>());
        if (methods.put(method, new HttpRoute(access, errors, handler)) != null) {
            throw new IllegalArgumentException("two calls are at " + method + " " + path);
        }
        return this;
    }

    /** Adds a route for GET of all paths that begin with one, as far as they have none. */
    public void addBelow(Access access, String path, ErrorFormat errors, RouteHandler handler) {
        below.put(path, new HttpRoute(access, errors, handler));
    }

    /** Returns the routes of a path by method; empty if there are none. */
    Map<String, HttpRoute> at(String path) {
        Map<String, HttpRoute> routes = byPath.get(path);
        if (routes != null) {
            return routes;
        }
        return below.entrySet().stream()
                .filter(entry -> path.startsWith(entry.getKey()))
                .findFirst()
                .map(entry -> Map.of("GET", entry.getValue()))
                .orElse(Map.of());
    }

    /** Returns the error format of the routes that share most of a path's beginning, if any do. */
    Optional<ErrorFormat> errorFormatNear(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            String parent = path.substring(0, end);
            Optional<ErrorFormat> found = byPath.entrySet().stream()
                    .filter(entry -> entry.getKey().equals(parent)
                            || entry.getKey().startsWith(parent + "/"))
                    .flatMap(entry -> entry.getValue().values().stream())
                    .map(HttpRoute::errors)
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns all paths. */
    public Set<String> paths() {
        return byPath.keySet();
    }

    /** The callers of a route. */
    public enum Access {
        /** Anyone: the call neither reveals nor costs anything. */
        OPEN,
        /** Clients, with their token if one is configured. */
        CLIENT,
        /** Clients with the shared token, or the operator if there is none; no keys of games. */
        FIGURES,
        /** The operator. If only clients have a token configured, no caller. */
        OPERATOR
    }

    /** A route: its permitted callers, the format of its errors, and what answers its calls. */
    record HttpRoute(Access access, ErrorFormat errors, RouteHandler handler) {}
}
