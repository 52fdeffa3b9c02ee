/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Ageing;
import dev.triune.llm.Priority;
import dev.triune.llm.QuotaPolicy;
import dev.triune.llm.SharingPolicy;
import dev.triune.llm.TokenPrices;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what holds for the broker as a whole. */
final class BrokerSettingsReader {
    private static final int MAX = 10_000;
    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final Map<String, SharingPolicy> SHARING_POLICIES = policies();
    private final YamlSection top;
    private final Optional<YamlSection> callSettings;

    BrokerSettingsReader(YamlSection top) {
        this.top = top;
        this.callSettings = top.section("session");
    }

    Optional<String> defaultModel() {
        Optional<YamlValue> model = top.get("default-model");
        Optional<YamlValue> other =
                callSettings.flatMap(yamlSection -> yamlSection.get("default_model"));
        if (model.isPresent()) {
            other.ifPresent(yamlValue -> yamlValue.reportProblem(
                    "says the same as default-model (expected one of them)"));
        }
        return model.or(() -> other).flatMap(YamlValue::text);
    }

    QueueSettings queue() {
        QueueSettings usual = QueueSettings.DEFAULT;
        return top.section("queue")
                .map(queue -> new QueueSettings(
                        queue.integer("limit", 1, MAX, usual.limit()),
                        new Ageing(
                                queue.duration(
                                        "ageing",
                                        YamlSection.YEAR,
                                        usual.ageing().interval()),
                                queue.integer(
                                        "ageing-levels",
                                        0,
                                        Priority.MAX,
                                        usual.ageing().step())),
                        queue.flag("per-provider", usual.perProvider())))
                .orElse(usual);
    }

    RetrySettings retry() {
        RetrySettings usual = RetrySettings.DEFAULT;
        return top.section("retry")
                .map(retry -> {
                    boolean fallback = retry.flag("fallback", usual.fallback());
                    boolean wait = retry.flag("wait", true);
                    int rounds = retry.integer("rounds", 0, MAX, usual.rounds());
                    return new RetrySettings(fallback, wait ? rounds : 0);
                })
                .orElse(usual);
    }

    SharingSettings sharing() {
        SharingSettings usual = SharingSettings.DEFAULT;
        return top.section("sharing")
                .map(sharing -> new SharingSettings(
                        sharing.get("policy")
                                .flatMap(
                                        yamlValue -> yamlValue.choice("a policy", SHARING_POLICIES))
                                .orElse(usual.policy()),
                        weights(sharing),
                        sharing.integer(
                                "tokens-per-request", 0, 1_000_000, usual.tokensPerRequest()),
                        sharing.duration("silence", YamlSection.YEAR, usual.silence())))
                .orElse(usual);
    }

    private static Map<String, Double> weights(YamlSection sharing) {
        Map<String, Double> weights = new LinkedHashMap<>();
        sharing.entries("weights")
                .forEach((game, yamlValue) -> yamlValue.decimal().ifPresent(weight -> {
                    if (weight.signum() == 0) {
                        yamlValue.reportProblem(SafeText.quoted(weight.toPlainString())
                                + " is out of range (expected more than 0)");
                    }
                    weights.put(game, weight.doubleValue());
                }));
        return weights;
    }

    CallSettings callSettings() {
        return callSettings.map(BrokerSettingsReader::callSettings).orElse(CallSettings.DEFAULT);
    }

    private static CallSettings callSettings(YamlSection yamlSection) {
        CallSettings usual = CallSettings.DEFAULT;
        return new CallSettings(
                new QuotaPolicy(
                        time(yamlSection, "max-wait", "queue.max_wait_seconds")
                                .orElse(usual.quota().maxWait()),
                        safety(yamlSection, usual.quota().safety()),
                        usual.quota().leastTokens(),
                        yamlSection
                                .firstOf("tell-remaining", "inject_remaining_context")
                                .flatMap(YamlValue::flag)
                                .orElse(usual.quota().includeRemaining())),
                time(yamlSection, "call-timeout", "request.timeout_seconds"));
    }

    /** By its own name with a unit, or by its other name in seconds. */
    private static Optional<Duration> time(YamlSection yamlSection, String key, String seconds) {
        Optional<YamlValue> yamlValues = yamlSection.firstOf(key, seconds);
        return yamlSection.get(key).isPresent()
                ? yamlValues.flatMap(time -> time.duration(YamlSection.YEAR))
                : yamlValues
                        .flatMap(time -> time.integer(1, (int) YamlSection.YEAR.toSeconds()))
                        .map(Duration::ofSeconds);
    }

    private static double safety(YamlSection yamlSection, double usual) {
        return yamlSection
                .firstOf("safety", "safety_factor")
                .flatMap(yamlValue -> yamlValue.decimal().filter(safety -> {
                    boolean share = safety.signum() > 0 && safety.compareTo(ONE) <= 0;
                    if (!share) {
                        yamlValue.reportProblem(SafeText.quoted(safety.toPlainString())
                                + " is out of range (expected more than 0, at most 1)");
                    }
                    return share;
                }))
                .map(BigDecimal::doubleValue)
                .orElse(usual);
    }

    Map<String, TokenPrices> prices() {
        Map<String, TokenPrices> prices = new LinkedHashMap<>();
        top.section("prices")
                .map(YamlSection::sections)
                .orElse(Map.of())
                .forEach((model, section) ->
                        price(section).ifPresent(price -> prices.put(model, price)));
        return prices;
    }

    /** Tokens read from a cache or written to it cost what fresh ones do unless the file says so. */
    private static Optional<TokenPrices> price(YamlSection yamlSection) {
        String expected = "USD per million tokens, as in 0.15";
        Optional<BigDecimal> input =
                yamlSection.required("input", expected).flatMap(YamlValue::decimal);
        Optional<BigDecimal> cached =
                yamlSection.get("cached").flatMap(YamlValue::decimal).or(() -> input);
        Optional<BigDecimal> cacheWrite =
                yamlSection.get("cache-write").flatMap(YamlValue::decimal).or(() -> input);
        Optional<BigDecimal> output =
                yamlSection.required("output", expected).flatMap(YamlValue::decimal);
        return input.flatMap(in -> output.flatMap(out -> cached.flatMap(
                again -> cacheWrite.map(written -> new TokenPrices(in, again, written, out)))));
    }

    Optional<CacheSettings> cache() {
        CacheSettings usual = CacheSettings.DEFAULT;
        return top.section("cache")
                .map(cache -> new CacheSettings(
                        cache.get("characters")
                                .flatMap(yamlValue -> yamlValue.integer(1L, Long.MAX_VALUE))
                                .orElse(usual.characters()),
                        cache.duration("age", YamlSection.YEAR, usual.age())));
    }

    private static Map<String, SharingPolicy> policies() {
        Map<String, SharingPolicy> policies = new LinkedHashMap<>();
        policies.put("work-conserving", SharingPolicy.WORK_CONSERVING);
        policies.put("strict", SharingPolicy.STRICT);
        return policies;
    }
}
