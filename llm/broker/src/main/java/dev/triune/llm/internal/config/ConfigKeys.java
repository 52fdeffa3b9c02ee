/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.ConfigSection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every key that the file may hold, by section; a star stands for names of the file's own. */
public final class ConfigKeys {
    public static final String TOP = "";
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

    /** Sections that games read ({@link ConfigSection}) and the broker leaves alone. */
    static final Set<String> GAME_SECTIONS = Set.of("village");

    /** Keys below which there are names with plain values. */
    private static final Set<String> NAMES = Set.of("providers.*.headers", "sharing.weights");

    private static final Map<String, List<String>> ALL = all();

    private ConfigKeys() {}

    /** The keys of a section. */
    public static List<String> keysOf(String section) {
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
                split("default-model providers routes layers queue retry sharing session"
                        + " prices cache endpoints gateway"));
        all.put(
                PROVIDER,
                split("family url key keys session headers structured connect-timeout gap-timeout"
                        + " deadline proxy proxy-authorization"
                        + " model models model-fallback fallback permits adaptive queue"
                        + " longest-wait"
                        + " rps rpm rpd tpm burst counts-max-tokens limits-per-model batching"));
        all.put(BATCHING, split("most credits per-second"));
        all.put(ROUTE, split("provider fallback"));
        all.put(LAYER, split("cooldown model priority"));
        all.put(QUEUE, split("limit ageing ageing-levels per-provider"));
        all.put(RETRY, split("fallback wait rounds"));
        all.put(SHARING, split("policy weights tokens-per-request silence"));
        all.put(
                SESSION,
                split("max-wait call-timeout safety tell-remaining queue.max_wait_seconds"
                        + " request.timeout_seconds safety_factor"
                        + " inject_remaining_context default_model"));
        all.put(PRICE, split("input cached output"));
        all.put(CACHE, split("characters age"));
        all.put(ENDPOINTS, split("allow"));
        all.put(
                GATEWAY,
                split("bind port token admin-token hosts body streams idle stall buffer drain"
                        + " redis credits show-prompts quotas"));
        all.put(GATEWAY_CREDITS, split("capacity per-second"));
        all.put(GATEWAY_QUOTA, split("remaining window model"));
        return all;
    }

    private static List<String> split(String text) {
        return List.of(text.split(" "));
    }
}
