/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.FailureCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The providers that are out of service, with the reasons. Logs each change once, however often it
 * recurs. Broker's thread only, except {@link #problems}.
 */
public final class ProviderHealth implements BrokerListener {
    private static final Logger LOG = System.getLogger(ProviderHealth.class.getName());

    /** The last failure code of each key, or of a model at it. */
    private final Map<String, FailureCode> refusals = new HashMap<>();

    /** The problem of each provider that was logged last. */
    private final Map<String, String> logged = new HashMap<>();

    private boolean backlog; // whether it was logged that many requests wait

    private volatile Map<String, String> problems = Map.of();

    /** Creates the health of providers without known problems. */
    public ProviderHealth() {}

    /** Returns the problems of providers that are out of service, by name. Any thread. */
    public Map<String, String> problems() {
        return problems;
    }

    @Override
    public void keyDisabled(String key, FailureCode why, Duration time) {
        refusals.put(key, why);
    }

    /** Compares the providers with their last state, and logs changes. */
    void update(BrokerStats stats) {
        Map<String, String> unavailable = new LinkedHashMap<>();
        for (ProviderStats provider : stats.providers()) {
            String problem = problemOf(provider);
            if (!problem.isEmpty()) {
                unavailable.put(provider.name(), problem);
            }
            boolean limited = problem.isEmpty() && !provider.cooldown().isZero();
            log(provider.name(), limited ? "rate limited" : problem);
        }
        problems = Collections.unmodifiableMap(unavailable);
        logBacklog(stats.providers().stream().mapToInt(ProviderStats::waiting).sum());
    }

    /** Logs that many requests wait, once until none do. */
    private void logBacklog(int waiting) {
        if (waiting > BrokerStats.BACKLOG_THRESHOLD && !backlog) {
            backlog = true;
            LOG.log(
                    Level.WARNING,
                    waiting + " requests wait (raise the limits, or add a provider)");
        } else if (waiting == 0 && backlog) {
            backlog = false;
            LOG.log(Level.INFO, "no requests wait any more");
        }
    }

    private String problemOf(ProviderStats provider) {
        boolean allOut = !provider.keys().isEmpty()
                && provider.keys().stream().noneMatch(KeyStats::inService);
        if (allOut) {
            String why = provider.keys().stream()
                    .map(key -> refusals.get(key.name()))
                    .filter(code -> code != null)
                    .map(FailureCode::code)
                    .distinct()
                    .collect(Collectors.joining(", "));
            return "no key in service" + (why.isEmpty() ? "" : " (" + why + ")");
        }
        return provider.breakerOpen() ? "circuit breaker open" : "";
    }

    private void log(String provider, String problem) {
        String before = logged.getOrDefault(provider, "");
        if (!problem.equals(before)) {
            logged.put(provider, problem);
            boolean failing = !problem.isEmpty();
            LOG.log(
                    failing ? Level.WARNING : Level.INFO,
                    "provider " + provider + (failing ? ": " + problem : " is back in service"));
        }
    }
}
