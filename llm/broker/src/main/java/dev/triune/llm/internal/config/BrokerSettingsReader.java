/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.internal.policy.Ageing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads the settings of the whole broker, for its builder. */
final class BrokerSettingsReader {
    private static final int MAX = 10_000;
    private static final long CACHED_CHARACTERS = 1_000_000;
    private static final Duration CACHE_AGE = Duration.ofMinutes(10);
    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final TokenPrices NO_PRICES = TokenPrices.of("0", "0", "0");

    /** The policies of sharing, and whether they are strict. */
    private static final Map<String, Boolean> SHARING_POLICIES = YamlValue.words(
            new Boolean[] {false, true}, strict -> strict ? "strict" : "work-conserving");

    /** The configured settings so far; the builder has defaults for the others. */
    final List<Consumer<BrokerBuilder>> settings = new ArrayList<>();

    private final YamlSection top;
    private final YamlSection session;

    BrokerSettingsReader(YamlSection top) {
        this.top = top;
        this.session = top.section("session");
    }

    /** Adds a setting of the builder if the file has the key with a valid value. */
    private <T> void set(
            YamlSection section,
            String key,
            Function<YamlValue, Optional<T>> reader,
            BiConsumer<BrokerBuilder, T> setter) {
        section.get(key)
                .flatMap(reader)
                .ifPresent(value -> settings.add(builder -> setter.accept(builder, value)));
    }

    /** Reads the model of requests without one; empty if not configured. */
    Optional<String> defaultModel() {
        Optional<YamlValue> model = top.get("default-model");
        Optional<YamlValue> other = session.get("default_model");
        if (model.isPresent()) {
            other.ifPresent(value ->
                    value.reportProblem("says the same as default-model (expected one of them)"));
        }
        Optional<String> name = model.or(() -> other).flatMap(YamlValue::text);
        name.ifPresent(it -> settings.add(builder -> builder.defaultModel(it)));
        return name;
    }

    /** Reads the queue settings; returns the default queue limit of providers. */
    int queue() {
        YamlSection queue = top.section("queue");
        int limit = queue.integer("limit", 1, MAX, ProviderSettings.DEFAULT_QUEUE_LIMIT);
        Ageing usual = Ageing.DEFAULT;
        Duration interval = queue.duration("ageing", YamlSection.YEAR, usual.interval());
        int levels = queue.integer("ageing-levels", 0, Priority.MAX, usual.step());
        settings.add(builder -> builder.ageing(interval, levels));
        set(queue, "per-provider", YamlValue::flag, BrokerBuilder::queuePerProvider);
        return limit;
    }

    /** Reads all other settings, in the order of suggestions. */
    void readOthers() {
        retry(top.section("retry"));
        sharing(top.section("sharing"));
        session();
        prices();
        top.get("cache").map(YamlValue::section).ifPresent(this::cache);
    }

    private void retry(YamlSection retry) {
        set(retry, "fallback", YamlValue::flag, BrokerBuilder::fallback);
        set(retry, "rounds", value -> value.integer(0, MAX), BrokerBuilder::retryRounds);
        if (!retry.flag("wait", true)) {
            settings.add(builder -> builder.retryRounds(0));
        }
    }

    private void sharing(YamlSection sharing) {
        set(
                sharing,
                "policy",
                value -> value.choice("a policy", SHARING_POLICIES),
                BrokerBuilder::strictSharing);
        Map<String, Double> weights = weights(sharing);
        settings.add(builder -> builder.tenantWeights(weights));
        set(
                sharing,
                "tokens-per-request",
                value -> value.integer(0, 1_000_000),
                BrokerBuilder::tokensPerRequest);
        set(
                sharing,
                "silence",
                time -> time.duration(YamlSection.YEAR),
                BrokerBuilder::heartbeatTimeout);
    }

    private static Map<String, Double> weights(YamlSection sharing) {
        Map<String, Double> weights = new LinkedHashMap<>();
        sharing.entries("weights")
                .forEach((game, value) -> value.decimal().ifPresent(weight -> {
                    if (weight.signum() == 0) {
                        value.reportProblem(SafeText.quoted(weight.toPlainString())
                                + " is out of range (expected more than 0)");
                    }
                    weights.put(game, weight.doubleValue());
                }));
        return weights;
    }

    private void session() {
        QuotaPolicy usual = QuotaPolicy.DEFAULT;
        QuotaPolicy quota = new QuotaPolicy(
                time("max-wait", "queue.max_wait_seconds").orElse(usual.maxWait()),
                safety(usual.safety()),
                usual.leastTokens(),
                session.firstOf("tell-remaining", "inject_remaining_context")
                        .flatMap(YamlValue::flag)
                        .orElse(usual.includeRemaining()));
        settings.add(builder -> builder.quotaMode(quota));
        time("call-timeout", "request.timeout_seconds")
                .ifPresent(time -> settings.add(builder -> builder.callTimeout(time)));
    }

    /** Reads a duration with a unit, or under another name in seconds. */
    private Optional<Duration> time(String key, String seconds) {
        Optional<YamlValue> values = session.firstOf(key, seconds);
        return session.get(key).isPresent()
                ? values.flatMap(time -> time.duration(YamlSection.YEAR))
                : values.flatMap(time -> time.integer(1, (int) YamlSection.YEAR.toSeconds()))
                        .map(Duration::ofSeconds);
    }

    private double safety(double usual) {
        return session.firstOf("safety", "safety_factor")
                .flatMap(value -> value.decimal().filter(safety -> {
                    boolean share = safety.signum() > 0 && safety.compareTo(ONE) <= 0;
                    if (!share) {
                        value.reportProblem(SafeText.quoted(safety.toPlainString())
                                + " is out of range (expected more than 0, at most 1)");
                    }
                    return share;
                }))
                .map(BigDecimal::doubleValue)
                .orElse(usual);
    }

    private void prices() {
        Map<String, TokenPrices> prices = new LinkedHashMap<>();
        top.section("prices")
                .sections()
                .forEach((model, section) ->
                        price(section).ifPresent(price -> prices.put(model, price)));
        settings.add(builder -> builder.prices(new PriceCatalog(prices, NO_PRICES)));
    }

    /** Reads a price; cached tokens and cache writes cost as much as input unless configured. */
    private static Optional<TokenPrices> price(YamlSection section) {
        String expected = "USD per million tokens, as in 0.15";
        Optional<BigDecimal> input =
                section.required("input", expected).flatMap(YamlValue::decimal);
        Optional<BigDecimal> cached =
                section.get("cached").flatMap(YamlValue::decimal).or(() -> input);
        Optional<BigDecimal> cacheWrite =
                section.get("cache-write").flatMap(YamlValue::decimal).or(() -> input);
        Optional<BigDecimal> output =
                section.required("output", expected).flatMap(YamlValue::decimal);
        return input.flatMap(in -> output.flatMap(out -> cached.flatMap(
                again -> cacheWrite.map(written -> new TokenPrices(in, again, written, out)))));
    }

    private void cache(YamlSection cache) {
        long characters = cache.get("characters")
                .flatMap(value -> value.integer(1L, Long.MAX_VALUE))
                .orElse(CACHED_CHARACTERS);
        Duration age = cache.duration("age", YamlSection.YEAR, CACHE_AGE);
        settings.add(builder -> builder.cache(characters, age));
    }
}
