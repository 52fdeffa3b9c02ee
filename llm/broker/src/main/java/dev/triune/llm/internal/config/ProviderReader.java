/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Limits;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.policy.KnownProviders;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one provider; the keys of the file override the defaults of a well-known one. */
final class ProviderReader {
    private static final String MISSING_MODEL = "?";
    private static final Pattern SHARE = Pattern.compile("[0-9]\\.\\d{1,9}");
    private static final Map<String, Reasoning> REASONING =
            YamlValue.words(Reasoning.values(), Reasoning::label);

    private final ConnectionReader connections;
    private final Set<String> configured;
    private final @Nullable String defaultModel;
    private final int queueLimit;

    ProviderReader(
            ConnectionReader connections,
            Set<String> configured,
            @Nullable String defaultModel,
            int queueLimit) {
        this.connections = connections;
        this.configured = configured;
        this.defaultModel = defaultModel;
        this.queueLimit = queueLimit;
    }

    Optional<ConfiguredProvider> read(String name, YamlValue value) {
        if (!value.checkMapping()) {
            return Optional.empty();
        }
        YamlSection section = value.section();
        Optional<ConnectionSettings> connection = connections.read(name, section);
        boolean unnamed = connection
                .map(it -> it.isGateway() || it.isLocal())
                .orElseGet(() -> ProviderKind.isLocal(section));
        Optional<ProviderSettings> settings = settings(name, section, unnamed);
        return settings.flatMap(how -> connection.map(at -> new ConfiguredProvider(how, at)));
    }

    private Optional<ProviderSettings> settings(String name, YamlSection section, boolean unnamed) {
        ProviderSettings known = KnownProviders.named(name).orElse(null);
        ProviderSettings usual = known == null ? ProviderSettings.of(name, MISSING_MODEL) : known;
        Optional<YamlValue> model = section.get("model");
        List<String> anyModel = unnamed ? List.of(ProviderSettings.ANY_MODEL) : usual.models();
        List<String> models = section.get("models").map(YamlValue::texts).orElse(anyModel);
        List<String> modelFallback = section.texts("model-fallback");
        YamlValue fallback = section.get("fallback").orElse(null);
        ProviderSettings settings = ProviderSettings.of(
                        name,
                        model.isPresent()
                                ? model.flatMap(YamlValue::text).orElse(MISSING_MODEL)
                                : model(section, known, models, unnamed))
                .withModels(models.toArray(String[]::new))
                .withModelFallback(modelFallback.toArray(String[]::new))
                .withPool(section.get("pool").flatMap(YamlValue::text).orElse(""))
                .withPermits(usual.permits())
                .withAdaptivePermits(usual.adaptiveCleanStretch())
                .withQueueLimit(queueLimit)
                .withMaxWait(usual.maxWait())
                .withReserve(usual.reserve())
                .withLimitsPerModel(section.flag("limits-per-model", usual.limitsPerModel()));
        settings = section.with(
                settings, "permits", YamlValue::integer, ProviderSettings::withPermits);
        settings = section.with(
                settings, "adaptive", YamlValue::integer, ProviderSettings::withAdaptivePermits);
        settings = section.with(
                settings, "queue", YamlValue::integer, ProviderSettings::withQueueLimit);
        settings = section.with(
                settings, "longest-wait", YamlValue::duration, ProviderSettings::withMaxWait);
        settings = section.with(
                settings,
                "reserve",
                value -> reserve(value, usual.reserve()),
                ProviderSettings::withReserve);
        settings = section.with(
                withFallback(settings, fallback, usual),
                "batching",
                value -> Optional.of(batching(value.section())),
                ProviderSettings::withBatching);
        ProviderSettings complete = settings.withOptions(options(section));
        return limits(section, usual.limits()).map(complete::withLimits);
    }

    /** Reads the options of calls. */
    private static ModelOptions options(YamlSection section) {
        ModelOptions options = ModelOptions.NONE;
        options = section.with(
                options,
                "reasoning",
                value -> value.choice("a level of reasoning", REASONING),
                ModelOptions::reasoning);
        options = section.with(
                options,
                "top-p",
                value -> value.number().map(BigDecimal::doubleValue),
                ModelOptions::topP);
        options = section.with(
                options,
                "seed",
                value -> value.integer(Long.MIN_VALUE, Long.MAX_VALUE),
                ModelOptions::seed);
        options = section.with(
                options, "stop", value -> Optional.of(texts(value)), ModelOptions::stop);
        return section.with(options, "extra-body", YamlValue::plainMap, ModelOptions::extraBody);
    }

