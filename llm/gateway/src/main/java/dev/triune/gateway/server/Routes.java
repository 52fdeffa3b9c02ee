/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which call is where. Paths are compared letter by letter, as they came: nothing is decoded and
 * nothing resolved. Filled before the server starts, then only read.
 */
public final class Routes {
    private final Map<String, Map<String, Route>> byPath = new LinkedHashMap<>();

    /** No calls yet. */
    public Routes() {}

    /** A call that anyone may make. */
    public Routes open(String method, String path, ErrorForm errors, Endpoint endpoint) {
        return add(method, path, new Route(Gate.Access.OPEN, errors, endpoint));
    }

    /** A call for clients. */
    public Routes client(String method, String path, ErrorForm errors, Endpoint endpoint) {
        return add(method, path, new Route(Gate.Access.CLIENT, errors, endpoint));
    }

    /** A call for the operator. */
    public Routes operator(String method, String path, ErrorForm errors, Endpoint endpoint) {
        return add(method, path, new Route(Gate.Access.OPERATOR, errors, endpoint));
    }

    private Routes add(String method, String path, Route route) {
        Map<String, Route> methods = byPath.computeIfAbsent(path, key -> new LinkedHashMap<>());
        if (methods.put(method, route) != null) {
            throw new IllegalArgumentException("two calls are at " + method + " " + path);
        }
        return this;
    }

    /** What is at a path, by method; empty if nothing is. */
    Map<String, Route> at(String path) {
        return byPath.getOrDefault(path, Map.of());
    }

    /** How errors are told below the first segment of a path, where something is there. */
    Optional<ErrorForm> errorsNear(String path) {
        int end = path.indexOf('/', 1);
        String root = end < 0 ? path : path.substring(0, end + 1);
        return byPath.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(root))
                .flatMap(entry -> entry.getValue().values().stream())
                .map(Route::errors)
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
     * @param endpoint who answers it
     */
    record Route(Gate.Access access, ErrorForm errors, Endpoint endpoint) {}
}
