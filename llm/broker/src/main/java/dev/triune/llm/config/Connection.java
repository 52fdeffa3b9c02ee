/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How one provider is reached. Immutable.
 *
 * @param url what comes before the protocol's paths; without user, password or query
 * @param keys its API keys, each with budgets of its own; none if it takes none
 * @param headers sent with each request, by name
 * @param jsonMode whether to ask the server for JSON where a plan is expected
 * @param connectTimeout how long connecting may take
 * @param gapTimeout how long the server may be silent
 */
public record Connection(
        URI url,
        List<Secret> keys,
        Map<String, Secret> headers,
        boolean jsonMode,
        Duration connectTimeout,
        Duration gapTimeout) {
    /** Copies the collections. */
    public Connection {
        keys = List.copyOf(keys);
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
}
