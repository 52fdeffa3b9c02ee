/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.SharingPolicy;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How games share the broker. Immutable.
 *
 * @param policy the rule
 * @param weights by session; 1 for those that are not named
 * @param tokensPerRequest how a request counts besides its tokens
 * @param silence after which a game is gone
 */
public record SharingSettings(
        SharingPolicy policy, Map<String, Double> weights, int tokensPerRequest, Duration silence) {
    /** Work-conserving, equal weights, 50 tokens a request, 60 s. */
    public static final SharingSettings DEFAULT = new SharingSettings(
            SharingPolicy.WORK_CONSERVING, Map.of(), 50, Duration.ofSeconds(60));

    /** Copies the weights. */
    public SharingSettings {
        weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
    }
}
