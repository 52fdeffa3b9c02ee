/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which call is where. Paths are compared letter by letter, as they came: nothing is decoded and
 * nothing resolved. Filled before the server starts, then only read.
 */
public final class HttpRoutes {
    private final Map<String, Map<String, HttpRoute>> byPath = new LinkedHashMap<>();

    /** No calls yet. */
    public HttpRoutes() {}

    /** A call that anyone may make. */
    public HttpRoutes open(
            String method, String path, ErrorFormat errors, RouteHandler routeHandler) {
        return add(method, path, new HttpRoute(AccessFilter.Access.OPEN, errors, routeHandler));
    }

    /** A call for clients. */
    public HttpRoutes client(
            String method, String path, ErrorFormat errors, RouteHandler routeHandler) {
        return add(method, path, new HttpRoute(AccessFilter.Access.CLIENT, errors, routeHandler));
    }

    /** A call for the operator. */
    public HttpRoutes operator(
            String method, String path, ErrorFormat errors, RouteHandler routeHandler) {
        return add(method, path, new HttpRoute(AccessFilter.Access.OPERATOR, errors, routeHandler));
    }

    private HttpRoutes add(String method, String path, HttpRoute httpRoute) {
        Map<String, HttpRoute> methods = byPath.computeIfAbsent(path, key -> new LinkedHashMap<>());
        if (methods.put(method, httpRoute) != null) {
            throw new IllegalArgumentException("two calls are at " + method + " " + path);
        }
        return this;
    }

    /** What is at a path, by method; empty if nothing is. */
    Map<String, HttpRoute> at(String path) {
        return byPath.getOrDefault(path, Map.of());
    }

    /** How errors are told below the first segment of a path, where something is there. */
    Optional<ErrorFormat> errorFormatNear(String path) {
        int end = path.indexOf('/', 1);
        String root = end < 0 ? path : path.substring(0, end + 1);
        return byPath.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(root))
                .flatMap(entry -> entry.getValue().values().stream())
                .map(HttpRoute::errors)
                .findFirst();
    }

    /** All paths. */
    public Set<String> paths() {
        return byPath.keySet();
    }

    /**
     * One call.
     *
     * @param access who may make it
     * @param errors how its problems are told
     * @param routeHandler who answers it
     */
    record HttpRoute(AccessFilter.Access access, ErrorFormat errors, RouteHandler routeHandler) {}
}
