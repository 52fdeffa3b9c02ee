/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Limits;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.policy.KnownProviders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads one provider; the keys of the file override the defaults of a well-known one. */
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
                .withPermits(section.integer("permits", 1, MAX_PERMITS, usual.permits()))
                .withAdaptivePermits(
                        section.integer("adaptive", 0, MAX, usual.adaptiveCleanStretch()))
                .withQueueLimit(section.integer("queue", 1, MAX, queueLimit))
                .withMaxWait(section.duration("longest-wait", DAY, usual.maxWait()))
                .withReserve(reserve(section, usual.reserve()));
        Optional<Limits> limits = limits(section, usual.limits());
        ProviderSettings complete = withBatching(
                withFallback(
                        settings.withLimitsPerModel(
                                section.flag("limits-per-model", usual.limitsPerModel())),
                        fallback,
                        usual),
                section);
        ModelOptions options = options(section);
        return limits.map(complete.withOptions(options)::withLimits);
    }

    /** Reads the options of calls; an invalid one is reported and omitted. */
    private static ModelOptions options(YamlSection section) {
        ModelOptions options = ModelOptions.NONE;
        options = with(
                options,
                section,
                "reasoning",
                (it, value) -> value.choice("a level of reasoning", REASONING).map(it::reasoning));
        options = with(
                options,
                section,
                "top-p",
                (it, value) -> value.decimal().map(number -> it.topP(number.doubleValue())));
        options = with(
                options,
                section,
                "seed",
                (it, value) -> value.integer(0L, Long.MAX_VALUE).map(it::seed));
        options = with(options, section, "stop", (it, value) -> Optional.of(it.stop(texts(value))));
        return with(
                options, section, "extra-body", (it, value) -> value.plainMap().map(it::extraBody));
    }

    private static String[] texts(YamlValue list) {
        return list.items().stream()
                .flatMap(item -> item.quotedText().stream())
                .toArray(String[]::new);
    }

    /** Adds the option of a key; a value that the options reject is a problem of the file. */
    private static ModelOptions with(
            ModelOptions options,
            YamlSection section,
            String key,
            BiFunction<ModelOptions, YamlValue, Optional<ModelOptions>> reader) {
        return section.get(key)
                .flatMap(value -> value.attempt(() -> reader.apply(options, value)))
                .flatMap(changed -> changed)
                .orElse(options);
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
        int perMinute = section.integer("rpm", 1, UNBOUNDED, usual.perMinute());
        int usualBurst = section.get("rpm").isPresent() ? 1 + (perMinute - 1) / 10 : usual.burst();
        int burst = section.integer("burst", 1, UNBOUNDED, usualBurst);
        Limits others = usual.withPerSecond(section.integer("rps", 1, UNBOUNDED, usual.perSecond()))
                .withPerMinute(perMinute)
                .withPerDay(section.integer("rpd", 1, UNBOUNDED, usual.perDay()))
                .withTokensPerMinute(section.integer("tpm", 1, UNBOUNDED, usual.tokensPerMinute()))
                .withInputTokensPerMinute(
                        section.integer("itpm", 1, UNBOUNDED, usual.inputTokensPerMinute()))
                .withOutputTokensPerMinute(
                        section.integer("otpm", 1, UNBOUNDED, usual.outputTokensPerMinute()))
                .withTokensPerDay(section.integer("tpd", 1, UNBOUNDED, usual.tokensPerDay()))
                .withCountsMaxTokens(section.flag("counts-max-tokens", usual.countsMaxTokens()))
                .withCountsCachedReads(
                        section.flag("counts-cached-reads", usual.countsCachedReads()));
        return section.location().attempt(() -> others.withBurst(burst));
    }

    private static double reserve(YamlSection section, double usual) {
        return section.get("reserve")
                .flatMap(value -> value.text().flatMap(text -> switch (text) {
                    case "auto" -> Optional.of(usual);
                    case "off" -> Optional.of(0.0);
                    default -> share(value, text);
                }))
                .orElse(usual);
    }

    private static Optional<Double> share(YamlValue value, String text) {
        boolean share = text.matches("0\\.\\d{1,9}") && Double.parseDouble(text) <= 0.5;
        if (!share) {
            value.reportProblem(SafeText.quoted(text)
                    + " is not a reserve (expected auto, off or a share up to 0.5, as in 0.05)");
        }
        return share ? Optional.of(Double.parseDouble(text)) : Optional.empty();
    }

    private ProviderSettings withFallback(
            ProviderSettings settings, @Nullable YamlValue fallback, ProviderSettings usual) {
        return Optional.ofNullable(fallback)
                .map(value -> providerNames(value, configured))
                .or(usual::fallback)
                .map(names -> settings.withFallback(names.toArray(String[]::new)))
                .orElse(settings);
    }

    /** Reads the fallback providers: configured ones, or well-known ones that may be absent. */
    static List<String> providerNames(YamlValue list, Set<String> configured) {
        return list.items().stream()
                .flatMap(item -> item.text().stream()
                        .filter(name -> KnownProviders.named(name).isPresent()
                                || item.oneOf("a configured provider", configured)
                                        .isPresent()))
                .toList();
    }

    private static ProviderSettings withBatching(ProviderSettings settings, YamlSection section) {
        return section.get("batching")
                .map(YamlValue::section)
                .map(batch -> settings.withBatching(new Batching(
                        batch.integer("most", 1, MAX, Batching.DEFAULT.maxRequests()),
                        batch.integer("credits", 1, UNBOUNDED, Batching.DEFAULT.credits()),
                        batch.integer(
                                "per-second", 1, UNBOUNDED, Batching.DEFAULT.creditsPerSecond()))))
                .orElse(settings);
    }
}