    private static String[] texts(YamlValue list) {
        return list.items().stream()
                .flatMap(item -> item.quotedText().stream())
                .toArray(String[]::new);
    }

    /** Returns the model; a gateway and a local model need no name. */
    private String model(
            YamlSection section,
            @Nullable ProviderSettings known,
            List<String> models,
            boolean unnamed) {
        return Optional.ofNullable(known)
                .map(ProviderSettings::model)
                .or(() -> models.stream()
                        .filter(name -> !name.equals(ProviderSettings.ANY_MODEL))
                        .findFirst())
                .or(() -> Optional.ofNullable(defaultModel))
                .or(() -> unnamed ? Optional.of("") : Optional.empty())
                .orElseGet(() -> {
                    section.location()
                            .reportProblem("has no model (expected model and a name, or"
                                    + " default-model at the top)");
                    return MISSING_MODEL;
                });
    }

    /** Reads limits; with requests per minute but no burst, a tenth of them may start at once. */
    private static Optional<Limits> limits(YamlSection section, Limits usual) {
        Limits limits = usual.withBurst(0);
        limits = limit(limits, section, "rpm", Limits::withPerMinute);
        int perMinute = limits.perMinute();
        int usualBurst = section.get("rpm").isPresent() ? (perMinute + 9) / 10 : usual.burst();
        limits = limit(limits, section, "rps", Limits::withPerSecond);
        limits = limit(limits, section, "rpd", Limits::withPerDay);
        limits = limit(limits, section, "tpm", Limits::withTokensPerMinute);
        limits = limit(limits, section, "itpm", Limits::withInputTokensPerMinute);
        limits = limit(limits, section, "otpm", Limits::withOutputTokensPerMinute);
        limits = limit(limits, section, "tpd", Limits::withTokensPerDay);
        Limits others = limits.withCountsMaxTokens(
                        section.flag("counts-max-tokens", usual.countsMaxTokens()))
                .withCountsCachedReads(
                        section.flag("counts-cached-reads", usual.countsCachedReads()));
        return section.get("burst").isPresent()
                ? Optional.of(limit(others, section, "burst", Limits::withBurst))
                : Optional.of(others.withBurst(usualBurst));
    }

    private static Limits limit(
            Limits limits,
            YamlSection section,
            String key,
            BiFunction<Limits, Integer, Limits> change) {
        return section.with(limits, key, YamlValue::integer, change);
    }

    private static Optional<Double> reserve(YamlValue value, double usual) {
        return value.text().flatMap(text -> switch (text) {
            case "auto" -> Optional.of(usual);
            case "off" -> Optional.of(0.0);
            default -> share(value, text);
        });
    }

    private static Optional<Double> share(YamlValue value, String text) {
        if (!SHARE.matcher(text).matches()) {
            value.reportInvalid("is not a reserve (expected auto, off or a share, as in 0.05)");
            return Optional.empty();
        }
        return Optional.of(Double.parseDouble(text));
    }

    private ProviderSettings withFallback(
            ProviderSettings settings, @Nullable YamlValue fallback, ProviderSettings usual) {
        return Optional.ofNullable(fallback)
                .map(value -> providerNames(value, configured))
                .or(usual::fallback)
                .map(names -> settings.withFallback(names.toArray(String[]::new)))
                .orElse(settings);
    }

    /** Reads the fallback providers: configured, well-known (may be absent), or the game's rules. */
    static List<String> providerNames(YamlValue list, Set<String> configured) {
        return list.items().stream()
                .flatMap(item -> item.text().stream()
                        .filter(name -> KnownProviders.named(name).isPresent()
                                || name.equals(ProviderSettings.RULES)
                                || item.oneOf("a configured provider", configured)
                                        .isPresent()))
                .toList();
    }

    private static Batching batching(YamlSection section) {
        Batching batching = Batching.DEFAULT;
        batching = section.with(
                batching,
                "most",
                YamlValue::integer,
                (it, most) -> new Batching(most, it.credits(), it.creditsPerSecond()));
        batching = section.with(
                batching,
                "credits",
                YamlValue::integer,
                (it, credits) -> new Batching(it.maxRequests(), credits, it.creditsPerSecond()));
        return section.with(
                batching,
                "per-second",
                YamlValue::integer,
                (it, perSecond) -> new Batching(it.maxRequests(), it.credits(), perSecond));
    }
}
