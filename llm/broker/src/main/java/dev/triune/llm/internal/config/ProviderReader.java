/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Limits;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Reasoning;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.policy.KnownProviders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads one provider; the keys of the file override the usual settings of a well-known one. */
final class ProviderReader {
    private static final int MAX = 10_000;
    private static final int MAX_PERMITS = 1024;
    private static final int UNBOUNDED = Integer.MAX_VALUE;
    private static final Duration DAY = Duration.ofDays(1);
    private static final String MISSING_MODEL = "?";
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

    /** The provider, or nothing if too much of it is wrong. */
    Optional<ConfiguredProvider> read(String name, YamlValue yamlValue) {
        if (!yamlValue.checkMapping()) {
            return Optional.empty();
        }
        YamlSection yamlSection = yamlValue.section();
        Optional<ConnectionSettings> connectionSettings = connections.read(name, yamlSection);
        boolean gateway = connectionSettings.map(ConnectionSettings::isGateway).orElse(false);
        Optional<ProviderSettings> settings = settings(name, yamlSection, gateway);
        return settings.flatMap(
                how -> connectionSettings.map(at -> new ConfiguredProvider(how, at)));
    }

    private Optional<ProviderSettings> settings(
            String name, YamlSection yamlSection, boolean gateway) {
        ProviderSettings known = KnownProviders.named(name).orElse(null);
        ProviderSettings usual = known == null ? ProviderSettings.of(name, MISSING_MODEL) : known;
        Optional<YamlValue> model = yamlSection.get("model");
        List<String> anyModel = gateway ? List.of(ProviderSettings.ANY_MODEL) : usual.models();
        List<String> models = yamlSection.get("models").map(YamlValue::texts).orElse(anyModel);
        List<String> modelFallback = yamlSection.texts("model-fallback");
        YamlValue fallback = yamlSection.get("fallback").orElse(null);
        ProviderSettings settings = ProviderSettings.of(
                        name,
                        model.isPresent()
                                ? model.flatMap(YamlValue::text).orElse(MISSING_MODEL)
                                : model(yamlSection, known, models, gateway))
                .withModels(models.toArray(String[]::new))
                .withModelFallback(modelFallback.toArray(String[]::new))
                .withPermits(yamlSection.integer("permits", 1, MAX_PERMITS, usual.permits()))
                .withAdaptivePermits(
                        yamlSection.integer("adaptive", 0, MAX, usual.adaptiveCleanStretch()))
                .withQueueLimit(yamlSection.integer("queue", 1, MAX, queueLimit))
                .withMaxWait(yamlSection.duration("longest-wait", DAY, usual.maxWait()))
                .withReserve(reserve(yamlSection, usual.reserve()));
        Optional<Limits> limits = limits(yamlSection, usual.limits());
        ProviderSettings complete = withBatching(
                withFallback(
                        settings.withLimitsPerModel(
                                yamlSection.flag("limits-per-model", usual.limitsPerModel())),
                        fallback,
                        usual),
                yamlSection);
        ModelOptions options = options(yamlSection);
        return limits.map(complete.withOptions(options)::withLimits);
    }

    /** Options of calls; one that is wrong is a problem, and left out. */
    private static ModelOptions options(YamlSection yamlSection) {
        ModelOptions options = ModelOptions.NONE;
        options = with(
                options,
                yamlSection.get("reasoning"),
                (it, value) -> value.choice("a level of reasoning", REASONING).map(it::reasoning));
        options = with(
                options,
                yamlSection.get("top-p"),
                (it, value) -> value.decimal()
                        .flatMap(number -> value.attempt(() -> it.topP(number.doubleValue()))));
        options = with(
                options,
                yamlSection.get("seed"),
                (it, value) -> value.integer(0L, Long.MAX_VALUE).map(it::seed));
        options = with(options, yamlSection.get("stop"), (it, value) -> {
            String[] texts = value.items().stream()
                    .flatMap(item -> item.quotedText().stream())
                    .toArray(String[]::new);
            return value.attempt(() -> it.stop(texts));
        });
        return with(
                options,
                yamlSection.get("extra-body"),
                (it, value) -> value.plainMap()
                        .flatMap(fields -> value.attempt(() -> it.extraBody(fields))));
    }

    private static ModelOptions with(
            ModelOptions options,
            Optional<YamlValue> value,
            BiFunction<ModelOptions, YamlValue, Optional<ModelOptions>> reader) {
        return value.flatMap(it -> reader.apply(options, it)).orElse(options);
    }

