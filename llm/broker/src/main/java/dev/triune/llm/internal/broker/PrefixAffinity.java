/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Orders the servers of a pool: first the one that last served the agent, otherwise the one that
 * last served half of the prompt or more, unless it is clearly busier than the others; then the
 * least busy. Bounded in LRU order. Owner only.
 *
 * <p>A server keeps the computed state of the prompts that it has read last, and reads a prompt that
 * begins in the same way from where they part. So an agent belongs to the server that knows its
 * persona and its past, but only while that one is not a fourth busier than the mean of the pool:
 * beyond that, waiting costs more than reading (consistent hashing with bounded loads has the same
 * bound). Prefixes end with messages, because prompts of one agent differ in the last ones, and are
 * kept as hashes; a collision costs a worse choice of server, nothing else.
 */
final class PrefixAffinity {
    static final int MAX_PREFIXES = 20_000;

    /** The maximum load of a preferred server, relative to the mean of the pool. */
    private static final double MAX_LOAD = 1.25;

    private static final int MAX_PER_PROMPT = 64;
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    /** The servers that last served agents and prefixes. */
    private final Map<Object, ProviderSlot> servers = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns the servers in the order to try them; those that cannot serve now are last. */
    List<RouteTarget> order(List<RouteTarget> pool, Request<?> request, long now) {
        List<RouteTarget> ordered = new ArrayList<>(pool);
        ordered.sort(Comparator.comparing((RouteTarget target) -> !target.isReady(now))
                .thenComparingDouble(target -> load(target.slot()))
                .thenComparingInt(target -> target.slot().prefixes));
        ProviderSlot home = serverOf(request);
        for (RouteTarget target : pool) {
            if (target.slot() == home && target.isReady(now) && hasRoom(home, ordered, now)) {
                ordered.remove(target);
                ordered.add(0, target);
            }
        }
        return ordered;
    }

    private static double load(ProviderSlot slot) {
        return (double) slot.load() / slot.permitsNow();
    }

    /** Whether a further request would leave a server with a free permit or near the mean load. */
    private static boolean hasRoom(ProviderSlot home, List<RouteTarget> pool, long now) {
        int load = 1;
        int permits = 0;
        for (RouteTarget target : pool) {
            if (target.isReady(now)) {
                load += target.slot().load();
                permits += target.slot().permitsNow();
            }
        }
        double maxLoad = Math.max(1, MAX_LOAD * load / permits);
        return home.load() + 1 <= maxLoad * home.permitsNow();
    }

    private @Nullable ProviderSlot serverOf(Request<?> request) {
        ProviderSlot known = request.agent().isEmpty() ? null : servers.get(agent(request));
        if (known != null || !(request.prompt() instanceof Prompt prompt)) {
            return known;
        }
        List<Prefix> prefixes = prefixes(prompt);
        int minLength = prefixes.get(prefixes.size() - 1).length() / 2;
        for (int i = prefixes.size() - 1; i >= 0 && prefixes.get(i).length() >= minLength; i--) {
            known = servers.get(prefixes.get(i));
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    void served(Request<?> request, Prompt prompt, ProviderSlot slot) {
        if (slot.settings.pool().isEmpty()) {
            return;
        }
        if (!request.agent().isEmpty()) {
            put(agent(request), slot);
        }
        if (prompt.isWritten()) {
            prefixes(prompt).forEach(prefix -> put(prefix, slot));
        }
    }

    private void put(Object key, ProviderSlot slot) {
        ProviderSlot before = servers.put(key, slot);
        slot.prefixes++;
        if (before != null) {
            before.prefixes--;
        } else if (servers.size() > MAX_PREFIXES) {
            var eldest = servers.entrySet().iterator();
            eldest.next().getValue().prefixes--;
            eldest.remove();
        }
    }

    /** Forgets the prompts of a server, as it may have been restarted. */
    void forget(ProviderSlot slot) {
        if (slot.prefixes > 0) {
            servers.values().removeIf(server -> server == slot);
            slot.prefixes = 0;
        }
    }

    private static Object agent(Request<?> request) {
        return Map.entry(request.tenant(), request.agent());
    }

    /** Returns the prefixes of a prompt that end with a message: the longest ones. */
    private static List<Prefix> prefixes(Prompt prompt) {
        List<Prefix> prefixes = new ArrayList<>();
        long hash = 0;
        int length = 0;
        for (Message message : prompt.messages()) {
            hash = hash * HASH_FACTOR + message.hashCode();
            length += message.text().length();
            prefixes.add(new Prefix(hash, length));
        }
        int size = prefixes.size();
        return prefixes.subList(Math.max(0, size - MAX_PER_PROMPT), size);
    }

    /** The initial messages of a prompt, by hash, and their length in characters. */
    private record Prefix(long hash, int length) {}
}
