/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads the settings of the whole broker, for its builder. */
final class BrokerSettingsReader {
    private static final long CACHED_CHARACTERS = 1_000_000;
    private static final Duration CACHE_AGE = Duration.ofMinutes(10);
    private static final TokenPrices NO_PRICES = TokenPrices.of("0", "0", "0");

    /** The policies of sharing, and whether they are strict. */
    private static final Map<String, Boolean> SHARING_POLICIES = YamlValue.words(
            new Boolean[] {false, true}, strict -> strict ? "strict" : "work-conserving");

    /** The configured settings so far; the builder has defaults for the others. */
    final List<Consumer<BrokerBuilder>> settings = new ArrayList<>();

    /** The configured prices. */
    PriceCatalog catalog = new PriceCatalog(Map.of(), NO_PRICES);

    /** Judges each value, so that a refusal is reported with its line. */
    private final BrokerBuilder judge = new BrokerBuilder();

    private final YamlSection top;
    private final YamlSection session;

    BrokerSettingsReader(YamlSection top) {
        this.top = top;
        this.session = top.section("session");
    }

    /** Adds a setting of the builder if the file has the key with a value that it accepts. */
    private <T> void set(
            YamlSection section,
            String key,
            Function<YamlValue, Optional<T>> form,
            BiConsumer<BrokerBuilder, T> setter) {
        section.get(key).ifPresent(value -> set(value, form, setter));
    }

    private <T> void set(
            YamlValue value,
            Function<YamlValue, Optional<T>> form,
            BiConsumer<BrokerBuilder, T> setter) {
        form.apply(value)
                .flatMap(read -> value.attempt(() -> {
                    setter.accept(judge, read);
                    return read;
                }))
                .ifPresent(accepted -> settings.add(builder -> setter.accept(builder, accepted)));
    }

    /** Reads the model of requests without one; empty if not configured. */
    Optional<String> defaultModel() {
        Optional<YamlValue> model = top.get("default-model");
        Optional<YamlValue> other = session.get("default_model");
        if (model.isPresent()) {
            other.ifPresent(value ->
                    value.reportProblem("says the same as default-model (remove one of them)"));
        }
        Optional<String> name = model.or(() -> other).flatMap(YamlValue::text);
        name.ifPresent(it -> settings.add(builder -> builder.defaultModel(it)));
        return name;
    }

    /** Reads the queue settings; returns the default queue limit of providers. */
    int queue() {
        YamlSection queue = top.section("queue");
        int limit = queue.with(
                        ProviderSettings.of("any", ""),
                        "limit",
                        YamlValue::integer,
                        ProviderSettings::withQueueLimit)
                .queueLimit();
        Ageing every = queue.with(
                Ageing.DEFAULT,
                "ageing",
                YamlValue::duration,
                (it, interval) -> new Ageing(interval, it.step()));
        Ageing ageing = queue.with(
                every,
                "ageing-levels",
                YamlValue::integer,
                (it, levels) -> new Ageing(it.interval(), levels));
        settings.add(builder -> builder.ageing(ageing.interval(), ageing.step()));
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
        set(retry, "rounds", YamlValue::integer, BrokerBuilder::retryRounds);
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
        sharing.entries("weights")
                .forEach((tenant, value) -> set(
                        value,
                        it -> it.number().map(BigDecimal::doubleValue),
                        (builder, weight) -> builder.tenantWeight(tenant, weight)));
        set(sharing, "tokens-per-request", YamlValue::integer, BrokerBuilder::tokensPerRequest);
        set(sharing, "silence", YamlValue::duration, BrokerBuilder::heartbeatTimeout);
    }

    private void session() {
        QuotaPolicy quota = changed(
                session.firstOf("safety", "safety_factor"),
                QuotaPolicy.DEFAULT,
                it -> it.number().map(BigDecimal::doubleValue),
                (it, safety) -> new QuotaPolicy(
                        it.maxWait(), safety, it.leastTokens(), it.includeRemaining()));
        quota = changed(
                session.firstOf("max-wait", "queue.max_wait_seconds"),
                quota,
                BrokerSettingsReader::time,
                (it, time) -> new QuotaPolicy(
                        time, it.safety(), it.leastTokens(), it.includeRemaining()));
        QuotaPolicy whole = changed(
                session.firstOf("tell-remaining", "inject_remaining_context"),
                quota,
                YamlValue::flag,
                (it, tell) -> new QuotaPolicy(it.maxWait(), it.safety(), it.leastTokens(), tell));
        settings.add(builder -> builder.quotaMode(whole));
        session.firstOf("call-timeout", "request.timeout_seconds")
                .ifPresent(value ->
                        set(value, BrokerSettingsReader::time, BrokerBuilder::callTimeout));
    }

    private static <T> QuotaPolicy changed(
            Optional<YamlValue> value,
            QuotaPolicy quota,
            Function<YamlValue, Optional<T>> form,
            BiFunction<QuotaPolicy, T, QuotaPolicy> change) {
        return value.map(it -> it.change(quota, form, change)).orElse(quota);
    }

    /** Reads a duration with a unit, or in seconds if the key says so. */
    private static Optional<Duration> time(YamlValue value) {
        return value.path().endsWith("_seconds")
                ? value.integer().map(Duration::ofSeconds)
                : value.duration();
    }

    private void prices() {
        Map<String, TokenPrices> prices = new LinkedHashMap<>();
        top.section("prices")
                .sections()
                .forEach((model, section) ->
                        price(section).ifPresent(price -> prices.put(model, price)));
        catalog = new PriceCatalog(prices, NO_PRICES);
        PriceCatalog read = catalog;
        settings.add(builder -> builder.prices(read));
    }

    /** Reads a price; cached tokens and cache writes cost as much as input unless configured. */
    private static Optional<TokenPrices> price(YamlSection section) {
        String expected = "USD per million tokens, as in 0.15";
        BigDecimal none = BigDecimal.ZERO;
        Optional<BigDecimal> input = section.required("input", expected)
                .flatMap(value -> amount(value, it -> new TokenPrices(it, none, none, none)));
        Optional<BigDecimal> cached = section.get("cached")
                .flatMap(value -> amount(value, it -> new TokenPrices(none, it, none, none)))
                .or(() -> input);
        Optional<BigDecimal> cacheWrite = section.get("cache-write")
                .flatMap(value -> amount(value, it -> new TokenPrices(none, none, it, none)))
                .or(() -> input);
        Optional<BigDecimal> output = section.required("output", expected)
                .flatMap(value -> amount(value, it -> new TokenPrices(none, none, none, it)));
        return input.flatMap(in -> output.flatMap(out -> cached.flatMap(
                again -> cacheWrite.map(written -> new TokenPrices(in, again, written, out)))));
    }

    private static Optional<BigDecimal> amount(
            YamlValue value, Function<BigDecimal, TokenPrices> judge) {
        return value.number()
                .flatMap(
                        amount -> value.attempt(() -> judge.apply(amount)).map(accepted -> amount));
    }

    private void cache(YamlSection cache) {
        long characters = cache.with(
                CACHED_CHARACTERS,
                "characters",
                value -> value.integer(Long.MIN_VALUE, Long.MAX_VALUE),
                (usual, size) -> {
                    judge.cache(size, CACHE_AGE);
                    return size;
                });
        Duration age = cache.with(CACHE_AGE, "age", YamlValue::duration, (usual, time) -> {
            judge.cache(characters, time);
            return time;
        });
        settings.add(builder -> builder.cache(characters, age));
    }
}
