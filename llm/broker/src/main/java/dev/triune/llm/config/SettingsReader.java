/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.Priority;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.engine.QuotaMode;
import dev.triune.llm.engine.Sharing;
import dev.triune.llm.policy.quota.Quota;
import dev.triune.llm.queue.Ageing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what holds for the broker as a whole. */
final class SettingsReader {
    private static final int MOST = 10_000;
    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final Map<String, Sharing> POLICIES = policies();
    private static final Map<String, Priority> PRIORITIES = Map.of(
            "critical", Priority.CRITICAL,
            "high", Priority.HIGH,
            "medium", Priority.MEDIUM,
            "low", Priority.LOW,
            "background", Priority.BACKGROUND);

    private final Section top;
    private final Optional<Section> session;

    SettingsReader(Section top) {
        this.top = top;
        this.session = top.section("session", Keys.SESSION);
    }

    Optional<String> defaultModel() {
        Optional<Value> model = top.get("default-model");
        Optional<Value> other = session.flatMap(section -> section.get("default_model"));
        if (model.isPresent()) {
            other.ifPresent(value ->
                    value.problem("says the same as default-model (expected one of them)"));
        }
        return model.or(() -> other).flatMap(Value::text);
    }

    QueueSettings queue() {
        QueueSettings usual = QueueSettings.DEFAULT;
        return top.section("queue", Keys.QUEUE)
                .map(queue -> new QueueSettings(
                        queue.whole("limit", 1, MOST, usual.limit()),
                        new Ageing(
                                queue.duration(
                                        "ageing", Section.YEAR, usual.ageing().every()),
                                queue.whole(
                                        "ageing-levels",
                                        0,
                                        Priority.MAX,
                                        usual.ageing().levels())),
                        queue.flag("per-provider", usual.perProvider())))
                .orElse(usual);
    }

    RetrySettings retry() {
        RetrySettings usual = RetrySettings.DEFAULT;
        return top.section("retry", Keys.RETRY)
                .map(retry -> {
                    int rounds = retry.whole("rounds", 0, MOST, usual.rounds());
                    return new RetrySettings(
                            retry.flag("fallback", usual.fallback()),
                            retry.flag("wait", true) ? rounds : 0);
                })
                .orElse(usual);
    }

    SharingSettings sharing() {
        SharingSettings usual = SharingSettings.DEFAULT;
        return top.section("sharing", Keys.SHARING)
                .map(sharing -> new SharingSettings(
                        sharing.get("policy")
                                .flatMap(value -> value.choice("a policy", POLICIES))
                                .orElse(usual.policy()),
                        weights(sharing),
                        sharing.whole("tokens-per-request", 0, 1_000_000, usual.tokensPerRequest()),
                        sharing.duration("silence", Section.YEAR, usual.silence())))
                .orElse(usual);
    }

    private static Map<String, Double> weights(Section sharing) {
        Map<String, Double> weights = new LinkedHashMap<>();
        sharing.named("weights")
                .forEach((game, value) -> value.decimal().ifPresent(weight -> {
                    if (weight.signum() == 0) {
                        value.problem(Shown.value(weight.toPlainString())
                                + " is out of range (expected more than 0)");
                    }
                    weights.put(game, weight.doubleValue());
                }));
        return weights;
    }

    SessionSettings session() {
        return session.map(SettingsReader::session).orElse(SessionSettings.DEFAULT);
    }

    private static SessionSettings session(Section section) {
        SessionSettings usual = SessionSettings.DEFAULT;
        return new SessionSettings(
                new QuotaMode(
                        time(section, "max-wait", "queue.max_wait_seconds")
                                .orElse(usual.quota().maxWait()),
                        quota(section, usual.quota().settings()),
                        section.either("tell-remaining", "inject_remaining_context")
                                .flatMap(Value::flag)
                                .orElse(usual.quota().tellRemaining())),
                time(section, "call-timeout", "request.timeout_seconds")
                        .orElse(usual.callTimeout()));
    }

    /** By its own name with a unit, or by its other name in seconds. */
    private static Optional<Duration> time(Section section, String key, String seconds) {
        Optional<Value> value = section.either(key, seconds);
        return section.get(key).isPresent()
                ? value.flatMap(time -> time.duration(Section.YEAR))
                : value.flatMap(time -> time.whole(1, (int) Section.YEAR.toSeconds()))
                        .map(Duration::ofSeconds);
    }

    private static Quota.Settings quota(Section section, Quota.Settings usual) {
        return section.either("safety", "safety_factor")
                .flatMap(value -> value.decimal().filter(safety -> {
                    boolean share = safety.signum() > 0 && safety.compareTo(ONE) <= 0;
                    if (!share) {
                        value.problem(Shown.value(safety.toPlainString())
                                + " is out of range (expected more than 0, at most 1)");
                    }
                    return share;
                }))
                .map(safety -> new Quota.Settings(safety.doubleValue(), usual.leastTokens()))
                .orElse(usual);
    }

    Map<String, LayerSettings> layers() {
        Map<String, LayerSettings> layers = new LinkedHashMap<>();
        top.named("layers").forEach((name, value) -> {
            Section layer = value.section(Keys.LAYER);
            layers.put(
                    name,
                    new LayerSettings(
                            layer.get("cooldown").flatMap(time -> time.duration(Section.YEAR)),
                            layer.text("model"),
                            layer.get("priority").flatMap(SettingsReader::priority)));
        });
        return layers;
    }

    private static Optional<Priority> priority(Value value) {
        Optional<String> text = value.raw("1 to 10, or critical, high, medium, low, background");
        Optional<Priority> named = text.map(PRIORITIES::get);
        return named.isPresent() || text.isEmpty()
                ? named
                : value.whole(Priority.MIN, Priority.MAX).map(Priority::of);
    }

    Map<String, TokenWeights> prices() {
        Map<String, TokenWeights> prices = new LinkedHashMap<>();
        top.named("prices").forEach((model, value) -> {
            if (value.checkMapping()) {
                price(value.section(Keys.PRICE)).ifPresent(price -> prices.put(model, price));
            }
        });
        return prices;
    }

    /** Cached tokens cost what fresh ones do unless the file says less. */
    private static Optional<TokenWeights> price(Section section) {
        String expected = "USD per million tokens, as in 0.15";
        Optional<BigDecimal> input = section.needed("input", expected).flatMap(Value::decimal);
        Optional<BigDecimal> output = section.needed("output", expected).flatMap(Value::decimal);
        Optional<BigDecimal> cached =
                section.get("cached").flatMap(Value::decimal).or(() -> input);
        return input.flatMap(
                in -> output.flatMap(out -> cached.map(again -> new TokenWeights(in, again, out))));
    }

    Optional<CacheSettings> cache() {
        CacheSettings usual = CacheSettings.DEFAULT;
        return top.section("cache", Keys.CACHE)
                .map(cache -> new CacheSettings(
                        cache.get("characters")
                                .flatMap(value -> value.whole(1L, Long.MAX_VALUE))
                                .orElse(usual.characters()),
                        cache.duration("age", Section.YEAR, usual.age())));
    }

    private static Map<String, Sharing> policies() {
        Map<String, Sharing> policies = new LinkedHashMap<>();
        policies.put("work-conserving", Sharing.WORK_CONSERVING);
        policies.put("strict", Sharing.STRICT);
        return policies;
    }
}