    /** A gateway has a default model of its own, which goes by no name here. */
    private String model(
            YamlSection yamlSection,
            @Nullable ProviderSettings known,
            List<String> models,
            boolean gateway) {
        return Optional.ofNullable(known)
                .map(ProviderSettings::model)
                .or(() -> models.stream()
                        .filter(name -> !name.equals(ProviderSettings.ANY_MODEL))
                        .findFirst())
                .or(() -> Optional.ofNullable(defaultModel))
                .or(() -> gateway ? Optional.of("") : Optional.empty())
                .orElseGet(() -> {
                    yamlSection
                            .location()
                            .reportProblem("has no model (expected model and a name, or"
                                    + " default-model at the top)");
                    return MISSING_MODEL;
                });
    }

    private static Optional<Limits> limits(YamlSection yamlSection, Limits usual) {
        int burst = yamlSection.integer("burst", 1, UNBOUNDED, usual.burst());
        Limits others = usual.withPerSecond(
                        yamlSection.integer("rps", 1, UNBOUNDED, usual.perSecond()))
                .withPerMinute(yamlSection.integer("rpm", 1, UNBOUNDED, usual.perMinute()))
                .withPerDay(yamlSection.integer("rpd", 1, UNBOUNDED, usual.perDay()))
                .withTokensPerMinute(
                        yamlSection.integer("tpm", 1, UNBOUNDED, usual.tokensPerMinute()))
                .withInputTokensPerMinute(
                        yamlSection.integer("itpm", 1, UNBOUNDED, usual.inputTokensPerMinute()))
                .withOutputTokensPerMinute(
                        yamlSection.integer("otpm", 1, UNBOUNDED, usual.outputTokensPerMinute()))
                .withTokensPerDay(yamlSection.integer("tpd", 1, UNBOUNDED, usual.tokensPerDay()))
                .withCountsMaxTokens(yamlSection.flag("counts-max-tokens", usual.countsMaxTokens()))
                .withCountsCachedReads(
                        yamlSection.flag("counts-cached-reads", usual.countsCachedReads()));
        return yamlSection.location().attempt(() -> others.withBurst(burst));
    }

    private static double reserve(YamlSection yamlSection, double usual) {
        return yamlSection
                .get("reserve")
                .flatMap(yamlValue -> yamlValue.text().flatMap(text -> switch (text) {
                    case "auto" -> Optional.of(usual);
                    case "off" -> Optional.of(0.0);
                    default -> share(yamlValue, text);
                }))
                .orElse(usual);
    }

    private static Optional<Double> share(YamlValue yamlValue, String text) {
        boolean share = text.matches("0\\.\\d{1,9}") && Double.parseDouble(text) <= 0.5;
        if (!share) {
            yamlValue.reportProblem(SafeText.quoted(text)
                    + " is not a reserve (expected auto, off or a share up to 0.5, as in 0.05)");
        }
        return share ? Optional.of(Double.parseDouble(text)) : Optional.empty();
    }

    private ProviderSettings withFallback(
            ProviderSettings settings, @Nullable YamlValue fallback, ProviderSettings usual) {
        return Optional.ofNullable(fallback)
                .map(yamlValue -> providerNames(yamlValue, configured))
                .or(usual::fallback)
                .map(names -> settings.withFallback(names.toArray(String[]::new)))
                .orElse(settings);
    }

    /** Providers to fall back to: configured ones, or well-known ones that may come yet. */
    static List<String> providerNames(YamlValue list, Set<String> configured) {
        return list.items().stream()
                .flatMap(item -> item.text().stream()
                        .filter(name -> KnownProviders.named(name).isPresent()
                                || item.oneOf("a configured provider", configured)
                                        .isPresent()))
                .toList();
    }

    private static ProviderSettings withBatching(
            ProviderSettings settings, YamlSection yamlSection) {
        return yamlSection
                .get("batching")
                .map(YamlValue::section)
                .map(batch -> settings.withBatching(new Batching(
                        batch.integer("most", 1, MAX, Batching.DEFAULT.maxRequests()),
                        batch.integer("credits", 1, UNBOUNDED, Batching.DEFAULT.credits()),
                        batch.integer(
                                "per-second", 1, UNBOUNDED, Batching.DEFAULT.creditsPerSecond()))))
                .orElse(settings);
    }
}
