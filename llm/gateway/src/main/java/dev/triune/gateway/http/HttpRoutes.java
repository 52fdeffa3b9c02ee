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

    /** Creates an empty table. */
    public HttpRoutes() {}

    /** Adds a route that anyone may call. */
    public HttpRoutes open(
            String method, String path, ErrorFormat errors, RouteHandler routeHandler) {
        return add(method, path, new HttpRoute(AccessFilter.Access.OPEN, errors, routeHandler));
    }

    /** Adds a route for clients. */
    public HttpRoutes client(
            String method, String path, ErrorFormat errors, RouteHandler routeHandler) {
        return add(method, path, new HttpRoute(AccessFilter.Access.CLIENT, errors, routeHandler));
    }

    /** Adds a route that shows statistics of all games. */
    public HttpRoutes figures(
            String method, String path, ErrorFormat errors, RouteHandler routeHandler) {
        return add(method, path, new HttpRoute(AccessFilter.Access.FIGURES, errors, routeHandler));
    }

    /** Adds a route for the operator. */
    public HttpRoutes operator(
            String method, String path, ErrorFormat errors, RouteHandler routeHandler) {
        return add(method, path, new HttpRoute(AccessFilter.Access.OPERATOR, errors, routeHandler));
    }

    private HttpRoutes add(String method, String path, HttpRoute route) {
        Map<String, HttpRoute> methods = byPath.computeIfAbsent(path, key -> new LinkedHashMap<>());
        if (methods.put(method, route) != null) {
            throw new IllegalArgumentException("two calls are at " + method + " " + path);
        }
        return this;
    }

    /** Returns the routes of a path by method; empty if there are none. */
    Map<String, HttpRoute> at(String path) {
        return byPath.getOrDefault(path, Map.of());
    }

    /** Returns the error format of routes with the same first path segment, if there are any. */
    Optional<ErrorFormat> errorFormatNear(String path) {
        int end = path.indexOf('/', 1);
        String root = end < 0 ? path : path.substring(0, end + 1);
        return byPath.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(root))
                .flatMap(entry -> entry.getValue().values().stream())
                .map(HttpRoute::errors)
                .findFirst();
    }

    /** Returns all paths. */
    public Set<String> paths() {
        return byPath.keySet();
    }

    /**
     * A route.
     *
     * @param access the permitted callers
     * @param errors the format of its errors
     * @param routeHandler answers the calls
     */
    record HttpRoute(AccessFilter.Access access, ErrorFormat errors, RouteHandler routeHandler) {}
}
