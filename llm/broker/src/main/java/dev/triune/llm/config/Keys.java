/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every key that the file may hold, by section; a star stands for names of the file's own. */
final class Keys {
    static final String TOP = "";
    static final String PROVIDER = "providers.*";
    static final String BATCHING = "providers.*.batching";
    static final String ROUTE = "routes.*";
    static final String LAYER = "layers.*";
    static final String QUEUE = "queue";
    static final String RETRY = "retry";
    static final String SHARING = "sharing";
    static final String SESSION = "session";
    static final String PRICE = "prices.*";
    static final String CACHE = "cache";
    static final String ENDPOINTS = "endpoints";
    static final String GATEWAY = "gateway";
    static final String GATEWAY_CREDITS = "gateway.credits";
    static final String GATEWAY_QUOTA = "gateway.quotas.*";

    /** Sections that games read ({@link OwnSection}) and the broker leaves alone. */
    static final Set<String> OF_GAMES = Set.of("village");

    /** Keys below which there are names with plain values. */
    private static final Set<String> NAMES = Set.of("providers.*.headers", "sharing.weights");

    private static final Map<String, List<String>> ALL = all();

    private Keys() {}

    /** The keys of a section. */
    static List<String> of(String section) {
        return ALL.getOrDefault(section, List.of());
    }

    /** The paths of all values, in the order of their sections. */
    static Set<String> paths() {
        Set<String> paths = new LinkedHashSet<>();
        ALL.forEach((section, keys) -> {
            for (String key : keys) {
                String path = section.isEmpty() ? key : section + "." + key;
                if (NAMES.contains(path)) {
                    paths.add(path + ".*");
                } else if (!ALL.containsKey(path) && !ALL.containsKey(path + ".*")) {
                    paths.add(path);
                }
            }
        });
        return paths;
    }

    private static Map<String, List<String>> all() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put(
                TOP,
                words("default-model providers routes layers queue retry sharing session"
                        + " prices cache endpoints gateway"));
        all.put(
                PROVIDER,
                words("family url key keys session headers structured connect-timeout gap-timeout"
                        + " deadline proxy proxy-authorization"
                        + " model models model-fallback fallback permits adaptive queue"
                        + " longest-wait"
                        + " rps rpm rpd tpm burst counts-max-tokens limits-per-model batching"));
        all.put(BATCHING, words("most credits per-second"));
        all.put(ROUTE, words("provider fallback"));
        all.put(LAYER, words("cooldown model priority"));
        all.put(QUEUE, words("limit ageing ageing-levels per-provider"));
        all.put(RETRY, words("fallback wait rounds"));
        all.put(SHARING, words("policy weights tokens-per-request silence"));
        all.put(
                SESSION,
                words("max-wait call-timeout safety tell-remaining queue.max_wait_seconds"
                        + " request.timeout_seconds safety_factor"
                        + " inject_remaining_context default_model"));
        all.put(PRICE, words("input cached output"));
        all.put(CACHE, words("characters age"));
        all.put(ENDPOINTS, words("allow"));
        all.put(
                GATEWAY,
                words("bind port token admin-token hosts body streams idle stall buffer drain"
                        + " redis credits show-prompts quotas"));
        all.put(GATEWAY_CREDITS, words("capacity per-second"));
        all.put(GATEWAY_QUOTA, words("remaining window model"));
        return all;
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }
}
